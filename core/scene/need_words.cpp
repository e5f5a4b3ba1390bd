#include "core/scene/need_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/plugin/registry.hpp"
#include "core/plugin/sample_options.hpp"
#include "core/scene/capability_words.hpp"
#include "core/scene/options/component_config.hpp"
#include "core/scene/options/component_source.hpp"
#include "core/support/guard/guard.hpp"

namespace tactus::core {
namespace {

/// A word that is no flag.
bool names_choice(const std::string& text) {
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && text != "true" &&
         text != "false";
}

}  // namespace

std::string said(const std::vector<std::string>& need) {
  std::vector<std::string_view> words(need.size());
  std::ranges::transform(need, words.begin(), in_words);
  return fmt::format("{}", fmt::join(words, " or "));
}

std::string listed(const std::vector<std::string>& names) {
  return names.empty() ? "none that is installed" : fmt::format("{}", fmt::join(names, ", "));
}

std::string but_with_option(ComponentSource& components, const ComponentConfig& component,
                            const std::function<bool(const Component&)>& provides) {
  try {
    const Registration* what = components.find(component.kind, component.type);
    if (!what) return {};
    for (const OptionValue& value : values_to_try(*what, {})) {
      if (!names_choice(value.text)) continue;
      Sample sample = make_sample(*what, {{value.name, value.text}});
      if (!sample.component) continue;
      const auto guarded = guard(std::move(sample.component), component.kind, what->name);
      if (provides(*guarded))
        return fmt::format(" as it is given, but with \"{}\": \"{}\"", value.name, value.text);
    }
  } catch (const std::exception&) {  // not available, or not without options: no advice
  }
  return {};
}

}  // namespace tactus::core
