// cairn forces: finds the compatible forces of a stored frame, tells how far equilibrium determines them, and
// writes their distribution over contacts and floor.
#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/printable.h"
#include "cairn/command.h"
#include "draw/floor_map.h"
#include "results/summary.h"
#include "run/stored_forces.h"
#include "terminal/console.h"

namespace cairn {
namespace {

struct ForcesRequest {
  std::string folder;
  std::vector<std::string> allowed;
  std::string frame = "last";               // a number or last
  std::optional<double> power, tangential;  // default: those of the run
  std::optional<double> cell;               // width of the cells of the floor map [m]; default: a mean grain
  bool json = false;
};

constexpr std::size_t kBins = 30;

// The requested options; none: take those of the run.
std::optional<CompatibleOptions> options_of(const ForcesRequest& request) {
  if (!request.power && !request.tangential) return std::nullopt;
  CompatibleOptions options;
  options.method.power = request.power.value_or(2);
  if (request.tangential) options.method.tangential = *request.tangential;
  return options;
}

// The power of the elastic energy from the word of the user.
double power_in(const std::string& text) {
  if (text == "hooke") return 2;
  if (text == "hertz") return 2.5;
  const double power =
      wanted_number(text, "--power", {"hooke, hertz or a number", [](double) { return true; }});
  if (power > 1) return power;
  throw InputError(
      fmt::format("--power must be above 1, got {}: energy that grows no faster than the compression has no "
                  "minimum",
                  text));
}

std::string table_of(const FrameContacts& contacts) {
  std::string text =
      "# units: 1, 1, m, m, m, 1, 1, 1, m, N, N, N, N, N, N, N, N, 1\n"
      "a,b,x,y,z,nx,ny,nz,gap,fx,fy,fz,cx,cy,cz,normal_force,normal_force_compatible,self_stress\n";
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Vec3 &x = contacts.point[k], &n = contacts.normal[k], &f = contacts.force[k],
               &c = contacts.compatible[k];
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", contacts.bodies[k][0],
                        contacts.bodies[k][1], x.x, x.y, x.z, n.x, n.y, n.z, contacts.gap[k], f.x, f.y, f.z,
                        c.x, c.y, c.z, dot(f, n), dot(c, n), contacts.self_stressed[k]);
  }
  return text;
}

Chart histogram_of(const FrameContacts& contacts, const std::string& title) {
  std::vector<double> solver, compatible;
  double most = 0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    solver.push_back(dot(contacts.force[k], contacts.normal[k]));
    compatible.push_back(dot(contacts.compatible[k], contacts.normal[k]));
    most = std::max({most, solver.back(), compatible.back()});
  }
  // The histogram leaves out contacts without a force.
  const auto loaded = [&](std::vector<double>& forces) {
    std::erase_if(forces, [&](double f) { return f <= 1e-9 * most; });
  };
  loaded(solver);
  loaded(compatible);
  const ValueRange range{0, most > 0 ? most : 1};
  return {.title = title.empty() ? "Normal forces" : title,
          .x = {.label = "normal force [N]", .range = range},
          .y = {.label = "contacts"},
          .series = {histogram("solver", solver, range, kBins),
                     histogram("compatible", compatible, range, kBins)}};
}

void print_report(const StepForces& f) {
  const char* unique = std::isnan(f.unique) ? "undecided" : f.unique != 0 ? "yes" : "no";
  say("closed contacts      {} with {} components of force, {} self-stressed\n", f.contacts, f.components,
      f.self_stressed);
  say("rank                 {} of {} freedoms: {} self-stresses, {} mechanisms\n", f.rank, f.freedoms,
      f.self_stresses(), f.mechanisms());
  say("forces unique        {}\n", unique);
  say("compatible forces    {} after {}, load balanced to {:.1e}\n", f.converged ? "found" : "NOT found",
      how_many(f.iterations, "iteration"), f.balance);
  if (!f.converged)
    say("                     the forces of the run are as exact as its solver's `tolerance`: try a smaller "
        "one\n");
  say("largest force        {:.6g} N compatible, {:.6g} N of the solver\n", f.max_force, f.max_solver_force);
  say("solver's difference  {:.3g} of the largest force (bodies {} and {}), {:.3g} rms\n", f.max_difference,
      f.farthest.a, f.farthest.b, f.rms_difference);
}

int forces(const ForcesRequest& request) {
  // The compatible forces of the frame.
  const std::size_t index = frame_called(request.frame, frames_file(request.folder), " or last");
  Threads threads(1);
  const StoredForces found =
      stored_forces(request.folder, index, options_of(request), threads, allowed_folders(request.allowed));

  // Files: table of contacts, histogram, and maps of the floor.
  const std::string stem = fmt::format("{}/forces_{}", request.folder, frame_name(index));
  std::vector<std::string> written;
  const auto write_text = [&](const std::string& name, const std::string& text) {
    write_replacing(name, bytes_of(text));
    written.push_back(name);
  };
  const auto write_image = [&](const std::string& name, const Image& image) {
    write_png(name, image);
    written.push_back(name);
  };
  write_text(stem + ".csv", table_of(*found.frame.contacts));
  const Chart chart = histogram_of(*found.frame.contacts, found.title);
  write_text(stem + "_histogram.csv", chart_csv(chart));
  write_image(stem + "_histogram.png", draw(chart));
  if (const auto maps =
          floor_map(found.frame, found.immobile, found.gravity, found.dimension, request.cell)) {
    write_text(stem + "_floor.csv", chart_csv(maps->compatible));
    write_text(stem + "_floor_solver.csv", chart_csv(maps->solver));
    write_image(stem + "_floor.png", draw(maps->compatible));
    write_image(stem + "_floor_solver.png", draw(maps->solver));
  }
  // The report.
  if (request.json) {
    Json json = Json::object({{"frame", index}, {"time", found.frame.time}});
    fmt::print("{}\n", add_fields(json, found.report).text());
    return found.report.converged ? kDone : kNotConverged;
  }
  say("frame {} at t = {:.6g} s\n", index, found.frame.time);
  print_report(found.report);
  for (const std::string& name : written) say("{}\n", name);
  return found.report.converged ? kDone : kNotConverged;
}

void add_options(const CommandOptions& app, ForcesRequest& request) {
  app.add_option("DIR", request.folder, "results folder of the run, with contacts in its frames").required();
  add_allowed(app, request.allowed);
  app.add_option("--frame", request.frame, "a number or last (default: last)").type_name("K");
  app.add_option(
         "--power", [&](const std::string& text) { request.power = power_in(text); },
         "hooke, hertz, or the power of the elastic energy, above 1 (default: that of the run, or hooke)")
      .type_name("P");
  add_number(app, "--tangential", request.tangential,
             "with friction: tangential over normal stiffness (default: that of the run, or 1)",
             {"a ratio of stiffnesses above 0", above_zero});
  add_number(app, "--cell", request.cell, "width of the cells of the floor map in m (default: a mean grain)",
             {"a width in metres above 0", above_zero});
  app.add_flag("--json", request.json, "print the report as JSON");
}

}  // namespace

std::unique_ptr<Command> forces_command(const Program& program) {
  return make_command<ForcesRequest>(
      program,
      {"forces",
       "forces that stiff elastic grains would have in a stored frame, and how far rigid contacts determine "
       "them",
       "Examples:\n"
       "  cairn forces pile.run --frame 8\n"
       "  cairn forces pile.run --frame 8 --power hertz --json"},
      add_options, forces);
}

}  // namespace cairn
