// What a run shows: lines, which also go to run.log, and on a terminal a bar that stays below them.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/printable.h"

namespace cairn {

// Prints a line or more to the standard output, without the control characters of names and titles.
template <class... T>
void say(fmt::format_string<T...> form, T&&... values) {
  fmt::print("{}", printable(fmt::format(form, std::forward<T>(values)...)));
}

enum class Talk { normal, quiet };

class Console {
 public:
  explicit Console(Talk talk);
  ~Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  // Where lines go besides the screen; those that came before are handed over too.
  void also_to(std::function<void(std::string_view)> log);

  void line(std::string_view text);     // not shown when quiet
  void answer(std::string_view text);   // asked for by an option: always shown
  void warning(std::string_view text);  // to the error output, always shown

  bool has_bar() const { return has_bar_; }
  // Replaces the bar; cut to the width of the terminal.
  void bar(std::string_view text);
  int width() const;  // columns of the terminal

 private:
  void write(std::string_view text, std::FILE* to);
  void log(std::string_view text);
  void clear_bar();

  Talk talk_;
  bool has_bar_ = false;
  bool bar_shown_ = false;
  std::function<void(std::string_view)> log_;
  std::vector<std::string> early_;  // lines before the log was there
};

}  // namespace cairn
