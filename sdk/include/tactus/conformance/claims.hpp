/// \file conformance/claims.hpp  Which capabilities an object claims.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "../component.hpp"

namespace tactus::conformance {

class Claims final : public Capabilities {
 public:
  explicit Claims(const Component& component) { component.capabilities(*this); }

  bool has(std::string_view name) const { return contains(provided_, name); }
  /// Whether one of the needs names it, alone or beside others.
  bool needs_some(std::string_view name) const { return contains(needed_, name); }
  bool prefers_it(std::string_view name) const { return contains(preferred_, name); }

 private:
  void provides(std::string_view name) override { provided_.emplace_back(name); }
  void needs(std::string_view name) override { needed_.emplace_back(name); }
  void needs_one_of(std::initializer_list<std::string_view> names) override {
    needed_.insert(needed_.end(), names.begin(), names.end());
  }
  void prefers(std::string_view name, std::string_view) override { preferred_.emplace_back(name); }

  static bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
  std::vector<std::string> provided_, needed_, preferred_;
};

}  // namespace tactus::conformance
