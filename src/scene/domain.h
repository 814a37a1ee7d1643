// The region where free bodies may be, and what happens if one leaves it (key `domain`).
#pragma once

#include <optional>

#include "model/domain.h"
#include "scene/scene.h"
#include "text/option.h"

namespace cairn {

Option domain_option();

enum class Outside { stop, remove, ignore };
struct DomainRule {
  Bounds domain;
  Outside outside = Outside::stop;
};
std::optional<DomainRule> build_domain(const Scene& scene);

}  // namespace cairn
