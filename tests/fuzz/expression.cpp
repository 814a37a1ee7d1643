// Expressions of a scene. What is accepted reads back as the same function.
#include "text/expression.h"

#include "fuzz/fuzz.h"

void cairn::fuzz::attack(const std::string& bytes) {
  const Lets lets = {{"d", {0.002, dim::length, false}}};
  const Document document{"fuzz", bytes};
  const Expression f(bytes, Mark{&document, 1, 1}, dim::length, lets);
  const std::string text = f.text();
  const Document again{"again", text};
  const Expression g(text, Mark{&again, 1, 1}, dim::length);
  if (g(0.5) != f(0.5)) __builtin_trap();
}
