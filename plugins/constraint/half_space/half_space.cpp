// The constraint half_space: bodies do not pass the planes of half-spaces, which are obstacles of the
// scene.
#include <algorithm>
#include <array>
#include <tactus/constraint.hpp>
#include <tactus/known_row.hpp>
#include <tactus/planes/plane_rows.hpp>
#include <tactus/plugin.hpp>
#include <vector>

namespace half_spaces {

using namespace tactus;

/// The gap of a vertex at x is n.(x - p) - r: n normal, p the point of the half-space where it is now, r
/// the radius of a round body. See README.md in this folder.
class HalfSpace final : public Constraint {
 public:
  struct Options {
    void describe(OptionVisitor&) {}
  };
  explicit HalfSpace(Options) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::plane, capability::space, capability::unilateral, capability::gap,
                      capability::frames, capability::gradient, capability::hessian,
                      capability::persistent, capability::complete, capability::end_of_step})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.plane_vertex = true;
    wanted.reach = facet_reach(s);
  }

  void do_setup(const ConstraintSetup& setup, Context&) override {
    surface_ = setup.surface;
    dim_ = static_cast<std::size_t>(surface_->dim);
    frame_.clear();
    for (Index p = 0; p < surface_->planes; ++p) frame_.push_back(plane_frame(normal(p)));
  }

  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    DetectResult result;
    rows_.begin(set, contact_margin(context.scales));
    for (const auto& [plane, v] : query.candidates.plane_vertex) {
      const bool moves = !surface_->plane_vertex.empty();
      const Index mover = moves ? surface_->plane_vertex[plane] : kNone;
      const auto number = static_cast<std::uint64_t>(moves ? surface_->global[mover] : plane);
      rows_.look_at(
          {.stencil = {v, mover},
           .gap = gap(plane, v, query.y),
           .gap_old = gap(plane, v, query.y_old),
           .key = {PlaneRows::kPlane | static_cast<std::uint64_t>(surface_->global[v]), number},
           .branch = static_cast<std::int32_t>(plane),
           .held = surface_->mobility(v, normal(plane).data()) == 0 &&
                   (!moves || surface_->mobility(mover, normal(plane).data()) == 0)},
          query, set, result);
    }
    return result;
  }

  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    std::size_t entry = 0;
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const View<Index> stencil = query.set->stencil(query.rows[k]);
      const Index plane = query.set->branch[static_cast<std::size_t>(query.rows[k])];
      expect_known_row(knows(plane, stencil), query.rows[k]);
      const Real* const frame = frame_[static_cast<std::size_t>(plane)].data();
      const Real* const x = query.y.data() + static_cast<std::size_t>(stencil[0]) * dim_;
      if (out.value) out.value[k] = gap(plane, stencil[0], query.y);
      if (out.frame) std::copy_n(frame, dim_ * dim_, out.frame + k * dim_ * dim_);
      for (std::size_t d = 0; out.point && d < dim_; ++d)
        out.point[k * dim_ + d] = x[d] - surface_->radius[stencil[0]] * frame[d];
      for (Real sign = 1; const Index v : stencil) {
        (void)v;
        if (out.weight) out.weight[entry] = sign;
        for (std::size_t d = 0; out.gradient && d < dim_; ++d)
          out.gradient[entry * dim_ + d] = sign * frame[d];
        ++entry, sign = -1;
      }
    }
  }
  void do_hessian(const RowQuery&, View<Real>, BlockSink&, Context&) const override {}

  /// Whether a row of this plane has these vertices: one, and the vertex that moves the plane.
  bool knows(Index plane, View<Index> stencil) const {
    if (plane < 0 || plane >= surface_->planes) return false;
    const Index mover = surface_->plane_vertex.empty() ? kNone : surface_->plane_vertex[plane];
    return mover == kNone ? stencil.size() == 1 : stencil.size() == 2 && stencil[1] == mover;
  }
  View<Real> normal(Index plane) const { return {surface_->plane_normal(plane), dim_}; }
  Real gap(Index plane, Index v, View<Real> y) const {
    return plane_gap(normal(plane), y.data() + static_cast<std::size_t>(v) * dim_,
                     surface_->plane_point(plane, y), nullptr, surface_->radius[v]);
  }

  const Surface* surface_ = nullptr;
  std::size_t dim_ = 0;
  std::vector<std::array<Real, 9>> frame_;  ///< [planes] normal, tangents
  PlaneRows rows_;
};

}  // namespace half_spaces

TACTUS_PLUGIN(half_spaces::HalfSpace, "half_space",
              "bodies do not pass the planes of obstacles that are half-spaces")
