#include "core/support/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

namespace tactus::core {

StandardStreams::StandardStreams() {
  // open() returns the lowest free descriptor. If /dev/null does not exist, "/" is opened instead:
  // writing to it fails, and the output is lost.
  for (int file = 0; file <= 2;) {
    if (::fcntl(file, F_GETFD) >= 0 || errno != EBADF) {
      ++file;
      continue;
    }
    closed_.at(static_cast<std::size_t>(file)) = true;
    if (::open("/dev/null", O_RDWR) < 0 && ::open("/", O_RDONLY) < 0) ++file;
  }
}

std::string StandardStreams::finish_output() const {
  if (closed_[STDOUT_FILENO]) return "standard output is closed";
  errno = 0;
  std::cout.flush();
  const bool lost = std::fflush(stdout) != 0;
  const int error = errno;
  if (!lost && std::ferror(stdout) == 0 && std::cout.good()) return {};
  return std::string("standard output cannot be written: ") +
         (error != 0 ? std::strerror(error) : "something of it was lost");
}

void StandardStreams::close_output_again() const {
  if (closed_[STDOUT_FILENO]) ::close(STDOUT_FILENO);
}

}  // namespace tactus::core
