// Facts about a run that its frames do not hold: the title and events of its scene, the meaning of the
// columns of its series, and the materials and frictions that its checkpoint stores.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "math/vec3.h"
#include "model/bodies.h"
#include "results/frames.h"

namespace cairn {

struct RunEvent {
  double time = 0;  // s
  std::string label;
};

struct SceneFacts {
  std::string title;
  int dimension = 3;
  Vec3 gravity;
  Vec3 cell_centre;            // of a periodic scene
  bool has_friction = true;    // false: the law knows none
  std::string stop_condition;  // empty if there is none
  std::vector<RunEvent> events;
  std::vector<RunEvent> conditional;            // events with a condition; time -1: has not happened
  std::map<std::string, std::string> meanings;  // of the columns of series.csv
};
// Throws InputError if the scene cannot be read.
SceneFacts scene_facts(const std::string& folder);

// Sets the times of conditional events to the last ones that the newest checkpoint knows. Throws RunError if
// there is no checkpoint.
void read_event_times(const std::string& folder, std::vector<RunEvent>& conditional);

inline constexpr std::uint16_t kUnknownMaterial = 0xFFFF;

class MaterialFacts {
 public:
  MaterialFacts() = default;
  // From the newest checkpoint. Bodies that it lacks get the material of their group if it has only one.
  // Throws RunError if there is no checkpoint.
  static MaterialFacts read(const std::string& folder, const BodyTable& bodies);

  const std::vector<std::string>& names() const { return names_; }
  // Index into names(), or kUnknownMaterial; `row` counts in the table of bodies.
  std::uint16_t of_row(std::size_t row) const {
    return row < materials_.size() ? materials_[row] : kUnknownMaterial;
  }
  // Friction that limits the tangential force by the normal one. NaN if a material is unknown, or if the pair
  // has adhesion or cohesion, which allow more.
  double friction(std::uint16_t a, std::uint16_t b) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::uint16_t> materials_;  // per row
  std::vector<double> friction_;          // n x n
};

// As the browser gets it.
enum class ContactState : std::uint8_t { open, stick, slip, unknown };

// The state of a contact with force F on B and normal n from A to B: open without force; slip if the
// tangential force reaches friction times normal force; else stick. Unknown if the friction is NaN or the
// bodies pull.
ContactState contact_state(const Vec3& force, const Vec3& normal, double friction);

}  // namespace cairn
