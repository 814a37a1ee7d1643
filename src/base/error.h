// The two failures that are not bugs of cairn. InputError: something that the user wrote is wrong; the
// message carries file:line:column, the source line and a caret. RunError: the input was fine but the run
// cannot go on. Also the "did you mean" suggestions for unknown names.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

// A place in a text. Line and column count from 1, columns in characters. 0 means unknown.
struct TextPlace {
  std::string file;  // as on the command line; for an override the whole argument (--set let.d=2mm)
  int line = 0;
  int column = 0;
  std::string text;  // the whole source line, for the caret
};

// A text that was read. It must outlive every Mark (and so every Value) that points into it.
struct Document {
  std::string name;
  std::string text;
  bool is_argument = false;  // of the command line: messages omit line and column
};

// A place in a Document, small enough for every value that was read to keep one.
struct Mark {
  const Document* document = nullptr;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  TextPlace place() const;  // searches for the line: O(size of the text), meant for messages
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

// The run cannot go on: exit code 3.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A solve did not converge, and the run has to stop then.
class NotConverged : public RunError {
 public:
  using RunError::RunError;
};

// A word as messages show it, cut after 60 bytes; quote() adds quotation marks.
std::string shortened(std::string_view word);
std::string quote(std::string_view word);

// The name nearest to a mistyped word, or an empty text if none is close. Uses the Damerau-Levenshtein
// distance without case; a common beginning counts as near.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

// The end of a message about an unknown word: "; did you mean 'gap'? Known: d, gap" with as
// many names as fit.
std::string suggestion(std::string_view word, const std::vector<std::string>& names);

}  // namespace cairn
