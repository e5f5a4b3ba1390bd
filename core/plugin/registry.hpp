/// \file registry.hpp  The registry of all components of all plugins found, by kind and name.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/plugin/search.hpp"
#include "core/support/plugin_error.hpp"
#include "tactus/plugin.hpp"

namespace tactus::core {

using tactus::kind_name;

/// All kinds, in the order in which users meet them.
inline constexpr Kind kAllKinds[] = {Kind::material,   Kind::integrator,     Kind::broad_phase,
                                     Kind::constraint, Kind::contact_solver, Kind::contact_law,
                                     Kind::load,       Kind::probe};

/// The kind of this name ("material", ...).
/// @throws ConfigError that names the nearest kind and lists all of them.
Kind kind_of_name(std::string_view name);

/// A plugin library as described by its manifest; it is loaded only when one of its components is
/// needed.
struct PluginFile {
  std::filesystem::path path;                      ///< absolute; empty: part of the program itself
  std::string name, version, fingerprint, sha256;  ///< sha256 is set when it is loaded
  struct Item {
    Kind kind;
    std::string name, summary;
  };
  std::vector<Item> items;
  int minor = 0;                     ///< of the SDK with which it was compiled
  std::string compiler{};            ///< "gcc 12.2.0, C++ 202002L, ABI 1017"
  std::string instructions{};        ///< beyond plain x86-64, as compiled: "avx avx2 fma"
  std::vector<std::string> notes{};  ///< set when it is loaded: what users should know about it
};

/// Why a library in a search folder is not used, as one sentence.
struct PluginRefusal {
  std::filesystem::path path;
  std::string cause, remedy;
};

/// All components that can be loaded. Not to be used by several threads at once.
class Registry {
 public:
  explicit Registry(const PluginSearch& search);  ///< reads manifests; loads nothing
  ~Registry();

  const std::vector<PluginFile>& plugins() const;
  const std::vector<PluginRefusal>& refusals() const;

  /// Sorted names of a kind that can be requested, for `list` and for the nearest name in messages.
  std::vector<std::string> names(Kind kind) const;
  /// Whether some library has this name, even a refused one; find() then says why it cannot be
  /// used.
  bool known(Kind kind, std::string_view name) const;

  /// Loads the library if necessary. Pointers to registrations stay valid for the life of the
  /// process.
  /// @throws PluginError (path, cause, remedy) if it cannot be loaded, was refused, or if two
  /// libraries have
  ///         this name; ConfigError if no library has it.
  const Registration& find(Kind kind, std::string_view name);
  /// @throws as find() does, except for errors that only loading reveals.
  const PluginFile& file_of(Kind kind, std::string_view name) const;

  /// For tests and conformance: adds a component that is part of the program itself. Throws
  /// PluginError if the name is taken.
  void add(const Registration& registration);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus::core
