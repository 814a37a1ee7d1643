#include "step/explicit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "step/servo.h"

namespace cairn {
namespace {

// The skin follows how long lists last: short-lived lists get a wider one, long-lived lists a tighter one,
// which keeps the list short in a resting bed and rebuilds rare in a flow. In units of the median radius.
constexpr double kFirstSkin = 0.2, kSmallestSkin = 0.04, kLargestSkin = 1.0;
constexpr std::uint64_t kShortLife = 20, kLongLife = 100;

double median_radius(const Bodies& bodies) {
  std::vector<double> radii;
  radii.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!is_immobile(bodies.info[i]) && std::isfinite(bodies.place[i].radius))
      radii.push_back(bodies.place[i].radius);
  }
  if (radii.empty()) return 0;
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::nth_element(radii.begin(), middle, radii.end());
  return *middle;
}

bool is_inside(const Domain& domain, const Vec3& x) {
  return x.x >= domain.low.x && x.y >= domain.low.y && x.z >= domain.low.z && x.x <= domain.high.x &&
         x.y <= domain.high.y && x.z <= domain.high.z;
}

void add(KickLoss& sum, const KickLoss& loss) {
  sum.contacts += loss.contacts, sum.background += loss.background;
}

}  // namespace

void ExplicitStepper::start(World& world, Threads& threads, Recording recording) {
  law_->prepare(world.materials);
  const double stored = pass_.energy().elastic_tangential;
  const double unit = median_radius(world.bodies);
  const double skin = pass_.list().skin > 0 ? pass_.list().skin : kFirstSkin * unit;
  pass_.restart(world, threads, skin);
  last_rebuild_ = world.step;
  survey_servos(world);
  set_driven_motion(world, world.time);
  pass_.run(world, threads, *law_, 0, recording);
  // Springs that came or went with a change from outside are no loss.
  ledger_.contacts += pass_.energy().elastic_tangential - stored;
  collect_loads(world, threads, 0);
}

double ExplicitStepper::next_skin(const World& world) const {
  const double unit = median_radius(world.bodies), skin = pass_.list().skin;
  const std::uint64_t life = world.step - last_rebuild_;
  const double factor = life < kShortLife ? 1.3 : life > kLongLife ? 0.8 : 1.0;
  return std::clamp(skin * factor, kSmallestSkin * unit, kLargestSkin * unit);
}

StepReport ExplicitStepper::step(World& world, Threads& threads, double h, StageTimes& times,
                                 Recording recording) {
  StepReport report;
  {
    const StageTimer timer(times, Stage::integrate);
    steer_servos(world, *law_, h);
    drive(world, h);
    book_drives(world, h);
    kick_and_drift(world, threads, h);
  }
  ++world.step;
  world.time = static_cast<double>(world.step) * h;
  {
    const StageTimer timer(times, Stage::broad_phase);
    report.list_rebuilt = list_expired(world);
    if (report.list_rebuilt) {
      pass_.rebuild(world, threads, next_skin(world));
      last_rebuild_ = world.step;
    }
  }
  {
    const StageTimer timer(times, Stage::contacts);
    pass_.run(world, threads, *law_, h, recording);
  }
  const StageTimer timer(times, Stage::integrate);
  collect_loads(world, threads, h);
  if (!world.drives.empty()) set_driven_motion(world, world.time);
  report.contacts = pass_.contacts();
  report.max_overlap = pass_.max_overlap();
  for (auto& outside : block_outside_) {
    report.outside.insert(report.outside.end(), outside.begin(), outside.end());
  }
  std::ranges::sort(report.outside);
  return report;
}

void ExplicitStepper::kick_and_drift(World& world, Threads& threads, double h) {
  Bodies& bodies = world.bodies;
  const VerletList& list = pass_.list();
  const std::size_t blocks = (bodies.size() + kBodyBlock - 1) / kBodyBlock;
  block_moved_.assign(blocks, {}), block_outside_.resize(blocks), block_loss_.assign(blocks, {});
  parallel_for(
      threads, bodies.size(), kBodyBlock, [&](std::size_t first, std::size_t last, std::size_t block) {
        const std::uint32_t begin = static_cast<std::uint32_t>(first), end = static_cast<std::uint32_t>(last);
        add(block_loss_[block], half_kick(world, begin, end, h));
        drift(bodies, begin, end, h);
        Moved& most = block_moved_[block];
        std::vector<Uid>& outside = block_outside_[block];
        outside.clear();
        for (std::uint32_t i = begin; i < end; ++i) {
          const unsigned flags = bodies.info[i].flags;
          const double d2 = (flags & kTurned) ? std::pow(moved(world, list, i), 2)
                                              : norm2(bodies.place[i].position - list.reference[i]);
          double& largest = (flags & kDriven) ? most.driven : most.free;
          if (!(d2 <= largest)) largest = d2 < kFar ? d2 : kFar;  // a NaN counts as far away
          if (domain && !(flags & (kFixed | kDriven)) && !is_inside(*domain, bodies.place[i].position)) {
            outside.push_back(bodies.info[i].uid);
          }
        }
      });
}

bool ExplicitStepper::list_expired(const World& world) const {
  Moved most;
  for (const Moved& block : block_moved_) {
    most.free = std::max(most.free, block.free), most.driven = std::max(most.driven, block.driven);
  }
  if (most.free >= kFar || most.driven >= kFar) refuse_infinite(world);
  const double free = std::sqrt(most.free), driven = std::sqrt(most.driven);
  return free + std::max(free, driven) > pass_.list().skin;
}

void ExplicitStepper::refuse_infinite(const World& world) const {
  const Bodies& bodies = world.bodies;
  for (const std::uint32_t i : bodies.by_uid()) {
    const Vec3& x = bodies.place[i].position;
    if (is_finite(x) && norm2(x - pass_.list().reference[i]) < kFar) continue;
    throw RunError(fmt::format(
        "body {} ({}) is no longer at a finite place at t = {:.6g} s (step {}): position "
        "({:.6g}, {:.6g}, {:.6g}), velocity ({:.6g}, {:.6g}, {:.6g})",
        bodies.info[i].uid, world.groups[bodies.info[i].group], world.time, world.step, x.x, x.y, x.z,
        bodies.motion[i].velocity.x, bodies.motion[i].velocity.y, bodies.motion[i].velocity.z));
  }
  throw RunError(fmt::format("a body's orientation is no longer finite at t = {:.6g} s (step {})", world.time,
                             world.step));
}

void ExplicitStepper::collect_loads(World& world, Threads& threads, double h) {
  // Shares of other blocks, then the scene's own loads, then the second half kick (none if h = 0).
  Bodies& bodies = world.bodies;
  const bool loaded = !world.loads.empty() || !world.springs.empty();
  block_loss_.resize((bodies.size() + kBodyBlock - 1) / kBodyBlock);
  const auto kick = [&](std::size_t begin, std::size_t end, std::size_t block) {
    if (h == 0) return;
    add(block_loss_[block],
        half_kick(world, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), h));
  };
  parallel_for(threads, bodies.size(), kBodyBlock,
               [&](std::size_t begin, std::size_t end, std::size_t block) {
                 pass_.collect(bodies, block);
                 if (!loaded) kick(begin, end, block);
               });
  spring_energy_ = 0;
  if (loaded) {
    const AppliedEnergy applied = add_applied_loads(world, world.time, h);
    ledger_.drives += applied.work, ledger_.dampers += applied.damped, spring_energy_ = applied.elastic;
    parallel_for(threads, bodies.size(), kBodyBlock, kick);
  }
  book_drives(world, h);
  const ContactEnergy lost = pass_.energy();
  if (h > 0)
    ledger_.damping += lost.damping, ledger_.friction += lost.friction, ledger_.rolling += lost.rolling,
        ledger_.torn += lost.torn;
  for (KickLoss& loss : block_loss_) {
    ledger_.contacts += loss.contacts, ledger_.background += loss.background;
    loss = {};
  }
}

void ExplicitStepper::book_drives(const World& world, double h) {
  const DriveWork driven = drive_work(world, h);
  ledger_.drives += driven.work, ledger_.contacts += driven.lost;
}

Works ExplicitStepper::works() const {
  const double lost = ledger_.contacts - pass_.energy().elastic_tangential;
  const double pairwise = ledger_.damping + ledger_.friction + ledger_.rolling;
  const double share = pairwise > 0 && lost > 0 ? lost / pairwise : 1;
  return {.damping = share * ledger_.damping + ledger_.dampers + ledger_.torn,
          .friction = share * ledger_.friction,
          .rolling = share * ledger_.rolling,
          .background = ledger_.background,
          .drives = ledger_.drives};
}

void ExplicitStepper::restore(const World& world, State state) {
  law_->prepare(world.materials);
  pass_.restore(world, std::move(state.list), state.energy);
  ledger_ = state.ledger, spring_energy_ = state.spring_energy, last_rebuild_ = state.last_rebuild;
}

}  // namespace cairn
