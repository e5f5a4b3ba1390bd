/// \file config_fakes.hpp  Components that exist in the test alone, so that the reader is tested
/// without plugins.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/scene/options/component_source.hpp"
#include "core/scene/reader.hpp"

namespace tactus::core {

/// Registrations of the test.
class FakeComponents final : public ComponentSource {
 public:
  explicit FakeComponents(std::vector<Registration> known) : known_(std::move(known)) {}
  std::vector<std::string> names(Kind kind) const override {
    std::vector<std::string> names;
    for (const Registration& r : known_)
      if (r.kind == kind) names.emplace_back(r.name);
    std::ranges::sort(names);
    return names;
  }
  const Registration* find(Kind kind, std::string_view name) override {
    for (const Registration& r : known_)
      if (r.kind == kind && r.name == name) return &r;
    return nullptr;
  }
  std::string refusal(std::string_view name) const override {
    return name == "broken" ? "lib/broken.so was refused: it is truncated; build it again" : "";
  }

 private:
  std::vector<Registration> known_;
};

/// Every line of the refusal of a text; "" where it is accepted.
inline std::string refusal_of(const std::string& text, ComponentSource& components,
                              const std::vector<std::string>& sets = {}) {
  try {
    read_configuration(Document::parse(text, "scene.json", sets), components);
  } catch (const ConfigurationErrors& e) {
    return e.what();
  }
  return "";
}

}  // namespace tactus::core
