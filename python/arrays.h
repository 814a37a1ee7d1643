// Numbers of the engine as numpy arrays, and back. Arrays from Python may be anything that numpy can read;
// wrong shapes and types raise cairn.InputError with what was expected.
#pragma once

#include <pybind11/numpy.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "math/quat.h"
#include "math/vec3.h"
#include "model/bodies.h"
#include "module.h"

namespace cairn::python {

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

// Copies.
Doubles array_of(std::span<const Vec3> values);
Doubles array_of(std::span<const Quat> values);
Doubles array_of(std::span<const double> values);
py::array_t<std::uint64_t> array_of(std::span<const Uid> values);
py::array_t<std::uint64_t> array_of(std::span<const std::array<Uid, 2>> values);
Doubles array_of(const Vec3& value);

// `rows` vectors from an array (rows, 3), or from one vector for all rows.
std::vector<Vec3> vectors_in(const py::object& given, std::size_t rows, const std::string& name);
// An array with exactly this many numbers.
std::vector<double> numbers_in(const py::object& given, std::size_t count, const std::string& name);
// An array of any shape, as doubles. Throws InputError if it holds anything else.
Doubles doubles_in(const py::object& given, const std::string& name);
Vec3 vector_in(const py::object& given, const std::string& name);
double number_in(const py::object& given, const std::string& name);

}  // namespace cairn::python
