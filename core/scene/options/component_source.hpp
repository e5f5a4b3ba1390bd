/// \file component_source.hpp  The source of components for the reader of configurations: the
/// registry, or test doubles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tactus/plugin.hpp"

namespace tactus::core {

class ComponentSource {
 public:
  /// All names of a kind, sorted.
  virtual std::vector<std::string> names(Kind kind) const = 0;
  /// Null if the name is unknown. @throws Error if it is known but cannot be loaded.
  virtual const Registration* find(Kind kind, std::string_view name) = 0;
  /// Explains why an expected name is missing: a library of that name was refused. Empty if there
  /// is no explanation.
  virtual std::string refusal(std::string_view name) const = 0;

 protected:
  ~ComponentSource() = default;
};

class Registry;

/// All plugins that were found.
class RegistrySource final : public ComponentSource {
 public:
  explicit RegistrySource(Registry& registry) : registry_(registry) {}
  std::vector<std::string> names(Kind kind) const override;
  const Registration* find(Kind kind, std::string_view name) override;
  std::string refusal(std::string_view name) const override;

 private:
  Registry& registry_;
};

}  // namespace tactus::core
