/// \file registry.hpp  What can be loaded: every component of every plugin found, by kind and name.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/plugin/plugin_error.hpp"
#include "core/plugin/search.hpp"
#include "tactus/plugin.hpp"

namespace tactus::core {

using tactus::kind_name;

/// In the order in which a person meets them.
inline constexpr Kind kAllKinds[] = {Kind::material,   Kind::integrator,     Kind::broad_phase,
                                     Kind::constraint, Kind::contact_solver, Kind::contact_law};

/// The kind of this name ("material", ...).
/// @throws ConfigError naming the nearest kind and all of them.
Kind kind_of_name(std::string_view name);

/// A plugin library as found by its manifest; loaded only when a component of it is asked for.
struct PluginFile {
  std::filesystem::path path;                      ///< absolute; empty: in the program itself
  std::string name, version, fingerprint, sha256;  ///< sha256 is filled when it is loaded
  struct Item {
    Kind kind;
    std::string name, summary;
  };
  std::vector<Item> items;
  std::string instructions{};        ///< beyond plain x86-64, as compiled: "avx avx2 fma"
  std::vector<std::string> notes{};  ///< filled when it is loaded: what a person should know of it
};

/// Why a library in a search folder is not used: one sentence each, for a person.
struct PluginRefusal {
  std::filesystem::path path;
  std::string cause, remedy;
};

/// Not for several threads at once.
class Registry {
 public:
  explicit Registry(const PluginSearch& search);  ///< reads manifests; loads nothing
  ~Registry();

  const std::vector<PluginFile>& plugins() const;
  const std::vector<PluginRefusal>& refusals() const;

  /// Names of a kind that can be asked for, sorted: for `list`, and for the nearest name in
  /// messages.
  std::vector<std::string> names(Kind kind) const;
  /// Some library has this name, be it a refused one: find() then says why it cannot be used.
  bool known(Kind kind, std::string_view name) const;

  /// Loads the library if it is not yet. Registration pointers stay valid for the process.
  /// @throws PluginError (path, cause, remedy) if it cannot be loaded, was refused, or if two
  ///         libraries have this name; ConfigError if no library has it.
  const Registration& find(Kind kind, std::string_view name);
  /// @throws as find() does, apart from what only loading shows.
  const PluginFile& file_of(Kind kind, std::string_view name) const;

  /// For tests and conformance: components that are in the program itself. Throws PluginError if
  /// the name is taken.
  void add(const Registration& registration);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus::core
