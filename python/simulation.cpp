// The class cairn._core.Session. cairn/simulation.py makes it pleasant.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "base/error.h"
#include "problem.h"
#include "scene/groups.h"
#include "session.h"

namespace cairn::python {
namespace {

using Use = Session::Use;
using Purpose = Session::Purpose;

// --- Bodies as views, in the engine's present order
const Bodies& bodies_of(Session& session) { return session.look().world().bodies; }

template <class T, class Member>
py::array view(const py::object& self, const std::vector<T>& values, Member member, std::size_t columns) {
  Session& session = self.cast<Session&>();
  static const T none{};
  const T& first = values.empty() ? none : values.front();
  const double* start = reinterpret_cast<const double*>(&(first.*member));
  return session.views().rows(self, {start, columns}, values.size(), columns, sizeof(T));
}

py::array position(const py::object& self) {
  Session& session = self.cast<Session&>();
  const Use use(session, Purpose::look);
  return view(self, bodies_of(session).place, &Place::position, 3);
}
py::array radius(const py::object& self) {
  Session& session = self.cast<Session&>();
  const Use use(session, Purpose::look);
  return view(self, bodies_of(session).place, &Place::radius, 1);
}
py::array velocity(const py::object& self) {
  Session& session = self.cast<Session&>();
  const Use use(session, Purpose::look);
  return view(self, bodies_of(session).motion, &Motion::velocity, 3);
}
py::array spin(const py::object& self) {
  Session& session = self.cast<Session&>();
  const Use use(session, Purpose::look);
  return view(self, bodies_of(session).motion, &Motion::spin, 3);
}
py::array orientation(const py::object& self) {
  Session& session = self.cast<Session&>();
  const Use use(session, Purpose::look);
  return view(self, bodies_of(session).orientation, &Quat::w, 4);
}
py::array force(const py::object& self) {
  Session& session = self.cast<Session&>();
  const Use use(session, Purpose::look);
  return view(self, bodies_of(session).load, &Load::force, 3);
}
py::array torque(const py::object& self) {
  Session& session = self.cast<Session&>();
  const Use use(session, Purpose::look);
  return view(self, bodies_of(session).load, &Load::torque, 3);
}

template <class Member>
py::array integers(const py::object& self, Member member) {
  Session& session = self.cast<Session&>();
  const Use use(session, Purpose::look);
  const std::vector<Info>& info = bodies_of(session).info;
  static const Info none{};
  const Info& first = info.empty() ? none : info.front();
  using Number = std::remove_cvref_t<decltype(first.*member)>;
  return session.views().integers(self, &(first.*member), py::dtype::of<Number>(), info.size(), sizeof(Info));
}

Doubles masses(Session& session) {
  const Use use(session, Purpose::look);
  std::vector<double> all;
  for (const Inertia& inertia : bodies_of(session).inertia) all.push_back(mass(inertia));
  return array_of(all);
}

py::array_t<bool> is_free(Session& session) {
  const Use use(session, Purpose::look);
  const std::vector<Info>& info = bodies_of(session).info;
  py::array_t<bool> free(static_cast<py::ssize_t>(info.size()));
  for (std::size_t i = 0; i < info.size(); ++i) free.mutable_data()[i] = !is_immobile(info[i]);
  return free;
}

// --- Changes of bodies
std::vector<Uid> uids_in(Session& session, const py::array_t<std::uint64_t>& given) {
  std::vector<Uid> uids(given.data(), given.data() + given.size());
  for (const Uid uid : uids)
    if (bodies_of(session).local(uid) == kNoBody) throw InputError(fmt::format("there is no body {}", uid));
  return uids;
}

void hold(Session& session, const py::array_t<std::uint64_t>& given, const std::string& what,
          const py::object& values) {
  const Use use(session, Purpose::change);
  const std::vector<Uid> uids = uids_in(session, given);
  session.look().hold_load(uids, what == "force" ? &AppliedLoad::force : &AppliedLoad::torque,
                           vectors_in(values, uids.size(), what));
}

// What is None stays.
void put(Session& session, const py::array_t<std::uint64_t>& given, const py::object& position_,
         const py::object& orientation_, const py::object& velocity_, const py::object& spin_) {
  const Use use(session, Purpose::change);
  const std::vector<Uid> uids = uids_in(session, given);
  const std::size_t n = uids.size();
  const Bodies& bodies = bodies_of(session);
  std::vector<Simulation::BodyOrder> orders;
  for (const Uid uid : uids) {
    const std::uint32_t i = bodies.local(uid);
    orders.push_back({uid, bodies.place[i].position, bodies.orientation[i], bodies.motion[i]});
  }
  const auto each = [&](const py::object& values, const char* name, auto set) {
    if (values.is_none()) return;
    const std::vector<Vec3> rows = vectors_in(values, n, name);
    for (std::size_t k = 0; k < n; ++k) set(orders[k], rows[k]);
  };
  each(position_, "position", [](auto& order, const Vec3& x) { order.position = x; });
  each(velocity_, "velocity", [](auto& order, const Vec3& x) { order.motion.velocity = x; });
  each(spin_, "spin", [](auto& order, const Vec3& x) { order.motion.spin = x; });
  if (!orientation_.is_none()) {
    std::vector<double> q = doubles_in(orientation_, "orientation").size() == 4
                                ? numbers_in(orientation_, 4, "orientation")
                                : numbers_in(orientation_, 4 * n, "orientation");
    for (std::size_t k = 4; k < 4 * n && q.size() < 4 * n; ++k) q.push_back(q[k % 4]);  // one for all
    for (std::size_t k = 0; k < n; ++k) {
      const Quat turn{q[4 * k], q[4 * k + 1], q[4 * k + 2], q[4 * k + 3]};
      if (!(turn.w * turn.w + norm2(turn.vector()) > 0.25))
        throw InputError("orientation: expected quaternions (w, x, y, z) of length 1");
      orders[k].orientation = unit(turn);
    }
  }
  session.look().put(orders);
}

// --- Joints
py::list joint_names(Session& session) {
  const Use use(session, Purpose::look);
  py::list names;
  for (const Joint& joint : session.look().world().joints) {
    const JointRow& row = joints()[static_cast<std::size_t>(joint.kind)];
    names.append(py::make_tuple(joint.name, row.name, row.slides, row.turns));
  }
  return names;
}

const Joint& joint_at(Session& session, std::size_t k) {
  const World& world = session.look().world();
  if (k >= world.joints.size()) throw InputError(fmt::format("there is no joint {}", k));
  return world.joints[k];
}

// Position, speed and effort along (turns: about) the axis; NaN if a body of the joint is gone.
py::tuple read_coordinate(Session& session, std::size_t k, bool turns) {
  const Use use(session, Purpose::look);
  const Joint& joint = joint_at(session, k);
  const World& world = session.look().world();
  const double none = std::numeric_limits<double>::quiet_NaN();
  if (!is_whole(world, joint)) return py::make_tuple(none, none, none);
  const JointReading now = read_joint(world, joint, turns ? JointRole::turn : JointRole::shift);
  return py::make_tuple(now.position, now.speed, turns ? joint.state.turn_effort : joint.state.effort);
}

py::tuple joint_reaction(Session& session, std::size_t k) {
  const Use use(session, Purpose::look);
  const JointState& state = joint_at(session, k).state;
  return py::make_tuple(array_of(state.force), array_of(state.torque));
}

void hold_motor(Session& session, std::size_t k, bool turns, const std::string& asks,
                const py::object& target) {
  const Use use(session, Purpose::change);
  joint_at(session, k);
  const Motor::Asks what = asks == "speed"      ? Motor::Asks::speed
                           : asks == "position" ? Motor::Asks::position
                                                : Motor::Asks::effort;
  session.look().hold_motor({k, turns ? JointRole::turn : JointRole::shift, what, number_in(target, asks)});
}

// --- Contacts, energy, measures, the last step
py::dict contacts(Session& session) {
  const Use use(session, Purpose::look);
  const std::vector<ContactForce> found = session.look().present_contacts();
  std::vector<std::array<Uid, 2>> bodies;
  std::vector<Vec3> point, normal, force, compatible;
  std::vector<double> gap;
  for (const ContactForce& contact : found) {
    bodies.push_back({contact.key.a, contact.key.b});
    point.push_back(contact.point);
    normal.push_back(contact.normal);
    force.push_back(contact.force);
    compatible.push_back(contact.compatible);
    gap.push_back(contact.gap);
  }
  py::dict arrays;
  arrays["bodies"] = array_of(bodies);
  arrays["point"] = array_of(point);
  arrays["normal"] = array_of(normal);
  arrays["gap"] = array_of(gap);
  arrays["force"] = array_of(force);
  if (session.look().report().forces) arrays["force_compatible"] = array_of(compatible);
  return arrays;
}

py::dict energy(Session& session) {
  const Use use(session, Purpose::look);
  const Energy now = session.look().energy();
  py::dict fields;
  for (const EnergyField& field : kEnergyFields) fields[field.name] = now.*field.member;
  return fields;
}

py::dict last_step(Session& session) {
  const Use use(session, Purpose::look);
  const StepState& state = session.look().report();
  py::dict fields;
  fields["step"] = session.look().step();
  fields["time"] = session.look().time();
  fields["contacts"] = state.contacts;
  fields["max_overlap"] = state.max_overlap;
  fields["converged"] = state.solve.converged;
  fields["iterations"] = state.solve.iterations;
  fields["residual"] = state.solve.residual;
  fields["tolerance"] = state.solve.tolerance;
  fields["natural_map"] = state.solve.natural_map;
  fields["solver"] = state.solve.solver;
  fields["note"] = state.solve.note;
  fields["why"] = state.solve.diagnosis ? state.solve.diagnosis->text() : "";
  fields["open"] = state.solve.open;
  fields["stick"] = state.solve.stick;
  fields["slip"] = state.solve.slip;
  return fields;
}

py::list columns(Session& session) {
  const Use use(session, Purpose::look);
  py::list all;
  for (const Column& column : session.look().columns()) all.append(py::make_tuple(column.name, column.unit));
  return all;
}

Doubles history(Session& session) {
  const Use use(session, Purpose::look);
  const std::size_t wide = session.look().columns().size();
  std::vector<double> flat;
  for (const std::vector<double>& row : session.history()) flat.insert(flat.end(), row.begin(), row.end());
  return array_of(flat).reshape(
      {static_cast<py::ssize_t>(flat.size() / wide), static_cast<py::ssize_t>(wide)});
}

std::vector<std::string> measure_names(Session& session) {
  const Use use(session, Purpose::look);
  std::vector<std::string> names;
  for (const NamedMeasure& measure : session.look().measures()) names.push_back(measure.name);
  return names;
}

std::vector<double> values_now(Session& session, const std::string& name) {
  const std::vector<std::string> names = measure_names(session);
  const Use use(session, Purpose::look);
  for (const NamedMeasure& measure : session.look().measures())
    if (measure.name == name) return measure.shown;
  throw InputError(fmt::format("there is no measure {}{}", quote(name), suggestion(name, names)));
}

Problem problem(Session& session) {
  const Use use(session, Purpose::look);
  const Simulation& simulation = session.look();
  const ContactProblem* posed = simulation.report().problem;
  if (posed == nullptr) throw InputError("only methods that solve for impulses have a contact problem");
  if (posed->q.size() != posed->size())
    throw InputError("there is no contact problem yet: the first step makes one");
  return Problem::of(*posed,
                     {simulation.scene()["title"].text(),
                      fmt::format("step {} at t = {:.6g} s", simulation.step(), simulation.time()), "cairn"});
}

// A property or function that only looks.
template <class Get>
auto looking(Get get) {
  return [get](Session& session) {
    const Use use(session, Purpose::look);
    return get(session.look());
  };
}

void bind_bodies(py::class_<Session>& session) {
  session.def_property_readonly("position", &position)
      .def_property_readonly("velocity", &velocity)
      .def_property_readonly("orientation", &orientation)
      .def_property_readonly("spin", &spin)
      .def_property_readonly("force", &force)
      .def_property_readonly("torque", &torque)
      .def_property_readonly("radius", &radius)
      .def_property_readonly("uid", [](const py::object& self) { return integers(self, &Info::uid); })
      .def_property_readonly("group", [](const py::object& self) { return integers(self, &Info::group); })
      .def_property_readonly("material",
                             [](const py::object& self) { return integers(self, &Info::material); })
      .def_property_readonly("mass", &masses)
      .def_property_readonly("is_free", &is_free)
      .def_property_readonly("body_count", looking([](Simulation& s) { return s.world().bodies.size(); }))
      .def("local",
           [](Session& self, Uid uid) {
             const Use use(self, Purpose::look);
             const std::uint32_t i = bodies_of(self).local(uid);
             return i == kNoBody ? std::int64_t{-1} : std::int64_t{i};
           })
      .def_property_readonly("groups", looking([](Simulation& s) { return s.world().groups; }))
      .def_property_readonly("materials", looking([](Simulation& s) {
                               std::vector<std::string> names;
                               for (const Material& material : s.world().materials.list)
                                 names.push_back(material.name);
                               return names;
                             }))
      .def("hold", &hold)
      .def("put", &put);
}

void bind_run_of(py::class_<Session>& session) {
  session
      .def("step",
           [](Session& self, std::uint64_t count) {
             const Use use(self, Purpose::change);
             self.step(count);
           })
      .def("run",
           [](Session& self, const std::optional<double>& until, const py::object& report) {
             const Use use(self, Purpose::change);
             return self.run(until, report);
           })
      .def("act",
           [](Session& self, const std::string& event, const std::string& name) {
             const Use use(self, Purpose::change);
             self.look().act(event, name);
           })
      .def("begin_record",
           [](Session& self, const std::string& folder, const std::optional<double>& frames, bool replace) {
             const Use use(self, Purpose::change);
             self.begin_record(folder, frames, replace ? Existing::replace : Existing::refuse);
           })
      .def("end_record",
           [](Session& self, const std::string& how, const std::string& reason) {
             const Use use(self, Purpose::change);
             self.end_record(how, reason);
           })
      .def("save",
           [](Session& self, const std::string& path) {
             const Use use(self, Purpose::change);
             self.save(path);
           })
      .def("use_solver",
           [](Session& self, const std::string& name, const py::function& callable) {
             const Use use(self, Purpose::change);
             self.use_solver(name, callable);
           })
      .def("add_measure", [](Session& self, const std::string& name, const py::function& callable,
                             const py::list& all, double every) {
        const Use use(self, Purpose::change);
        self.add_measure(name, callable, all, every);
      });
}

}  // namespace

void bind_session(py::module_& module) {
  bind_views(module);
  py::class_<Session> session(module, "Session", py::module_local());
  session
      .def(py::init([](const std::string& text, const std::string& name, const std::string& folder,
                       const std::vector<std::string>& allowed, int threads) {
        return std::make_unique<Session>(Session::Origin{text, name, folder, allowed}, threads);
      }))
      .def("start",
           [](Session& self) {
             const Use use(self, Purpose::change);
             const py::gil_scoped_release free;
             self.start();
           })
      .def_static("restored", &Session::restored)
      .def_property_readonly("time", looking([](Simulation& s) { return s.time(); }))
      .def_property_readonly("steps", looking([](Simulation& s) { return s.step(); }))
      .def_property_readonly("time_step", looking([](Simulation& s) { return s.plan().step; }))
      .def_property_readonly("end", looking([](Simulation& s) { return s.plan().end; }))
      .def_property_readonly("done", looking([](Simulation& s) { return s.done(); }))
      .def_property_readonly("hash", looking([](Simulation& s) { return s.hash(); }))
      .def_property_readonly("gravity", looking([](Simulation& s) { return array_of(s.world().gravity); }))
      .def_property_readonly("warnings", looking([](Simulation& s) { return s.warnings(); }))
      .def_property_readonly("log", looking([](Simulation& s) { return s.log(); }))
      .def_property_readonly("title", looking([](Simulation& s) { return s.scene()["title"].text(); }))
      .def_property_readonly("resolved", looking([](Simulation& s) { return s.scene().resolved(); }))
      .def_property_readonly("broken", &Session::broken)
      .def_property_readonly("energy", &energy)
      .def_property_readonly("last_step", &last_step)
      .def_property_readonly("contacts", &contacts)
      .def_property_readonly("problem", &problem)
      .def_property_readonly("columns", &columns)
      .def_property_readonly("history", &history)
      .def_property_readonly("measures", &measure_names)
      .def("values_now", &values_now)
      .def_property_readonly("joints", &joint_names)
      .def("read_coordinate", &read_coordinate)
      .def("joint_reaction", &joint_reaction)
      .def("hold_motor", &hold_motor);
  bind_bodies(session);
  bind_run_of(session);
}

}  // namespace cairn::python
