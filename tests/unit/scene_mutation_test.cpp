// Whatever is done to a scene's text, it is read or refused with a message: it never crashes.
#include <gtest/gtest.h>

#include "base/random.h"
#include "text/emit.h"
#include "unit/scene_sample.h"

namespace cairn {
namespace {

// Bytes and words that steer YAML, units and expressions.
constexpr const char* kPieces[] = {
    ":",  "- ", "[",   "]",  "{",     "}",  "\n",  "  ",   "\t",           "'",  "\"",   "#",  "&a ",
    "*a", "!x", "|\n", "? ", "---\n", "mm", " kg", "1e9",  "1e999",        "-",  "(",    ")",  "^",
    "t",  "d",  "nan", "~",  ",",     "<",  "%",   "\xC3", "\xE2\x80\xA8", "\r", "sin(", "0x1"};

std::string mutate(std::string text, Random& random) {
  const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random.next() % n); };
  for (std::size_t changes = 1 + pick(2); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = pick(text.size()), length = std::min(1 + pick(12), text.size() - at);
    switch (pick(5)) {
      case 0:
        text[at] = static_cast<char>(random.next());
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, kPieces[pick(std::size(kPieces))]);
        break;
      case 3:
        text.insert(pick(text.size()), text.substr(at, length));
        break;
      default:
        text.replace(at, length, kPieces[pick(std::size(kPieces))]);
        break;
    }
  }
  return text;
}

TEST(Mutation, EveryTextIsReadOrRefusedWithAPlace) {
  const Option schema = sample::vocabulary();
  Random random(20240601);
  int accepted = 0, refused = 0;
  for (int i = 0; i < 6000; ++i) {
    const std::string text = mutate(sample::kScene, random);
    std::string resolved;
    try {
      const Tree tree = Tree::from_text(text, "scene.yaml");
      resolved = emit(interpret(tree, schema));
      ++accepted;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).rfind("scene.yaml:", 0), 0u) << error.what();
      EXPECT_LT(std::string(error.what()).size(), 2000u);
      ++refused;
      continue;
    }
    // what was accepted must read back
    const Tree again = Tree::from_text(resolved, "resolved.yaml");
    EXPECT_EQ(emit(interpret(again, schema)), resolved) << text;
  }
  EXPECT_GT(accepted, 200);
  EXPECT_GT(refused, 500);
}

TEST(Mutation, EveryExpressionIsReadOrRefused) {
  const Lets lets = {{"d", {0.002, dim::length, false}}};
  const char* seeds[] = {"2*d + 1 mm", "sin(2*pi*t/(1 s))^2*3 m", "max(d, 2.5e-3 m/s * t) - -d/3",
                         "9.81 m/s^2 * t"};
  Random random(7);
  int accepted = 0, refused = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = mutate(seeds[i % 4], random);
    const Document document{"a", text};
    try {
      const Expression f(text, Mark{&document, 1, 1}, dim::length, lets);
      const Expression again(f.text(), Mark{&document, 1, 1}, dim::length);
      EXPECT_EQ(again(0), f(0)) << text;
      ++accepted;
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(accepted, 500);
  EXPECT_GT(refused, 500);
}

TEST(Mutation, EveryOverrideIsTakenOrRefused) {
  const Option schema = sample::vocabulary();
  Random random(99);
  const char* seeds[] = {"let.gap=2.5mm", "bodies.0.position=[0,0,1]", "materials.glass.friction=0.3"};
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    try {
      Tree tree = Tree::from_text(sample::kScene, "scene.yaml");
      tree.set(mutate(seeds[i % 3], random), schema);
      interpret(tree, schema);
      ++accepted;
    } catch (const InputError&) {
    }
  }
  EXPECT_GT(accepted, 50);
}

}  // namespace
}  // namespace cairn
