#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>

#include "base/timer.h"
#include "bench/bed.h"
#include "bench/benchmarks.h"
#include "bench/folder.h"
#include "bench/lammps.h"
#include "bench/settled_bed.h"
#include "terminal/memory.h"

namespace cairn {
namespace {

constexpr double kStep = 1e-5, kFriction = 0.5;
constexpr int kWarming = 200;
constexpr double kLeastWidth = 15 * kBedDiameter;  // narrowest bed with room for a sphere ten times as large
constexpr double kSkins[] = {0.01, 0.02, 0.05};    // diameters; the benchmark keeps the best for LAMMPS

struct Timed {
  double rate = 0;      // particle-steps per second
  double cpu_rate = 0;  // per second of processor time
  double contacts = 0;  // sphere pairs per sphere, without walls
  double memory = 0;    // bytes per sphere
  double unrest = 0;    // kinetic energy over m g d
};

double sphere_contacts(const Bed& bed) {
  double count = 0;
  for (const ContactForce& contact : bed.stepper->pass().recorded()) {
    const auto is_grain = [&](Uid uid) {
      return !is_immobile(bed.world.bodies.info[bed.world.bodies.local(uid)]);
    };
    count += is_grain(contact.key.a) && is_grain(contact.key.b);
  }
  return count;
}

double unrest(const Bed& bed) {
  double energy = 0, mass_of_all = 0;
  for (std::uint32_t i = 0; i < bed.world.bodies.size(); ++i) {
    energy += kinetic_energy(bed.world.bodies, i);
    mass_of_all += mass(bed.world.bodies.inertia[i]);
  }
  return energy / (mass_of_all * norm(bed.world.gravity) * kBedDiameter);
}

Timed time_cairn(const SettledBed& settled, int thread_count, int steps) {
  forget_peak();
  const double before = present_memory();
  Bed bed = bed_of(settled.spheres, settled.length, settled.width, BedLaw::hertz_mindlin, kFriction);
  Threads threads(thread_count);
  bed.stepper->start(bed.world, threads);
  StageTimes times;
  for (int k = 0; k < kWarming; ++k) bed.stepper->step(bed.world, threads, kStep, times);
  const Stopwatch watch;
  const std::clock_t begin = std::clock();
  for (int k = 0; k < steps; ++k) bed.stepper->step(bed.world, threads, kStep, times);
  const double seconds = watch.seconds(), grains = static_cast<double>(bed.grains);
  const double cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const double memory = (peak_memory() - before) / grains;
  bed.stepper->step(bed.world, threads, kStep, times, Recording::contacts);
  return {grains * steps / seconds, grains * steps / cpu, sphere_contacts(bed) / grains, memory, unrest(bed)};
}

Timed time_lammps(const SettledBed& bed, double skin, int steps, const std::string& folder) {
  const std::optional<LammpsRun> run = run_lammps(bed, skin, kWarming, steps, kStep, folder);
  if (!run) return {};
  const double grains = static_cast<double>(bed.spheres.size());
  const double rate = grains * steps / run->seconds;
  return {rate, rate / run->busy, run->contacts / grains, 0, 0};
}

// The best of several runs of each kind. The kinds take turns, so that a busy machine hinders all alike.
struct Row {
  std::size_t spheres = 0;
  Timed one, two, large, lammps;
  bool has_large() const { return large.rate > 0; }
  double loss() const { return 100 * (1 - large.cpu_rate / one.cpu_rate); }
  double ratio() const { return one.cpu_rate / lammps.cpu_rate; }
};

void keep_best(Timed& best, const Timed& now) {
  const double rate = std::max(best.rate, now.rate), cpu_rate = std::max(best.cpu_rate, now.cpu_rate);
  best = now;
  best.rate = rate;
  best.cpu_rate = cpu_rate;
}

Row measure(std::size_t spheres, const BenchOptions& options, const std::string& folder) {
  // The beds: the plain one, and if there is room one with a large sphere.
  const SettledBed bed = settled_bed(spheres, folder, *std::make_unique<Threads>(2));
  const bool roomy = bed.length > kLeastWidth && bed.width > kLeastWidth;
  const SettledBed with_large = roomy ? with_large_sphere(bed, *std::make_unique<Threads>(2)) : SettledBed{};
  const int steps = std::max(20, static_cast<int>(options.seconds * 5e6 / static_cast<double>(spheres)));
  Row row;
  row.spheres = spheres;
  // Short runs find the best skin for LAMMPS.
  double skin = kSkins[0];
  for (const double tried : kSkins) {
    if (!has(kLammps)) break;
    const Timed now = time_lammps(bed, tried, std::max(20, steps / 4), folder);
    if (now.cpu_rate > row.lammps.cpu_rate) {
      skin = tried;
      row.lammps = now;
    }
  }
  const bool beside = row.lammps.rate > 0;
  if (!beside && has(kLammps))
    fmt::print(stderr, "lmp failed on the bed of {} spheres: name a --folder and look at its lammps.in\n",
               spheres);
  // The timed runs take turns.
  for (int k = 0; k < options.repeat; ++k) {
    keep_best(row.one, time_cairn(bed, 1, steps));
    if (beside) keep_best(row.lammps, time_lammps(bed, skin, steps, folder));
    keep_best(row.two, time_cairn(bed, 2, steps));
    if (roomy) keep_best(row.large, time_cairn(with_large, 1, steps));
  }
  return row;
}

void add_metrics(const Row& row, Metrics& metrics) {
  const std::string n = fmt::format("{}.", row.spheres);
  metrics.push_back({n + "cairn_1", row.one.cpu_rate / 1e6, "M/s"});
  metrics.push_back({n + "cairn_1_wall", row.one.rate / 1e6, "M/s"});
  metrics.push_back({n + "cairn_2", row.two.rate / 1e6, "M/s"});
  if (row.has_large()) metrics.push_back({n + "loss_large", row.loss(), "%"});
  metrics.push_back({n + "memory", row.one.memory, "B/sphere"});
  metrics.push_back({n + "contacts", row.one.contacts, "per sphere"});
  metrics.push_back({n + "unrest", row.one.unrest, "m g d"});
  if (row.lammps.rate == 0) return;
  metrics.push_back({n + "lammps", row.lammps.cpu_rate / 1e6, "M/s"});
  metrics.push_back({n + "lammps_wall", row.lammps.rate / 1e6, "M/s"});
  metrics.push_back({n + "lammps_contacts", row.lammps.contacts, "per sphere"});
  metrics.push_back({n + "ratio", row.ratio(), ""});
}

std::vector<std::string> fields_of(const Row& row) {
  const bool beside = row.lammps.rate > 0;
  const auto maybe = [&](double value) { return beside ? fmt::format("{:.2f}", value) : "-"; };
  return {fmt::format("{}", row.spheres),
          fmt::format("{:.2f}", row.one.cpu_rate / 1e6),
          maybe(row.lammps.cpu_rate / 1e6),
          maybe(row.ratio()),
          fmt::format("{:.2f}", row.two.rate / 1e6),
          fmt::format("{:.2f}", row.two.rate / row.one.rate),
          row.has_large() ? fmt::format("{:.1f} %", row.loss()) : "-",
          fmt::format("{:.0f} B", row.one.memory),
          fmt::format("{:.2f}", row.one.contacts),
          maybe(row.lammps.contacts)};
}

}  // namespace

Findings measure_penalty(const BenchOptions& options) {
  const BenchFolder place(options.folder);
  Findings findings;
  findings.table = {{"spheres", "cairn, 1 thread", "LAMMPS, 1 rank", "ratio", "cairn, 2 threads", "2 over 1",
                     "one 10 x larger: loss", "memory per sphere", "contacts per sphere", "in LAMMPS"}};
  for (const std::size_t spheres : options.sizes) {
    const Row row = measure(spheres, options, place.folder());
    add_metrics(row, findings.metrics);
    findings.table.push_back(fields_of(row));
  }
  return findings;
}

}  // namespace cairn
