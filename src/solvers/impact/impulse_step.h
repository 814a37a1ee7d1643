// The velocities of a group while impulses act on it one after the other, and the impulse that all impact
// solvers share: the one that changes the normal velocity of a contact by Δ > 0, with friction.  [TG14
// (50)-(55)]
//   stick  p = K⁻¹ (Δ, −u_t)                      if |p_t| ≤ μ p_n
//   slip   p_n = Δ/(e_nᵀK(e_n + μ q)), p = p_n (e_n + μ q),   q = p_t/|p_t| of the stick impulse
// K = DᵀM⁻¹D of the contact, so that Δu = K p. Where e_nᵀK(e_n + μ q) is next to nothing (wedging) the
// impulse is the one without friction. The mass that the normal velocity feels is m = p_n/Δ: of the mode that
// acts.
//
// Work of an impulse is ½ (u⁻ + u⁺)·p, exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/mat3.h"
#include "solvers/impact/impact.h"

namespace cairn {

struct ContactMobility {
  Mat3 k;          // K
  Mat3 inverse_k;  // of the directions in which anything moves; zero in the others
  double mu = 0;
};

struct ContactImpulse {
  Vec3 p;
  bool wedges = false;  // friction is left out
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
  double approach() const;  // of the contact that closes fastest, or 0
  double restitution(std::uint32_t i) const { return group_.restitution[i]; }
  const ContactMobility& mobility(std::uint32_t i) const { return contacts_[i]; }
  // The impulse that changes the normal velocity of contact i, whose velocity is u, by delta.
  Vec3 impulse(std::uint32_t i, const Vec3& u, double delta);
  void note_wedge() { ++wedged_; }
  std::uint64_t wedged() const { return wedged_; }
  // Applies p to contact i, whose velocity is u, and books its work. Returns the normal velocity after it.
  double apply(std::uint32_t i, const Vec3& u, const Vec3& p);
  // Books p at contact i as one of many that act at once and take the bodies from their present velocities to
  // those of `after`.
  void book(std::uint32_t i, const Vec3& p, std::span<const BodyState> after);
  // Contacts whose velocity an impulse at contact i changes, i among them.
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

// The contact that closes fastest; of equals the first. Keys may change.
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

// Of all contacts of the group.
ClosingHeap closing_heap(const ImpulseStep& step);
// An impulse at contact i has changed these.
void update(ClosingHeap& heap, const ImpulseStep& step, std::uint32_t i);

}  // namespace cairn
