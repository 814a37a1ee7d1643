// The addresses that the browser may ask for. They are fixed words and whole numbers. No part of a request
// ever becomes a path on the disk.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

enum class Route { page, runs, run, bodies, frame, contacts, series, summary, picture, live };

struct Question {
  Route route = Route::page;
  std::size_t run = 0, number = 0;  // of the run, of the frame; 0 where the route has none
  bool operator==(const Question&) const = default;
};

// The question of an address such as "/api/run/0/frame/12"; nothing if there is no such route. Numbers have
// at most nine digits and no leading zeros.
std::optional<Question> question_of(std::string_view path);
// The address of a question, without the first slash: "api/run/0/frame/12".
std::string path_of(const Question& question);

}  // namespace cairn
