// Cards: published experiments as data. A card names scenes and how they are changed for the quick and for
// the full form, what is taken from their results, and what was published, with the band within which we have
// to be. Cards are read from scenes/*/cards.yaml and scenes/papers/*/cards.yaml; what a key means is said in
// card_vocabulary().
#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "text/node.h"
#include "text/value.h"

namespace cairn {

enum class Form { quick, full };
const char* form_name(Form form);

struct CardRun {
  std::string name, scene;
  std::vector<std::string> overrides;  // KEY=VALUE, for the form in question
};

// A number taken from the results of a run.
struct CardValue {
  std::string name, run;
  std::string series, take;        // a column of series.csv, and what of it
  std::string minus;               // another run, whose column is taken away first
  std::optional<double> from, to;  // s
  std::string summary;             // or a dotted name in summary.json
};

// What the number must be. Nothing given: it is shown, and there is no verdict.
struct CardBand {
  std::optional<double> relative, absolute;  // about the published value
  std::optional<double> above, below;
  bool is_given() const { return relative || absolute || above || below; }
  bool holds(double value, double published) const;
  std::string text() const;  // "± 10 %", "< 1e-6", "15 ... 30"
};

struct CardQuantity {
  std::string name, unit;
  std::string value;  // expression of the values' names
  Mark value_mark;
  std::optional<double> published;
  std::string source;  // of the published value: "lab", "theory"
  CardBand band;
};

// Quantities of a card over a number, such as that of the grains.
struct CardLine {
  std::string name;
  std::vector<double> x;
  std::vector<std::string> y;  // names of quantities
};

// Lines of one column over time, or over another column, one per run; or lines of quantities.
struct CardPlot {
  std::string title, series, over;
  std::vector<std::string> runs;
  std::vector<CardLine> lines;
  bool is_logarithmic = false;  // both axes of lines of quantities
};

struct Card {
  std::string id, path, title;  // C11, PZ17/hopper, ...
  std::string note;             // what was found, what is assumed, where it differs from the paper
  std::string size;             // of the form, in words
  std::vector<CardRun> runs;
  std::vector<CardValue> values;
  std::vector<CardQuantity> quantities;
  std::vector<CardPlot> plots;
  std::vector<std::string> pictures;  // runs whose last frame is shown
  std::filesystem::path folder;       // where its scenes are
  std::string fingerprint;            // of everything that decides the numbers but the program itself
};

// The declaration of cards.yaml.
const Option& card_vocabulary();

// Where scenes are: beside the present folder, the program, or where it was installed; or in $CAIRN_SCENES.
// Throws InputError if they are nowhere.
std::filesystem::path scenes_folder();

// Cards of one form, in the order of their numbers; the verification cases follow.
class CardDeck {
 public:
  CardDeck(const std::filesystem::path& scenes, Form form);
  const std::vector<Card>& cards() const { return cards_; }
  // By number, path, or the first part of a path (PZ17). Throws InputError if there is none.
  std::vector<const Card*> find(const std::vector<std::string>& names) const;

 private:
  void read(const std::filesystem::path& file, Form form);

  std::deque<Tree> trees_;  // texts that the cards point into
  std::vector<Card> cards_;
};

}  // namespace cairn
