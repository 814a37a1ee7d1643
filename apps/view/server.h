// The server of `cairn view`: HTTP on the loopback interface, for one page and the runs that it shows. It
// reads no file; questions go to the librarian. Requests are small, and every connection ends with its
// answer. Limits: 16 KiB of request, 5 s until it has arrived, 64 connections, 16 pages that follow a run.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "view/librarian.h"

namespace cairn {

// Throws InputError if this program was built without httplib.
void require_server();

class Server {
 public:
  // Takes a free port if `port` is 0. Throws InputError if the port is in use.
  Server(Librarian& librarian, std::string page, int port);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;
  // The page's address with its token.
  std::string address() const;
  // Serves for as long as `goes_on` says so. Throws RunError if the librarian is gone.
  void serve(const std::function<bool()>& goes_on);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cairn
