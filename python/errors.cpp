// Failures of the engine as exceptions of the package (cairn/errors.py), with file, line and column.
#include <exception>
#include <string>

#include "base/error.h"
#include "module.h"

namespace cairn::python {
namespace {

py::object class_called(const char* name) { return py::module_::import("cairn.errors").attr(name); }

// Messages may quote bytes of a damaged file.
py::object text_of(const std::string& message) {
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(message.data(), static_cast<py::ssize_t>(message.size()), "replace"));
}

void raise(const char* name, const std::exception& error) {
  PyErr_SetObject(class_called(name).ptr(), text_of(error.what()).ptr());
}

void raise_input(const InputError& error) {
  const TextPlace& place = error.place();
  const py::object type = class_called("InputError");
  const py::object made =
      type(text_of(error.message()), text_of(place.file), place.line, place.column, text_of(place.text));
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
