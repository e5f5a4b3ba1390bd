#include "core/support/nearest_path.hpp"

#include <algorithm>
#include <vector>

#include "core/support/nearest_name.hpp"
#include "core/support/printable.hpp"
#include "core/support/quoted.hpp"

namespace tactus::core {

namespace fs = std::filesystem;

std::string nearest_beside(const fs::path& given) {
  std::error_code error;
  if (fs::symlink_status(given, error).type() != fs::file_type::not_found) return {};
  // A path that ends in a slash has an empty last name.
  const fs::path path = given.has_filename() ? given : given.parent_path();
  std::vector<std::string> names;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error))
    if (const std::string name = i->path().filename().string(); is_printable(name))
      names.push_back(name);
  std::ranges::sort(names);
  const std::string name = nearest_name(path.filename().string(), names);
  if (name.empty()) return {};
  return "; did you mean " + in_quotes((path.parent_path() / name).string()) + "?";
}

}  // namespace tactus::core
