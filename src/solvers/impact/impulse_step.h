// The velocities of a group under successive impulses, and the impulse that all impact solvers share: with
// friction, it changes the normal velocity of a contact by Δ > 0.  [TG14 (50)-(55)]
//   stick  p = K⁻¹ (Δ, −u_t)                      if |p_t| ≤ μ p_n
//   slip   p_n = Δ/(e_nᵀK(e_n + μ q)), p = p_n (e_n + μ q),   q = p_t/|p_t| of the stick impulse
// K = DᵀM⁻¹D of the contact, so that Δu = K p. If e_nᵀK(e_n + μ q) is not positive (wedging), the impulse has
// no friction. The effective normal mass is m = p_n/Δ of the acting mode.
//
// The work of an impulse is exactly ½ (u⁻ + u⁺)·p.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/mat3.h"
#include "solvers/impact/impact.h"

namespace cairn {

struct ContactMobility {
  Mat3 k;          // K
  Mat3 inverse_k;  // in the mobile directions; zero in the others
  double mu = 0;
};

struct ContactImpulse {
  Vec3 p;
  bool wedges = false;  // friction is dropped
};
ContactImpulse impulse_for(const ContactMobility& contact, const Vec3& u, double delta);

class ImpulseStep {
 public:
  explicit ImpulseStep(ImpactGroup& group);

  std::size_t size() const { return group_.size(); }
  ImpactGroup& group() { return group_; }
  // u of contact i.
  Vec3 velocity(std::uint32_t i) const {
    const Block& block = group_.blocks[i];
    return relative_velocity(block, group_.bodies[block.a], group_.bodies[block.b]);
  }
  double closing(std::uint32_t i) const { return velocity(i).x; }
  double approach() const;  // of the contact that closes fastest, at least 0
  double restitution(std::uint32_t i) const { return group_.restitution[i]; }
  const ContactMobility& mobility(std::uint32_t i) const { return contacts_[i]; }
  // The impulse that changes the normal velocity of contact i by delta; u is its velocity.
  Vec3 impulse(std::uint32_t i, const Vec3& u, double delta);
  void note_wedge() { ++wedged_; }
  std::uint64_t wedged() const { return wedged_; }
  // Applies p to contact i, whose velocity is u, and books its work. Returns the normal velocity afterwards.
  double apply(std::uint32_t i, const Vec3& u, const Vec3& p);
  // Books p at contact i as one of several simultaneous impulses. Together they change the present velocities
  // to those of `after`.
  void book(std::uint32_t i, const Vec3& p, std::span<const BodyState> after);
  // Calls f for every contact whose velocity an impulse at contact i changes, including i itself.
  template <class F>
  void for_each_touched(std::uint32_t i, F&& f) const {
    for (const std::uint32_t body : {group_.blocks[i].a, group_.blocks[i].b})
      for (std::uint32_t k = begin_[body]; k < begin_[body + 1]; ++k) f(of_body_[k]);
  }
  std::uint64_t applied() const { return applied_; }

 private:
  void book(std::uint32_t i, const Vec3& p, const Vec3& u, const Vec3& v);

  ImpactGroup& group_;
  std::vector<ContactMobility> contacts_;
  std::vector<std::uint32_t> begin_, of_body_;  // contacts of each mobile body
  double taken_ = 0, rubbed_ = 0;
  std::uint64_t applied_ = 0, wedged_ = 0;
};

// A heap with the fastest closing contact on top; the lower index wins a tie. Keys may change.
class ClosingHeap {
 public:
  explicit ClosingHeap(std::vector<double> closing);
  std::uint32_t top() const { return heap_.front(); }
  double closing(std::uint32_t i) const { return closing_[i]; }
  void update(std::uint32_t i, double closing);

 private:
  bool before(std::uint32_t i, std::uint32_t j) const {
    return closing_[i] < closing_[j] || (closing_[i] == closing_[j] && i < j);
  }
  void rise(std::uint32_t at);
  void sink(std::uint32_t at);
  std::vector<double> closing_;
  std::vector<std::uint32_t> heap_, place_;
};

// The heap of all contacts of a group.
ClosingHeap closing_heap(const ImpulseStep& step);
// Updates the contacts that an impulse at contact i has changed.
void update(ClosingHeap& heap, const ImpulseStep& step, std::uint32_t i);

}  // namespace cairn
