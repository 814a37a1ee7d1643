// A running simulation for Python: the engine, the results it may write, the arrays that Python looks at, and
// the rule of who may use it. One thread at a time; steps run without the interpreter's lock. A callable that
// the engine calls back may look, but not change anything.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arrays.h"
#include "run/results.h"
#include "run/simulation.h"
#include "views.h"

namespace cairn::python {

class Session {
 public:
  struct Origin {
    std::string text, name, folder;
    std::vector<std::string> allowed;
  };
  Session(const Origin& origin, int threads);
  static std::unique_ptr<Session> restored(const std::string& path, int threads, const py::object& solver,
                                           const py::list& measures);
  void start();

  // What a caller is about to do. Throws RunError if another thread uses the session, or if a callable that
  // the engine calls tries to change it.
  enum class Purpose { look, change };
  class Use {
   public:
    Use(Session& session, Purpose purpose);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Session& session_;
    bool nested_ = false;
  };
  Simulation& look() { return simulation_; }

  // --- Steps
  void step(std::uint64_t count);
  // Until the time has come, the scene ends or its stop condition holds. `report` is called now and then.
  std::string run(const std::optional<double>& until, const py::object& report);

  // --- Results and state
  void begin_record(const std::string& folder, const std::optional<double>& frames, Existing existing);
  void end_record(const std::string& how, const std::string& reason);
  bool records() const { return results_.has_value(); }
  void save(const std::string& path);

  void use_solver(const std::string& name, const py::function& callable);
  void add_measure(const std::string& name, const py::function& callable, const py::list& columns,
                   double every);
  const std::vector<std::vector<double>>& history() const { return history_; }
  Views& views() { return views_; }
  std::uint64_t built() const { return built_; }
  const std::string& broken() const { return broken_; }

 private:
  friend class CallingMeasure;
  Session(Scene scene, int threads);
  void advance(Recording recording);
  void check_signals();
  void settle();
  void require_whole() const;

  Views views_;  // outlives the engine, whose bodies report to it
  Simulation simulation_;
  std::uint64_t built_ = 0;
  std::optional<Results> results_;
  std::vector<std::vector<double>> history_;  // rows of the measures
  std::string broken_;                        // why no further step can be made
  std::atomic<bool> busy_{false};
  std::atomic<std::thread::id> caller_{};  // the thread whose callable the engine calls now
  std::exception_ptr failure_;             // of a measure that is a callable
};

}  // namespace cairn::python
