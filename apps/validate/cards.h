// Cards: published experiments as data. A card names scenes, the numbers taken from their results, and the
// published values with the band in which ours must lie. A card has two sizes, quick and full, and up to two
// forms: with the authors' settings, and with ours carried to convergence. Each form is a Card of its own.
// Cards are read from scenes/*/cards.yaml and scenes/papers/*/cards.yaml; card_vocabulary() says what each
// key means.
#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "text/node.h"
#include "text/value.h"

namespace cairn {

enum class Size { quick, full };
const char* size_name(Size size);

enum class Form {
  as_published,  // the authors' model, settings and iteration counts
  converged,     // what the theory says
  wrong,         // a setting that is wrong on purpose: the card must fail
};
const char* form_name(Form form);

struct CardRun {
  std::string name, scene;
  std::vector<std::string> overrides;  // KEY=VALUE, for the chosen size and form
};

// A number taken from the results of a run.
struct CardValue {
  std::string name, run;
  std::string series, take;        // a column of series.csv, and a way to take one number from it
  std::string minus;               // another run, whose column is subtracted first
  std::optional<double> from, to;  // s
  std::string summary;             // instead of a series: a dotted name in summary.json
};

// Limits of a number. A band without limits gives no verdict; the number is only shown.
struct CardBand {
  std::optional<double> relative, absolute;  // distance from the published value
  std::optional<double> above, below;
  bool is_given() const { return relative || absolute || above || below; }
  bool holds(double value, double published) const;
  std::pair<double, double> limits(double published) const;  // lower and upper; may be infinite
  std::string text() const;                                  // "± 10 %", "< 1e-6", "15 ... 30"
};

struct CardQuantity {
  std::string name, unit;
  std::string value;  // expression of the values' names
  Mark value_mark;
  std::optional<double> published;
  std::string source;  // of the published value: "lab", "theory"
  CardBand band;
};

// A line of quantities over numbers, such as the number of grains, or over other quantities, such as their
// cost.
struct CardLine {
  std::string name;
  std::vector<std::string> x;  // numbers or names of quantities
  std::vector<std::string> y;  // names of quantities
};

// Lines of one column over time or over another column, one per run; or lines of quantities.
struct CardPlot {
  std::string title, series, over;
  std::vector<std::string> runs;
  std::vector<CardLine> lines;
  bool is_logarithmic = false;  // for both axes, in plots of quantities
};

// Runs that differ in their seed alone. Numbers are then means with standard errors.
enum class Chance { none, seeds };  // none: nothing in the card is random
struct CardEnsemble {
  Chance chance = Chance::none;
  int count = 1;  // with `seed` 0, 1, 2, ...
};

struct Card {
  std::string id, path, title;  // C11, PZ17/hopper, ...
  Form form = Form::converged;
  std::string note;    // assumptions, findings, differences from the paper
  std::string extent;  // of this size, in words
  CardEnsemble ensemble;
  std::vector<CardRun> runs;
  std::vector<CardValue> values;
  std::vector<CardQuantity> quantities;
  std::vector<CardPlot> plots;
  std::vector<std::string> pictures;  // runs whose last frame is shown
  std::filesystem::path folder;       // holds its scenes
  std::string fingerprint;            // hash of scenes, changes, values and bands; not of the program
};

const Option& card_vocabulary();

// The folder of scenes: $CAIRN_SCENES, or else `scenes` in the present folder, near the program, or where it
// was installed. Throws InputError if there is none.
std::filesystem::path scenes_folder();

// Cards of one size, sorted by number and form; the verification cases follow.
class CardDeck {
 public:
  CardDeck(const std::filesystem::path& scenes, Size size, const std::vector<Form>& forms);
  const std::vector<Card>& cards() const { return cards_; }
  // Finds cards by number, path, or first part of a path (PZ17); no names: all cards. Throws InputError if a
  // name finds none.
  std::vector<const Card*> find(const std::vector<std::string>& names) const;

 private:
  void read(const std::filesystem::path& file, Size size, const std::vector<Form>& forms);

  std::deque<Tree> trees_;  // texts that the cards point into
  std::vector<Card> cards_;
};

}  // namespace cairn
