// The terms of energy that summary.json prints add up to the imbalance that it prints.
#include <gtest/gtest.h>

#include "results/summary.h"
#include "simulate.h"

namespace cairn {
namespace {

using test::SceneRun;

std::string scene(const std::string& method) {
  return "gravity: [0, 0, -9.81]\n"
         "materials: {stone: {density: 2500 kg/m3, friction: 0.4, restitution: 0.6, poisson: 0.3, young: "
         "1e7}}\n"
         "method: " +
         method +
         "\n"
         "time: {step: 1e-4 s, end: 0.2 s}\n"
         "bodies:\n"
         "  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}\n"
         "  - {name: lift, material: stone, shape: {box: {size: [0.2, 0.2, 0.02]}}, position: [1, 0, 0.1],\n"
         "     motion: {translation: {velocity: [0, 0, 0.1]}}}\n"
         "  - {name: rider, material: stone, shape: {sphere: {diameter: 0.1}}, position: [1, 0, 0.17]}\n"
         "  - {name: low, material: stone, shape: {sphere: {diameter: 0.1}}, position: [0, 0, 0.06],\n"
         "     velocity: [0.5, 0, 0]}\n"
         "  - {name: high, material: stone, shape: {sphere: {diameter: 0.1}}, position: [0, 0, 0.4]}\n"
         "  - {name: hung, material: stone, shape: {sphere: {diameter: 0.1}}, position: [3, 0, 1],\n"
         "     spring: {to: [3, 0, 1.5], stiffness: 50 N/m, length: 0.4 m}}\n"
         "events:\n"
         "  - {at: 0.05, remove: high}\n"
         "  - {at: 0.1, gravity: [0, 0, -5]}\n";
}

double number_in(const std::string& text, const std::string& name) {
  const std::size_t at = text.find('"' + name + "\": ");
  EXPECT_NE(at, std::string::npos) << name;
  return std::stod(text.substr(at + name.size() + 4));
}

TEST(Summary, TermsOfEnergyAddUpToTheImbalance) {
  for (const char* method :
       {"{explicit: {law: hooke, stiffness: 1e5 N/m}}", "{explicit: {law: hertz_mindlin}}",
        "{implicit: {law: coulomb, solver: nlgs, theta: 0.5}}", "{implicit: {law: cone, solver: apgd}}",
        "{impact: {solver: etm}}"}) {
    SceneRun run(scene(method));
    run.to_end();
    Summary summary;
    run.simulation.summarise(summary);
    const std::string text = write_summary(summary);
    const std::string energy = text.substr(text.find("\"energy\": "));
    double sum = 0, scale = 0;
    for (const EnergyField& field : kEnergyFields) {
      const bool is_kept = field.role == EnergyRole::stored || field.role == EnergyRole::lost;
      const double value = field.role == EnergyRole::sum ? 0 : number_in(energy, field.name);
      sum += is_kept ? value : -value, scale += std::abs(value);
    }
    constexpr double kRoundOff = 1e-14;
    EXPECT_NEAR(sum, number_in(energy, "imbalance"), kRoundOff * scale) << method;
    for (const char* name : {"springs", "exchanged", "work_of_drives", "stored_at_start"})
      EXPECT_NE(number_in(energy, name), 0) << method << ": " << name;
  }
}

}  // namespace
}  // namespace cairn
