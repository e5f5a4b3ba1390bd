// The constraint ball_face: balls stay outside of the faces, edges and corners of other bodies, in space.
#include <algorithm>
#include <cmath>
#include <tactus/constraint.hpp>
#include <tactus/plugin.hpp>
#include <vector>

#include "nearest.hpp"

namespace ball_face {

/// 3D: the centre of a ball of radius r (a round rigid body or a round particle) stays at a distance of
/// at least r from the boundaries of other bodies. Each facet that is closer gives a row of what is
/// nearest on it (nearest.hpp), unless that is an edge or a corner of which another facet is closer: then
/// the ball is over that one, and the edge between two facets in a plane is no edge for it.
///
/// If the centre is not on the outward side of a face, this belongs to the far side of a thin body, and
/// the ball touches the body from its other side. Within a step nothing near the ball moves further than
/// half of the smallest altitude, in which 2 r is included. Therefore the centre never passes through a
/// facet.
class BallFace final : public Constraint {
 public:
  using Options = NoOptions;
  explicit BallFace(const Options&) {}
  void capabilities(Capabilities& c) const override {
    for (auto name :
         {capability::unilateral, capability::gradient, capability::hessian, capability::frames,
          capability::gap, capability::end_of_step, capability::space})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.facet_vertex = true;
    wanted.reach = 0.3 * s.altitude;
  }

  void do_setup(const ConstraintSetup& setup, Context&) override {
    const Surface& surface = *setup.surface;
    if (surface.dim != 3)
      throw ConfigError("ball_face works in space only; in the plane there is disk_edge");
    for (Index v = 0; v < surface.vertices; ++v)
      if (surface.global[v] >= Index{1} << 31)
        throw ConfigError("ball_face numbers at most 2147483648 vertices",
                          {Item::body, surface.vertex_body[v]});
    radius_.assign(surface.radius.begin(), surface.radius.end());
  }

  /// A point that is behind a face. It was never closer to it than its radius.
  [[noreturn]] static void refuse_point(Index v) {
    throw EvaluationError(
        "ball_face looks at particles with a radius; give these one, or take vertex_face",
        {Item::vertex, v});
  }

  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    known_.assign(set.key.begin(), set.key.end());
    std::sort(known_.begin(), known_.end());
    found_.clear();
    DetectResult result;
    for (const auto [facet, v] : query.candidates.facet_vertex) {
      const Nearest now = nearest(*query.surface, query.y, facet, v);
      const bool behind = now.place == face && !now.outside;
      if (!(radius_[v] > 0) && behind) refuse_point(v);
      if (!(now.distance < radius_[v]) || behind || over_another(query, facet, now, v)) continue;
      add(query, {facet, v}, now, set, contact_margin(context.scales), result);
    }
    return result;
  }

  /// Whether another facet at the nearest edge or corner is closer. Equally close ones, but for
  /// rounding, are not.
  static bool over_another(const DetectQuery& query, Index facet, const Nearest& now, Index v) {
    if (now.place == face) return false;
    const Surface& surface = *query.surface;
    const auto has = [&](Index f, Index vertex) {
      const View<Index> t = surface.facet_vertices(f);
      return std::find(t.begin(), t.end(), vertex) != t.end();
    };
    const View<Index> round = surface.facets_of(now.vertices[0]);
    return std::any_of(round.begin(), round.end(), [&](Index f) {
      if (f == facet || (now.place == edge && !has(f, now.vertices[1]))) return false;
      return nearest(surface, query.y, f, v).distance < now.distance * (1 - 1e-12);
    });
  }

  /// The kind and the global numbers of the ball and of the corners, ascending.
  static ContactKey key_of(const Surface& surface, const Nearest& now, Index v) {
    std::array<std::uint64_t, 3> number{};
    const auto count = static_cast<std::size_t>(now.place) + 1;
    for (std::size_t i = 0; i < count; ++i)
      number[i] = static_cast<std::uint64_t>(surface.global[now.vertices[i]]);
    std::sort(number.begin(), number.begin() + static_cast<std::ptrdiff_t>(count));
    return {static_cast<std::uint64_t>(now.place) << 62 |
                static_cast<std::uint64_t>(surface.global[v]) << 31 | number[0],
            number[1] << 31 | number[2]};
  }

  /// Counts the violation, and appends its row unless that is not allowed. An edge or a corner is found
  /// from all facets that end there. It is one violation with one row.
  void add(const DetectQuery& query, const Pair& pair, const Nearest& now, ContactSet& set,
           Real margin, DetectResult& result) {
    const Surface& surface = *query.surface;
    const auto [facet, v] = pair;
    const ContactKey key = key_of(surface, now, v);
    if (std::find(found_.begin(), found_.end(), key) != found_.end()) return;
    found_.push_back(key);
    std::array<Index, 4> all{};
    const auto count = static_cast<std::size_t>(now.place) + 1;
    std::copy_n(now.vertices.begin(), count, all.begin());
    // Either facet at an edge may come first.
    if (now.place == edge && surface.global[all[1]] < surface.global[all[0]])
      std::swap(all[0], all[1]);
    all[count] = v;
    const View<Index> stencil = View<Index>(all).first(count + 1);
    ++result.needs;
    set.violations.add(stencil);
    const Remedy remedy = query.remedy_of(stencil);
    const bool inadmissible = nearest(surface, query.y_old, facet, v).distance < radius_[v];
    if (!moves(query, now.place, stencil) || remedy == Remedy::no_row ||
        (remedy == Remedy::admissible_row && inadmissible) ||
        std::binary_search(known_.begin(), known_.end(), key) ||
        std::binary_search(query.banned.begin(), query.banned.end(), key))
      return;
    set.add({.key = key,
             .stencil = stencil,
             .branch = now.place,
             .event = result.needs - 1,
             .lower = margin,
             .patch_own = surface.facet_patch[facet]});
    result.inadmissible += inadmissible;
  }

  /// Whether a force along the normal of a row moves anything.
  static bool moves(const DetectQuery& query, Place place, View<Index> stencil) {
    const Distance d = distance(query.y, place, stencil.first(stencil.size() - 1), stencil.back());
    return std::any_of(stencil.begin(), stencil.end(), [&](Index v) {
      return query.movable[v] && query.surface->mobility(v, d.n.data()) > 0;
    });
  }

  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    std::size_t entry = 0;
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const Index row = query.rows[k];
      const View<Index> stencil = query.set->stencil(row);
      const std::size_t corners = stencil.size() - 1;
      const Index ball = stencil[static_cast<Index>(corners)];
      const Distance d = distance(query.y, static_cast<Place>(query.set->branch[row]),
                                  stencil.first(corners), ball);
      if (!d.has_normal())
        throw EvaluationError(
            "a ball whose centre is on an edge or a corner, or a facet of no area",
            {Item::contact, row});
      if (out.value) out.value[k] = d.value - radius_[ball];
      for (std::size_t i = 0; i <= corners; ++i, ++entry) {
        const Real weight = i < corners ? -d.weight[i] : 1;
        if (out.weight) out.weight[entry] = weight;
        if (out.gradient) Eigen::Map<Point>(out.gradient + 3 * entry) = weight * d.n;
      }
      if (out.frame) write_frame(d.n, out.frame + 9 * k);
      if (out.point)  // on the surface of the ball
        Eigen::Map<Point>(out.point + 3 * k) = point<3>(query.y, ball) - radius_[ball] * d.n;
    }
  }

  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const Index row = query.rows[k];
      const View<Index> stencil = query.set->stencil(row);
      const std::size_t size = 3 * stencil.size();
      std::array<Index, 12> number{};
      for (std::size_t i = 0; i < size; ++i)
        number[i] = 3 * stencil[static_cast<Index>(i / 3)] + static_cast<Index>(i % 3);
      std::array<Real, 144> H{};
      write_hessian(query.y, static_cast<Place>(query.set->branch[row]),
                    stencil.first(stencil.size() - 1), stencil.back(), weights[k], H.data());
      const View<Index> numbers = View<Index>(number).first(size);
      sink.add(numbers, numbers, View<Real>(H).first(size * size));
    }
  }

  /// The normal, and tangents that turn with it as little as axes allow.
  static void write_frame(const Point& n, Real* frame) {
    Eigen::Index axis = 0;
    n.cwiseAbs().minCoeff(&axis);
    const Point t = (Point::Unit(axis) - n[axis] * n).normalized();
    Eigen::Map<Mat<3>>(frame) << n.transpose(), t.transpose(), n.cross(t).transpose();
  }

  std::vector<Real> radius_;
  std::vector<ContactKey> known_;  ///< rows of earlier passes, sorted
  std::vector<ContactKey> found_;  ///< violations of this pass
};

}  // namespace ball_face

TACTUS_PLUGIN(ball_face::BallFace, "ball_face",
              "3D: a ball stays outside of faces, edges and corners")
