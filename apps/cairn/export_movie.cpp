// cairn export --movie: draws frame after frame and pipes the pictures into ffmpeg. All of them share one
// range of colours and one region that the camera shows.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>
#include <numbers>

#include "base/error.h"
#include "base/file.h"
#include "base/timer.h"
#include "cairn/camera_path.h"
#include "cairn/command.h"
#include "cairn/exports.h"
#include "report/pages.h"
#include "terminal/console.h"
#include "terminal/progress.h"
#include "terminal/signals.h"

namespace cairn {
namespace {

constexpr std::size_t kMostPictures = 100'000;

// The path of a program, as the shell would find it; empty if there is none.
std::string program_path(const std::string& name) {
  const char* folders = std::getenv("PATH");
  std::string_view rest = folders != nullptr ? folders : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string path = std::string(rest.substr(0, end)) + "/" + name;
    if (end > 0 && ::access(path.c_str(), X_OK) == 0) return path;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

// ffmpeg with its standard input at hand.
class Encoder {
 public:
  Encoder(const std::string& program, const ExportRequest& request);
  ~Encoder();
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  void add(const Image& image);
  // Waits until the film is whole. Throws RunError if ffmpeg failed.
  void finish();

 private:
  int pipe_ = -1;
  pid_t process_ = -1;
};

Encoder::Encoder(const std::string& program, const ExportRequest& request) {
  // The prefix keeps ffmpeg from reading a protocol or an option out of the name.
  std::vector<std::string> words{program,
                                 "-loglevel",
                                 "error",
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pix_fmt",
                                 "rgb24",
                                 "-s",
                                 fmt::format("{}x{}", request.width, request.height),
                                 "-r",
                                 std::to_string(request.rate),
                                 "-i",
                                 "-",
                                 "-pix_fmt",
                                 "yuv420p",
                                 "-movflags",
                                 "+faststart",
                                 "file:" + request.movie};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw RunError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(ends[0], STDIN_FILENO);
    ::execv(program.c_str(), pointers.data());
    ::_exit(127);
  }
  ::close(ends[0]);
  pipe_ = ends[1];
  if (process_ < 0) throw RunError(fmt::format("cannot start ffmpeg: {}", std::strerror(errno)));
}

Encoder::~Encoder() {
  if (pipe_ >= 0) ::close(pipe_);
  if (process_ > 0) ::waitpid(process_, nullptr, 0);
}

void Encoder::add(const Image& image) {
  for (std::size_t done = 0; done < image.rgb.size();) {
    const ssize_t count = ::write(pipe_, image.rgb.data() + done, image.rgb.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return finish();  // it says why it ended
    done += static_cast<std::size_t>(count);
  }
}

void Encoder::finish() {
  ::close(std::exchange(pipe_, -1));
  int status = 0;
  ::waitpid(std::exchange(process_, -1), &status, 0);
  if (status != 0) throw RunError("ffmpeg could not write the film; its message stands above");
}

// The frame of each picture: all frames once, or at each moment of the film the newest frame.
std::vector<std::size_t> script_of(const ExportRequest& request, const std::vector<FrameItem>& items,
                                   const FrameNumbers& frames) {
  std::vector<std::size_t> script(frames.begin(), frames.end());
  if (!request.speed) return script;
  const std::vector<std::size_t> all = std::exchange(script, {});
  const double begin = items[all.front()].time, length = items[all.back()].time - begin;
  const double count = std::floor(length / *request.speed * request.rate + 1e-6) + 1;
  if (!(count <= static_cast<double>(kMostPictures)))
    throw InputError(fmt::format("--speed {} makes a film of {:.3g} pictures; at most {} are drawn",
                                 *request.speed, count, kMostPictures));
  for (std::size_t k = 0, at = 0; k < static_cast<std::size_t>(count); ++k) {
    const double time = begin + static_cast<double>(k) * *request.speed / request.rate;
    const double slack = 1e-9 * length;  // times are multiples of a step, with rounding
    while (at + 1 < all.size() && items[all[at + 1]].time <= time + slack) ++at;
    script.push_back(all[at]);
  }
  return script;
}

// Shared by all pictures: the range of colours, and the region that the camera shows.
struct Common {
  ValueRange range;
  std::vector<picture::FitBall> fit;
};

Common common_of(const BodyTable& bodies, const std::string& file, const FrameNumbers& frames, ColourBy by,
                 const ExportRequest& request) {
  RangeFinder finder;
  Vec3 low{INFINITY, INFINITY, INFINITY}, high = -low;
  for (const std::size_t k : frames) {
    Picture picture = frame_picture(bodies, read_frame(file, k), by, "");
    set_view(request.view, picture.view);
    finder.add(picture);
    const ShownBox box = shown_box(picture);
    low = min(low, box.low);
    high = max(high, box.high);
  }
  const bool turns = request.orbit || !request.path.empty();
  // A camera that turns sees the ball around the box; another one its corners.
  Common common{finder.range(), {}};
  if (turns) common.fit.push_back({0.5 * (low + high), 0.5 * norm(high - low)});
  for (int corner = 0; corner < 8 && !turns; ++corner)
    common.fit.push_back(
        {{corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z}, 0});
  return common;
}

void show_progress(Console& console, std::size_t done, std::size_t all, double seconds) {
  const double left = seconds / static_cast<double>(done) * static_cast<double>(all - done);
  if (console.has_bar()) console.bar(fmt::format("picture {} of {}, ETA {}", done, all, spoken_time(left)));
}

}  // namespace

void export_movie(const ExportRequest& request) {
  // Check all options first.
  const ColourBy by = colour_by(request.by);
  View checked;
  set_view(request.view, checked);
  const std::vector<CameraStation> stations =
      request.path.empty() ? std::vector<CameraStation>{} : camera_path(request.path);
  if (request.width % 2 != 0 || request.height % 2 != 0)
    throw InputError(
        fmt::format("a film needs an even width and height, got {} x {}", request.width, request.height));
  const std::string file = frames_file(request.folder);
  const FrameNumbers frames = frames_asked(request, "all");
  const std::vector<FrameItem> items = list_frames(file);
  const std::vector<std::size_t> script = script_of(request, items, frames);
  const std::string program = program_path("ffmpeg");
  if (program.empty())
    throw InputError(
        "films need the program ffmpeg, which is not installed; 'apt-get install ffmpeg' brings it, and "
        "--png "
        "--frame all writes the pictures without it");

  // The pictures, one after the other. A frame that is shown several times is drawn once, unless the camera
  // turns.
  catch_signals();
  Console console(Talk::normal);
  const BodyTable bodies = read_bodies(file);
  const Common common = common_of(bodies, file, frames, by, request);
  const std::string title = title_of(request.folder);
  Encoder encoder(program, request);
  const Stopwatch stopwatch;
  std::optional<std::size_t> drawn;
  Image image;
  for (std::size_t k = 0; k < script.size(); ++k) {
    if (caught_signal() != 0) throw RunError("interrupted: the film ends early");
    if (drawn != script[k] || request.orbit || !stations.empty()) {
      Picture picture =
          frame_picture(bodies, read_frame(file, script[k], items[script[k]]), by, title, common.range);
      picture.width = request.width;
      picture.height = request.height;
      set_view(request.view, picture.view);
      const double way =
          script.size() > 1 ? static_cast<double>(k) / static_cast<double>(script.size() - 1) : 0;
      picture.view.azimuth += way * request.orbit.value_or(0) * std::numbers::pi / 180;
      if (!stations.empty()) picture.view = view_on_path(stations, way);
      picture.fit = common.fit;
      image = draw(picture);
      drawn = script[k];
    }
    encoder.add(image);
    show_progress(console, k + 1, script.size(), stopwatch.seconds());
  }
  encoder.finish();
  console.line(fmt::format("{} ({} pictures, {:.3g} s of film)", request.movie, script.size(),
                           static_cast<double>(script.size()) / request.rate));
}

}  // namespace cairn
