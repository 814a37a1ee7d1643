// The table of methods: each row declares its options and makes its stepper.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "step/implicit.h"
#include "step/stepper.h"
#include "text/table.h"

namespace cairn {

// How contacts act on bodies: by forces over their duration, by impulses over a step, or at single instants.
enum class ContactsBy { force, impulse, impact };

struct MethodRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<Stepper> (*make)(const Value& options);
  // Properties of materials and pairs that it uses with these options, besides the density.
  std::vector<std::string> (*uses)(const Value& options);
  ContactsBy contacts;
};

const Table<MethodRow>& methods();

MethodRow explicit_row();
MethodRow implicit_row();
MethodRow impact_row();

// Reads the options of the implicit method. Throws InputError if they contradict each other.
ImplicitMethod read_implicit(const Value& options);
// Empty if the options ask for no compatible forces, whatever the method.
std::optional<CompatibleOptions> read_compatible(const Value& options);

// Options on_failure and give_up_after of every method; `when` completes the description of on_failure.
std::vector<Option> failure_options(const std::string& when);
void check_failures(const Value& options);

}  // namespace cairn
