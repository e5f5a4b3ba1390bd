// The constraint floor: a line in the plane, or a plane in space, that bodies do not pass. It is no body
// of the model, has a name of its own, and may move.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <tactus/constraint.hpp>
#include <tactus/known_row.hpp>
#include <tactus/planes/plane_rows.hpp>
#include <tactus/plugin.hpp>
#include <utility>

namespace floors {

using namespace tactus;

/// The gap of a vertex at y is g = n.(y - p - v t) - r: n normal, p a point of the floor at t = 0, v its
/// velocity, r the radius of a round body. See README.md in this folder.
class Floor final : public Constraint {
 public:
  struct Options {
    std::string name = "floor";
    std::vector<Real> point, normal, velocity;
    void describe(OptionVisitor& o) {
      o.text("name", name).help("of the floor in \"between\" and in tables; no name of a body");
      o.reals("point", point)
          .length(2, 3)
          .unit("m")
          .optional()
          .help("a point of the floor at the start; not given: the origin");
      o.reals("normal", normal)
          .length(2, 3)
          .required()
          .help("towards the side on which bodies are, of any length");
      o.reals("velocity", velocity)
          .length(2, 3)
          .unit("m/s")
          .optional()
          .help("constant; not given: the floor stands still");
      o.require(normal.empty() || has_direction(normal), "normal",
                "a normal of no length has no direction");
      for (const auto& [given, option] :
           {std::pair(&point, "point"), std::pair(&velocity, "velocity")})
        o.require(given->empty() || normal.empty() || given->size() == normal.size(), option,
                  "as many numbers as \"normal\" has");
    }
  };
  explicit Floor(Options o) : o_(std::move(o)), names_{o_.name} {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::plane, capability::space, capability::unilateral, capability::gap,
                      capability::frames, capability::gradient, capability::hessian,
                      capability::persistent, capability::complete, capability::end_of_step})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.reach = facet_reach(s);  // it looks at every vertex itself
  }
  View<std::string_view> do_outside() const override { return names_; }

  void do_setup(const ConstraintSetup& setup, Context&) override {
    surface_ = setup.surface;
    dim_ = static_cast<std::size_t>(surface_->dim);
    if (o_.normal.size() != dim_)
      throw ConfigError("the normal of a floor has one number for each axis of the scene");
    normal_ = o_.normal;
    set_length_to_one(normal_);
    frame_ = plane_frame(normal_);
    for (std::size_t d = 0; d < dim_; ++d) {
      velocity_[d] = o_.velocity.empty() ? 0 : o_.velocity[d];
      point_[d] = (o_.point.empty() ? 0 : o_.point[d]) -
                  (surface_->origin.empty() ? 0 : surface_->origin[d]);
    }
    identity_ = identity();
    choose_vertices(setup);
  }

  /// Tells the rows of several floors of one run apart (FNV-1a of what the floor is).
  std::uint64_t identity() const {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto add = [&](const void* bytes, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i)
        hash = (hash ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001b3;
    };
    add(o_.name.data(), o_.name.size());
    for (const auto* numbers : {&o_.point, &o_.normal, &o_.velocity})
      add(numbers->data(), numbers->size() * sizeof(Real));
    return hash;
  }

  /// The boundary vertices of the surfaces that this floor is for.
  void choose_vertices(const ConstraintSetup& setup) {
    std::vector<std::uint8_t> serves(surface_->patch_name.size(), 0);
    for (const PatchPair& pair : setup.pairs)
      if (pair.other == -1) serves[static_cast<std::size_t>(pair.own)] = 1;
    vertices_.clear();
    for (Index v = 0; v < surface_->boundary_vertices; ++v) {
      const View<Index> facets = surface_->facets_of(v);
      const bool on_facet = std::ranges::any_of(facets, [&](Index f) {
        return serves[static_cast<std::size_t>(surface_->facet_patch[f])] != 0;
      });
      if (on_facet ||
          (facets.empty() && serves[static_cast<std::size_t>(surface_->vertex_patch[v])]))
        vertices_.push_back(v);
    }
  }

  Real gap(View<Real> y, Index v, Real time) const {
    std::array<Real, 3> moved{};
    for (std::size_t d = 0; d < dim_; ++d) moved[d] = velocity_[d] * time;
    return plane_gap(normal_, y.data() + static_cast<std::size_t>(v) * dim_, point_.data(),
                     moved.data(), surface_->radius[v]);
  }

  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    DetectResult result;
    rows_.begin(set, contact_margin(context.scales));
    for (const Index v : vertices_)
      rows_.look_at(
          {.stencil = {v, kNone},
           .gap = gap(query.y, v, query.time),
           .gap_old = gap(query.y_old, v, query.time_old),
           .key = {PlaneRows::kPlane | static_cast<std::uint64_t>(surface_->global[v]), identity_},
           .outside = 0,
           .held = surface_->mobility(v, normal_.data()) == 0},
          query, set, result);
    return result;
  }

  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const View<Index> stencil = query.set->stencil(query.rows[k]);
      expect_known_row(stencil.size() == 1, query.rows[k]);
      const Index v = stencil[0];
      if (out.value) out.value[k] = gap(query.y, v, query.time);
      if (out.gradient) std::copy_n(frame_.data(), dim_, out.gradient + k * dim_);
      if (out.frame) std::copy_n(frame_.data(), dim_ * dim_, out.frame + k * dim_ * dim_);
      if (out.weight) out.weight[k] = 1;
      for (std::size_t d = 0; out.point && d < dim_; ++d)
        out.point[k * dim_ + d] =
            query.y[static_cast<std::size_t>(v) * dim_ + d] - surface_->radius[v] * frame_[d];
      if (out.outside_velocity)
        std::copy_n(velocity_.data(), dim_, out.outside_velocity + k * dim_);
    }
  }
  void do_hessian(const RowQuery&, View<Real>, BlockSink&, Context&) const override {}

  Options o_;
  std::array<std::string_view, 1> names_;
  const Surface* surface_ = nullptr;
  std::size_t dim_ = 0;
  std::uint64_t identity_ = 0;
  std::vector<Real> normal_;
  std::array<Real, 9> frame_{};               ///< normal, tangents
  std::array<Real, 3> point_{}, velocity_{};  ///< point relative to Surface::origin
  std::vector<Index> vertices_;
  PlaneRows rows_;
};

}  // namespace floors

TACTUS_PLUGIN(floors::Floor, "floor",
              "a line or plane that bodies do not pass and that is no body; it may move")
