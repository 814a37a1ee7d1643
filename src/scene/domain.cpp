#include "scene/domain.h"

#include "base/error.h"

namespace cairn {

Option domain_option() {
  using namespace declare;
  return object("domain",
                {vector("min", dim::length, required, "smallest coordinates"),
                 vector("max", dim::length, required, "largest coordinates"),
                 choice("outside", {"stop", "remove", "ignore"}, "stop",
                        "what happens when the centre of a free body leaves: the run ends in an error, the "
                        "body is removed and counted, or nothing")},
                "where free bodies may be; without it everywhere");
}

std::optional<DomainRule> build_domain(const Scene& scene) {
  const Value& domain = scene["domain"];
  if (!domain) return std::nullopt;
  DomainRule rule;
  rule.domain = {Vec3(domain["min"].vector()), Vec3(domain["max"].vector())};
  const Vec3 size = rule.domain.high - rule.domain.low;
  if (!(size.x > 0 && size.y > 0 && size.z > 0))
    throw InputError("the domain is empty: each coordinate of 'min' must be below that of 'max'",
                     domain["max"].mark());
  const std::string& outside = domain["outside"].chosen();
  rule.outside = outside == "remove"   ? Outside::remove
                 : outside == "ignore" ? Outside::ignore
                                       : Outside::stop;
  return rule;
}

}  // namespace cairn
