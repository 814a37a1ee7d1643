#include "territory/territory.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "model/removal.h"

namespace cairn {
namespace {

// Room for the rounding of a distance, relative. More ghosts than needed change no bit.
constexpr double kRoom = 1 + 1e-9;

// Squared distance of a point from a box.
double distance2(const Vec3& x, const Bounds& box) {
  const Vec3 inside = max(box.low, min(box.high, x));
  return norm2(x - inside);
}

// The shifts to all neighbouring images of a body, itself included, in a cell with these edges.
std::vector<Vec3> shifts_of(Cell cell, const Edges& edge) {
  cell.edge = edge;
  std::vector<Vec3> shifts;
  const auto range = [&](int k) { return cell.repeats() && cell.periodic[k] ? 1 : 0; };
  for (int n2 = -range(2); n2 <= range(2); ++n2)
    for (int n1 = -range(1); n1 <= range(1); ++n1)
      for (int n0 = -range(0); n0 <= range(0); ++n0)
        shifts.push_back(n0 == 0 && n1 == 0 && n2 == 0 ? Vec3{} : cell.shift(image_of(n0, n1, n2)));
  return shifts;
}

// A run of bodies of one leaf, or of all large ones.
struct Run {
  std::uint64_t leaf = 0, bodies = 0;
};

}  // namespace

// The leaves of the whole world, with the boxes of their balls at the poses of the list.
struct Territory::Leaves {
  const Parts& parts;
  std::vector<Bounds> boxes;
  std::vector<Vec3> shifts;
  double skin;

  Leaves(const World& world, const VerletList& list)
      : parts(list.parts), shifts(shifts_of(world.cell, list.reference_edge)), skin(list.skin) {
    for (std::size_t leaf = 0; leaf < parts.count() && parts.begin[leaf] < list.small; ++leaf) {
      Bounds box{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
      for (std::uint32_t i = parts.begin[leaf]; i < parts.begin[leaf + 1]; ++i) {
        const double r = world.bodies.place[i].radius;
        box.low = min(box.low, list.reference[i] - Vec3{r, r, r});
        box.high = max(box.high, list.reference[i] + Vec3{r, r, r});
      }
      boxes.push_back(box);
    }
  }
  std::size_t count() const { return boxes.size(); }
  bool are_near(std::size_t a, std::size_t b) const {
    return std::ranges::any_of(shifts, [&](const Vec3& shift) {
      const Bounds moved{boxes[a].low + shift, boxes[a].high + shift};
      const Vec3 gap = max(max(moved.low - boxes[b].high, boxes[b].low - moved.high), Vec3{});
      return norm2(gap) <= skin * skin * kRoom;
    });
  }
  // True if a ball may meet one of the leaf.
  bool is_near(const Vec3& x, double radius, std::size_t leaf) const {
    const double reach = radius + skin;
    return std::ranges::any_of(shifts, [&](const Vec3& shift) {
      return distance2(x + shift, boxes[leaf]) <= reach * reach * kRoom;
    });
  }
};

void Territory::choose_owners(const Leaves& leaves) {
  std::vector<LeafPlace> places;
  for (std::size_t leaf = 0; leaf < leaves.count(); ++leaf) {
    const Bounds& box = leaves.boxes[leaf];
    const double bodies = leaves.parts.begin[leaf + 1] - leaves.parts.begin[leaf];
    places.push_back({0.5 * (box.low + box.high), bodies});
  }
  owner_ = partition_.owners(places, ranks_.count());
  CAIRN_ASSERT(owner_.size() == leaves.count());
  for (const int owner : owner_) CAIRN_ASSERT(owner >= 0 && owner < ranks_.count());
}

// The bodies that partners need of this rank, and those that it needs of them, by their indices in the world.
// Driven bodies move on every rank.
void Territory::find_copies(const Leaves& leaves, const World& world, const VerletList& list) {
  const int own = ranks_.own(), count = ranks_.count();
  std::vector<Partner> all(static_cast<std::size_t>(count));
  for (int rank = 0; rank < count; ++rank) all[static_cast<std::size_t>(rank)].rank = rank;
  const auto bodies_near = [&](std::size_t leaf, std::size_t other, std::vector<std::uint32_t>& found) {
    for (std::uint32_t i = leaves.parts.begin[leaf]; i < leaves.parts.begin[leaf + 1]; ++i)
      if (leaves.is_near(list.reference[i], world.bodies.place[i].radius, other)) found.push_back(i);
  };
  for (std::size_t a = 0; a < leaves.count(); ++a) {
    if (owner_[a] != own) continue;
    for (std::size_t b = 0; b < leaves.count(); ++b) {
      if (owner_[b] == own || !leaves.are_near(a, b)) continue;
      Partner& partner = all[static_cast<std::size_t>(owner_[b])];
      bodies_near(a, b, partner.out);
      bodies_near(b, a, partner.in);
    }
  }
  for (const Drive& drive : world.drives) {
    const std::uint32_t i = world.bodies.local(drive.body);
    if (i == kNoBody || i >= list.small) continue;
    const int owner = owner_[list.parts.of(i)];
    for (Partner& partner : all) {
      if (partner.rank == own) continue;
      if (owner == own) partner.out.push_back(i);
      if (owner == partner.rank) partner.in.push_back(i);
    }
  }
  partners_.clear();
  for (Partner& partner : all) {
    for (std::vector<std::uint32_t>* bodies : {&partner.out, &partner.in}) {
      std::ranges::sort(*bodies);
      bodies->erase(std::unique(bodies->begin(), bodies->end()), bodies->end());
    }
    if (!partner.out.empty() || !partner.in.empty()) partners_.push_back(std::move(partner));
  }
}

void Territory::cut(World& world, VerletList& list) {
  Bodies& bodies = world.bodies;
  const auto n = static_cast<std::uint32_t>(bodies.size());
  CAIRN_ASSERT(list.parts.bodies() == n && list.reference.size() == n && list.small <= n);
  const Leaves leaves(world, list);
  choose_owners(leaves);
  find_copies(leaves, world, list);
  bodies_ = n;

  // Mark the copies, and list what stays: own leaves, ghosts, large bodies.
  std::vector<std::uint8_t> stays(n);
  const Parts& parts = list.parts;
  Parts local;
  leaf_.clear();
  kinds_.clear();
  for (std::size_t leaf = 0; leaf < leaves.count(); ++leaf)
    if (owner_[leaf] == ranks_.own())
      std::fill(&stays[parts.begin[leaf]], stays.data() + parts.begin[leaf + 1], 1);
  for (const Partner& partner : partners_)
    for (const std::uint32_t i : partner.in) {
      stays[i] = 1;
      bodies.info[i].flags |= kGhost;
    }
  for (std::uint32_t i = list.small; i < n; ++i) {
    stays[i] = 1;
    if (!is_first()) bodies.info[i].flags |= kEcho;
  }
  std::vector<std::uint32_t> kept;
  for (std::size_t part = 0; part < parts.count(); ++part) {
    const std::size_t before = kept.size();
    for (std::uint32_t i = parts.begin[part]; i < parts.begin[part + 1]; ++i)
      if (stays[i]) kept.push_back(i);
    const bool is_leaf = part < leaves.count();
    if (is_leaf && kept.size() == before) continue;
    local.begin.push_back(static_cast<std::uint32_t>(kept.size()));
    if (is_leaf) leaf_.push_back(static_cast<std::uint32_t>(part));
    const bool is_own = is_leaf ? owner_[part] == ranks_.own() : is_first();
    kinds_.push_back(is_own ? Kind::own : is_leaf ? Kind::ghost : Kind::echo);
  }

  // The list, the bodies and the memory of contacts without the others.
  list.keep(kept);
  list.parts = std::move(local);
  const auto is_here = [&](Uid uid) {
    const std::uint32_t i = bodies.local(uid);
    return i != kNoBody && stays[i] != 0 && !cairn::is_ghost(bodies.info[i]);
  };
  std::erase_if(world.memory, [&](const ContactRecord& record) {
    return !is_here(record.key.a) && !is_here(record.key.b);
  });
  keep_copies(kept);
  bodies.reorder(kept);
}

// Local indices of the copies after all bodies but these have left.
void Territory::keep_copies(std::span<const std::uint32_t> kept) {
  for (Partner& partner : partners_) {
    for (std::vector<std::uint32_t>* bodies : {&partner.out, &partner.in}) {
      std::vector<std::uint32_t> now;
      for (const std::uint32_t i : *bodies) {
        const auto at = std::ranges::lower_bound(kept, i);
        if (at != kept.end() && *at == i) now.push_back(static_cast<std::uint32_t>(at - kept.begin()));
      }
      *bodies = std::move(now);
    }
  }
}

void Territory::keep(const World& world, std::span<const std::uint32_t> kept) {
  std::int64_t left = 0;
  auto next = kept.begin();
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
    if (next != kept.end() && *next == i)
      ++next;
    else
      left += is_counted(world.bodies.info[i]);
  }
  bodies_ -= static_cast<std::uint64_t>(total(ranks_, left));
  keep_copies(kept);
}

namespace {

// The news of a ghost in every step.
struct Moved {
  Vec3 position;
  Quat orientation;
  Motion motion;
};

}  // namespace

void Territory::refresh(World& world) {
  Bodies& bodies = world.bodies;
  std::vector<std::vector<Moved>> out(partners_.size()), in(partners_.size());
  std::vector<Post> posts;
  for (std::size_t k = 0; k < partners_.size(); ++k) {
    for (const std::uint32_t i : partners_[k].out)
      out[k].push_back({bodies.place[i].position, bodies.orientation[i], bodies.motion[i]});
    in[k].resize(partners_[k].in.size());
    posts.push_back(
        {partners_[k].rank, std::as_bytes(std::span(out[k])), std::as_writable_bytes(std::span(in[k]))});
  }
  ranks_.begin(posts);
  ranks_.end();
  for (std::size_t k = 0; k < partners_.size(); ++k) {
    for (std::size_t j = 0; j < in[k].size(); ++j) {
      const std::uint32_t i = partners_[k].in[j];
      bodies.place[i].position = in[k][j].position;
      bodies.orientation[i] = in[k][j].orientation;
      bodies.motion[i] = in[k][j].motion;
    }
  }
}

template <class T>
std::vector<T> Territory::in_order(const Parts& parts, std::span<const T> values, Parts& all_parts) {
  CAIRN_ASSERT(parts.count() == kinds_.size() && parts.bodies() == values.size());
  // Each part from the rank where it counts.
  std::vector<Run> runs;
  std::vector<T> own;
  for (std::size_t part = 0; part < kinds_.size(); ++part) {
    if (!counts(part)) continue;
    const auto run = values.subspan(parts.begin[part], parts.begin[part + 1] - parts.begin[part]);
    runs.push_back({part < leaf_.size() ? leaf_[part] : owner_.size(), run.size()});
    own.insert(own.end(), run.begin(), run.end());
  }
  const std::vector<Bytes> runs_of = ranks_.all(record_bytes<Run>(runs)),
                           values_of = ranks_.all(record_bytes<T>(own));
  // Sort the runs of all ranks.
  struct Source {
    Run run;
    std::size_t rank, begin;
  };
  std::vector<Source> sources;
  std::vector<std::vector<T>> of_ranks;
  for (std::size_t rank = 0; rank < runs_of.size(); ++rank) {
    std::size_t begin = 0;
    for (const Run& run : records_of<Run>(runs_of[rank])) {
      sources.push_back({run, rank, begin});
      begin += run.bodies;
    }
    of_ranks.push_back(records_of<T>(values_of[rank]));
    CAIRN_ASSERT(begin == of_ranks.back().size());
  }
  std::ranges::sort(sources, {}, [](const Source& source) { return source.run.leaf; });
  std::vector<T> all;
  all_parts.begin.assign(1, 0);
  for (const auto& [run, rank, begin] : sources) {
    const auto from = of_ranks[rank].begin() + static_cast<std::ptrdiff_t>(begin);
    all.insert(all.end(), from, from + static_cast<std::ptrdiff_t>(run.bodies));
    all_parts.begin.push_back(static_cast<std::uint32_t>(all.size()));
  }
  CAIRN_ASSERT(all.size() == bodies_);
  return all;
}

void Territory::gather(World& world, const Parts& parts) {
  Bodies& bodies = world.bodies;
  // A contact is known wherever one of its bodies is at home; the first small one gives it.
  const std::uint32_t small = parts.begin[leaf_.size()];
  std::vector<ContactRecord> contacts;
  for (const ContactRecord& record : world.memory) {
    const std::uint32_t a = bodies.local(record.key.a), b = bodies.local(record.key.b);
    if (a == kNoBody || b == kNoBody) continue;
    if (is_counted(bodies.info[a < small ? a : b])) contacts.push_back(record);
  }
  world.memory.clear();
  for (const Bytes& of_rank : ranks_.all(record_bytes<ContactRecord>(contacts))) {
    const auto more = records_of<ContactRecord>(of_rank);
    world.memory.insert(world.memory.end(), more.begin(), more.end());
  }
  std::ranges::sort(world.memory, {}, &ContactRecord::key);
  // Bodies.
  std::vector<Bodies::Body> own;
  for (std::size_t i = 0; i < bodies.size(); ++i) own.push_back(bodies.get(i));
  Parts all_parts;
  Bodies all;
  all.local_of_uid.assign(bodies.local_of_uid.size(), kNoBody);
  for (const Bodies::Body& body : in_order<Bodies::Body>(parts, own, all_parts)) {
    all.local_of_uid[body.info.uid] = static_cast<std::uint32_t>(all.size());
    all.place.push_back(body.place);
    all.orientation.push_back(body.orientation);
    all.motion.push_back(body.motion);
    all.inertia.push_back(body.inertia);
    all.load.push_back(body.load);
    all.info.push_back(body.info);
  }
  all.check();
  bodies = std::move(all);
}

VerletList Territory::whole(const VerletList& list) {
  struct Pose {
    Vec3 centre;
    Quat turn;
    std::uint64_t is_turned;
  };
  const std::size_t n = list.reference.size(), turned = n - list.reference_turn.size();
  std::vector<Pose> own;
  for (std::size_t i = 0; i < n; ++i)
    own.push_back({list.reference[i], i < turned ? Quat{} : list.reference_turn[i - turned], i >= turned});
  VerletList all;
  all.skin = list.skin;
  all.radii = list.radii;
  all.reach = list.reach;
  all.reference_edge = list.reference_edge;
  const std::vector<Pose> poses = in_order<Pose>(list.parts, own, all.parts);
  const bool has_large = list.parts.count() > leaf_.size();
  all.small = has_large ? all.parts.begin[owner_.size()] : all.parts.bodies();
  const auto first = std::ranges::find_if(poses, [](const Pose& pose) { return pose.is_turned != 0; });
  for (const Pose& pose : poses) all.reference.push_back(pose.centre);
  for (auto pose = first; pose != poses.end(); ++pose) all.reference_turn.push_back(pose->turn);
  return all;
}

}  // namespace cairn
