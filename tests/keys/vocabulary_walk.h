// One scene per number that a scene file may hold. The vocabulary alone says which keys there are: a new key
// is attacked from the day it is declared. Required keys beside it get ordinary values.
#pragma once

#include <string>
#include <vector>

#include "text/option.h"

namespace cairn::keys {

// Stands for the number in Site::text.
inline constexpr char kHole = '@';

struct Site {
  std::string path;     // "bodies[].shape.sphere.radius"; a component of a vector has [0] ... [2] behind it
  std::string section;  // its key at the top of the scene
  std::string text;     // value of the section, with kHole for the number
  std::string good;     // an ordinary value
  std::string method;   // instead of the one in whose scene the key has an effect; empty: that one
};

// Every number of the vocabulary, in its order.
std::vector<Site> sites_of(const Option& scene);

// A scene of a few bodies in contact that gives this key the value. One section per line.
std::string scene_with(const Site& site, const std::string& value);

}  // namespace cairn::keys
