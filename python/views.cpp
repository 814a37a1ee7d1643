#include "views.h"

#include <cstring>
#include <limits>

namespace cairn::python {
namespace {

template <class T>
void fill_with_nan(std::vector<T>& values) {
  static_assert(sizeof(T) % sizeof(double) == 0);
  auto* numbers = reinterpret_cast<double*>(values.data());
  std::fill(numbers, numbers + values.size() * (sizeof(T) / sizeof(double)),
            std::numeric_limits<double>::quiet_NaN());
}

void make_read_only(const py::array& array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
}

}  // namespace

Epoch::~Epoch() { views_.forget(*this); }

void Epoch::keep(Bodies old) {
  old_ = std::move(old);
  fill_with_nan(old_.place);
  fill_with_nan(old_.orientation);
  fill_with_nan(old_.motion);
  fill_with_nan(old_.load);
  if (!old_.info.empty())
    std::memset(static_cast<void*>(old_.info.data()), 0xFF, old_.info.size() * sizeof(Info));
}

bool Views::looks() const {
  const std::lock_guard guard(lock_);
  return epoch_ != nullptr;
}

void Views::replaced(Bodies old) {
  const std::lock_guard guard(lock_);
  if (epoch_ == nullptr) return;
  epoch_->keep(std::move(old));
  epoch_ = nullptr;
}

void Views::forget(const Epoch& epoch) {
  const std::lock_guard guard(lock_);
  if (epoch_ == &epoch) epoch_ = nullptr;
}

py::object Views::epoch(const py::object& session) {
  {
    const std::lock_guard guard(lock_);
    if (epoch_ != nullptr) return py::reinterpret_borrow<py::object>(object_);
  }
  auto made = std::make_unique<Epoch>(*this, session);
  Epoch* now = made.get();
  py::object object = py::cast(std::move(made));
  const std::lock_guard guard(lock_);
  epoch_ = now;
  object_ = object;
  return object;
}

py::array Views::rows(const py::object& session, std::span<const double> first, std::size_t count,
                      std::size_t columns, std::size_t stride) {
  const auto n = static_cast<py::ssize_t>(count), wide = static_cast<py::ssize_t>(stride);
  const py::dtype type = py::dtype::of<double>();
  py::array array = columns == 1
                        ? py::array(type, {n}, {wide}, first.data(), epoch(session))
                        : py::array(type, {n, static_cast<py::ssize_t>(columns)},
                                    {wide, py::ssize_t{sizeof(double)}}, first.data(), epoch(session));
  make_read_only(array);
  return array;
}

py::array Views::integers(const py::object& session, const void* first, const py::dtype& type,
                          std::size_t count, std::size_t stride) {
  py::array array(type, {static_cast<py::ssize_t>(count)}, {static_cast<py::ssize_t>(stride)}, first,
                  epoch(session));
  make_read_only(array);
  return array;
}

void bind_views(py::module_& module) { py::class_<Epoch>(module, "Epoch", py::module_local()); }

}  // namespace cairn::python
