// Where free bodies may be, and what happens when one leaves (key `domain`).
#pragma once

#include <optional>

#include "model/domain.h"
#include "scene/scene.h"
#include "text/option.h"

namespace cairn {

Option domain_option();

enum class Outside { stop, remove, ignore };
struct DomainRule {
  Bounds domain;  // bodies outside are reported; the scene decides what happens to them
  Outside outside = Outside::stop;
};
std::optional<DomainRule> build_domain(const Scene& scene);

}  // namespace cairn
