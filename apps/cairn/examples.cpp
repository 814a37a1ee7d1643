// cairn examples: copies the example scenes, so that the user can change them.
#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "cairn/command.h"
#include "terminal/console.h"
#include "validate/cards.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

struct ExamplesRequest {
  std::string folder = "scenes";
};

// Copies all files except those in results folders.
void copy_scenes(const fs::path& from, const fs::path& to) {
  for (auto item = fs::recursive_directory_iterator(from); item != fs::recursive_directory_iterator();
       ++item) {
    const bool is_result = item->is_directory() && item->path().extension() == ".run";
    if (is_result) item.disable_recursion_pending();
    const fs::path target = to / fs::relative(item->path(), from);
    if (item->is_regular_file()) {
      fs::create_directories(target.parent_path());
      fs::copy_file(item->path(), target);
    }
  }
}

int examples(const ExamplesRequest& request) {
  const fs::path to = request.folder;
  if (to.empty()) throw InputError("the folder needs a name");
  if (fs::exists(fs::symlink_status(to)))
    throw InputError(fmt::format("{} is there already; name a folder that is not: cairn examples DIR",
                                 quote(request.folder)));
  try {
    copy_scenes(scenes_folder(), to);
  } catch (const fs::filesystem_error& error) {
    throw InputError(
        fmt::format("cannot copy the scenes to {}: {}", quote(request.folder), error.code().message()));
  }
  say("{}: the example scenes; try\n  cairn run {}/hello.yaml\n", request.folder, request.folder);
  return kDone;
}

void add_options(const CommandOptions& app, ExamplesRequest& request) {
  app.add_option("DIR", request.folder, "a new folder (default: scenes)");
}

}  // namespace

std::unique_ptr<Command> examples_command(const Program& program) {
  return make_command<ExamplesRequest>(program,
                                       {"examples", "copies the example scenes into a folder of yours",
                                        "Examples:\n"
                                        "  cairn examples\n"
                                        "  cairn examples my_scenes"},
                                       add_options, examples);
}

}  // namespace cairn
