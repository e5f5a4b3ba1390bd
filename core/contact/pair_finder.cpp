#include "core/contact/pair_finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/support/plugin_fault.hpp"
#include "tactus/provides.hpp"

namespace tactus::core {
namespace {

constexpr Index kManyPairs = 8192;  ///< pairs that are worth a thread

/// Boxes of vertices have their own numbers, which have to be translated: pairs contain vertices.
bool is_vertex(Thing thing) { return thing == Thing::particle || thing == Thing::vertex; }

}  // namespace

PairFinder::PairFinder(const Layout& layout, const Surface& surface, BroadPhase& broad_phase,
                       const Detection& wanted, std::uint64_t identity)
    : surface_(surface), broad_phase_(broad_phase), wanted_(wanted), identity_(identity),
      boxes_(surface, wanted) {
  sorted_ = provides(broad_phase, capability::sorted);
  for (const Body& body : layout.bodies) {
    self_.push_back(body.self_contact ? 1 : 0);
    all_.push_back(1);
    bool moves = false;
    for (Index dof = body.dofs.begin; dof < body.dofs.end; ++dof)
      moves = moves || !layout.prescribed[dof];
    movable_.push_back(moves ? 1 : 0);
  }
}

std::array<PairFinder::Question, PairFinder::kQueries> PairFinder::questions() const {
  const Thing partner = wanted_.every_vertex ? Thing::vertex : Thing::particle;
  std::array<Question, kQueries> all{{
      {Thing::facet, Thing::facet, self_, identity_, &PairLists::facet_facet, wanted_.facet_facet},
      {Thing::facet, partner, self_, identity_ + 1, &PairLists::facet_vertex, wanted_.facet_vertex},
      {Thing::particle, Thing::particle, all_, identity_ + 2, &PairLists::vertex_vertex,
       wanted_.vertex_vertex},
      {Thing::edge, Thing::edge, self_, identity_ + 3, &PairLists::edge_edge, wanted_.edge_edge},
      {Thing::element, Thing::vertex, self_, identity_ + 4, &PairLists::element_vertex,
       wanted_.element_vertex},
  }};
  for (Question& question : all)
    question.wanted = question.wanted && boxes_.of(question.first).count > 0 &&
                      boxes_.of(question.second).count > 0;
  return all;
}

BoxQuery PairFinder::query(const Question& question) const {
  return {.first = &boxes_.of(question.first),
          .second = question.first == question.second ? nullptr : &boxes_.of(question.second),
          .self = question.self,
          .movable = movable_,
          .identity = question.identity};
}

void PairFinder::find(const BoxPlace& place, PairLists& lists, Context& context) {
  boxes_.update(place, *context.executor);
  found_ = 0;
  for (const Question& question : questions()) {
    std::vector<Pair>& pairs = lists.*question.list;
    ask(question, pairs, context);
    found_ += static_cast<Index>(pairs.size());
    name_vertices(question, pairs, *context.executor);
  }
  if (wanted_.plane_vertex) find_at_planes(place, lists.plane_vertex);
}

void PairFinder::sort(const BoxPlace& place, Context& context) {
  boxes_.update(place, *context.executor);
  found_ = 0;
  for (const Question& question : questions()) {
    ask(question, kept_.*question.list, context);
    found_ += static_cast<Index>((kept_.*question.list).size());
  }
}

void PairFinder::pick(const BoxPlace& place, PairLists& lists, Context& context) {
  boxes_.update(place, *context.executor);
  for (const Question& question : questions()) {
    const Boxes &a = boxes_.of(question.first), &b = boxes_.of(question.second);
    std::vector<Pair>& pairs = lists.*question.list;
    pairs.clear();
    std::ranges::copy_if(kept_.*question.list, std::back_inserter(pairs),
                         [&](const Pair& p) { return a.overlap(p.first, b, p.second); });
    name_vertices(question, pairs, *context.executor);
  }
  if (wanted_.plane_vertex) find_at_planes(place, lists.plane_vertex);
}

Index PairFinder::boxes() const {
  Index sum = 0;
  for (const Question& question : questions()) {
    if (!question.wanted) continue;
    sum += boxes_.of(question.first).count;
    if (question.first != question.second) sum += boxes_.of(question.second).count;
  }
  return sum;
}

void PairFinder::ask(const Question& question, std::vector<Pair>& pairs, Context& context) {
  pairs.clear();
  if (!question.wanted) return;
  const BoxQuery asked = query(question);
  const Index first = boxes_.of(question.first).count, second = boxes_.of(question.second).count;
  broad_phase_.candidates(asked, pairs, context);
  check(pairs, first, second, *context.executor);
  if (!sorted_) tidier_.tidy(asked, pairs);
}

/// @throws PluginFault for the first pair with a number that no box has
void PairFinder::check(View<Pair> pairs, Index first, Index second, Executor& executor) {
  const auto fits = [&](const Pair& p) {
    return p.first >= 0 && p.first < first && p.second >= 0 && p.second < second;
  };
  executor.for_each(static_cast<Index>(pairs.size()), kManyPairs, [&](Range range, Context&) {
    bool all = true;
    for (Index i = range.begin; i < range.end; ++i) all &= fits(pairs[static_cast<std::size_t>(i)]);
    if (all) return;
    const Pair& bad = *std::find_if_not(pairs.begin() + range.begin, pairs.end(), fits);
    throw PluginFault(Kind::broad_phase,
                      fmt::format("it answered the pair ({}, {}) of {} and {} boxes", bad.first,
                                  bad.second, first, second));
  });
}

/// Boxes of vertices are in the order of vertices, so that pairs stay sorted.
void PairFinder::name_vertices(const Question& question, std::vector<Pair>& pairs,
                               Executor& executor) const {
  const bool of_first = is_vertex(question.first), of_second = is_vertex(question.second);
  if (!of_first && !of_second) return;
  executor.for_each(static_cast<Index>(pairs.size()), kManyPairs, [&](Range range, Context&) {
    for (Index i = range.begin; i < range.end; ++i) {
      Pair& p = pairs[static_cast<std::size_t>(i)];
      if (of_first) p.first = boxes_.vertex(question.first, p.first);
      if (of_second) p.second = boxes_.vertex(question.second, p.second);
    }
  });
}

/// Half-spaces are unbounded and have no useful boxes. Vertices are compared with each plane
/// directly: a pair is formed if a vertex is no higher above the plane than the inflation of both. While
/// no coordinate changes by the reach, neither comes nearer than by sqrt(dim) of it.
void PairFinder::find_at_planes(const BoxPlace& place, std::vector<Pair>& pairs) const {
  pairs.clear();
  const auto dim = static_cast<std::size_t>(surface_.dim);
  const Real inflation = (surface_.plane_vertex.empty() ? 2 : 4) * place.reach;
  for (Index p = 0; p < surface_.planes; ++p) {
    const Real* const normal = surface_.plane_normal(p);
    const auto height = [&](View<Real> y, Index v) {
      const Real* const origin = surface_.plane_point(p, y);
      Real sum = 0;
      for (std::size_t d = 0; d < dim; ++d)
        sum += normal[d] * (y[static_cast<std::size_t>(v) * dim + d] - origin[d]);
      return sum;
    };
    const std::int32_t body = surface_.plane_body[p];
    for (Index v = 0; v < surface_.boundary_vertices; ++v) {
      const std::int32_t other = surface_.vertex_body[v];
      if (other == body || !(movable_[body] || movable_[other])) continue;
      Real lowest = height(place.y, v);
      if (!place.y_end.empty()) lowest = std::min(lowest, height(place.y_end, v));
      if (lowest <= inflation + surface_.radius[v]) pairs.push_back({p, v});
    }
  }
}

}  // namespace tactus::core
