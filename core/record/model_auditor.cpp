#include "core/record/model_auditor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "core/scene/capabilities.hpp"
#include "core/scene/model_error.hpp"
#include "tactus/contact_lengths.hpp"
#include "tactus/friction/touching.hpp"

namespace tactus::core {

Real touching_tolerance(const Model& model, const Configuration& configuration) {
  const Real rounding = position_rounding(model.largest_coordinate());
  return solves_reactions(configuration) ? std::max(rounding, friction::touching(model.scales()))
                                         : rounding;
}

Auditor make_auditor(const Model& model, const Configuration& configuration) {
  const Surface& surface = model.surface();
  std::vector<Index> lone;
  std::vector<std::int32_t> lone_body;
  std::vector<Real> lone_radius;
  for (Index v = 0; v < surface.boundary_vertices; ++v) {
    if (!surface.facets_of(v).empty()) continue;
    lone.push_back(v);
    lone_body.push_back(surface.vertex_body[v]);
    lone_radius.push_back(surface.radius[v]);
  }
  std::vector<AuditHalfSpace> half_spaces;
  for (Index p = 0; p < surface.planes; ++p) {
    half_spaces.push_back({.point = surface.plane_vertex[p], .body = surface.plane_body[p]});
    std::copy_n(surface.plane_normal(p), surface.dim, half_spaces.back().normal.begin());
  }
  const std::vector<std::uint8_t> self(model.bodies().size(), 1);
  return Auditor({.dim = model.dim(),
                  .points = {},
                  .facets = surface.facet,
                  .facet_body = surface.facet_body,
                  .self = self,
                  .lone_points = lone,
                  .lone_body = lone_body,
                  .lone_radius = lone_radius,
                  .touching = touching_tolerance(model, configuration),
                  .elements = model.dim() == 3 ? surface.element : View<Index>(),
                  .half_spaces = half_spaces,
                  .findings = 10'000});
}

namespace {

/// Says of an overlap where it is and how far things have to move.
class OverlapWords {
 public:
  OverlapWords(const Model& model, const AuditResult& result, View<Real> points)
      : model_(model), result_(result), points_(points) {}

  /// "a" and "b", or "a" and itself, in a sentence that goes on with "; ...".
  std::string whole(const AuditOverlap& o, std::string_view when) const {
    const std::string pair =
        o.inner == o.outer ? fmt::format("{} overlaps itself", name(o.inner))
                           : fmt::format("{} and {} overlap", name(std::min(o.inner, o.outer)),
                                         name(std::max(o.inner, o.outer)));
    return fmt::format("{} {}: {}", pair, when, where(o));
  }
  std::string whole(const BehindOutside& b, std::string_view when) const {
    const std::string outside = fmt::format("\"{}\"", b.outside);
    return fmt::format("{} and {} overlap {}: {}", name(model_.surface().vertex_body[b.vertex]),
                       outside, when, depth_of(b.vertex, b.depth, outside));
  }
  std::string depth_of(Index vertex, Real depth, std::string_view below) const {
    if (model_.surface().facets_of(vertex).empty())
      return fmt::format("{} reaches {:.6g} m into {}", particle(vertex), depth, below);
    return fmt::format("{} at {} is {:.6g} m deep in {}",
                       model_.node_name(model_.vertex_node()[vertex]), place(at(vertex)), depth,
                       below);
  }
  std::string name(std::int32_t b) const {
    return fmt::format("\"{}\"", model_.bodies()[static_cast<std::size_t>(b)].name);
  }
  /// What would not have been refused.
  std::string allowed() const {
    return fmt::format("overlaps up to {:.2g} m count as touching", result_.touching);
  }
  std::string remedy(const AuditOverlap& o) const {
    if (o.other != kNone && o.inner == o.outer)
      return "move these points apart (touching is allowed)";
    if (o.inner == o.outer) return "take another shape";
    if (!is_deep(o)) return "move them apart (touching is allowed)";
    return fmt::format(
        "move one of them by at least {:.6g} m, by \"translate\" or the \"spacing\" of an array "
        "(touching is allowed)",
        o.depth);
  }

 private:
  std::string where(const AuditOverlap& o) const {
    if (o.other != kNone)
      return fmt::format("{} and {} are {:.6g} m nearer than the sum of their radii",
                         particle(o.point), particle(o.other), o.depth);
    if (o.inner == o.outer) return crossing_of(o.inner);
    if (!is_deep(o))
      return "their boundaries lie on each other, and both bodies on one side of them";
    const std::string below = o.facet == kNone
                                  ? fmt::format("{}, which is a half-space", name(o.outer))
                                  : fmt::format("{}, {}", name(o.outer), nearest(o.facet));
    if (o.point != kNone) return depth_of(o.point, o.depth, below);
    return fmt::format("the boundary of {} at {} is {:.6g} m deep in {}", name(o.inner),
                       place(o.place.data()), o.depth, below);
  }

  /// Of bodies in one place the boundaries are nowhere deeper than rounding.
  bool is_deep(const AuditOverlap& o) const { return o.depth > result_.touching; }

  /// Of a body with itself: the first finding.
  std::string crossing_of(std::int32_t body) const {
    for (const AuditFinding& f : result_.findings) {
      if (f.body_first != body || f.body_second != body) continue;
      const Index vertex = f.what == AuditFinding::What::inside
                               ? f.first
                               : model_.surface().facet_vertices(f.first)[0];
      return fmt::format("its boundary meets itself near {}", place(at(vertex)));
    }
    return "its boundary meets itself";
  }

  std::string particle(Index vertex) const {
    const std::int32_t b = model_.surface().vertex_body[vertex];
    const ModelBody& body = model_.bodies()[static_cast<std::size_t>(b)];
    const Index number = model_.vertex_node()[vertex] - body.nodes.begin + 1;
    const bool is_alone =
        body.kind || body.nodes.size() == 1;  // a rigid disk has points beside its centre
    const std::string who = is_alone ? name(b) : fmt::format("particle {} of {}", number, name(b));
    return fmt::format("{} at {}", who, place(at(vertex)));
  }
  /// The facet of the other body that is nearest, by its corners.
  std::string nearest(Index facet) const {
    const View<Index> corners = model_.surface().facet_vertices(facet);
    if (corners.size() == 2)
      return fmt::format("whose nearest edge runs from {} to {}", place(at(corners[0])),
                         place(at(corners[1])));
    return fmt::format("whose nearest facet has the corners {}, {} and {}", place(at(corners[0])),
                       place(at(corners[1])), place(at(corners[2])));
  }
  const Real* at(Index vertex) const { return points_.data() + model_.dim() * vertex; }
  std::string place(const Real* x) const {
    std::string numbers;
    for (int k = 0; k < model_.dim(); ++k)
      numbers += fmt::format("{}{:.6g}", k > 0 ? ", " : "",
                             x[k] + model_.surface().origin[static_cast<std::size_t>(k)]);
    return fmt::format("({}) m", numbers);
  }

  const Model& model_;
  const AuditResult& result_;
  View<Real> points_;
};

constexpr std::size_t kPairsTold = 8;

/// The deepest of every pair of bodies that does more than touch, in order.
std::vector<AuditOverlap> pairs_of(const AuditResult& result) {
  std::map<std::pair<std::int32_t, std::int32_t>, AuditOverlap> deepest;
  for (const AuditOverlap& o : result.overlaps) {
    if (o.touching) continue;
    const auto [at, is_new] = deepest.try_emplace(std::minmax(o.inner, o.outer), o);
    if (!is_new && o.depth > at->second.depth) at->second = o;
  }
  std::vector<AuditOverlap> pairs;
  pairs.reserve(deepest.size());
  for (const auto& [bodies, overlap] : deepest) pairs.push_back(overlap);
  return pairs;
}

/// The deepest vertex of every body behind everything outside where that is more than touching, in order.
std::vector<BehindOutside> deepest_of(const Model& model, View<BehindOutside> behind,
                                      Real touching) {
  std::map<std::pair<std::int32_t, std::string_view>, BehindOutside> deepest;
  for (const BehindOutside& b : behind) {
    if (b.depth <= touching) continue;
    const auto [at, is_new] =
        deepest.try_emplace({model.surface().vertex_body[b.vertex], b.outside}, b);
    if (!is_new && b.depth > at->second.depth) at->second = b;
  }
  std::vector<BehindOutside> all;
  for (const auto& [between, b] : deepest) all.push_back(b);
  return all;
}

}  // namespace

void refuse_overlap(const Model& model, Auditor& auditor) {
  const View<Real> points = model.surface().reference;
  const AuditResult& result = auditor.check(points);
  if (result.only_touches()) return;
  const OverlapWords words(model, result, points);
  const std::vector<AuditOverlap> pairs = pairs_of(result);
  std::vector<ModelProblem> problems;
  for (const AuditOverlap& o : pairs) {
    if (problems.size() == kPairsTold) break;
    problems.push_back(misfit("/bodies/" + std::to_string(std::min(o.inner, o.outer)),
                              fmt::format("{}; {}; {}", words.whole(o, "at the start"),
                                          words.remedy(o), words.allowed())));
  }
  if (const std::size_t more = pairs.size() - problems.size(); more > 0)
    problems.back().message +=
        fmt::format("; {} more {}", more, more == 1 ? "pair overlaps" : "pairs overlap");
  throw ModelError(std::move(problems));
}

void refuse_behind_outside(const Model& model, const Configuration& configuration,
                           View<BehindOutside> behind) {
  const AuditResult result{
      .findings = {}, .overlaps = {}, .touching = touching_tolerance(model, configuration)};
  const OverlapWords words(model, result, model.surface().reference);
  std::vector<ModelProblem> problems;
  for (const BehindOutside& b : deepest_of(model, behind, result.touching)) {
    problems.push_back(
        misfit("/bodies/" + std::to_string(model.surface().vertex_body[b.vertex]),
               fmt::format("{}; move the body by at least {:.6g} m, by \"translate\" (touching is "
                           "allowed); {}",
                           words.whole(b, "at the start"), b.depth, words.allowed())));
    if (problems.size() == kPairsTold) break;
  }
  if (!problems.empty()) throw ModelError(std::move(problems));
}

void refuse_overlap_of_start(const Model& model, Auditor& auditor, View<Real> points,
                             View<BehindOutside> behind) {
  constexpr std::string_view kWhen = "in the state of the other run";
  const AuditResult& result = auditor.check(points);
  const OverlapWords words(model, result, points);
  std::vector<ModelProblem> problems;
  const auto refuse = [&](const std::string& what) {
    problems.push_back(
        misfit("/start/from", what + ", and contact of this one can only keep bodies "
                                     "apart; take a run whose contact leaves no overlap"));
  };
  if (!result.only_touches()) refuse(words.whole(pairs_of(result).front(), kWhen));
  if (const auto deep = deepest_of(model, behind, result.touching); !deep.empty())
    refuse(words.whole(deep.front(), kWhen));
  if (!problems.empty()) throw ModelError(std::move(problems));
}

}  // namespace tactus::core
