#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/file.h"
#include "problem.h"
#include "results/checkpoint.h"

namespace cairn::python {
namespace {

constexpr double kSignals = 0.05, kReports = 0.25;  // s of wall time between looks
constexpr std::string_view kStateLayout = "cairn state, checkpoint layout 3";

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string name_of(const py::object& callable) {
  return py::str(py::getattr(callable, "__name__", py::type::of(callable).attr("__name__")));
}

}  // namespace

// A measure that is a callable. Its failure stops the run after the step, which is whole by then.
class CallingMeasure final : public Measure {
 public:
  CallingMeasure(Session& session, std::string name, py::function callable, std::vector<ColumnRow> columns)
      : Measure(std::move(columns)),
        session_(session),
        name_(std::move(name)),
        callable_(std::move(callable)) {}
  ~CallingMeasure() override {
    const py::gil_scoped_acquire hold;
    callable_ = py::function();
  }

  bool needs_contacts() const override { return true; }  // the callable may look at them

  void sample(const Sight&, std::span<double> values) override {
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    const py::gil_scoped_acquire hold;
    session_.caller_ = std::this_thread::get_id();
    try {
      const std::vector<double> found =
          numbers_in(callable_(), values.size(), "values of the measure " + name_);
      std::ranges::copy(found, values.begin());
    } catch (...) {
      if (!session_.failure_) session_.failure_ = std::current_exception();
    }
    session_.caller_ = std::thread::id();
  }

 private:
  Session& session_;
  std::string name_;
  py::function callable_;
};

Session::Use::Use(Session& session, Purpose purpose) : session_(session) {
  nested_ = session.caller_.load() == std::this_thread::get_id();
  if (nested_ && purpose == Purpose::look) return;
  if (nested_) throw RunError("a measure looks at a simulation and cannot change it");
  if (session.busy_.exchange(true))
    throw RunError("this simulation is at work in another thread; one thread may use it at a time");
}

Session::Use::~Use() {
  if (!nested_) session_.busy_ = false;
}

Session::Session(Scene scene, int threads) : simulation_(std::move(scene), threads) {
  built_ = built_hash(simulation_.world());
  simulation_.be_watched_by(views_);
}

Session::Session(const Origin& origin, int threads)
    : Session(Scene::from_text(origin.text, origin.name, origin.folder, {},
                               {allowed_folders(origin.allowed), {}}),
              threads) {}

void Session::start() {
  simulation_.start();
  if (simulation_.row().any) history_.push_back(simulation_.row().values);
}

void Session::require_whole() const {
  if (!broken_.empty()) throw RunError("a step has failed, so that this simulation cannot go on: " + broken_);
}

void Session::advance(Recording recording) {
  if (results_ && results_->next_recording(simulation_) == Recording::contacts)
    recording = Recording::contacts;
  try {
    simulation_.advance(recording);
  } catch (const std::exception& error) {
    broken_ = error.what();
    throw;
  }
  if (simulation_.row().any) history_.push_back(simulation_.row().values);
  if (results_) results_->follow(simulation_);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

// Ctrl-C between two steps. One more step follows, which tells the contacts of the state that stays.
void Session::check_signals() {
  std::exception_ptr interrupt;
  {
    const py::gil_scoped_acquire hold;
    if (PyErr_CheckSignals() == 0) return;
    interrupt = std::make_exception_ptr(py::error_already_set());
  }
  advance(Recording::contacts);
  settle();
  std::rethrow_exception(interrupt);
}

// Velocities that Python looks at belong to the time of the positions.
void Session::settle() {
  if (views_.looks()) simulation_.world();
}

void Session::step(std::uint64_t count) {
  require_whole();
  const std::uint64_t last = simulation_.step() + count;
  if (count > 0 && (last > simulation_.plan().steps || simulation_.done()))
    simulation_.run_until(static_cast<double>(last) * simulation_.plan().step);
  const py::gil_scoped_release free;
  auto looked = std::chrono::steady_clock::now();
  while (simulation_.step() < last) {
    advance(simulation_.step() + 1 == last ? Recording::contacts : Recording::no);
    if (count == 1 || seconds_since(looked) < kSignals) continue;
    check_signals();
    looked = std::chrono::steady_clock::now();
  }
  settle();
}

std::string Session::run(const std::optional<double>& until, const py::object& report) {
  require_whole();
  if (until && !(*until >= 0 && std::isfinite(*until)))
    throw InputError(fmt::format("until: expected a time in seconds, got {}", *until));
  if (until && !simulation_.plan().has_come(*until, simulation_.plan().steps)) simulation_.run_until(*until);
  const auto is_over = [&] {
    return simulation_.done() || (until && simulation_.plan().has_come(*until, simulation_.step()));
  };
  const py::gil_scoped_release free;
  auto looked = std::chrono::steady_clock::now(), told = looked;
  const Schedule& plan = simulation_.plan();
  while (!is_over()) {
    const std::uint64_t next = simulation_.step() + 1;
    const bool is_last = simulation_.may_end(next) || (until && plan.has_come(*until, next));
    advance(is_last ? Recording::contacts : Recording::no);
    if (seconds_since(looked) < kSignals) continue;
    looked = std::chrono::steady_clock::now();
    check_signals();
    if (report.is_none() || seconds_since(told) < kReports) continue;
    told = looked;
    const py::gil_scoped_acquire hold;
    caller_ = std::this_thread::get_id();
    try {
      report();
    } catch (...) {
      caller_ = std::thread::id();
      throw;
    }
    caller_ = std::thread::id();
  }
  settle();
  return simulation_.done() ? simulation_.stop_reason() : "until";
}

void Session::begin_record(const std::string& folder, const std::optional<double>& frames,
                           Existing existing) {
  require_whole();
  if (results_) throw RunError("this simulation is recorded already, in " + results_->folder());
  if (frames && !(*frames > 0 && std::isfinite(*frames)))
    throw InputError(fmt::format("frames: expected seconds between frames, above 0, got {}", *frames));
  require_free(folder, existing, simulation_.scene().folder());
  results_.emplace(Results::begin(simulation_, ResultsFolder::create(folder, existing),
                                  {"cairn.Simulation.record", built_, frames}));
  for (const std::string& warning : simulation_.warnings()) results_->log(warning);
}

void Session::end_record(const std::string& how, const std::string& reason) {
  if (!results_) return;
  const Ending ending = !broken_.empty()    ? Ending::failed
                        : how == "finished" ? Ending::finished
                                            : Ending::interrupted;
  for (const std::string& line : simulation_.log()) results_->log(line);
  const std::string why = !broken_.empty() ? "failed: " + broken_ : reason;
  results_->close(simulation_, ending, why);
  results_.reset();
}

void Session::save(const std::string& path) {
  require_whole();
  Record record;
  sign(record);
  record.put("scene.text", simulation_.scene().resolved());
  record.put("scene.folder", simulation_.scene().folder());
  record.put("scene.allowed", simulation_.scene().folders().allowed);
  record.put("scene.end", simulation_.plan().end);
  record.put("results.built", built_);
  simulation_.save(record);
  write_durably(path, record.encode(kStateLayout));
}

std::unique_ptr<Session> Session::restored(const std::string& path, int threads, const py::object& solver,
                                           const py::list& measures) {
  Decoded decoded = decode_record(read_file(path), kStateLayout);
  if (decoded.refusal != Refusal::none)
    throw InputError(fmt::format("{} is no state that can be restored: {}", quote(path), decoded.reason));
  const Record& state = decoded.record;
  Scene scene =
      Scene::from_text(state.get<std::string>("scene.text"), path, state.get<std::string>("scene.folder"), {},
                       {state.get<std::vector<std::string>>("scene.allowed"), {}});
  std::unique_ptr<Session> session(new Session(std::move(scene), threads));
  if (session->built_ != state.get<std::uint64_t>("results.built"))
    throw RunError(fmt::format("{} was saved with other bodies: files in {} have changed", quote(path),
                               session->simulation_.scene().folder()));
  if (!solver.is_none()) session->use_solver(name_of(solver), solver);
  for (const py::handle& measure : measures) {
    const auto [name, callable, columns, every] =
        measure.cast<std::tuple<std::string, py::function, py::list, double>>();
    session->add_measure(name, callable, columns, every);
  }
  session->simulation_.run_until(state.get<double>("scene.end"));
  session->simulation_.load(state);
  return session;
}

void Session::use_solver(const std::string& name, const py::function& callable) {
  simulation_.use_solver(name, solver_calling(name, callable));
}

void Session::add_measure(const std::string& name, const py::function& callable, const py::list& columns,
                          double every) {
  if (results_) throw RunError("a measure has to be there before record() writes the names of its columns");
  if (!(every >= 0 && std::isfinite(every)))
    throw InputError(fmt::format("every: expected seconds, 0 or more, got {}", every));
  std::vector<ColumnRow> rows;
  for (const py::handle& column : columns) {
    const auto [title, unit] = column.cast<std::pair<std::string, std::string>>();
    const bool plain = !title.empty() && std::ranges::all_of(title, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
    if (!plain)
      throw InputError(
          fmt::format("columns: expected names of small letters, digits and _, got {}", quote(title)));
    rows.push_back({title, unit, "of a script"});
  }
  if (rows.empty()) throw InputError("columns: a measure has at least one");
  NamedMeasure named;
  named.name = name;
  named.every = every;
  named.measure = std::make_unique<CallingMeasure>(*this, name, callable, std::move(rows));
  simulation_.add_measure(std::move(named));
  for (std::vector<double>& row : history_)
    row.resize(simulation_.columns().size(), std::numeric_limits<double>::quiet_NaN());
}

}  // namespace cairn::python
