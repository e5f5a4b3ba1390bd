/// \file component_source.hpp  Where the reader gets components from: the registry, or a test's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tactus/plugin.hpp"

namespace tactus::core {

class ComponentSource {
 public:
  /// Sorted names of a kind.
  virtual std::vector<std::string> names(Kind kind) const = 0;
  /// Null where the name is not known. @throws Error: it is known and cannot be had.
  virtual const Registration* find(Kind kind, std::string_view name) = 0;
  /// Why a name may be missing though somebody expects it: a refused library of that name. Empty:
  /// no idea.
  virtual std::string refusal(std::string_view name) const = 0;

 protected:
  ~ComponentSource() = default;
};

class Registry;

/// Every plugin found.
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
