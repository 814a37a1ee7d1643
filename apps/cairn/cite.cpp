// cairn cite: prints BibTeX of cairn and of the works behind a run, a method, a law, a solver, a shape, a
// joint, a measure or a key.
#include <fmt/format.h>

#include "cairn/command.h"
#include "scene/catalogue.h"

namespace cairn {
namespace {

struct CiteRequest {
  std::vector<std::string> names;
};

int cite(const CiteRequest& request) {
  fmt::print("{}", citations(request.names));
  return kDone;
}

void add_options(const CommandOptions& app, CiteRequest& request) {
  app.add_option("NAME", request.names,
                 "results folders, names that a scene may give, or keys such as PZ17 (default: cairn alone)");
}

}  // namespace

std::unique_ptr<Command> cite_command(const Program& program) {
  return make_command<CiteRequest>(program,
                                   {"cite", "prints BibTeX of cairn and of the works behind a run or a name",
                                    "Examples:\n"
                                    "  cairn cite hopper.run > references.bib\n"
                                    "  cairn cite hertz_mindlin apgd\n"
                                    "  cairn cite PZ17"},
                                   add_options, cite);
}

}  // namespace cairn
