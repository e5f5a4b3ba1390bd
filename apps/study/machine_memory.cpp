#include "apps/study/machine_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

constexpr Real kMiB = 1 << 20;
constexpr Real kUnlimited = std::numeric_limits<Real>::infinity();

/// The number in a file; infinite if there is none ("max", or no such file).
Real number_in(const fs::path& file) {
  std::ifstream text(file);
  Real number = 0;
  return text >> number && number > 0 ? number : kUnlimited;
}

/// A limit applies to all groups below, so those above count, too. In a container the path may be
/// one of the host that does not exist here; then only the root is found.
Real least_limit(const fs::path& root, const fs::path& group, const char* name) {
  Real least = number_in(root / name);
  fs::path folder = root;
  for (const fs::path& part : group.relative_path())
    least = std::min(least, number_in((folder /= part) / name));
  return least;
}

}  // namespace

Real control_group_limit_MiB(const std::string& groups, const std::string& root) {
  Real least = kUnlimited;
  std::istringstream lines(groups);
  // Each line is "number:controllers:path"; the second version of control groups has none listed.
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find(':');
    const auto second = first == line.npos ? first : line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers.empty())
      least = std::min(least, least_limit(root, group, "memory.max"));
    else if (controllers == "memory")
      least =
          std::min(least, least_limit(fs::path(root) / "memory", group, "memory.limit_in_bytes"));
  }
  return least / kMiB;
}

Real available_memory_MiB() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  const Real machine = pages > 0 && size > 0
                           ? static_cast<Real>(pages) * static_cast<Real>(size) / kMiB
                           : kUnlimited;
  std::ifstream file("/proc/self/cgroup");
  std::ostringstream groups;
  groups << file.rdbuf();
  return std::min(machine, control_group_limit_MiB(groups.str(), "/sys/fs/cgroup"));
}

}  // namespace tactus::core
