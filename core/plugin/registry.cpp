#include "core/plugin/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "core/plugin/loader.hpp"
#include "core/plugin/manifest.hpp"
#include "core/support/nearest_name.hpp"
#include "core/support/sha256.hpp"

namespace tactus::core {
namespace {

namespace fs = std::filesystem;
using Name = std::pair<Kind, std::string>;

/// Libraries of a folder, sorted, because the order of directory entries is arbitrary.
std::vector<fs::path> libraries_in(const fs::path& folder, std::error_code& error) {
  std::vector<fs::path> found;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".so") found.push_back(it->path());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

Kind kind_of_name(std::string_view name) {
  std::vector<std::string> all;
  for (const Kind kind : kAllKinds) {
    if (kind_name(kind) == name) return kind;
    all.emplace_back(kind_name(kind));
  }
  throw ConfigError(fmt::format("\"{}\" is no kind of plugin; {}", name, suggestion(name, all)));
}

struct Registry::Impl {
  struct Claim {
    std::size_t file = 0;     ///< position in files
    bool explicitly = false;  ///< the library itself was named, not its folder
  };

  void search(const SearchPlace& place);
  void inspect(const fs::path& library, bool explicitly);
  void settle_claims();
  bool all_copies(const std::vector<Claim>& list) const;
  PluginRefusal clash(const Name& name, const std::vector<Claim>& list) const;
  std::size_t owner(Kind kind, std::string_view name) const;
  std::vector<std::string> names(Kind kind) const;
  const Registration& registered(std::size_t file, Kind kind, std::string_view name);

  std::vector<PluginFile> files;
  std::vector<std::vector<Registration>> components;  ///< [files] empty: not loaded yet
  std::vector<PluginRefusal> refusals;
  /// one: the owner of the name; several: the name cannot be used
  std::map<Name, std::vector<Claim>> claims;
  std::map<Name, PluginError> refused;  ///< names in libraries that cannot be used
  std::set<fs::path> seen;              ///< canonical paths
};

void Registry::Impl::search(const SearchPlace& place) {
  const auto refuse = [&](std::string cause, std::string remedy) {
    refusals.push_back({place.path, std::move(cause), std::move(remedy)});
  };
  std::error_code error;
  const auto type = fs::status(place.path, error).type();
  if (place.path.is_relative()) {
    refuse(fmt::format("is a relative path in {}, whose meaning would change with the folder that "
                       "one stands in",
                       place.origin),
           "Give the absolute path");
  } else if (type == fs::file_type::not_found) {
    if (place.required)
      refuse(fmt::format("does not exist ({})", place.origin), "Correct the path");
  } else if (type == fs::file_type::directory) {
    const auto libraries = libraries_in(place.path, error);
    if (error) refuse("cannot be listed: " + error.message(), "Give yourself the right to read it");
    for (const fs::path& library : libraries) inspect(library, false);
  } else {
    inspect(place.path, true);
  }
}

void Registry::Impl::inspect(const fs::path& library, bool explicitly) {
  std::error_code error;
  if (const fs::path real = fs::canonical(library, error); !error && !seen.insert(real).second)
    return;  // the same file by another path
  if (!explicitly && is_helper_library(library)) return;
  PluginFile file;
  try {
    file = read_manifest(library);
    expect_distinct_names(file);
    expect_compatible(file);
  } catch (const PluginError& e) {
    refusals.push_back({e.path, e.cause, e.remedy});
    for (const auto& item : file.items) refused.emplace(Name(item.kind, item.name), e);
    return;
  }
  files.push_back(std::move(file));
  components.emplace_back();
  for (const auto& item : files.back().items)
    claims[Name(item.kind, item.name)].push_back({files.size() - 1, explicitly});
}

/// Decides who owns each name. A library that was named itself takes precedence over libraries
/// found in a folder. If several owners remain, the name cannot be used.
void Registry::Impl::settle_claims() {
  for (auto& [name, list] : claims) {
    const auto named = [](const Claim& claim) { return claim.explicitly; };
    if (std::any_of(list.begin(), list.end(), named)) std::erase_if(list, std::not_fn(named));
    // Identical copies: any of them will do
    if (list.size() > 1 && all_copies(list)) list.resize(1);
    if (list.size() > 1) refusals.push_back(clash(name, list));
  }
}

bool Registry::Impl::all_copies(const std::vector<Claim>& list) const {
  const auto bytes = [&](const Claim& claim) { return sha256_of_file(files[claim.file].path); };
  const std::string first = bytes(list[0]);
  return std::all_of(list.begin() + 1, list.end(),
                     [&](const Claim& claim) { return bytes(claim) == first; });
}

PluginRefusal Registry::Impl::clash(const Name& name, const std::vector<Claim>& list) const {
  return {
      files[list[1].file].path,
      fmt::format("has a {} \"{}\", and so has {}: neither is used", kind_name(name.first),
                  name.second, files[list[0].file].path.string()),
      "Remove or rename one of them, or name the library that you want (itself, not its folder) "
      "with --plugin-dir or under \"plugins\""};
}

std::size_t Registry::Impl::owner(Kind kind, std::string_view name) const {
  const Name key(kind, name);
  if (const auto found = claims.find(key); found != claims.end()) {
    if (found->second.size() == 1) return found->second.front().file;
    const PluginRefusal why = clash(key, found->second);
    throw PluginError(why.path, why.cause, why.remedy);
  }
  if (const auto bad = refused.find(key); bad != refused.end()) throw bad->second;
  const std::string nearest = suggestion(name, names(kind));
  throw ConfigError(fmt::format(
      "there is no {} \"{}\" among the plugins found; {}{} `tactus list {}` shows them and what "
      "was "
      "refused",
      kind_name(kind), name, nearest, nearest.ends_with("?") ? "" : ";", kind_name(kind)));
}

const Registration& Registry::Impl::registered(std::size_t file, Kind kind, std::string_view name) {
  if (components[file].empty()) components[file] = load(files[file]);
  return *std::find_if(components[file].begin(), components[file].end(),
                       [&](const Registration& r) { return r.kind == kind && r.name == name; });
}

Registry::Registry(const PluginSearch& search) : impl_(std::make_unique<Impl>()) {
  for (const SearchPlace& place : search_places(search)) impl_->search(place);
  impl_->settle_claims();
}
Registry::~Registry() = default;

const std::vector<PluginFile>& Registry::plugins() const { return impl_->files; }
const std::vector<PluginRefusal>& Registry::refusals() const { return impl_->refusals; }

std::vector<std::string> Registry::Impl::names(Kind kind) const {
  std::vector<std::string> result;
  for (const auto& [name, list] : claims)
    if (name.first == kind && list.size() == 1) result.push_back(name.second);
  return result;
}

std::vector<std::string> Registry::names(Kind kind) const { return impl_->names(kind); }

bool Registry::known(Kind kind, std::string_view name) const {
  const Name key(kind, name);
  return impl_->claims.contains(key) || impl_->refused.contains(key);
}

const Registration& Registry::find(Kind kind, std::string_view name) {
  return impl_->registered(impl_->owner(kind, name), kind, name);
}

const PluginFile& Registry::file_of(Kind kind, std::string_view name) const {
  return impl_->files[impl_->owner(kind, name)];
}

void Registry::add(const Registration& registration) {
  const Name name(registration.kind, registration.name);
  if (const auto taken = impl_->claims.find(name); taken != impl_->claims.end())
    throw PluginError(impl_->files[taken->second.front().file].path,
                      fmt::format("has a {} \"{}\" already", kind_name(name.first), name.second),
                      "Give the one in the program another name");
  PluginFile file;
  file.name = registration.name;
  file.items.push_back({registration.kind, registration.name, registration.summary});
  impl_->files.push_back(std::move(file));
  impl_->components.push_back({registration});
  impl_->claims[name] = {{impl_->files.size() - 1, true}};
}

}  // namespace tactus::core
