#include "mpi/zoltan.h"

#include <fmt/format.h>
#include <mpi.h>
#include <zoltan.h>

#include <algorithm>
#include <iterator>

#include "base/assert.h"
#include "base/error.h"

namespace cairn {
namespace {

// The leaves that this rank tells Zoltan about: an equal share of the list, whoever owns them.
struct Share {
  std::span<const LeafPlace> leaves;
  std::size_t first = 0;
};

const Share& share_of(void* data) { return *static_cast<const Share*>(data); }

int leaf_count(void* data, int* error) {
  *error = ZOLTAN_OK;
  return static_cast<int>(share_of(data).leaves.size());
}

void list_leaves(void* data, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR, int, float* weights, int* error) {
  const Share& share = share_of(data);
  for (std::size_t k = 0; k < share.leaves.size(); ++k) {
    global[k] = static_cast<ZOLTAN_ID_TYPE>(share.first + k);
    weights[k] = static_cast<float>(share.leaves[k].weight);
  }
  *error = ZOLTAN_OK;
}

int dimensions(void*, int* error) {
  *error = ZOLTAN_OK;
  return 3;
}

void list_centres(void* data, int, int, int count, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR, int, double* centres,
                  int* error) {
  const Share& share = share_of(data);
  for (int k = 0; k < count; ++k) {
    const Vec3& centre = share.leaves[global[k] - share.first].centre;
    *centres++ = centre.x;
    *centres++ = centre.y;
    *centres++ = centre.z;
  }
  *error = ZOLTAN_OK;
}

}  // namespace

ZoltanPartition::ZoltanPartition(Ranks& ranks) : ranks_(ranks) {
  float version = 0;
  if (Zoltan_Initialize(0, nullptr, &version) == ZOLTAN_OK) zoltan_ = Zoltan_Create(MPI_COMM_WORLD);
  if (zoltan_ == nullptr) throw RunError("Zoltan does not start");
  const auto set = [&](const char* name, const char* value) { Zoltan_Set_Param(zoltan_, name, value); };
  set("DEBUG_LEVEL", "0");  // first: it makes the other parameters silent
  set("LB_METHOD", "RCB");
  set("KEEP_CUTS", "1");
  set("RCB_REUSE", "1");  // cuts of the last call are the first guess
  set("NUM_GID_ENTRIES", "1");
  set("NUM_LID_ENTRIES", "0");
  set("OBJ_WEIGHT_DIM", "1");
  set("RETURN_LISTS", "PARTS");
  set("RCB_OUTPUT_LEVEL", "0");
}

ZoltanPartition::~ZoltanPartition() { Zoltan_Destroy(&zoltan_); }

std::vector<int> ZoltanPartition::owners(std::span<const LeafPlace> leaves, int ranks) {
  CAIRN_ASSERT(ranks == ranks_.count());
  // Too little to cut in parallel.
  double weight = 0;
  for (const LeafPlace& leaf : leaves) weight += leaf.weight;
  if (leaves.size() < 2 * static_cast<std::size_t>(ranks) || !(weight > 0))
    return Bisection().owners(leaves, ranks);

  // This rank's share of the list, cut by all ranks together.
  const auto n = leaves.size(), p = static_cast<std::size_t>(ranks),
             own = static_cast<std::size_t>(ranks_.own());
  Share share{leaves.subspan(own * n / p, (own + 1) * n / p - own * n / p), own * n / p};
  Zoltan_Set_Num_Obj_Fn(zoltan_, leaf_count, &share);
  Zoltan_Set_Obj_List_Fn(zoltan_, list_leaves, &share);
  Zoltan_Set_Num_Geom_Fn(zoltan_, dimensions, &share);
  Zoltan_Set_Geom_Multi_Fn(zoltan_, list_centres, &share);
  int changes = 0, global_size = 0, local_size = 0, imports = 0, exports = 0;
  ZOLTAN_ID_PTR import_global = nullptr, import_local = nullptr, export_global = nullptr,
                export_local = nullptr;
  int *import_ranks = nullptr, *import_parts = nullptr, *export_ranks = nullptr, *export_parts = nullptr;
  const int error = Zoltan_LB_Partition(zoltan_, &changes, &global_size, &local_size, &imports,
                                        &import_global, &import_local, &import_ranks, &import_parts, &exports,
                                        &export_global, &export_local, &export_ranks, &export_parts);
  std::vector<std::int32_t> parts(share.leaves.size(), -1);
  for (int k = 0; error == ZOLTAN_OK && k < exports; ++k)
    parts[export_global[k] - share.first] = export_parts[k];
  Zoltan_LB_Free_Part(&import_global, &import_local, &import_ranks, &import_parts);
  Zoltan_LB_Free_Part(&export_global, &export_local, &export_ranks, &export_parts);
  all_or_none(ranks_, [&] {
    if (std::ranges::count(parts, -1) > 0)
      throw RunError(fmt::format("Zoltan does not part {} leaves (error {})", n, error));
  });

  // The answers of all, in the order of the list.
  std::vector<int> owners;
  for (const Bytes& answer : ranks_.all(std::as_bytes(std::span(parts))))
    std::ranges::copy(records_of<std::int32_t>(answer), std::back_inserter(owners));
  CAIRN_ASSERT(owners.size() == n);
  return owners;
}

}  // namespace cairn
