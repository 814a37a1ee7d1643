// The two failures that are not our bugs. InputError: something the user wrote is wrong; the message carries
// file:line:column, the source line and a caret. RunError: the input was fine but the run can not go on.
// Also the "did you mean" of every message that refuses a name.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

// Where in a text: line and column count from 1, columns in characters. 0 means unknown.
struct TextPlace {
  std::string file;  // as named on the command line; for an override the whole argument (--set let.d=2mm)
  int line = 0;
  int column = 0;
  std::string text;  // the whole source line, for the caret
};

// A text that was read. It must outlive every Mark (and so every Value) that points into it.
struct Document {
  std::string name;
  std::string text;
  bool is_argument = false;  // of the command line: messages name it without line and column
};

// A place in a Document, light enough to be kept by every value that was read.
struct Mark {
  const Document* document = nullptr;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  TextPlace place() const;  // looks the line up: O(size of the text), meant for messages
};

// Bad input: exit code 2. what() is the whole message:
//   scene.yaml:3:14: error: expected a length such as '2 mm', got '3 s' (a time)
//      let: {gap: 3 s}
//                 ^
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message, TextPlace place = {});
  InputError(const std::string& message, const Mark& mark) : InputError(message, mark.place()) {}

  const std::string& message() const { return message_; }
  const TextPlace& place() const { return place_; }

 private:
  std::string message_;
  TextPlace place_;
};

// The run can not go on: exit code 3.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A solve that did not converge in a run that must not go on with it.
class NotConverged : public RunError {
 public:
  using RunError::RunError;
};

// A word as messages show it: cut behind 60 bytes, and the same in quotes.
std::string shortened(std::string_view word);
std::string quote(std::string_view word);

// The name nearest to a mistyped word (Damerau-Levenshtein distance, case ignored, beginnings count as near),
// or an empty text if none is close.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

// Tail for a message that refuses a word: "; did you mean 'gap'? Known: d, gap" with as many names as fit.
std::string suggestion(std::string_view word, const std::vector<std::string>& names);

}  // namespace cairn
