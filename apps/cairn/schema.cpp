// cairn schema: prints the rules of scene files, as JSON Schema for editors or as a page for people.
#include "text/schema.h"

#include <fmt/format.h>

#include "cairn/command.h"
#include "scene/scene.h"
#include "study/calibration.h"

namespace cairn {
namespace {

struct SchemaRequest {
  bool reference = false;    // the page for people instead of the JSON Schema
  bool calibration = false;  // of calibration files instead of scenes
};

int schema(const SchemaRequest& request) {
  if (request.calibration) {
    fmt::print("{}", request.reference ? calibration_reference()
                                       : json_schema(calibration_vocabulary(), "cairn calibration"));
    return kDone;
  }
  fmt::print("{}", request.reference ? scene_reference() : json_schema(scene_vocabulary(), "cairn scene"));
  return kDone;
}

void add_options(const CommandOptions& app, SchemaRequest& request) {
  app.add_flag("--reference", request.reference,
               "print the reference page of scene files (Markdown) instead");
  app.add_flag("--calibration", request.calibration, "the rules of calibration files, not of scenes");
}

}  // namespace

std::unique_ptr<Command> schema_command(const Program& program) {
  return make_command<SchemaRequest>(program,
                                     {"schema", "print the JSON Schema of scene files",
                                      "Example:\n"
                                      "  cairn schema > scene.schema.json"},
                                     add_options, schema);
}

}  // namespace cairn
