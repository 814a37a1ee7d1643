// The methods as rows of a table: each declares its options and makes its stepper from them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "step/implicit.h"
#include "step/stepper.h"
#include "text/table.h"

namespace cairn {

// How contacts act on bodies: by forces over their duration, by impulses of a step, or at single instants.
enum class ContactsBy { force, impulse, impact };

struct MethodRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<Stepper> (*make)(const Value& options);
  // Properties of materials and pairs that it uses with these options, beside the density.
  std::vector<std::string> (*uses)(const Value& options);
  ContactsBy contacts;
};

const Table<MethodRow>& methods();

MethodRow explicit_row();
MethodRow implicit_row();
MethodRow impact_row();

// Options of the implicit method. Throws InputError where they contradict each other.
ImplicitMethod read_implicit(const Value& options);
// None if the options ask for no compatible forces, of whatever method they are.
std::optional<CompatibleOptions> read_compatible(const Value& options);

// on_failure and give_up_after, which every method has: `when` says what on_failure is about.
std::vector<Option> failure_options(const std::string& when);
void check_failures(const Value& options);

}  // namespace cairn
