#include "core/audit/plane_boundary.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace tactus::core {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw PreconditionError("audit: " + what); }

}  // namespace

PlaneBoundary::PlaneBoundary(const AuditInput& input) {
  check(input);
  follow(input);
  Index points = 0;
  for (const Index p : facet) points = std::max(points, p + 1);
  index_points(points);
}

void PlaneBoundary::check(const AuditInput& input) const {
  const auto bodies_count = static_cast<std::int32_t>(input.self.size());
  std::vector<std::int32_t> owner;
  std::vector<Index> balance;
  for (std::size_t f = 0; f < input.facet_body.size(); ++f) {
    const std::int32_t body = input.facet_body[f];
    const Index from = input.facets[2 * f], to = input.facets[2 * f + 1];
    if (body < 0 || body >= bodies_count) refuse("facet_body names a body that is not there");
    if (from < 0 || to < 0) refuse("a facet has a negative point number");
    if (from == to) refuse("facet " + std::to_string(f) + " starts and ends at one point");
    const auto needed = static_cast<std::size_t>(std::max(from, to)) + 1;
    if (owner.size() < needed) owner.resize(needed, -1), balance.resize(needed, 0);
    for (const Index p : {from, to}) {
      if (owner[p] >= 0 && owner[p] != body)
        refuse("point " + std::to_string(p) + " belongs to two bodies");
      owner[p] = body;
    }
    ++balance[from], --balance[to];
  }
  const auto open = std::find_if(balance.begin(), balance.end(), [](Index n) { return n != 0; });
  if (open != balance.end())
    refuse("the boundary is not closed at point " + std::to_string(open - balance.begin()));
}

/// Follows each body's boundary until it is closed. Each walk starts at the facet with the lowest
/// number that no walk has visited yet.
void PlaneBoundary::follow(const AuditInput& input) {
  const Index count = static_cast<Index>(input.facet_body.size());
  std::vector<Index> by_start(count);
  std::iota(by_start.begin(), by_start.end(), 0);
  const auto start_of = [&](Index f) { return input.facets[2 * f]; };
  std::stable_sort(by_start.begin(), by_start.end(),
                   [&](Index f, Index g) { return start_of(f) < start_of(g); });
  std::vector<std::uint8_t> walked(count, 0);
  const auto next = [&](Index f) {  // the facet after f; kNone if the walk is closed
    const Index end = input.facets[2 * f + 1];
    auto g = std::lower_bound(by_start.begin(), by_start.end(), end,
                              [&](Index h, Index point) { return start_of(h) < point; });
    for (; g != by_start.end() && start_of(*g) == end; ++g)
      if (!walked[*g]) return *g;
    return kNone;
  };
  std::vector<std::vector<Index>> of_body(input.self.size());
  for (Index f = 0; f < count; ++f) of_body[input.facet_body[f]].push_back(f);
  for (std::size_t body = 0; body < of_body.size(); ++body) {
    const Index first_facet = static_cast<Index>(number.size());
    const Index first_walk = static_cast<Index>(walks.size());
    for (const Index seed : of_body[body]) {
      if (walked[seed]) continue;
      const Index begin = static_cast<Index>(number.size());
      for (Index f = seed; f != kNone; f = next(f)) {
        walked[f] = 1;
        number.push_back(f);
        facet.insert(facet.end(), {input.facets[2 * f], input.facets[2 * f + 1]});
      }
      walks.push_back(
          {{begin, static_cast<Index>(number.size())}, static_cast<std::int32_t>(body)});
    }
    bodies.push_back({first_facet, static_cast<Index>(number.size())});
    body_walks.push_back({first_walk, static_cast<Index>(walks.size())});
  }
}

void PlaneBoundary::index_points(Index points) {
  const Index count = static_cast<Index>(number.size());
  leaving_start_.assign(points + 1, 0);
  for (Index f = 0; f < count; ++f) ++leaving_start_[facet[2 * f] + 1];
  std::partial_sum(leaving_start_.begin(), leaving_start_.end(), leaving_start_.begin());
  leaving_.resize(count), arriving_.resize(count);
  std::vector<Index> out(leaving_start_.begin(), leaving_start_.end()), in = out;
  for (Index f = 0; f < count; ++f) {
    leaving_[out[facet[2 * f]]++] = f;
    arriving_[in[facet[2 * f + 1]]++] = f;
  }
}

}  // namespace tactus::core
