// Failures of the engine as exceptions of the package (cairn/errors.py), with file, line and column.
#include <exception>

#include "base/error.h"
#include "module.h"

namespace cairn::python {
namespace {

py::object class_called(const char* name) { return py::module_::import("cairn.errors").attr(name); }

void raise(const char* name, const std::exception& error) {
  PyErr_SetString(class_called(name).ptr(), error.what());
}

void raise_input(const InputError& error) {
  const TextPlace& place = error.place();
  const py::object type = class_called("InputError");
  const py::object made = type(error.message(), place.file, place.line, place.column, place.text);
  PyErr_SetObject(type.ptr(), made.ptr());
}

}  // namespace

void bind_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr failure) {
    try {
      if (failure) std::rethrow_exception(failure);
    } catch (const InputError& error) {
      raise_input(error);
    } catch (const NotConverged& error) {
      raise("NotConverged", error);
    } catch (const RunError& error) {
      raise("RunError", error);
    }
  });
}

}  // namespace cairn::python
