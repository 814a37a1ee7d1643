// Arrays of bodies without a copy. An Epoch is the time during which the bodies keep their order, number and
// memory. Every numpy array of that time refers to it, and it refers to its session, so that neither memory
// nor engine ends before the last array does.
//
// When the bodies change their order or number, the old arrays of the engine move into the Epoch and are
// filled with NaN (integers: all bits set). Arrays that Python still has show that, and never bodies that
// moved elsewhere. All arrays are read-only: the engine has to know of changes.
#pragma once

#include <mutex>

#include "arrays.h"
#include "model/world.h"

namespace cairn::python {

class Views;

class Epoch {
 public:
  Epoch(Views& views, py::object session) : views_(views), session_(std::move(session)) {}
  ~Epoch();
  Epoch(const Epoch&) = delete;
  Epoch& operator=(const Epoch&) = delete;

  void keep(Bodies old);

 private:
  Views& views_;
  py::object session_;  // owns the views
  Bodies old_;
};

class Views final : public BodiesOnlooker {
 public:
  bool looks() const override;
  void replaced(Bodies old) override;
  void forget(const Epoch& epoch);

  // A read-only view with a row per body. The session is the Python object that has the views.
  py::array rows(const py::object& session, std::span<const double> first, std::size_t count,
                 std::size_t columns, std::size_t stride);
  py::array integers(const py::object& session, const void* first, const py::dtype& type, std::size_t count,
                     std::size_t stride);

 private:
  py::object epoch(const py::object& session);

  mutable std::mutex lock_;  // steps run without the interpreter's lock
  Epoch* epoch_ = nullptr;   // of the present arrays; null: nobody looks at them
  py::handle object_;        // the same for Python
};

void bind_views(py::module_& module);

}  // namespace cairn::python
