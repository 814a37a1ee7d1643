// One entry of a scene: the properties that all its bodies share, and how each body is made.
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

// --- Declarations of a whole entry, of parts that inlets also have, and of generators
Option body_option(std::string name, std::string meaning);
Option material_option(Presence presence);
Option orientation_option();
Option seed_option();
Option fill_option();
Option lattice_option();
Option pyramid_option();
Option csv_option();

struct Entry {
  const Value* value = nullptr;          // owned by the scene
  std::string name;                      // of its group
  Bodies::Body prototype;                // orientation, motion, shape, group and flags of every body
  Quat turn;                             // rotation of the shape; the orientation includes it
  Vec3 offset;                           // from the place to the centre of mass, before the orientation
  double radius = 0;                     // of every body; 0: each body has its own
  std::vector<std::uint16_t> materials;  // body i takes number i modulo the size; empty: a file names them
  bool random_orientation = false;
  std::uint64_t seed = 1;  // of random orientations and sizes
  double fraction = 1;     // of the bodies of a mixture, by number
};

[[noreturn]] void refuse(const Entry& entry, const std::string& message, const Mark& mark);

// The seed of a random stream: the scene's seed changes every stream; seed 0 changes none.
std::uint64_t with_scene_seed(std::uint64_t own, const Scene& scene);
std::uint64_t seed_of(const Value& value, const Scene& scene);  // of a value that has a key `seed`

// Checks the entry and adds its shape to the world, which must already have the materials and groups.
Entry read_entry(const Value& value, int group, const Scene& scene, World& world);
// The same for an entry whose shape is already in the world.
Entry read_entry(const Value& value, int group, std::uint32_t shape, const Scene& scene, const World& world);
// The same for an entry of an event or inlet. Its shape and group are in the world from the start.
Entry read_late_entry(const Value& value, const Scene& scene, const World& world);
// Adds the shape of an entry. Balls of several sizes share one shape of size 0.
std::uint32_t add_shape(const Value& value, const Scene& scene, World& world);

// The flags for fixed and driven bodies, locks and 2-D.
std::uint16_t read_flags(const Value& value, int dimension);

// Body `index` of an entry, with material, orientation and inertia. Throws InputError for a free body without
// a mass.
Quat orientation_of(const Entry& entry, std::uint64_t index);
Bodies::Body make_body(const Entry& entry, const World& world, std::uint64_t index, const Place& place);
// Mass and moments of a free body of this density.
Inertia inertia_of(const Shape& shape, double radius, double density);
// Sets the inertia from flags, shape and material.
void give_inertia(Bodies::Body& body, const World& world, const std::string& name, const Mark& mark);

bool is_ball(const Shape& shape);  // sphere or disc
// The shape of an entry. Files that it names must lie in these folders.
TurnedShape read_shape(const Value& shape, const Folders& folders);

// All bodies of an entry that is not a fill. A CSV file may add scaled shapes to the world.
std::vector<Bodies::Body> place_entry(const Entry& entry, const Scene& scene, World& world);
// The same for an entry of an event. Throws InputError if it needs more shapes.
std::vector<Bodies::Body> place_late_entry(const Entry& entry, const Scene& scene, const World& world);

// The sizes of the bodies of an entry, from its key `sizes` or from its shape. `seed` sets the order in which
// the sizes of a curve come.
Sizes sizes_of(const Entry& entry, const Value& sizes, std::uint64_t seed, const Scene& scene,
               const World& world);

// --- Fills come last, because they leave out the space that other bodies take
bool is_fill(const Value& entry);
// The entry itself, and one more entry for each further shape of a mixture. Adds these shapes to the world.
std::vector<Entry> read_mixture(const Entry& entry, const Scene& scene, World& world);
// The kind of each of n bodies. Kinds alternate so that the first bodies, any number of them, have the
// fractions of the mixture as nearly as whole bodies can.
std::vector<std::uint8_t> mixed(const std::vector<Entry>& kinds, std::size_t n);
FillRequest read_fill(const std::vector<Entry>& kinds, const Scene& scene, const World& world);
// The bodies of a fill. Throws InputError if they do not fit.
std::vector<Bodies::Body> place_fill(const std::vector<Entry>& kinds, const FillRequest& request,
                                     const Obstacles& obstacles, const World& world);
// All bodies of the world that bodies of the entry could touch inside the region.
Obstacles obstacles_for(const Entry& entry, const FillRegion& region, const World& world);
void add_obstacle(Obstacles& obstacles, const Entry& entry, const Bodies::Body& body, const World& world);
// True if bodies of the two groups can collide.
bool collide(const World& world, int group_a, int group_b);

int dimension_of(const Scene& scene);

}  // namespace cairn
