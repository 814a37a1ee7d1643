#include "report/calibration_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/file.h"
#include "draw/chart.h"
#include "report/page.h"

namespace cairn {
namespace {

constexpr std::size_t kAlongSlice = 41;   // points of a curve
constexpr std::size_t kBins = 40;         // of a histogram of draws
constexpr double kFarOff = 3;             // standard deviations between a target and its fit
constexpr std::size_t kMostRows = 60;     // of the table of evaluations
constexpr std::size_t kMostDraws = 1000;  // in a chart of pairs

std::string label_of(const Unknown& unknown) {
  return unknown.range.unit.empty() ? unknown.key : fmt::format("{} [{}]", unknown.key, unknown.range.unit);
}
std::string label_of(const Target& target) {
  return target.column.unit == "1" ? target.name : fmt::format("{} [{}]", target.name, target.column.unit);
}
ChartAxis axis_of(const Unknown& unknown) {
  return {label_of(unknown), unknown.range.logarithmic ? Scale::logarithmic : Scale::linear,
          ValueRange{unknown.range.low, unknown.range.high}};
}

TextRows estimate_rows(const Calibration& calibration, const Inference& inference) {
  TextRows rows{{"unknown", "value", "95 % from", "to", "bounds", "verdict"}};
  for (std::size_t k = 0; k < calibration.unknowns.size(); ++k) {
    const Unknown& unknown = calibration.unknowns[k];
    const Estimate& estimate = inference.estimates[k];
    rows.push_back({label_of(unknown), short_number(estimate.value), short_number(estimate.low),
                    short_number(estimate.high),
                    fmt::format("{} to {}", unknown.range.at(0), unknown.range.at(1)),
                    certainty_text(estimate.certainty)});
  }
  return rows;
}

TextRows correlation_rows(const Calibration& calibration, const Inference& inference) {
  TextRows rows{{"correlation"}};
  for (const Unknown& unknown : calibration.unknowns) rows.front().push_back(unknown.key);
  for (std::size_t a = 0; a < calibration.unknowns.size(); ++a) {
    rows.push_back({calibration.unknowns[a].key});
    for (const double value : inference.correlation[a]) rows.back().push_back(fmt::format("{:.2f}", value));
  }
  return rows;
}

TextRows fit_rows(const Calibration& calibration, const Inference& inference) {
  TextRows rows{
      {"target", "measured", "from the estimate", "off, in standard deviations", "scatter of a run"}};
  for (std::size_t j = 0; j < calibration.targets.size(); ++j) {
    const Target& target = calibration.targets[j];
    const Fit& fit = inference.fits[j];
    rows.push_back({label_of(target), fmt::format("{} ± {:.2g}", short_number(target.value), target.slack),
                    fmt::format("{} ± {:.2g}", short_number(fit.predicted), fit.deviation),
                    fmt::format("{:+.1f}", fit.off), short_number(inference.responses.of(j).noise())});
  }
  return rows;
}

// A target over one unknown, the others at their estimates, with the evaluations and the measured band.
Chart slice(const Calibration& calibration, const Inference& inference, std::span<const Evaluation> done,
            std::size_t j, std::size_t k) {
  const Target& target = calibration.targets[j];
  const Unknown& unknown = calibration.unknowns[k];
  Chart chart{target.name, axis_of(unknown), {label_of(target)}, {}};
  ChartSeries curve{"mean over seeds, others at their estimates", {}, {}};
  CubePoint at = inference.best;
  for (std::size_t i = 0; i < kAlongSlice; ++i) {
    at[k] = static_cast<double>(i) / (kAlongSlice - 1);
    const GaussianProcess::Guess guess = inference.responses.of(j).at(at);
    curve.x.push_back(value_at_share(unknown.range, at[k]));
    curve.y.push_back(guess.mean);
    curve.error.push_back(guess.deviation);
  }
  ChartSeries points{"evaluations, others anywhere", {}, {}, Marks::points};
  for (const Evaluation& evaluation : done) {
    if (!std::isfinite(evaluation.means[j])) continue;
    points.x.push_back(value_at_share(unknown.range, evaluation.at[k]));
    points.y.push_back(evaluation.means[j]);
  }
  chart.series = {std::move(curve), std::move(points)};
  chart.bands.push_back({"measured", {target.value - target.slack, target.value + target.slack}});
  return chart;
}

// How likely the values of an unknown are.
Chart density(const Unknown& unknown, const Inference& inference, std::size_t k) {
  std::vector<double> shares;
  for (const CubePoint& x : inference.draws) shares.push_back(x[k]);
  ChartSeries bars = histogram("", shares, {0, 1}, kBins);
  for (double& x : bars.x) x = value_at_share(unknown.range, x);
  for (double& y : bars.y) y /= static_cast<double>(shares.size());
  return {unknown.key, axis_of(unknown), {"share of the draws"}, {std::move(bars)}};
}

Chart pair_of(const Calibration& calibration, const Inference& inference, std::size_t a, std::size_t b) {
  ChartSeries points{"draws", {}, {}, Marks::points};
  const std::size_t every = std::max<std::size_t>(1, inference.draws.size() / kMostDraws);
  for (std::size_t i = 0; i < inference.draws.size(); i += every) {
    points.x.push_back(value_at_share(calibration.unknowns[a].range, inference.draws[i][a]));
    points.y.push_back(value_at_share(calibration.unknowns[b].range, inference.draws[i][b]));
  }
  return {fmt::format("{} and {}", calibration.unknowns[a].key, calibration.unknowns[b].key),
          axis_of(calibration.unknowns[a]),
          axis_of(calibration.unknowns[b]),
          {std::move(points)}};
}

void add_evaluations(Page& page, const Calibration& calibration, std::span<const Evaluation> done) {
  TextRows rows{{"evaluation"}};
  for (const Unknown& unknown : calibration.unknowns) rows.front().push_back(label_of(unknown));
  for (const Target& target : calibration.targets) rows.front().push_back(label_of(target));
  for (std::size_t i = 0; i < std::min(done.size(), kMostRows); ++i) {
    rows.push_back({fmt::format("{}", i)});
    for (std::size_t k = 0; k < calibration.unknowns.size(); ++k)
      rows.back().push_back(short_number(value_at_share(calibration.unknowns[k].range, done[i].at[k])));
    for (const double mean : done[i].means)
      rows.back().push_back(std::isfinite(mean) ? short_number(mean) : "-");
  }
  page.heading("Evaluations");
  std::string studies;
  for (const LabTest& test : calibration.tests) studies += fmt::format(" {}.study", test.name);
  page.paragraph(fmt::format("Means over the runs of an evaluation. The runs are in the folders{}.{}",
                             studies, done.size() > kMostRows ? " evaluations.csv has all rows." : ""));
  page.table(rows);
}

}  // namespace

std::vector<std::string> warnings_of(const Calibration& calibration, const Inference& inference) {
  std::vector<std::string> warnings;
  for (std::size_t k = 0; k < calibration.unknowns.size(); ++k) {
    const Certainty certainty = inference.estimates[k].certainty;
    const std::string& key = calibration.unknowns[k].key;
    if (certainty == Certainty::undetermined)
      warnings.push_back(
          fmt::format("{} is not determined: its interval covers more than half of its bounds; add a test "
                      "that depends on it",
                      key));
    if (certainty == Certainty::at_bound)
      warnings.push_back(fmt::format("{}: its interval ends at a bound; the value may lie beyond", key));
  }
  for (std::size_t j = 0; j < calibration.targets.size(); ++j)
    if (std::abs(inference.fits[j].off) > kFarOff)
      warnings.push_back(
          fmt::format("{}: the estimate is {:.1f} standard deviations off; no values within the bounds fit "
                      "all targets",
                      calibration.targets[j].name, std::abs(inference.fits[j].off)));
  return warnings;
}

std::string write_calibration_report(const CalibrationRun& run) {
  const Calibration& calibration = run.calibration();
  const std::vector<Evaluation> done = run.evaluations();
  if (done.size() < 2)
    throw InputError(
        fmt::format("{} has {} finished evaluations; a page needs two", quote(run.folder()), done.size()));
  const Inference inference(calibration, done);

  // The answer, its warnings and correlations.
  Page page(calibration.title.empty() ? "Calibration" : calibration.title);
  page.paragraph(
      fmt::format("{} evaluations, {} runs.", done.size(), done.size() * calibration.runs_per_evaluation()));
  page.table(estimate_rows(calibration, inference));
  for (const std::string& warning : warnings_of(calibration, inference))
    page.paragraph("Warning: " + warning + ".");
  if (calibration.unknowns.size() > 1) page.table(correlation_rows(calibration, inference));
  // Each target over each unknown of its scene.
  page.heading("Fit");
  page.table(fit_rows(calibration, inference));
  for (std::size_t j = 0; j < calibration.targets.size(); ++j) {
    page.heading(calibration.targets[j].name, 3);
    for (std::size_t k = 0; k < calibration.unknowns.size(); ++k) {
      const std::vector<std::size_t>& own = calibration.tests[calibration.targets[j].test].unknowns;
      if (std::ranges::find(own, k) == own.end()) continue;
      page.picture(
          draw(slice(calibration, inference, done, j, k)),
          "Bars show one standard deviation of the curve. Points have other values of the other unknowns.");
    }
  }
  // How likely values and pairs of values are, then all evaluations.
  page.heading("Unknowns");
  page.paragraph("Values that the targets allow, drawn in proportion to how likely they are.");
  for (std::size_t k = 0; k < calibration.unknowns.size(); ++k)
    page.picture(draw(density(calibration.unknowns[k], inference, k)),
                 fmt::format("How likely values of {} are.", calibration.unknowns[k].key));
  for (std::size_t a = 0; a < calibration.unknowns.size(); ++a)
    for (std::size_t b = a + 1; b < calibration.unknowns.size(); ++b)
      page.picture(draw(pair_of(calibration, inference, a, b)), "Each point is a draw.");
  add_evaluations(page, calibration, done);
  const std::string path = run.folder() + "/report.html";
  write_page(path, page);
  return path;
}

std::string write_calibration_report(const std::string& folder) {
  const std::string file = calibration_file(folder);
  return write_calibration_report(CalibrationRun(Calibration::read(file, folder), file, folder));
}

}  // namespace cairn
