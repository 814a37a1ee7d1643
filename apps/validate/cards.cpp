#include "validate/cards.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "text/interpret.h"
#include "text/units.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

// A card is read for one size and one form.
struct Part {
  Size size;
  Form form;
};

// True if an item counts in this size and form. A form that is wrong on purpose has the items of both.
bool belongs(const Value& value, const Part& part) {
  if (value.has("only") && value["only"].chosen() != size_name(part.size)) return false;
  return !value.has("form") || part.form == Form::wrong || value["form"].chosen() == form_name(part.form);
}

std::vector<std::string> texts(const Value& list) {
  std::vector<std::string> all;
  if (list)
    for (const Value& item : list.items()) all.push_back(item.text());
  return all;
}

std::optional<double> optional_number(const Value& value) {
  return value ? std::optional(value.number()) : std::nullopt;
}

std::string optional_text(const Value& value) { return value ? value.text() : ""; }

// Changes of the run, of its size, and of the card's form, in this order.
CardRun read_run(const Value& value, const Value& card, const Part& part) {
  CardRun run{value["name"].text(), value["scene"].text(), texts(value["set"])};
  for (const Value& changes : {value[size_name(part.size)], card[form_name(part.form)]})
    for (std::string& change : texts(changes)) run.overrides.push_back(std::move(change));
  return run;
}

CardValue read_value(const Value::Item& item) {
  const Value& v = item.value;
  if (v.has("series") == v.has("summary")) throw InputError("expected either series or summary", v.mark());
  return {item.name(),
          v["run"].text(),
          optional_text(v["series"]),
          v["take"].chosen(),
          optional_text(v["minus"]),
          optional_number(v["from"]),
          optional_number(v["to"]),
          optional_text(v["summary"])};
}

CardQuantity read_quantity(const Value& v) {
  CardQuantity quantity{v["name"].text(),
                        v["unit"].text(),
                        v["value"].text(),
                        v["value"].mark(),
                        optional_number(v["published"]),
                        v["source"].text(),
                        {}};
  if (v.has("band")) {
    const Value& band = v["band"];
    quantity.band = {optional_number(band["relative"]), optional_number(band["absolute"]),
                     optional_number(band["above"]), optional_number(band["below"])};
    if ((quantity.band.relative || quantity.band.absolute) && !quantity.published)
      throw InputError("a relative or absolute band needs a published value", band.mark());
  }
  return quantity;
}

CardPlot read_plot(const Value& v) {
  CardPlot plot{.title = v["title"].text(),
                .series = optional_text(v["series"]),
                .over = v["over"].text(),
                .runs = texts(v["runs"]),
                .lines = {},
                .is_logarithmic = v["scale"].chosen() == "logarithmic"};
  for (const Value& line : v["lines"].items()) {
    CardLine read{.name = line["name"].text(), .x = texts(line["x"]), .y = texts(line["y"])};
    if (read.x.size() != read.y.size()) throw InputError("expected as many x as y", line.mark());
    plot.lines.push_back(std::move(read));
  }
  if (plot.series.empty() == plot.lines.empty())
    throw InputError("expected either series or lines", v.mark());
  return plot;
}

// Refuses unknown names of runs and quantities: a card with one could not be judged after hours of work.
void check_names(const Card& card, const Value& value) {
  const auto require_run = [&](const std::string& name, const Value& where) {
    std::vector<std::string> names;
    for (const CardRun& run : card.runs) names.push_back(run.name);
    if (std::ranges::find(names, name) == names.end())
      throw InputError(fmt::format("{} is no run of this card{}", quote(name), suggestion(name, names)),
                       where.mark());
  };
  for (const CardValue& taken : card.values) {
    require_run(taken.run, value["values"]);
    if (!taken.minus.empty()) require_run(taken.minus, value["values"]);
  }
  std::vector<std::string> quantities;  // in all sizes and forms
  for (const Value& quantity : value["quantities"].items()) quantities.push_back(quantity["name"].text());
  const auto require_quantity = [&](const std::string& name) {
    if (std::ranges::find(quantities, name) == quantities.end())
      throw InputError(
          fmt::format("{} is no quantity of this card{}", quote(name), suggestion(name, quantities)),
          value["plots"].mark());
  };
  for (const CardPlot& plot : card.plots) {
    for (const std::string& run : plot.runs) require_run(run, value["plots"]);
    for (const CardLine& line : plot.lines) {
      for (const std::string& name : line.y) require_quantity(name);
      for (const std::string& place : line.x)
        if (!plain_number(place)) require_quantity(place);
    }
  }
  for (const std::string& run : card.pictures) require_run(run, value["pictures"]);
}

std::string fingerprint_of(const Card& card) {
  Hash hash;
  const auto add = [&](const std::string& text) { hash.add(bytes_of(text)); };
  add(fmt::format("{} {}", static_cast<int>(card.ensemble.chance), card.ensemble.count));
  for (const CardRun& run : card.runs) {
    add(run.name);
    add(read_text((card.folder / run.scene).string()));
    for (const std::string& change : run.overrides) add(change);
  }
  for (const CardValue& v : card.values) {
    add(fmt::format("{} {} {} {} {} {} {} {}", v.name, v.run, v.series, v.take, v.minus, v.from.value_or(-1),
                    v.to.value_or(-1), v.summary));
  }
  for (const CardQuantity& q : card.quantities)
    add(fmt::format("{} {} {} {} {}", q.name, q.unit, q.value, q.published.value_or(0), q.band.text()));
  return fmt::format("{:016x}", hash.value());
}

// C2 comes before C10; names without a number come last.
bool comes_before(const Card& a, const Card& b) {
  const auto number = [](const Card& card) {
    int value = 0;
    const char* begin = card.id.c_str() + 1;
    const char* end = card.id.c_str() + card.id.size();
    const bool is_number = card.id.starts_with("C") && std::from_chars(begin, end, value).ptr == end;
    return is_number ? value : 1 << 20;
  };
  return number(a) < number(b);
}

// A card without changes for any form has one form: the one that `forms` names.
bool has_form(const Value& card, Form form) {
  if (form == Form::wrong) return card.has("wrong");
  const std::vector<std::string> named = texts(card["forms"]);
  return std::ranges::find(named, form_name(form)) != named.end();
}

CardEnsemble read_ensemble(const Value& card, Size size) {
  if (!card.has("ensemble")) return {};
  const Value& ensemble = card["ensemble"];
  return {Chance::seeds, static_cast<int>(ensemble[size_name(size)].integer())};
}

Card read_card(const Value& value, const Part& part, const fs::path& folder) {
  Card card{.id = value["card"].text(),
            .path = value["path"].text(),
            .title = value["title"].text(),
            .form = part.form,
            .note = value["note"].text(),
            .extent = value[size_name(part.size)].text(),
            .ensemble = read_ensemble(value, part.size),
            .runs = {},
            .values = {},
            .quantities = {},
            .plots = {},
            .pictures = {},
            .folder = folder,
            .fingerprint = {}};
  // Only runs, values and quantities of this size and form.
  for (const Value& run : value["runs"].items())
    if (belongs(run, part)) card.runs.push_back(read_run(run, value, part));
  for (const Value::Item& item : value["values"].map_items())
    if (belongs(item.value, part)) card.values.push_back(read_value(item));
  for (const Value& quantity : value["quantities"].items())
    if (belongs(quantity, part)) card.quantities.push_back(read_quantity(quantity));
  // Plots and pictures keep the runs that are there.
  const auto is_there = [&](const std::string& name) {
    return std::ranges::find(card.runs, name, &CardRun::name) != card.runs.end();
  };
  for (const Value& plot : value["plots"].items()) {
    card.plots.push_back(read_plot(plot));
    std::erase_if(card.plots.back().runs, [&](const std::string& name) { return !is_there(name); });
  }
  card.pictures = texts(value["pictures"]);
  std::erase_if(card.pictures, [&](const std::string& name) { return !is_there(name); });
  check_names(card, value);
  card.fingerprint = fingerprint_of(card);
  return card;
}

}  // namespace

const char* size_name(Size size) { return size == Size::quick ? "quick" : "full"; }

const char* form_name(Form form) {
  constexpr const char* kNames[] = {"as_published", "converged", "wrong"};
  return kNames[static_cast<std::size_t>(form)];
}

bool CardBand::holds(double value, double published) const {
  if (!std::isfinite(value)) return false;
  if (relative && !(std::abs(value - published) <= *relative * std::abs(published))) return false;
  if (absolute && !(std::abs(value - published) <= *absolute)) return false;
  return !(above && !(value > *above)) && !(below && !(value < *below));
}

std::pair<double, double> CardBand::limits(double published) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::pair<double, double> range{above.value_or(-kInfinity), below.value_or(kInfinity)};
  for (const std::optional<double>& width :
       {relative ? std::optional(*relative * std::abs(published)) : relative, absolute}) {
    if (!width) continue;
    range.first = std::max(range.first, published - *width);
    range.second = std::min(range.second, published + *width);
  }
  return range;
}

std::string CardBand::text() const {
  if (relative) return fmt::format("± {:.3g} %", 100 * *relative);
  if (absolute) return fmt::format("± {:.3g}", *absolute);
  if (above && below) return fmt::format("{:.4g} ... {:.4g}", *above, *below);
  if (above) return fmt::format("> {:.4g}", *above);
  return below ? fmt::format("< {:.4g}", *below) : "";
}

fs::path scenes_folder() {
  std::vector<fs::path> places;
  if (const char* named = std::getenv("CAIRN_SCENES")) {
    places.emplace_back(named);
  } else {
    std::error_code failed;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed).parent_path();
    places = {"scenes", program / "scenes", program / "../scenes", program / "../../scenes",
              program / "../share/cairn/scenes"};
  }
  for (const fs::path& place : places)
    if (fs::is_directory(place / "papers")) return place;
  throw InputError(
      "cannot find the scenes of the papers: run in the folder that holds scenes/, or let CAIRN_SCENES name "
      "scenes/ itself");
}

CardDeck::CardDeck(const fs::path& scenes, Size size, const std::vector<Form>& forms) {
  std::vector<fs::path> files;
  for (const fs::path& parent : {scenes, scenes / "papers"})
    for (const fs::directory_entry& item : fs::directory_iterator(parent))
      if (item.is_directory() && fs::exists(item.path() / "cards.yaml"))
        files.push_back(item.path() / "cards.yaml");
  std::ranges::sort(files);
  for (const fs::path& file : files) read(file, size, forms);
  std::ranges::stable_sort(cards_, comes_before);
}

void CardDeck::read(const fs::path& file, Size size, const std::vector<Form>& forms) {
  trees_.push_back(Tree::from_file(file.string()));
  const Value root = interpret(trees_.back(), card_vocabulary());
  for (const Value& value : root["cards"].items())
    for (const Form form : forms)
      if (has_form(value, form)) cards_.push_back(read_card(value, {size, form}, file.parent_path()));
}

std::vector<const Card*> CardDeck::find(const std::vector<std::string>& names) const {
  std::vector<const Card*> found;
  std::vector<std::string> known;
  for (const Card& card : cards_) {
    known.push_back(card.id);
    known.push_back(card.path);
  }
  for (const std::string& name : names) {
    const std::size_t before = found.size();
    for (const Card& card : cards_)
      if (card.id == name || card.path == name || card.path.starts_with(name + "/")) found.push_back(&card);
    if (found.size() == before)
      throw InputError(fmt::format("there is no case {}{}", quote(name), suggestion(name, known)));
  }
  if (names.empty())
    for (const Card& card : cards_) found.push_back(&card);
  return found;
}

}  // namespace cairn
