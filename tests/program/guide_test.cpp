// The pages do what they say: every listing of commands and every script in docs/guide, README.md and the
// pages of docs that have some runs, in order, in a folder that holds the scenes, and the numbers that these
// pages quote come out.
//   ```sh      line by line; a line that ends with \ goes on, a loop from `for` to `done` is one command;
//              `# exit code N` at the end of a command says that N is right, otherwise 0 is
//   ```python  a script of its own; skipped where a module that it imports is not installed
//   ```yaml    a scene, or a part of one. `<!-- check: ARGUMENTS -->` behind it: `cairn check` accepts it.
//              Without that comment its lines must stand, in this order, in a scene that the tests run
//   <!-- run: COMMAND -->  what the page relies on and does not show
//   <!-- expect: "label" VALUE within TOLERANCE -->      the number behind the label in what the listing
//   printed
//   <!-- expect: FILE COLUMN VALUE within TOLERANCE -->  the last row of a series
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>

#include "places.h"
#include "program/program.h"

namespace cairn::program {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGuide = "docs/guide";
constexpr const char* kOtherPages[] = {"README.md", "docs/fclib.md", "docs/joints.md", "docs/output.md",
                                       "docs/shapes.md"};
constexpr std::uintmax_t kLargestPicture = 150'000;  // bytes
constexpr const char* kPython = "/usr/bin/python3";

using Lines = std::vector<std::string>;

std::vector<std::string> pages() {
  std::vector<std::string> names(std::begin(kOtherPages), std::end(kOtherPages));
  for (const auto& item : fs::directory_iterator(in_source_tree(kGuide))) {
    if (item.path().extension() == ".md") names.push_back("docs/guide/" + item.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

fs::path page_of(const std::string& name) { return in_source_tree(name); }

Lines lines_of(const fs::path& path) {
  std::ifstream file(path);
  Lines lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// Commands of a listing: lines, but those that belong together as one.
Lines commands_of(const Lines& listing) {
  Lines commands;
  bool is_open = false;
  for (const std::string& line : listing) {
    if (is_open) {
      commands.back() += "\n" + line;
    } else if (!line.empty()) {
      commands.push_back(line);
    }
    const bool is_loop = !commands.empty() && commands.back().starts_with("for ");
    is_open = line.ends_with('\\') || (is_loop && line != "done");
  }
  return commands;
}

int code_of(const std::string& command) {
  std::smatch found;
  return std::regex_search(command, found, std::regex("# exit code ([0-9]+)$")) ? std::stoi(found[1]) : 0;
}

Lines split(const std::string& text, char separator) {
  std::istringstream stream(text);
  Lines parts;
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

// The number behind the first place of the label.
double number_behind(const std::string& label, const std::string& text) {
  const std::size_t at = text.find(label);
  if (at == std::string::npos) return std::nan("");
  const std::string rest = text.substr(at + label.size());
  std::smatch found;
  const bool is_there = std::regex_search(rest, found, std::regex("-?[0-9]+\\.?[0-9]*(e[-+]?[0-9]+)?"));
  return is_there ? std::stod(found[0]) : std::nan("");
}

double last_in_series(const fs::path& path, const std::string& column) {
  const Lines lines = lines_of(path);
  if (lines.size() < 3) return std::nan("");
  const Lines names = split(lines[1], ','), values = split(lines.back(), ',');
  const auto found = std::ranges::find(names, column);
  const auto index = static_cast<std::size_t>(found - names.begin());
  return index < values.size() ? std::stod(values[index]) : std::nan("");
}

// Lines without their comments.
Lines without_comments(Lines lines) {
  static const std::regex comment("(^| +)#.*$");
  for (std::string& line : lines) line = std::regex_replace(line, comment, "");
  return lines;
}

// True if all lines of the part are in the whole, in their order.
bool is_shown(const Lines& part, const Lines& whole) {
  auto next = part.begin();
  for (const std::string& line : whole)
    if (next != part.end() && line == *next) ++next;
  return next == part.end();
}

// One page, from its first line to its last.
class Reader {
 public:
  explicit Reader(std::string page) : page_(std::move(page)) {
    for (const char* scenes : {"scenes", "scenes/guide", "scenes/lab/calibration"}) {
      fs::create_directories(folder_.path() / scenes);
      for (const auto& item : fs::directory_iterator(page_of(scenes)))
        if (item.is_regular_file()) fs::copy(item.path(), folder_.path() / scenes);
    }
    fs::create_directories(folder_.path() / "build");
    fs::create_symlink(cairn_program(), folder_.path() / "build/cairn");
  }

  void read() {
    Lines listing;
    std::string language;  // of the listing that is open
    for (const std::string& line : lines_of(page_of(page_))) {
      ++line_;
      const bool is_fence = line.starts_with("```");
      if (language.empty() && is_fence) {
        language = line == "```" ? "text" : line.substr(3);
        listing.clear();
      } else if (is_fence) {
        if (language == "sh") run_commands(listing);
        if (language == "python") run_script(listing);
        if (language == "yaml") show(listing);
        language.clear();
      } else if (!language.empty()) {
        listing.push_back(line);
      } else if (line.starts_with("<!-- run: ")) {
        run_commands({directive(line)});
      } else if (line.starts_with("<!-- check: ")) {
        run_commands({"cairn check listing.yaml " + directive(line)});
        unchecked_.clear();
      } else if (line.starts_with("<!--")) {
        expect(line);
      }
    }
    EXPECT_EQ(language, "") << "a listing of " << page_ << " is not closed";
    look_up_unchecked();
  }

 private:
  // "COMMAND" of "<!-- run: COMMAND -->"
  static std::string directive(const std::string& line) {
    const std::size_t begin = line.find(": ") + 2;
    return line.substr(begin, line.rfind(" -->") - begin);
  }

  void show(const Lines& listing) {
    look_up_unchecked();
    folder_.write("listing.yaml", joined(listing));
    unchecked_ = without_comments(listing);
  }

  // The last listing of YAML that no comment has checked: it must be a part of a scene of the guide.
  void look_up_unchecked() {
    const auto shows = [&](const fs::directory_entry& scene) {
      return scene.path().extension() == ".yaml" &&
             is_shown(unchecked_, without_comments(lines_of(scene.path())));
    };
    bool is_found = false;
    for (const char* scenes : {"scenes/guide", "scenes/lab/calibration"})
      is_found = is_found || std::ranges::any_of(fs::directory_iterator(page_of(scenes)), shows);
    EXPECT_TRUE(is_found) << page_ << ", before line " << line_
                          << ": no scene has these lines, and nothing checks them:\n"
                          << joined(unchecked_);
    unchecked_.clear();
  }

  void run_commands(const Lines& listing) {
    printed_.clear();
    is_skipped_ = false;
    for (const std::string& command : commands_of(listing)) {
      const std::string text = "cairn() { \"" + cairn_program() + "\" \"$@\"; }\n" + command;
      keep(run_other(folder_, {"/bin/bash", "-eo", "pipefail", "-c", text}), code_of(command), command);
    }
  }

  void run_script(const Lines& listing) {
    printed_.clear();
    const std::string script = joined(listing);
    is_skipped_ = std::ranges::any_of(std::vector<std::string>{"numpy", "h5py", "pandas"}, [&](auto& module) {
      return std::regex_search(script, std::regex("import [^\n]*" + module)) && !has_module(module);
    });
    const bool needs_cairn = std::regex_search(script, std::regex("import cairn"));
    is_skipped_ = is_skipped_ || (needs_cairn && python_module_folder().empty());  // sanitized builds
    if (is_skipped_) {
      std::cout << page_ << ":" << line_ << ": not run, for want of a module of Python\n";
      return;
    }
    folder_.write("script.py", script);
    setenv("PYTHONPATH", python_module_folder().c_str(), 1);  // the module cairn
    keep(run_other(folder_, {kPython, "script.py"}), 0, script);
  }

  bool has_module(const std::string& name) const {
    return run_other(folder_, {kPython, "-c", "import " + name}).code == 0;
  }

  void keep(const Outcome& outcome, int code, const std::string& what) {
    EXPECT_EQ(outcome.code, code) << page_ << ", listing before line " << line_ << ":\n"
                                  << what << "\n"
                                  << outcome.out << outcome.err;
    printed_ += outcome.out + outcome.err;
  }

  void expect(const std::string& comment) const {
    static const std::regex form("<!-- expect: (?:\"([^\"]+)\"|(\\S+) (\\S+)) (\\S+) within (\\S+) -->");
    std::smatch part;
    ASSERT_TRUE(std::regex_match(comment, part, form)) << page_ << ":" << line_ << ": " << comment;
    if (part[1].matched && is_skipped_) return;
    const double found = part[1].matched ? number_behind(part[1], printed_)
                                         : last_in_series(folder_.path() / part[2].str(), part[3]);
    EXPECT_NEAR(found, std::stod(part[4]), std::stod(part[5])) << page_ << ":" << line_ << ": " << comment;
  }

  std::string page_;
  TemporaryFolder folder_;
  std::string printed_;  // by the last listing
  Lines unchecked_;      // the last listing of YAML, until a comment checks it
  bool is_skipped_ = false;
  int line_ = 0;
};

class Guide : public testing::TestWithParam<std::string> {};

TEST_P(Guide, DoesWhatItSays) { Reader(GetParam()).read(); }

TEST_P(Guide, LinksLeadSomewhereAndPicturesAreSmall) {
  const std::string text = joined(lines_of(page_of(GetParam())));
  const bool in_guide = GetParam().starts_with("docs/guide");
  const std::regex link("\\]\\(([^)#]+)[^)]*\\)");
  for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
    const fs::path target = page_of(GetParam()).parent_path() / (*at)[1].str();
    EXPECT_TRUE(fs::exists(target)) << target;
    if (in_guide && target.extension() == ".png" && fs::exists(target)) {
      EXPECT_LT(fs::file_size(target), kLargestPicture) << target;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pages, Guide, testing::ValuesIn(pages()), [](const auto& page) {
  std::string name = page.param.substr(0, page.param.rfind('.'));
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(GuideTest, CommandsOfALoopBelongTogether) {
  const Lines commands =
      commands_of({"ls", "cairn run a.yaml \\", "  -q", "for s in a b; do", "  ls $s", "done", "ls"});
  EXPECT_EQ(commands, (Lines{"ls", "cairn run a.yaml \\\n  -q", "for s in a b; do\n  ls $s\ndone", "ls"}));
  EXPECT_EQ(code_of("cairn check x.yaml    # exit code 2"), 2);
  EXPECT_EQ(code_of("cairn check x.yaml"), 0);
}

TEST(GuideTest, ListingsWithoutACheckAreLinesOfAScene) {
  const Lines scene =
      without_comments({"# head", "time:  # how long", "  step: auto", "  end: 1 s", "seed: 1"});
  EXPECT_TRUE(is_shown(without_comments({"time:", "  end: 1 s    # short"}), scene));
  EXPECT_FALSE(is_shown({"time:", "  end: 2 s"}, scene));
  EXPECT_FALSE(is_shown({"seed: 1", "time:"}, scene));
}

TEST(GuideTest, NumbersAreFoundBehindTheirLabels) {
  EXPECT_EQ(number_behind("force", "no number\nforce on the cup -3.5e-2 N"), -3.5e-2);
  EXPECT_TRUE(std::isnan(number_behind("torque", "force 1")));
}

}  // namespace
}  // namespace cairn::program
