#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/plugin/smoke.hpp"
#include "core/support/executor.hpp"
#include "tactus/broad_phase.hpp"

namespace tactus::core {
namespace {

/// Boxes of random place and size, of three bodies; one of them reaches to infinity.
struct Crowd {
  std::vector<Real> bounds;
  std::vector<std::int32_t> body;
  std::vector<Index> corner;
  Boxes boxes;

  Crowd(int dim, Index count, Numbers& numbers) {
    boxes.dim = dim, boxes.count = count, boxes.corners = 1;
    for (Index i = 0; i < count; ++i) {
      body.push_back(static_cast<std::int32_t>(3 * i / count));
      corner.push_back(i / 2);  // neighbours in pairs share a vertex
      Real middle[3], half = 0.03 + 0.02 * numbers.next();
      for (int d = 0; d < dim; ++d) middle[d] = numbers.next();
      if (i == count / 2) half = kUnlimited;
      for (int d = 0; d < dim; ++d) bounds.push_back(middle[d] - half);
      for (int d = 0; d < dim; ++d) bounds.push_back(middle[d] + half);
    }
    boxes.bounds = bounds, boxes.body = body, boxes.corner = corner;
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  void move(Numbers& numbers) {
    for (std::size_t i = 0; i < body.size(); ++i)
      for (int d = 0; d < boxes.dim; ++d) {
        const Real step = 0.02 * numbers.next();
        const std::size_t at =
            2 * i * static_cast<std::size_t>(boxes.dim) + static_cast<std::size_t>(d);
        bounds[at] += step, bounds[at + static_cast<std::size_t>(boxes.dim)] += step;
      }
  }
};

std::vector<Pair> every_pair(const BoxQuery& query) {
  const Boxes &a = *query.first, &b = query.second ? *query.second : a;
  std::vector<Pair> pairs;
  for (Index i = 0; i < a.count; ++i)
    for (Index j = query.second ? 0 : i + 1; j < b.count; ++j)
      if (a.overlap(i, b, j) && query.wanted(i, j)) pairs.push_back({i, j});
  return pairs;
}

/// Nothing is missing, nothing is out of bounds; if the plugin claims so, sorted and unique.
Finding compare(BroadPhase& plugin, const BoxQuery& query, bool sorted, Context& context) {
  std::vector<Pair> found;
  plugin.candidates(query, found, context);
  const Index second = query.second ? query.second->count : query.first->count;
  for (const Pair& p : found)
    if (p.first < 0 || p.first >= query.first->count || p.second < 0 || p.second >= second ||
        (!query.second && p.first >= p.second))
      return broken(fmt::format("the pair ({}, {}) is none", p.first, p.second));
  const std::vector<Pair> expected = every_pair(query);
  if (sorted && found != expected)
    return broken("pairs.sorted is claimed, but these are not exactly the sorted pairs");
  std::sort(found.begin(), found.end());
  for (const Pair& p : expected)
    if (!std::binary_search(found.begin(), found.end(), p))
      return broken(fmt::format("the pair ({}, {}) is missing", p.first, p.second));
  return kept(fmt::format("{} pairs, {} reported", expected.size(), found.size()));
}

Finding one_set_and_two(const MakeComponent& make, int dim) {
  const auto component = make();
  auto& plugin = dynamic_cast<BroadPhase&>(*component);
  const bool sorted = claims_of(plugin).has(capability::sorted);
  Runtime runtime;
  Numbers numbers;
  Crowd first(dim, 300, numbers), second(dim, 100, numbers);
  const std::vector<std::uint8_t> self{1, 0, 1}, movable{1, 1, 0};
  BoxQuery within_one{.first = &first.boxes, .self = self, .movable = movable, .identity = 1};
  BoxQuery between{.first = &first.boxes,
                   .second = &second.boxes,
                   .self = self,
                   .movable = movable,
                   .identity = 2};
  within_one.travel = between.travel = 0.02;
  Finding finding;
  for (int step = 0; step < 4; ++step) {  // the same question again, the boxes a little further
    finding = compare(plugin, within_one, sorted, runtime.context());
    if (finding.kept) finding = compare(plugin, between, sorted, runtime.context());
    if (!finding.kept) break;
    first.move(numbers), second.move(numbers);
  }
  return finding;
}

Finding nothing_in_nothing_out(const MakeComponent& make) {
  const auto component = make();
  Runtime runtime;
  const Boxes none;
  std::vector<Pair> pairs;
  dynamic_cast<BroadPhase&>(*component).candidates({.first = &none}, pairs, runtime.context());
  return pairs.empty() ? kept() : broken("pairs of no boxes");
}

}  // namespace

void smoke_broad_phase(const MakeComponent& make, Verdicts& verdicts) {
  verdicts.check("no boxes give no pairs", [&] { return nothing_in_nothing_out(make); });
  verdicts.check("no overlapping pair is missed in the plane, while boxes move",
                 [&] { return one_set_and_two(make, 2); });
  verdicts.check("no overlapping pair is missed in space, while boxes move",
                 [&] { return one_set_and_two(make, 3); });
}

}  // namespace tactus::core
