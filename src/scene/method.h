// The method of a scene: its stepper, and the law of its contacts.
#pragma once

#include <memory>

#include "laws/force_law.h"
#include "laws/row_law.h"
#include "model/world.h"
#include "scene/scene.h"
#include "step/methods.h"

namespace cairn {

const MethodRow& method_of(const Scene& scene);

// Throws InputError if the scene has a feature that the method does not support.
std::unique_ptr<Stepper> build_stepper(const Scene& scene, const World& world);

// The law of contacts; null if the law of the method is of another kind.
std::unique_ptr<ForceLaw> force_law_of(const Scene& scene);
std::unique_ptr<RowLaw> row_law_of(const Scene& scene);

}  // namespace cairn
