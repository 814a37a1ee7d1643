// Results folders: frames, bodies, series, and the compatible forces of a stored frame.
#include <pybind11/stl.h>

#include "arrays.h"
#include "network.h"
#include "results/frames.h"
#include "results/series_table.h"
#include "run/stored_forces.h"

namespace cairn::python {
namespace {

py::dict contacts_of(const FrameContacts& contacts) {
  py::dict arrays;
  arrays["bodies"] = array_of(contacts.bodies);
  arrays["point"] = array_of(contacts.point);
  arrays["normal"] = array_of(contacts.normal);
  arrays["gap"] = array_of(contacts.gap);
  arrays["force"] = array_of(contacts.force);
  if (!contacts.compatible.empty()) arrays["force_compatible"] = array_of(contacts.compatible);
  if (!contacts.self_stressed.empty())
    arrays["self_stressed"] =
        py::array_t<std::int8_t>(static_cast<py::ssize_t>(contacts.size()), contacts.self_stressed.data());
  return arrays;
}

py::dict frame_of(const Frame& frame) {
  py::dict arrays;
  arrays["time"] = frame.time;
  arrays["step"] = frame.step;
  arrays["uid"] = array_of(frame.uid);
  arrays["position"] = array_of(frame.position);
  arrays["orientation"] = array_of(frame.orientation);
  arrays["velocity"] = array_of(frame.velocity);
  arrays["spin"] = array_of(frame.angular_velocity);
  arrays["radius"] = array_of(frame.radius);
  arrays["name_index"] =
      py::array_t<std::int32_t>(static_cast<py::ssize_t>(frame.name_index.size()), frame.name_index.data());
  arrays["contacts"] = frame.contacts ? py::object(contacts_of(*frame.contacts)) : py::none();
  return arrays;
}

py::list frames(const std::string& path) {
  py::list all;
  for (const FrameItem& item : list_frames(path))
    all.append(py::make_tuple(item.time, item.step, item.bodies));
  return all;
}

py::dict bodies(const std::string& path) {
  const BodyTable table = read_bodies(path);
  py::dict arrays;
  arrays["uid"] = array_of(table.uid);
  arrays["mass"] = array_of(table.mass);
  arrays["radius"] = array_of(table.radius);
  arrays["names"] = table.names;
  arrays["name_index"] =
      py::array_t<std::int32_t>(static_cast<py::ssize_t>(table.name_index.size()), table.name_index.data());
  return arrays;
}

py::tuple series(const std::string& path) {
  const SeriesTable table = read_series(path);
  py::dict columns, units;
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    columns[py::str(table.columns[k].name)] = array_of(table.values[k]);
    units[py::str(table.columns[k].name)] = table.columns[k].unit;
  }
  return py::make_tuple(columns, units);
}

py::tuple forces(const std::string& folder, std::size_t index, const std::optional<double>& power,
                 const std::optional<double>& tangential, int thread_count) {
  std::optional<CompatibleOptions> options;
  if (power || tangential) {
    options.emplace();
    options->method.power = power.value_or(2);
    if (tangential) options->method.tangential = *tangential;
  }
  Threads threads(thread_count);
  const StoredForces found = stored_forces(folder, index, options, threads);
  return py::make_tuple(frame_of(found.frame), fields_of(found.report));
}

}  // namespace

void bind_run(py::module_& module) {
  module.def("frames", &frames);
  module.def("read_frame",
             [](const std::string& path, std::size_t k) { return frame_of(read_frame(path, k)); });
  module.def("bodies", &bodies);
  module.def("series", &series);
  module.def("forces", &forces);
}

}  // namespace cairn::python
