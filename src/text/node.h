// YAML text (and JSON, its subset) as a tree of scalars, lists and maps with line and column, built from
// libyaml's events. Features that let a small text grow or mean two things are rejected: anchors, aliases,
// tags, several documents, duplicate keys, keys that are not scalars. Scalars stay text; the schema gives
// them their meaning. Limits: 64 MiB of text, depth 32, 10^7 nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "text/option.h"

namespace cairn {

inline constexpr std::size_t kLargestText = 64u << 20;  // bytes
inline constexpr std::size_t kDeepestNode = 32;
inline constexpr std::size_t kMostNodes = 10'000'000;

enum class NodeKind : std::uint8_t { scalar, list, map };

// Nodes form chains of siblings. The children of a map are key, value, key, value...
struct Node {
  NodeKind kind = NodeKind::scalar;
  bool quoted = false;  // scalar in quotes or after | or >: "" is text, while a plain empty scalar is nothing
  std::uint32_t size = 0;  // bytes of text, or number of children
  std::uint32_t line = 0, column = 0;
  const char* characters = nullptr;
  Node* first = nullptr;
  Node* next = nullptr;
  const Document* document = nullptr;

  std::string_view text() const { return {characters, kind == NodeKind::scalar ? size : 0}; }
  Mark mark() const { return {document, line, column}; }
  Mark text_mark() const { return {document, line, column + (quoted ? 1 : 0)}; }  // inside the quotes
  bool is_scalar() const { return kind == NodeKind::scalar; }
  bool is_list() const { return kind == NodeKind::list; }
  bool is_map() const { return kind == NodeKind::map; }
  bool is_nothing() const { return is_scalar() && size == 0 && !quoted; }

  // The value of a key, or null.
  Node* find(std::string_view key) const;
  std::vector<std::string> keys() const;
};

// An empty scalar at the given place.
inline Node node_at(const Mark& mark) {
  Node node;
  node.document = mark.document;
  node.line = mark.line;
  node.column = mark.column;
  return node;
}

// Owns the nodes and the texts they came from. It must outlive everything that points to either.
class Tree {
 public:
  static Tree from_file(const std::string& path);
  static Tree from_text(std::string text, std::string name);

  const Node& root() const { return *root_; }
  const Document& document() const { return *documents_.front(); }

  // Applies an override PATH=VALUE of the command line. PATH joins keys by dots and selects items of a list
  // by index or by their `name`; VALUE is YAML. New keys are inserted (the reader checks them); names in a
  // free map must exist.
  void set(const std::string& argument, const Option& schema);

 private:
  friend class TreeBuilder;
  Tree() = default;
  Node* add_node(const Node& node);
  const char* keep(std::string_view text);
  Node* build(const Document& document, std::size_t skip);  // null if there is nothing
  Node* insert(Node& map, const Mark& mark, std::string_view key);

  Node* root_ = nullptr;
  std::deque<Node> nodes_;
  std::deque<std::string> pieces_;  // text of the scalars
  std::vector<std::unique_ptr<Document>> documents_;
};

}  // namespace cairn
