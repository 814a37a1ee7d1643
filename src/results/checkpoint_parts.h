// The checkpoint of a run on several ranks. Each rank writes its bodies and contacts to a file of its own, a
// part called checkpoint.<generation>.<rank>. Rank 0 writes everything else as `checkpoint`, with the names
// and checksums of the parts. Only then does the new checkpoint exist: a run that dies before leaves the old
// one.
//
// Any number of ranks may read it, and a program by itself. It is refused as a whole if a part is missing or
// damaged.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/ranks.h"
#include "results/checkpoint.h"

namespace cairn {

// Items of a checkpoint whose elements belong to bodies or contacts. They go to the parts, one after the
// other; the rest is the same on all ranks.
inline const std::array<std::string, 8> kSpreadItems{
    "bodies.place", "bodies.orientation", "bodies.motion", "bodies.inertia",
    "bodies.load",  "bodies.info",        "memory",        "plastic"};

// All ranks call it together, each with its own bodies and contacts. Returns once the checkpoint is on the
// disk. If a rank fails, all throw its error and the last checkpoint stays. One rank writes a single file.
void save_checkpoint(Ranks& ranks, const std::string& folder, Record record, const FileCalls& calls = {});

// The newest valid checkpoint. Each rank gets a share of the parts, whoever wrote them, in no particular
// order.
Checkpoint load_checkpoint(Ranks& ranks, const std::string& folder, const FileCalls& calls = {});

// A reader of `count` takes the parts own, own + count, ...
struct PartShare {
  int own = 0, count = 1;
};
// Adds the items of the parts that a checkpoint names. Returns why it is refused, or an empty text.
std::string attach_parts(Record& record, const std::string& folder, PartShare share, const FileCalls& calls);

// True for the name of a part without its folder.
bool is_part_name(std::string_view name);
// Removes the parts that neither checkpoint names, as far as that is possible.
void remove_unnamed_parts(const std::string& folder, const FileCalls& calls = {});

}  // namespace cairn
