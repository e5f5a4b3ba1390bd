#include "core/model/surface_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tactus::core {
namespace {

/// The surfaces of bodies and, behind them, what is outside of the model.
class Sides {
 public:
  Sides(const std::vector<NamedSurface>& surfaces, std::size_t outside)
      : surfaces_(surfaces), count_(surfaces.size() + outside) {}
  std::size_t count() const { return count_; }
  bool means(const SurfaceName& name, std::size_t side) const {
    return is_outside(side) ? name.means_outside(side - surfaces_.size())
                            : name.means(surfaces_[side].body, surfaces_[side].group);
  }
  bool between(const BetweenConfig& entry, std::size_t a, std::size_t b) const {
    return (means(entry.first, a) && means(entry.second, b)) ||
           (means(entry.first, b) && means(entry.second, a));
  }
  /// @pre a <= b
  bool may_touch(std::size_t a, std::size_t b, const Configuration& configuration) const {
    if (is_outside(a) || surfaces_[a].empty) return false;
    const auto fixed = [&](std::size_t s) {
      return configuration.bodies[surfaces_[s].body].type == BodyConfigType::obstacle;
    };
    if (is_outside(b)) return !fixed(a);
    if (surfaces_[b].empty) return false;
    if (surfaces_[a].body == surfaces_[b].body)
      return configuration.bodies[surfaces_[a].body].touches_itself();
    return !fixed(a) || !fixed(b);
  }
  bool is_outside(std::size_t side) const { return side >= surfaces_.size(); }
  const std::string& name(std::size_t side, const Configuration& configuration) const {
    return is_outside(side) ? configuration.contact.outside[side - surfaces_.size()]
                            : surfaces_[side].name;
  }
  /// In quotes; what groups with names leave of a body is called so.
  std::string in_words(std::size_t side, const Configuration& configuration) const {
    const std::string quoted = fmt::format("\"{}\"", name(side, configuration));
    const bool rest = !is_outside(side) && surfaces_[side].group.empty() &&
                      std::ranges::any_of(surfaces_, [&](const NamedSurface& other) {
                        return other.body == surfaces_[side].body && !other.group.empty();
                      });
    return rest ? "the rest of " + quoted : quoted;
  }

 private:
  const std::vector<NamedSurface>& surfaces_;
  std::size_t count_;
};

}  // namespace

SurfacePairs::SurfacePairs(const std::vector<const BetweenConfig*>& entries,
                           const std::vector<NamedSurface>& surfaces, std::size_t outside) {
  const Sides sides(surfaces, outside);
  std::map<std::vector<bool>, std::size_t> numbers;  // by the names that match a surface
  std::vector<std::size_t> first;                    // [classes] one surface of each
  for (std::size_t s = 0; s < sides.count(); ++s) {
    std::vector<bool> meant;
    for (const BetweenConfig* entry : entries)
      for (const SurfaceName* name : {&entry->first, &entry->second})
        meant.push_back(sides.means(*name, s));
    const auto [found, is_new] = numbers.emplace(std::move(meant), first.size());
    if (is_new) first.push_back(s);
    class_.push_back(found->second);
  }
  classes_ = first.size();
  for (const std::size_t a : first)
    for (const std::size_t b : first) {
      const auto holds = std::ranges::find_if(
          entries, [&](const BetweenConfig* entry) { return sides.between(*entry, a, b); });
      entry_.push_back(holds == entries.end() ? kNone : holds - entries.begin());
    }
}

std::vector<PatchPair> pairs_of(const BetweenConfig& between, Index entry,
                                const SurfacePairs& pairs,
                                const std::vector<NamedSurface>& surfaces,
                                View<std::int32_t> outside) {
  const Sides sides(surfaces, outside.size());
  std::vector<PatchPair> found;
  for (std::size_t a = 0; a < surfaces.size(); ++a)
    for (std::size_t b = a; b < sides.count(); ++b) {
      const auto s = static_cast<std::int32_t>(a), t = static_cast<std::int32_t>(b);
      if (pairs.entry(s, t) != entry) continue;
      if (sides.is_outside(b))
        found.push_back({s, -1 - outside[b - surfaces.size()]});
      else if (sides.means(between.first, a) && sides.means(between.second, b))
        found.push_back({s, t});
      else
        found.push_back({t, s});
    }
  return found;
}

void check_pairs(const PairedList& list, const SurfacePairs& pairs, const SurfacePairs& meetings,
                 const Configuration& configuration, const std::vector<NamedSurface>& surfaces,
                 std::vector<ModelProblem>& problems) {
  struct Use {
    bool meant = false, holds = false;
  };
  std::vector<Use> use(list.entries.size());
  std::optional<std::pair<std::size_t, std::size_t>> bare;
  const Sides sides(surfaces, configuration.contact.outside.size());
  for (std::size_t a = 0; a < surfaces.size(); ++a)
    for (std::size_t b = a; b < sides.count(); ++b) {
      const auto s = static_cast<std::int32_t>(a), t = static_cast<std::int32_t>(b);
      if (!sides.may_touch(a, b, configuration)) continue;
      if (sides.is_outside(b) && meetings.entry(s, t) == kNone) continue;
      for (std::size_t e = 0; e < use.size(); ++e)
        use[e].meant = use[e].meant || sides.between(*list.entries[e], a, b);
      const Index entry = pairs.entry(s, t);
      if (entry != kNone)
        use[static_cast<std::size_t>(entry)].holds = true;
      else if (!bare)
        bare.emplace(a, b);
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
  if (!bare || list.what.empty()) return;
  const auto [a, b] = *bare;
  problems.push_back(
      {list.pointer,
       fmt::format(
           "no {} is for {} and {}; add one with \"between\": [\"{}\", \"{}\"], or with \"*\" "
           "for any",
           list.what, sides.in_words(a, configuration), sides.in_words(b, configuration),
           sides.name(a, configuration), sides.name(b, configuration))});
}

}  // namespace tactus::core
