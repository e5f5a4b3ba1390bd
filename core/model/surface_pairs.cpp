#include "core/model/surface_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tactus::core {
namespace {

bool between(const BetweenConfig& entry, const NamedSurface& a, const NamedSurface& b) {
  const auto means = [](const SurfaceName& name, const NamedSurface& s) {
    return name.means(s.body, s.group);
  };
  return (means(entry.first, a) && means(entry.second, b)) ||
         (means(entry.first, b) && means(entry.second, a));
}

bool may_touch(const NamedSurface& a, const NamedSurface& b, const Configuration& configuration) {
  if (a.empty || b.empty) return false;
  if (a.body == b.body) return configuration.bodies[a.body].touches_itself();
  const auto fixed = [&](const NamedSurface& s) {
    return configuration.bodies[s.body].type == BodyConfigType::obstacle;
  };
  return !fixed(a) || !fixed(b);
}

}  // namespace

SurfacePairs::SurfacePairs(const std::vector<const BetweenConfig*>& entries,
                           const std::vector<NamedSurface>& surfaces) {
  std::map<std::vector<bool>, std::size_t> numbers;  // by the names that match a surface
  std::vector<std::size_t> first;                    // [classes] one surface of each
  for (std::size_t s = 0; s < surfaces.size(); ++s) {
    std::vector<bool> meant;
    for (const BetweenConfig* entry : entries)
      for (const SurfaceName* name : {&entry->first, &entry->second})
        meant.push_back(name->means(surfaces[s].body, surfaces[s].group));
    const auto [found, is_new] = numbers.emplace(std::move(meant), first.size());
    if (is_new) first.push_back(s);
    class_.push_back(found->second);
  }
  classes_ = first.size();
  for (const std::size_t a : first)
    for (const std::size_t b : first) {
      const auto holds = std::ranges::find_if(entries, [&](const BetweenConfig* entry) {
        return between(*entry, surfaces[a], surfaces[b]);
      });
      entry_.push_back(holds == entries.end() ? kNone : holds - entries.begin());
    }
}

void check_pairs(const PairedList& list, const SurfacePairs& pairs,
                 const Configuration& configuration, const std::vector<NamedSurface>& surfaces,
                 std::vector<ModelProblem>& problems) {
  struct Use {
    bool meant = false, holds = false;
  };
  std::vector<Use> use(list.entries.size());
  const NamedSurface *bare_a = nullptr, *bare_b = nullptr;
  for (std::size_t a = 0; a < surfaces.size(); ++a)
    for (std::size_t b = a; b < surfaces.size(); ++b) {
      if (!may_touch(surfaces[a], surfaces[b], configuration)) continue;
      for (std::size_t e = 0; e < use.size(); ++e)
        use[e].meant = use[e].meant || between(*list.entries[e], surfaces[a], surfaces[b]);
      const Index entry = pairs.entry(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
      if (entry != kNone)
        use[static_cast<std::size_t>(entry)].holds = true;
      else if (!bare_a)
        bare_a = &surfaces[a], bare_b = &surfaces[b];
    }
  for (std::size_t e = 0; e < use.size(); ++e) {
    if (use[e].holds) continue;
    const std::string pointer = list.entries[e]->pointer + "/between";
    problems.push_back(
        {pointer,
         use[e].meant
             ? "this never holds: for all surfaces that it means an entry before it does, "
               "and the first that fits holds; put it before that one, or remove it"
             : "no two surfaces that this means may touch each other; a body touches itself "
               "with \"self_contact\" only, and obstacles do not touch obstacles"});
  }
  if (bare_a && !list.what.empty())
    problems.push_back(
        {list.pointer, fmt::format("no {0} is for \"{1}\" and \"{2}\"; add one with \"between\": "
                                   "[\"{1}\", \"{2}\"], or with \"*\" for any",
                                   list.what, bare_a->name, bare_b->name)});
}

}  // namespace tactus::core
