// All keys of a file of cards.
#include "results/series_table.h"
#include "validate/cards.h"

namespace cairn {
namespace {

using namespace declare;

Option overrides(std::string name, std::string meaning) {
  return list_of(std::move(name),
                 text("KEY=VALUE", required, "as --set has it; $name is a number of an earlier run"),
                 std::move(meaning), "[]");
}

Option only() {
  return choice("only", {"quick", "full"}, optional, "the size it belongs to; without it both");
}

Option form() {
  return choice("form", {"as_published", "converged"}, optional, "the form it belongs to; without it both");
}

// The number of runs that differ in their seed alone.
Option ensemble_option() {
  return object("ensemble",
                {integer("quick", "1", "runs in the quick size").at_least(1),
                 integer("full", "1", "runs in the full size").at_least(1)},
                "for results that hang on chance: means with errors; a single run gives no verdict");
}

Option run_option() {
  return object("run",
                {text("name", required, "how values call it; its results go to NAME.run"),
                 text("scene", required, "file beside the cards"), overrides("set", "changes in both sizes"),
                 overrides("quick", "further changes in the quick size"),
                 overrides("full", "further changes in the full size"), only(), form()},
                "one run; those that others start from come first", required);
}

Option value_option() {
  return object(
      "value",
      {text("run", required, "whose results"),
       text("series", optional, "a column of series.csv, such as flow.mass"),
       choice("take", ways_to_take(), "last", "what of it"),
       text("minus", optional, "another run: its column is taken away first, at the same times"),
       number("from", dim::time, optional, "rows from this time on"),
       number("to", dim::time, optional, "rows up to this time"),
       text("summary", optional, "a number of summary.json, such as energy.imbalance"), only(), form()},
      "one number", required);
}

Option band_option() {
  return object("band",
                {number("relative", dim::none, optional, "distance from the published value over that value"),
                 number("absolute", dim::none, optional, "distance from the published value"),
                 number("above", dim::none, optional, "lower limit"),
                 number("below", dim::none, optional, "upper limit")},
                "what it must be; without it there is no verdict");
}

Option quantity_option() {
  return object(
      "quantity",
      {text("name", required, "what it is"), text("unit", "1", "of value, published value and band"),
       text("value", required, "expression of the names under values"),
       number("published", dim::none, optional, "the number to compare with"),
       text("source", "", "where that comes from: lab, theory, the paper's simulation"), band_option(),
       only(), form()},
      "one line of the table", required);
}

Option line_option() {
  return object("line",
                {text("name", required, "in the legend"),
                 list_of("x", text("place", required, "a plain number, or the name of a quantity"),
                         "places along x", required),
                 list_of("y", text("quantity", required, "name of a quantity of this card"),
                         "what stands over them; what the size and form do not have is left out", required)},
                "one line", required);
}

Option plot_option() {
  return object("plot",
                {text("title", required, "heading"), text("series", optional, "column along y"),
                 text("over", "time", "column along x; of lines: what their x is"),
                 list_of("runs", text("run", required, "its name"), "runs, a line each", "[]"),
                 list_of("lines", line_option(), "instead of series and runs: quantities over numbers", "[]"),
                 choice("scale", {"linear", "logarithmic"}, "linear", "of both axes of lines")},
                "one figure", required);
}

Option card_option() {
  return object(
      "card",
      {text("card", required, "C1 ... C24, or a name of its own"),
       text("path", required, "paper and experiment: PZ17/hopper"), text("title", required, "in words"),
       text("note", "", "what is assumed, what differs, what was found"),
       text("quick", "", "the quick size in words"), text("full", "", "the full size in words"),
       list_of("forms", choice("form", {"as_published", "converged"}, required, "its name"),
               "settings of the authors, ours, or both", required),
       overrides("as_published", "changes of all runs in this form"),
       overrides("converged", "changes of all runs in this form"),
       overrides("wrong", "changes that must make the card fail"), ensemble_option(),
       list_of("runs", run_option(), "what is run", required),
       map_of("values", value_option(), "what is taken from the results", required),
       list_of("quantities", quantity_option(), "what is compared", required),
       list_of("plots", plot_option(), "figures of the report", "[]"),
       list_of("pictures", text("run", required, "its name"), "runs whose last frame is shown", "[]")},
      "one experiment", required);
}

}  // namespace

const Option& card_vocabulary() {
  static const Option vocabulary = object(
      "cards file", {list_of("cards", card_option(), "the cards", required)}, "cards of a paper", required);
  return vocabulary;
}

}  // namespace cairn
