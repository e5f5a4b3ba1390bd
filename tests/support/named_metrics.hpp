// What a component measures of itself, by the name of the column.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "tactus/component.hpp"

namespace tactus::testing {

class NamedMetrics final : public MetricVisitor {
 public:
  explicit NamedMetrics(const Component& component) { component.measure(*this); }
  /// Now; nothing if there is no such integer.
  std::optional<Index> integer(const std::string& name) const {
    const auto at = integers_.find(name);
    return at == integers_.end() ? std::nullopt : std::optional(*at->second);
  }

 private:
  void integer(std::string_view name, const Index& member, Reduce, std::string_view) override {
    integers_.emplace(name, &member);
  }
  void real(std::string_view, const Real&, std::string_view, Reduce, std::string_view) override {}
  std::map<std::string, const Index*, std::less<>> integers_;
};

}  // namespace tactus::testing
