#include "arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"

namespace cairn::python {
namespace {

template <class Result, class Element>
Result copied(const Element* values, std::size_t count, std::vector<py::ssize_t> shape) {
  Result array(std::move(shape));
  if (count > 0) std::memcpy(array.mutable_data(), values, count * sizeof(Element));
  return array;
}

py::ssize_t length(std::size_t n) { return static_cast<py::ssize_t>(n); }

std::string shape_text(const py::array& array) {
  std::string text = "(";
  for (py::ssize_t k = 0; k < array.ndim(); ++k)
    text += fmt::format("{}{}", k > 0 ? ", " : "", array.shape(k));
  return text + (array.ndim() == 1 ? ",)" : ")");
}

}  // namespace

Doubles array_of(std::span<const Vec3> values) {
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  return copied<Doubles>(values.data(), values.size(), {length(values.size()), 3});
}
Doubles array_of(std::span<const Quat> values) {
  static_assert(sizeof(Quat) == 4 * sizeof(double));
  return copied<Doubles>(values.data(), values.size(), {length(values.size()), 4});
}
Doubles array_of(std::span<const double> values) {
  return copied<Doubles>(values.data(), values.size(), {length(values.size())});
}
py::array_t<std::uint64_t> array_of(std::span<const Uid> values) {
  return copied<py::array_t<std::uint64_t>>(values.data(), values.size(), {length(values.size())});
}
py::array_t<std::uint64_t> array_of(std::span<const std::array<Uid, 2>> values) {
  return copied<py::array_t<std::uint64_t>>(values.data(), values.size(), {length(values.size()), 2});
}
Doubles array_of(const Vec3& value) { return copied<Doubles>(&value, 1, {3}); }

Doubles doubles_in(const py::object& given, const std::string& name) {
  const py::object asked = py::module_::import("numpy").attr("asarray");
  try {
    const py::array array = asked(given);
    // Texts, objects and complex numbers are no numbers here, even where numpy would convert them.
    if (std::string("biuf").find(array.dtype().kind()) == std::string::npos)
      throw InputError(fmt::format("{}: expected numbers, got an array of {}", name,
                                   py::str(array.dtype()).cast<std::string>()));
    return Doubles::ensure(array);
  } catch (const py::error_already_set& error) {
    if (error.matches(PyExc_KeyboardInterrupt) || error.matches(PyExc_MemoryError)) throw;
    throw InputError(
        fmt::format("{}: expected numbers, got {}", name, shortened(py::repr(given).cast<std::string>())));
  }
}

std::vector<double> numbers_in(const py::object& given, std::size_t count, const std::string& name) {
  const Doubles array = doubles_in(given, name);
  if (static_cast<std::size_t>(array.size()) != count)
    throw InputError(
        fmt::format("{}: expected {} numbers, got an array of shape {}", name, count, shape_text(array)));
  return {array.data(), array.data() + array.size()};
}

std::vector<Vec3> vectors_in(const py::object& given, std::size_t rows, const std::string& name) {
  const Doubles array = doubles_in(given, name);
  const double* x = array.data();
  if (array.ndim() == 1 && array.shape(0) == 3) return std::vector<Vec3>(rows, Vec3{x[0], x[1], x[2]});
  if (array.ndim() != 2 || array.shape(0) != length(rows) || array.shape(1) != 3)
    throw InputError(
        fmt::format("{}: expected an array of shape ({}, 3) or (3,), got {}", name, rows, shape_text(array)));
  std::vector<Vec3> values(rows);
  for (std::size_t k = 0; k < rows; ++k) values[k] = {x[3 * k], x[3 * k + 1], x[3 * k + 2]};
  return values;
}

Vec3 vector_in(const py::object& given, const std::string& name) {
  const std::vector<double> x = numbers_in(given, 3, name);
  return {x[0], x[1], x[2]};
}

double number_in(const py::object& given, const std::string& name) {
  return numbers_in(given, 1, name).front();
}

}  // namespace cairn::python
