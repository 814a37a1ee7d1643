#include "results/frame_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"

namespace cairn {
namespace {

template <class... T>
void add(std::string& text, fmt::format_string<T...> form, T&&... values) {
  fmt::format_to(std::back_inserter(text), form, std::forward<T>(values)...);
}

// Commas and line ends would break the table.
std::string plain_field(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == ',' || c == '"' || (c >= 0 && c < ' '); }, '_');
  return text;
}

bool has_lammps_edges(const Edges& edge) {
  return edge[0].x > 0 && edge[0].y == 0 && edge[0].z == 0 && edge[1].y > 0 && edge[1].z == 0 &&
         edge[2].z > 0;
}

void add_box(std::string& text, const Vec3& low, const Vec3& high) {
  add(text, "ITEM: BOX BOUNDS ff ff ff\n{} {}\n{} {}\n{} {}\n", low.x, high.x, low.y, high.y, low.z, high.z);
}

// Bounds of a tilted box hold all of its corners.
void add_cell(std::string& text, const Edges& edge, const Vec3& centre) {
  const Vec3 low = centre - 0.5 * (edge[0] + edge[1] + edge[2]);
  const double xy = edge[1].x, xz = edge[2].x, yz = edge[2].y;
  const double left = std::min({0.0, xy, xz, xy + xz}), right = std::max({0.0, xy, xz, xy + xz});
  add(text, "ITEM: BOX BOUNDS xy xz yz pp pp pp\n{} {} {}\n{} {} {}\n{} {} {}\n", low.x + left,
      low.x + edge[0].x + right, xy, low.y + std::min(0.0, yz), low.y + edge[1].y + std::max(0.0, yz), xz,
      low.z, low.z + edge[2].z, yz);
}

}  // namespace

std::vector<std::size_t> table_rows(const BodyTable& table, const Frame& frame) {
  std::vector<std::size_t> rows;
  for (const Uid uid : frame.uid) {
    const auto found = std::ranges::lower_bound(table.uid, uid);
    if (found == table.uid.end() || *found != uid)
      throw RunError(fmt::format("the frame has a body {} that the table of bodies lacks", uid));
    rows.push_back(static_cast<std::size_t>(found - table.uid.begin()));
  }
  return rows;
}

std::vector<Vec3> net_forces(const Frame& frame) {
  CAIRN_ASSERT(frame.contacts.has_value());
  std::vector<Vec3> sums(frame.size());
  const auto add_to = [&](Uid uid, const Vec3& force) {
    const auto found = std::ranges::lower_bound(frame.uid, uid);
    if (found != frame.uid.end() && *found == uid)
      sums[static_cast<std::size_t>(found - frame.uid.begin())] += force;
  };
  for (std::size_t k = 0; k < frame.contacts->size(); ++k) {
    add_to(frame.contacts->bodies[k][0], -frame.contacts->force[k]);
    add_to(frame.contacts->bodies[k][1], frame.contacts->force[k]);
  }
  return sums;
}

std::string bodies_csv(const BodyTable& table, const Frame& frame) {
  const std::vector<std::size_t> rows = table_rows(table, frame);
  const std::vector<Vec3> forces = frame.contacts ? net_forces(frame) : std::vector<Vec3>{};
  std::string text = "# units: 1,1,1,kg,m,m,m,m,1,1,1,1,m/s,m/s,m/s,rad/s,rad/s,rad/s";
  if (frame.contacts) text += ",N,N,N";
  text += "\nuid,group,shape,mass,radius,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz";
  if (frame.contacts) text += ",fx,fy,fz";
  for (std::size_t k = 0; k < frame.size(); ++k) {
    const auto shape = static_cast<std::size_t>(table.shape_index[rows[k]]);
    const auto group = static_cast<std::size_t>(frame.name_index[k]);
    const Vec3 &x = frame.position[k], &v = frame.velocity[k], &w = frame.angular_velocity[k];
    const Quat& q = frame.orientation[k];
    add(text, "\n{},{},{},{},{},{},{},{},{},{},{},{}", frame.uid[k], plain_field(table.names.at(group)),
        table.shapes.at(shape).kind, table.mass[rows[k]], frame.radius[k], x.x, x.y, x.z, q.w, q.x, q.y, q.z);
    add(text, ",{},{},{},{},{},{}", v.x, v.y, v.z, w.x, w.y, w.z);
    if (frame.contacts) add(text, ",{},{},{}", forces[k].x, forces[k].y, forces[k].z);
  }
  return text + "\n";
}

std::string dump_snapshot(const BodyTable& table, const Frame& frame, const Vec3& cell_centre) {
  const std::vector<std::size_t> rows = table_rows(table, frame);
  const std::vector<Vec3> forces = frame.contacts ? net_forces(frame) : std::vector<Vec3>(frame.size());
  // The bodies with a radius, and the box around them.
  std::vector<std::size_t> atoms;
  Vec3 low{INFINITY, INFINITY, INFINITY}, high = -low;
  for (std::size_t k = 0; k < frame.size(); ++k) {
    if (!(frame.radius[k] > 0)) continue;
    atoms.push_back(k);
    const Vec3 r{frame.radius[k], frame.radius[k], frame.radius[k]};
    low = min(low, frame.position[k] - r);
    high = max(high, frame.position[k] + r);
  }
  if (atoms.empty()) {
    low = {};
    high = {1, 1, 1};
  }

  std::string text;
  add(text, "ITEM: TIME\n{}\nITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\n", frame.time, frame.step,
      atoms.size());
  if (frame.cell && has_lammps_edges(*frame.cell))
    add_cell(text, *frame.cell, cell_centre);
  else
    add_box(text, low, high);
  text +=
      "ITEM: ATOMS id type mass radius x y z vx vy vz omegax omegay omegaz quatw quati quatj quatk fx fy "
      "fz\n";
  for (const std::size_t k : atoms) {
    const Vec3 &x = frame.position[k], &v = frame.velocity[k], &w = frame.angular_velocity[k], &f = forces[k];
    const Quat& q = frame.orientation[k];
    add(text, "{} {} {} {} {} {} {} {} {} {}", frame.uid[k] + 1, frame.name_index[k] + 1, table.mass[rows[k]],
        frame.radius[k], x.x, x.y, x.z, v.x, v.y, v.z);
    add(text, " {} {} {} {} {} {} {} {} {} {}\n", w.x, w.y, w.z, q.w, q.x, q.y, q.z, f.x, f.y, f.z);
  }
  return text;
}

}  // namespace cairn
