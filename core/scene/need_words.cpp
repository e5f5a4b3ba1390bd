#include "core/scene/need_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/plugin/registry.hpp"
#include "core/plugin/sample_options.hpp"
#include "core/scene/capability_words.hpp"
#include "core/scene/options/component_config.hpp"
#include "core/scene/options/component_source.hpp"
#include "core/support/guard/guard.hpp"

namespace tactus::core {
namespace {

struct Asked {
  std::string_view word;
  Kind kind;
};
constexpr std::array<Asked, 8> kAsked{{{"material", Kind::material},
                                       {"load", Kind::load},
                                       {"probe", Kind::probe},
                                       {"problem", Kind::integrator},
                                       {"contact", Kind::constraint},
                                       {"law", Kind::contact_law},
                                       {"solver", Kind::contact_solver},
                                       {"pairs", Kind::broad_phase}}};

/// A word that is no flag.
bool names_choice(const std::string& text) {
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && text != "true" &&
         text != "false";
}

}  // namespace

const Kind* asked_for(std::string_view name) {
  const std::string_view word = name.substr(0, name.find('.'));
  const auto* found = std::ranges::find(kAsked, word, &Asked::word);
  return found == kAsked.end() ? nullptr : &found->kind;
}

std::vector<Kind> kinds_asked(const Need& need) {
  std::vector<Kind> asked;
  for (const std::string& name : need)
    if (const Kind* kind = asked_for(name); kind && std::ranges::count(asked, *kind) == 0)
      asked.push_back(*kind);
  return asked;
}

bool provides_one(const Claims& claims, const Need& one_of, Kind kind) {
  return std::ranges::any_of(one_of, [&](const std::string& name) {
    const Kind* asked = asked_for(name);
    return asked && *asked == kind && claims.has(name);
  });
}

std::string said(const std::vector<std::string>& need) {
  std::vector<std::string_view> words(need.size());
  std::ranges::transform(need, words.begin(), in_words);
  return fmt::format("{}", fmt::join(words, " or "));
}

std::string listed(const std::vector<std::string>& names) {
  return names.empty() ? "none that is installed" : fmt::format("{}", fmt::join(names, ", "));
}

std::string but_with_option(ComponentSource& components, const ComponentConfig& component,
                            const std::function<bool(std::unique_ptr<Component>)>& mends) {
  try {
    const Registration* what = components.find(component.kind, component.type);
    if (!what) return {};
    for (const OptionValue& value : values_to_try(*what, {})) {
      if (!names_choice(value.text)) continue;
      Sample sample = make_sample(*what, {{value.name, value.text}});
      if (!sample.component) continue;
      if (mends(guard(std::move(sample.component), component.kind, what->name)))
        return fmt::format(" as it is given, but with \"{}\": \"{}\"", value.name, value.text);
    }
  } catch (const std::exception&) {  // not available, or not without options: no advice
  }
  return {};
}

}  // namespace tactus::core
