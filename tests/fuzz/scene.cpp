// Whole scenes against the vocabulary. What is accepted writes a text that means the same.
#include "scene/scene.h"

#include "fuzz/fuzz.h"

void cairn::fuzz::attack(const std::string& bytes) {
  const Scene scene = Scene::from_text(bytes, "fuzz.yaml", "/nonexistent");
  const std::string resolved = scene.resolved();
  if (Scene::from_text(resolved, "again.yaml", "/nonexistent").resolved() != resolved) __builtin_trap();
}
