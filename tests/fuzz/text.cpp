// The tree of a scene file, before anybody asks what its keys mean.
#include "fuzz/fuzz.h"
#include "text/node.h"

namespace {

// Visits every node, so that a wrong pointer shows.
std::size_t count(const cairn::Node& node) {
  std::size_t sum = node.text().size();
  for (const cairn::Node* item = node.first; item != nullptr; item = item->next) sum += 1 + count(*item);
  return sum;
}

}  // namespace

void cairn::fuzz::attack(const std::string& bytes) {
  const Tree tree = Tree::from_text(bytes, "fuzz.yaml");
  if (count(tree.root()) > 1000 * (bytes.size() + 1)) __builtin_trap();
}
