#include "scene/colours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/assert.h"
#include "results/frames.h"
#include "scene/groups.h"
#include "scene/start.h"

namespace cairn {
namespace {

std::vector<std::string> colour_names() {
  std::vector<std::string> names;
  for (const NamedColour& colour : kColours) names.emplace_back(colour.name);
  return names;
}

std::string small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// The bodies of the run from which the scene starts; none if there is no such run.
BodyTable earlier_bodies(const Scene& scene) {
  const std::optional<EarlierRun> earlier = EarlierRun::of(scene);
  return earlier ? read_bodies(earlier->folder() + "/run.h5") : BodyTable{};
}

}  // namespace

using namespace declare;

Option colour_option() {
  return any_of(
      "colour",
      {text("colour", required, "its code, \"#rrggbb\" in quotes"),
       choice("colour", colour_names(), required, "its name")},
      "of its bodies in pictures: a name, or a code in quotes such as \"#ff8800\"; fixed and driven bodies "
      "always show it, free ones where groups are shown",
      optional);
}

std::string colour_code(const Value& entry) {
  const Value& colour = entry["colour"];
  if (!colour) return "";
  const std::string code = small_letters(colour.text());
  const auto found = std::ranges::find(kColours, code, &NamedColour::name);
  if (found != kColours.end()) return std::string(found->code);
  const bool is_code = code.size() == 7 && code[0] == '#' &&
                       code.find_first_not_of("0123456789abcdef", 1) == std::string::npos;
  if (is_code) return code;
  throw InputError(fmt::format("colour: expected a name, or a code of six digits in quotes such as "
                               "\"#ff8800\", got {}{}",
                               quote(colour.text()), suggestion(code, colour_names())),
                   colour.mark());
}

std::vector<std::string> group_colours(const Scene& scene, const std::vector<std::string>& groups) {
  std::vector<std::string> colours(groups.size());
  const auto colour_of = [&](const std::string& group) -> std::string& {
    const auto found = std::ranges::find(groups, group);
    CAIRN_ASSERT(found != groups.end());
    return colours[static_cast<std::size_t>(found - groups.begin())];
  };
  const BodyTable earlier = earlier_bodies(scene);
  for (std::size_t k = 0; k < earlier.colours.size(); ++k)
    if (std::ranges::find(groups, earlier.names[k]) != groups.end())
      colour_of(earlier.names[k]) = earlier.colours[k];
  for (const std::vector<NamedEntry>& entries : {body_entries(scene), late_entries(scene)})
    for (const NamedEntry& entry : entries)
      if (const std::string code = colour_code(*entry.value); !code.empty()) colour_of(entry.name) = code;
  return colours;
}

}  // namespace cairn
