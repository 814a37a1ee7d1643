// Scene files as dicts and lists, and the way from a place in a text to its key and back.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <charconv>

#include "module.h"
#include "scene/scene.h"
#include "text/node.h"
#include "text/schema.h"

namespace cairn::python {
namespace {

bool is_number(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits[0] < '0' || digits[0] > '9') return false;
  if (digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9') return false;  // 010
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

// A plain scalar that can only be a number or a flag is one; all else stays text.
py::object scalar(const Node& node) {
  const std::string_view text = node.text();
  if (node.is_nothing()) return py::none();
  if (node.quoted) return py::str(text.data(), text.size());
  if (text == "true" || text == "false") return py::bool_(text == "true");
  if (!is_number(text)) return py::str(text.data(), text.size());
  const bool is_whole = text.find_first_of(".eE") == std::string_view::npos;
  const std::string word(text);
  return is_whole ? py::reinterpret_steal<py::object>(PyLong_FromString(word.c_str(), nullptr, 10))
                  : py::object(py::float_(std::stod(word)));
}

py::object value_of(const Node& node) {
  if (node.is_scalar()) return scalar(node);
  if (node.is_list()) {
    py::list list;
    for (const Node* item = node.first; item != nullptr; item = item->next) list.append(value_of(*item));
    return list;
  }
  py::dict dict;
  for (const Node* key = node.first; key != nullptr; key = key->next->next)
    dict[py::str(key->text().data(), key->text().size())] = value_of(*key->next);
  return dict;
}

// Calls visit(path, node) for every key and value, in the order of the text.
template <class Visit>
void walk(const Node& node, const std::string& path, Visit&& visit) {
  visit(path, node);
  std::size_t index = 0;
  if (node.is_list())
    for (const Node* item = node.first; item != nullptr; item = item->next, ++index)
      walk(*item, fmt::format("{}[{}]", path, index), visit);
  if (node.is_map())
    for (const Node* key = node.first; key != nullptr; key = key->next->next) {
      const std::string below =
          path.empty() ? std::string(key->text()) : fmt::format("{}.{}", path, key->text());
      visit(below, *key);
      walk(*key->next, below, visit);
    }
}

// The key of what stands at a place of a text; empty if the text cannot be read.
std::string key_at(const std::string& text, unsigned line, unsigned column) {
  std::string key;
  try {
    const Tree tree = Tree::from_text(text, "text");
    walk(tree.root(), "", [&](const std::string& path, const Node& node) {
      if (node.line < line || (node.line == line && node.column <= column)) key = path;
    });
  } catch (const InputError&) {
  }
  return key;
}

// Line, column and source line of a key; (0, 0, "") if the text has no such key.
py::tuple place_of(const std::string& text, const std::string& key) {
  TextPlace place;
  try {
    const Tree tree = Tree::from_text(text, "text");
    walk(tree.root(), "", [&](const std::string& path, const Node& node) {
      if (path == key) place = node.mark().place();
    });
  } catch (const InputError&) {
  }
  return py::make_tuple(place.line, place.column, place.text);
}

}  // namespace

void bind_text(py::module_& module) {
  module.def("parse", [](const std::string& text, const std::string& name) {
    return value_of(Tree::from_text(text, name).root());
  });
  module.def("read_scene", [](const std::string& path) {
    const Tree tree = Tree::from_file(path);
    return py::make_tuple(value_of(tree.root()), py::str(tree.document().text));
  });
  module.def("key_at", &key_at);
  module.def("place_of", &place_of);
  module.def("resolved", [](const std::string& text, const std::string& name, const std::string& folder) {
    return Scene::from_text(text, name, folder).resolved();
  });
  module.def("suggestion", [](const std::string& word, const std::vector<std::string>& names) {
    return suggestion(word, names);
  });
  module.def("schema", [] { return json_schema(scene_vocabulary(), "cairn scene"); });
}

}  // namespace cairn::python
