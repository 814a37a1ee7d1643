// Sections of the scene vocabulary, one declaration each; scene_vocabulary() (scene/scene.h) puts them
// together.
#pragma once

#include "text/option.h"

namespace cairn::vocabulary {

// --- vocabulary_materials.cpp
declare::Fields pair_fields();      // friction, restitution ...: what a pair of materials may override
declare::Fields own_pair_fields();  // with those that only a pair has
declare::Fields material_fields();  // these, and what a single material has
Option materials();
Option pairs();

// --- vocabulary_bodies.cpp
Option body(std::string name, std::string meaning);
Option motion(std::string name);
Option orientation();
Option region();  // nested: {box: {min, max}}
Option sizes();
Option material_name(Presence presence);

// --- vocabulary_changes.cpp
Option events();
Option inlet();

// --- vocabulary_run.cpp
Option method();
Option time();
Option domain();
Option periodic();
std::vector<Option> deformation();  // of the periodic cell
Option damping(Presence presence);
Option measure();
Option output();
Option stop();
Option start();
Option collide();
Option joints();
Option bond();
Option bonds();

}  // namespace cairn::vocabulary
