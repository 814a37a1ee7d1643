// Who may ask: decides about a request from its method, address and headers alone.
//
// The page's address carries a token of 128 random bits, which the page's cookie then holds. A request needs
// the token, the exact Host (other names that lead to this machine are foreign sites), and no foreign Origin.
// It needs no body, no ranges, and no method but GET.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "view/routes.h"

namespace cairn {

// 32 hexadecimal digits from the system's random source.
std::string random_token();

// A request as far as it matters here. Each list has all headers of that name.
struct Asked {
  std::string method, target;  // target: the address as it was sent, with ?token=...
  std::vector<std::string> hosts, origins, sites, cookies;
  bool has_body = false;
};

struct Verdict {
  std::optional<Question> question;  // none: refused
  int status = 200;
  std::string reason;        // one sentence for the person who asked
  bool sets_cookie = false;  // the token came with the address
};

class Guard {
 public:
  Guard(std::string token, int port);

  Verdict judge(const Asked& asked) const;
  const std::string& token() const { return token_; }
  // The browser sends a cookie to all ports of a machine, so that its name tells the port.
  std::string cookie() const;
  std::string cookie_name() const;

 private:
  bool is_own_host(const std::string& host) const;
  bool is_token(std::string_view text) const;
  bool has_cookie(const std::vector<std::string>& headers) const;

  std::string token_, port_;
};

}  // namespace cairn
