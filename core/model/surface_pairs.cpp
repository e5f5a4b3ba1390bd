#include "core/model/surface_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
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
  /// The body, or what is outside, that a side is of.
  std::size_t owner(std::size_t side) const {
    return is_outside(side) ? kOutside + side : surfaces_[side].body;
  }
  /// Sides of one sort, on different bodies, may touch the same others; each side outside is its own.
  std::size_t sort_of(std::size_t side, const Configuration& configuration) const {
    if (is_outside(side)) return kOutside + side;
    const BodyConfig& body = configuration.bodies[surfaces_[side].body];
    return (surfaces_[side].empty ? 2 : 0) + (body.type == BodyConfigType::obstacle ? 1 : 0);
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
  static constexpr std::size_t kOutside = std::size_t{1} << 32;  ///< above all numbers of bodies
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

std::vector<std::uint8_t> SurfacePairs::served_by(Index entry) const {
  std::vector<std::uint8_t> of_class, served;
  for (auto row = entry_.begin(); row != entry_.end();
       row += static_cast<std::ptrdiff_t>(classes_)) {
    const auto end = row + static_cast<std::ptrdiff_t>(classes_);
    of_class.push_back(std::find(row, end, entry) != end ? 1 : 0);
  }
  for (const std::size_t c : class_) served.push_back(of_class[c]);
  return served;
}

/// Surfaces of a run in which all pairs are listed: their number is the square of this one.
constexpr std::size_t kMostPaired = 4096;

std::vector<PatchPair> pairs_of(const BetweenConfig& between, Index entry,
                                const SurfacePairs& pairs,
                                const std::vector<NamedSurface>& surfaces,
                                View<std::int32_t> outside) {
  const Sides sides(surfaces, outside.size());
  std::vector<PatchPair> found;
  const bool all = surfaces.size() <= kMostPaired;
  for (std::size_t a = 0; a < surfaces.size(); ++a)
    for (std::size_t b = all ? a : surfaces.size(); b < sides.count(); ++b) {
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

/// Numbers for each side: those with one number are alike in all that is asked of them.
std::vector<std::size_t> kinds_of(const Sides& sides, const SurfacePairs& pairs,
                                  const SurfacePairs& meetings,
                                  const Configuration& configuration) {
  std::map<std::array<std::size_t, 3>, std::size_t> numbers;
  std::vector<std::size_t> kind;
  for (std::size_t s = 0; s < sides.count(); ++s) {
    const auto side = static_cast<std::int32_t>(s);
    const std::array<std::size_t, 3> traits{pairs.class_of(side), meetings.class_of(side),
                                            sides.sort_of(s, configuration)};
    kind.push_back(numbers.try_emplace(traits, numbers.size()).first->second);
  }
  return kind;
}

/// Calls use(a, b), a <= b, for two surfaces, or a surface and what is outside, of each two kinds that there
/// are. Of two kinds the first two sides come that may meet, so that what has to be said is said of these.
template <class Use>
void for_kinds(const Sides& sides, const std::vector<std::size_t>& kind, const Use& use) {
  const auto apart = [&](std::size_t a, std::size_t b) { return sides.owner(a) != sides.owner(b); };
  std::vector<std::vector<std::size_t>>
      first;  // [kinds] the first side, and the first of another body
  for (std::size_t s = 0; s < sides.count(); ++s) {
    if (first.size() <= kind[s]) first.resize(kind[s] + 1);
    std::vector<std::size_t>& known = first[kind[s]];
    if (known.empty() || (known.size() == 1 && apart(known[0], s))) known.push_back(s);
  }
  for (std::size_t k = 0; k < first.size(); ++k)
    for (std::size_t l = 0; l <= k; ++l)
      for (const std::size_t a : first[k])
        for (const std::size_t b : first[l])
          if (apart(a, b)) use(std::min(a, b), std::max(a, b));
  // The surfaces of a body are consecutive.
  for (std::size_t a = 0; a < sides.count(); ++a)
    for (std::size_t b = a; b < sides.count() && !apart(a, b); ++b) use(a, b);
}

void check_pairs(const PairedList& list, const SurfacePairs& pairs, const SurfacePairs& meetings,
                 const Configuration& configuration, const std::vector<NamedSurface>& surfaces,
                 std::vector<ModelProblem>& problems) {
  struct Use {
    bool holds = false;
    Index taken_by = kNone;  ///< the first entry that holds for surfaces that it means
  };
  std::vector<Use> use(list.entries.size());
  std::pair<std::size_t, std::size_t> bare{surfaces.size(), 0};  // the first without an entry
  const Sides sides(surfaces, configuration.contact.outside.size());
  for_kinds(sides, kinds_of(sides, pairs, meetings, configuration),
            [&](std::size_t a, std::size_t b) {
              const auto s = static_cast<std::int32_t>(a), t = static_cast<std::int32_t>(b);
              if (!sides.may_touch(a, b, configuration)) return;
              if (sides.is_outside(b) && meetings.entry(s, t) == kNone) return;
              const Index entry = pairs.entry(s, t);
              for (std::size_t e = 0; e < use.size(); ++e)
                if (use[e].taken_by == kNone && sides.between(*list.entries[e], a, b))
                  use[e].taken_by = entry;
              if (entry != kNone)
                use[static_cast<std::size_t>(entry)].holds = true;
              else if (meetings.entry(s, t) != kNone)
                bare = std::min(bare, {a, b});
            });
  // The first entry for any two surfaces is for the rest, of which there need be none: behind others, or where
  // others take all that there is.
  bool is_one_for_all = false;
  for (std::size_t e = 0; e < use.size(); ++e) {
    const bool is_rest =
        !is_one_for_all && list.entries[e]->is_any() && (e > 0 || use[e].taken_by != kNone);
    is_one_for_all = is_one_for_all || list.entries[e]->is_any();
    if (use[e].holds || is_rest) continue;
    const std::string pointer = list.entries[e]->pointer + "/between";
    problems.push_back(
        {pointer,
         use[e].taken_by != kNone
             ? fmt::format("this never holds: {} stands before it and is for the same surfaces, "
                           "and the first that fits holds; write in that one's \"between\" what "
                           "it is for alone, put this one before it, or remove it",
                           list.entries[static_cast<std::size_t>(use[e].taken_by)]->pointer)
             : "no two surfaces that this means may touch each other; a body touches itself "
               "with \"self_contact\" only, and obstacles do not touch obstacles"});
  }
  if (bare.first == surfaces.size() || list.what.empty()) return;
  const auto [a, b] = bare;
  problems.push_back(
      {list.pointer,
       fmt::format(
           "no {} is for {} and {}; add one with \"between\": [\"{}\", \"{}\"], or with \"*\" "
           "for any",
           list.what, sides.in_words(a, configuration), sides.in_words(b, configuration),
           sides.name(a, configuration), sides.name(b, configuration))});
}

}  // namespace tactus::core
