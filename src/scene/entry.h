// One entry of a scene on its way to bodies: what all of its bodies share, and how each is made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/world.h"
#include "pack/generate.h"
#include "scene/scene.h"
#include "shapes/orientation.h"
#include "shapes/table.h"

namespace cairn {

// --- Declarations: of a whole entry, of its parts that inlets have too, and of its generators
Option body_option(std::string name, std::string meaning);
Option material_option(Presence presence);
Option orientation_option();
Option seed_option();
Option fill_option();
Option lattice_option();
Option pyramid_option();
Option csv_option();

struct Entry {
  const Value* value = nullptr;          // lives in the scene
  std::string name;                      // of its group
  Bodies::Body prototype;                // orientation, motion, shape, group and flags of every body
  Quat turn;                             // of the shape, already part of the orientation
  Vec3 offset;                           // of the centre of mass from the place, before the orientation
  double radius = 0;                     // of every body; 0: each has its own
  std::vector<std::uint16_t> materials;  // by index modulo; empty: a file names them
  bool random_orientation = false;
  std::uint64_t seed = 1;  // of random orientations and sizes
  double fraction = 1;     // of the bodies of a mixture, by number
};

[[noreturn]] void refuse(const Entry& entry, const std::string& message, const Mark& mark);

// Checks the entry and adds its shape to the world. Materials and groups must be there.
Entry read_entry(const Value& value, int group, const Scene& scene, World& world);
// The same for an entry whose shape is there already.
Entry read_entry(const Value& value, int group, std::uint32_t shape, const Scene& scene, const World& world);
// The same for an entry that comes later: its shape and group are there from the start.
Entry read_late_entry(const Value& value, const Scene& scene, const World& world);
// Adds the shape of an entry; spheres of several sizes share one of size 0.
std::uint32_t add_shape(const Value& value, const Scene& scene, World& world);

// The flags of free, fixed and driven bodies, locks and 2-D.
std::uint16_t read_flags(const Value& value, int dimension);

// Body `index` of an entry: its material, orientation and inertia. Throws InputError if it moves freely but
// has no mass.
Quat orientation_of(const Entry& entry, std::uint64_t index);
Bodies::Body make_body(const Entry& entry, const World& world, std::uint64_t index, const Place& place);
// Mass and moments of a free body of this density.
Inertia inertia_of(const Shape& shape, double radius, double density);
// Sets the inertia by flags, shape and material.
void give_inertia(Bodies::Body& body, const World& world, const std::string& name, const Mark& mark);

bool is_ball(const Shape& shape);  // sphere or disc
// The shape of an entry; files that it names lie in the folder.
TurnedShape read_shape(const Value& shape, const Folders& folders);

// All bodies of an entry that is no fill; a file may add shapes of other sizes to the world.
std::vector<Bodies::Body> place_entry(const Entry& entry, const Scene& scene, World& world);
// The same for an entry that comes later. Throws InputError if it would need more shapes.
std::vector<Bodies::Body> place_late_entry(const Entry& entry, const Scene& scene, const World& world);

// --- Fills, which come last because they go round everything else
bool is_fill(const Value& entry);
// The entry itself and one more for each further shape of a mixture, whose shapes are added to the world.
std::vector<Entry> read_mixture(const Entry& entry, const Scene& scene, World& world);
// Which of them each of n bodies is: taken in turn so that every beginning of the row has the fractions as
// nearly as whole bodies can.
std::vector<std::uint8_t> mixed(const std::vector<Entry>& kinds, std::size_t n);
FillRequest read_fill(const std::vector<Entry>& kinds, const Scene& scene, const World& world);
// Throws InputError if they do not fit.
std::vector<Bodies::Body> place_fill(const std::vector<Entry>& kinds, const FillRequest& request,
                                     const Obstacles& obstacles, const World& world);
// Everything in the world that bodies of the entry could meet inside the region.
Obstacles obstacles_for(const Entry& entry, const FillRegion& region, const World& world);
void add_obstacle(Obstacles& obstacles, const Entry& entry, const Bodies::Body& body, const World& world);
// Whether two groups meet at all.
bool collide(const World& world, int group_a, int group_b);

int dimension_of(const Scene& scene);

}  // namespace cairn
