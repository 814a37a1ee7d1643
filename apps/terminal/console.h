// The output of a run: lines, which also go to run.log, and on a terminal a bar below them.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/printable.h"

namespace cairn {

// Prints text to the standard output, without control characters that names and titles may hold.
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

  // Sends lines to the log as well, including all earlier lines.
  void also_to(std::function<void(std::string_view)> log);

  void line(std::string_view text);     // hidden when quiet
  void answer(std::string_view text);   // always shown, because an option asked for it
  void warning(std::string_view text);  // to the error output, always shown

  bool has_bar() const { return has_bar_; }
  // Replaces the bar; the text is cut to the width of the terminal.
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
  std::vector<std::string> early_;  // lines from before the log existed
};

}  // namespace cairn
