#include "view/guard.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>

#include "base/error.h"

namespace cairn {
namespace {

Verdict refused(int status, std::string reason) { return {std::nullopt, status, std::move(reason), false}; }

// The value of `token` in a query such as "a=b&token=...".
std::string_view token_in(std::string_view query) {
  constexpr std::string_view kName = "token=";
  for (std::size_t begin = 0; begin < query.size();) {
    const std::size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view part = query.substr(begin, end - begin);
    if (part.starts_with(kName)) return part.substr(kName.size());
    begin = end + 1;
  }
  return {};
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw RunError("the system gives no random numbers");
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

Guard::Guard(std::string token, int port) : token_(std::move(token)), port_(std::to_string(port)) {}

std::string Guard::cookie_name() const { return "cairn-" + port_; }

std::string Guard::cookie() const {
  return fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/", cookie_name(), token_);
}

bool Guard::is_own_host(const std::string& host) const {
  return host == "127.0.0.1:" + port_ || host == "localhost:" + port_;
}

// Takes the same time wherever the texts differ.
bool Guard::is_token(std::string_view text) const {
  if (text.size() != token_.size()) return false;
  unsigned difference = 0;
  for (std::size_t k = 0; k < text.size(); ++k)
    difference |= static_cast<unsigned char>(text[k]) ^ static_cast<unsigned char>(token_[k]);
  return difference == 0;
}

bool Guard::has_cookie(const std::vector<std::string>& headers) const {
  const std::string name = cookie_name() + "=";
  for (const std::string& header : headers) {
    for (std::size_t begin = 0; begin < header.size();) {
      const std::size_t end = std::min(header.find(';', begin), header.size());
      std::string_view part = std::string_view(header).substr(begin, end - begin);
      part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
      if (part.starts_with(name) && is_token(part.substr(name.size()))) return true;
      begin = end + 1;
    }
  }
  return false;
}

Verdict Guard::judge(const Asked& asked) const {
  // Whose page asks?
  if (asked.hosts.size() != 1 || !is_own_host(asked.hosts.front()))
    return refused(403, "this address is not the one that cairn view printed");
  const auto is_foreign = [&](const std::string& origin) {
    return origin != "http://" + asked.hosts.front();
  };
  const auto is_elsewhere = [](const std::string& site) { return site != "same-origin" && site != "none"; };
  if (std::ranges::any_of(asked.origins, is_foreign) || std::ranges::any_of(asked.sites, is_elsewhere))
    return refused(403, "another site may not ask");
  // What does it want to do?
  if (asked.method != "GET") return refused(405, "only GET is understood");
  if (asked.has_body) return refused(400, "a request has no body");
  // Does it have the token?
  const std::string_view target = asked.target;
  const std::size_t mark = std::min(target.find('?'), target.size());
  const bool in_address = is_token(token_in(target.substr(std::min(mark + 1, target.size()))));
  if (!in_address && !has_cookie(asked.cookies))
    return refused(403, "the token is missing or wrong: open the address that cairn view printed");
  // Is there such a thing?
  const std::optional<Question> question = question_of(target.substr(0, mark));
  if (!question) return refused(404, "there is no such address");
  return {question, 200, {}, in_address};
}

}  // namespace cairn
