#include "terminal/summary_file.h"

#include <algorithm>
#include <limits>

#include "text/units.h"

namespace cairn {

SummaryFile::SummaryFile(const std::string& run_folder)
    : tree_(Tree::from_file(run_folder + "/summary.json")) {}

const Node* SummaryFile::find(const std::string& name) const {
  const Node* node = &tree_.root();
  for (std::size_t begin = 0; node != nullptr && begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    node = node->is_map() ? node->find(name.substr(begin, end - begin)) : nullptr;
    begin = end + 1;
  }
  return node;
}

std::optional<double> SummaryFile::number(const std::string& name) const {
  const Node* node = find(name);
  return node != nullptr ? plain_number(node->text()) : std::nullopt;
}

std::string SummaryFile::text(const std::string& name) const {
  const Node* node = find(name);
  return node != nullptr ? std::string(node->text()) : "";
}

std::vector<std::pair<std::string, double>> SummaryFile::measures() const {
  std::vector<std::pair<std::string, double>> all;
  const Node* list = find("measures");
  // The children of a map are key, value, key, value ...
  for (const Node* name = list && list->is_map() ? list->first : nullptr; name != nullptr;
       name = name->next->next) {
    const Node* columns = name->next;
    for (const Node* key = columns->is_map() ? columns->first : nullptr; key != nullptr;
         key = key->next->next)
      all.emplace_back(std::string(name->text()) + "." + std::string(key->text()),
                       plain_number(key->next->text()).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return all;
}

}  // namespace cairn
