#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "core/mesh/generators.hpp"
#include "core/model/surface_data.hpp"
#include "core/plugin/smoke.hpp"
#include "core/support/executor.hpp"
#include "tactus/constraint.hpp"

namespace tactus::core {
namespace {

/// In the plane: a square on the ground (a half-space), a second one above it, a particle beside
/// them. Nobody touches anybody.
class Scene {
 public:
  Scene() {
    Mesh square = rectangle({.size = {1, 1}, .cells = {2, 2}, .triangles = 2, .without = {}});
    Mesh upper = square;
    const Real lift[] = {0.3, 1.2};
    place(upper, 1, 0, lift);
    const Index nodes = square.nodes();
    for (const Mesh* mesh : {&square, &upper})
      reference_.insert(reference_.end(), mesh->points.begin(), mesh->points.end());
    reference_.insert(reference_.end(), {-0.5, 0.35});
    inverse_mass_.assign(reference_.size(), 1);
    std::vector<Body> bodies(3);
    data_.emplace(2,
                  std::vector<SurfaceBody>{{&square, 0, nodes, 0, "lower"},
                                           {&upper, nodes, nodes, 0, "upper"},
                                           {nullptr, 2 * nodes, 1, 0, "particle"}},
                  reference_, inverse_mass_, bodies);
    surface_ = data_->view();
    surface_.planes = 1, surface_.plane = ground_, surface_.plane_body = ground_body_;
    movable_.assign(static_cast<std::size_t>(surface_.vertices), 1);
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  const Surface& surface() const { return surface_; }
  std::vector<Real> apart() const { return {surface_.reference.begin(), surface_.reference.end()}; }
  /// The upper square sunk into the lower one, the particle flown into it, and the lower square
  /// sunk into the ground: one of these is the business of every constraint.
  std::vector<Real> overlapping() const {
    std::vector<Real> y = apart();
    for (Index v = 0; v < surface_.vertices; ++v) {
      const auto at = static_cast<std::size_t>(v);
      if (surface_.vertex_body[at] == 0) y[2 * at + 1] -= 0.3;
      if (surface_.vertex_body[at] == 1) y[2 * at + 1] -= 0.55;
      if (surface_.vertex_body[at] == 2) y[2 * at] += 0.55;
    }
    return y;
  }
  View<std::uint8_t> movable() const { return movable_; }

  /// Every pair of different bodies: candidates beyond the overlapping ones change nothing.
  struct Pairs {
    std::vector<Pair> facet_facet, facet_vertex, vertex_vertex, plane_vertex, element_vertex;
    Candidates view() const {
      Candidates c;
      c.facet_facet = facet_facet, c.facet_vertex = facet_vertex;
      c.vertex_vertex = vertex_vertex, c.plane_vertex = plane_vertex;
      c.element_vertex = element_vertex;
      return c;
    }
  };
  Pairs pairs(const Detection& wanted) const {
    const Surface& s = surface_;
    Pairs p;
    const auto fill = [](std::vector<Pair>& list, bool want, View<std::int32_t> a,
                         View<std::int32_t> b, bool ordered) {
      for (std::size_t i = 0; want && i < a.size(); ++i)
        for (std::size_t j = ordered ? i + 1 : 0; j < b.size(); ++j)
          if (a[i] != b[j]) list.push_back({static_cast<Index>(i), static_cast<Index>(j)});
    };
    const auto outer = s.vertex_body.first(static_cast<std::size_t>(s.boundary_vertices));
    fill(p.facet_facet, wanted.facet_facet, s.facet_body, s.facet_body, true);
    fill(p.facet_vertex, wanted.facet_vertex, s.facet_body, outer, false);
    fill(p.vertex_vertex, wanted.vertex_vertex, outer, outer, true);
    fill(p.plane_vertex, wanted.plane_vertex, s.plane_body, outer, false);
    fill(p.element_vertex, wanted.element_vertex, s.element_body, outer, false);
    return p;
  }

 private:
  std::vector<Real> reference_, inverse_mass_, ground_{0, -0.1, 0, 1};
  std::vector<std::int32_t> ground_body_{3};
  std::vector<std::uint8_t> movable_;
  std::optional<SurfaceData> data_;
  Surface surface_;
};

class Trial {
 public:
  explicit Trial(const MakeComponent& make)
      : component_(make()), constraint_(dynamic_cast<Constraint&>(*component_)) {
    runtime_.context().scales = {
        .altitude = 0.3, .median_facet = 0.5, .longest_facet = 0.5, .length = 3, .coordinate = 2.2};
    constraint_.setup(scene_.surface(), runtime_.context());
    wanted_ = constraint_.detection(runtime_.context().scales);
  }
  const Constraint& constraint() const { return constraint_; }
  const Scene& scene() const { return scene_; }
  const Detection& wanted() const { return wanted_; }
  const ContactSet& set() const { return set_; }
  Context& context() { return runtime_.context(); }

  DetectResult detect(const std::vector<Real>& y) {
    const auto pairs = scene_.pairs(wanted_);
    y_old_ = scene_.apart();
    DetectQuery query{.surface = &scene_.surface(), .candidates = pairs.view(), .list = 1};
    query.y_list = y_old_, query.y_old = y_old_, query.y = y, query.pass = pass_++;
    query.movable = scene_.movable();
    const DetectResult result = constraint_.detect(query, set_, runtime_.context());
    const auto history = static_cast<std::size_t>(set_.rows() * constraint_.history_size());
    set_.history_old.resize(history, 0), set_.history_new.resize(history, 0);
    return result;
  }
  std::vector<Index> all_rows() const {
    std::vector<Index> rows(set_.key.size());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
  }
  std::vector<Real> values(const std::vector<Real>& y) {
    std::vector<Real> value(set_.key.size());
    constraint_.evaluate(set_, all_rows(), y, {.value = value.data()}, context());
    return value;
  }

 private:
  std::unique_ptr<Component> component_;
  Constraint& constraint_;
  Scene scene_;
  Runtime runtime_;
  Detection wanted_;
  ContactSet set_;
  std::vector<Real> y_old_;
  Index pass_ = 0;
};

bool asks_in_the_plane(const Detection& d) {
  return d.facet_facet || d.facet_vertex || d.vertex_vertex || d.element_vertex || d.plane_vertex;
}

Finding bodies_apart_need_nothing(const MakeComponent& make) {
  Trial trial(make);
  const DetectResult result = trial.detect(trial.scene().apart());
  return result.needs == 0 ? kept() : broken(fmt::format("{} violations", result.needs));
}

Finding overlap_is_found(Trial& trial) {
  const DetectResult result = trial.detect(trial.scene().overlapping());
  if (result.added == 0 || result.needs == 0)
    return broken("bodies inside each other, and no row for it");
  return kept(fmt::format("{} rows for {} violations", result.added, result.needs));
}

/// Arrays of the set have the lengths they should have, keys are unique, stencils are vertices.
Finding rows_are_sound(const Trial& trial) {
  const ContactSet& set = trial.set();
  std::vector<ContactKey> keys = set.key;
  std::sort(keys.begin(), keys.end());
  if (std::adjacent_find(keys.begin(), keys.end()) != keys.end())
    return broken("two rows have the same key");
  for (Index r = 0; r < set.rows(); ++r) {
    std::vector<Index> stencil(set.stencil(r).begin(), set.stencil(r).end());
    std::sort(stencil.begin(), stencil.end());
    if (stencil.empty()) return broken("a row without vertices");
    if (std::adjacent_find(stencil.begin(), stencil.end()) != stencil.end())
      return broken("a vertex twice in one row");
    if (stencil.front() < 0 || stencil.back() >= trial.scene().surface().vertices)
      return broken("a vertex that is none");
    if (!(set.scale[static_cast<std::size_t>(r)] > 0))
      return broken("a scale that is not positive");
  }
  return kept();
}

Finding rows_are_violated(Trial& trial) {
  const std::vector<Real> value = trial.values(trial.scene().overlapping());
  for (std::size_t r = 0; r < value.size(); ++r) {
    if (!std::isfinite(value[r])) return broken("a value that is not finite");
    if (value[r] < trial.set().lower[r]) return kept();
  }
  return broken("rows were added, and none of them is violated");
}

/// Central differences in every coordinate of the stencil; positions are of the size of 1 m.
Finding gradient_is_that_of_the_value(Trial& trial) {
  const ContactSet& set = trial.set();
  const std::vector<Real> y = trial.scene().overlapping();
  std::vector<Real> gradient(set.vertex.size() * 2);
  trial.constraint().evaluate(set, trial.all_rows(), y, {.gradient = gradient.data()},
                              trial.context());
  constexpr Real step = 1e-6;
  Real worst = 0;
  for (std::size_t r = 0; r < set.key.size(); ++r)
    for (Index e = set.start[r]; e < set.start[r + 1]; ++e)
      for (Index d = 0; d < 2; ++d) {
        std::vector<Real> up = y, down = y;
        const auto at = static_cast<std::size_t>(2 * set.vertex[static_cast<std::size_t>(e)] + d);
        up[at] += step, down[at] -= step;
        const Real slope = (trial.values(up)[r] - trial.values(down)[r]) / (2 * step);
        const Real claimed = gradient[static_cast<std::size_t>(2 * e + d)];
        worst = std::max(worst, std::abs(slope - claimed) / set.scale[r]);
      }
  return within(worst, 1e-7);
}

/// Rows of a frame are orthonormal; weights add up to zero over two bodies.
Finding frames_are_orthonormal(Trial& trial) {
  const ContactSet& set = trial.set();
  std::vector<Real> frame(set.key.size() * 4), weight(set.vertex.size());
  trial.constraint().evaluate(set, trial.all_rows(), trial.scene().overlapping(),
                              {.frame = frame.data(), .weight = weight.data()}, trial.context());
  Real worst = 0;
  for (Index r = 0; r < set.rows(); ++r) {
    const Mat<2> Q = block<2>(frame, r);
    worst = std::max(worst, (Q * Q.transpose() - Mat<2>::Identity()).norm());
  }
  return within(worst, 1e-13);
}

}  // namespace

void smoke_constraint(const MakeComponent& make, conformance::Check& verdicts) {
  std::optional<Trial> trial;
  if (!verdicts.promise("is set up for a scene in the plane", [&] {
        trial.emplace(make);
        return kept();
      }))
    return;
  if (!asks_in_the_plane(trial->wanted())) {
    verdicts.skip("detection", "it asks for no pairs that a scene in the plane has");
    return;
  }
  verdicts.promise("bodies apart need no row", [&] { return bodies_apart_need_nothing(make); });
  const auto claims = claims_of(trial->constraint());
  if (!verdicts.promise("bodies inside each other get rows",
                        [&] { return overlap_is_found(*trial); }))
    return;
  if (!verdicts.promise("rows are sound", [&] { return rows_are_sound(*trial); })) return;
  verdicts.promise("rows have finite values, below their margin where violated",
                   [&] { return rows_are_violated(*trial); });
  if (claims.has(capability::gradient))
    verdicts.promise("gradient = d value / dy (central differences)",
                     [&] { return gradient_is_that_of_the_value(*trial); });
  if (claims.has(capability::frames))
    verdicts.promise("frames are orthonormal", [&] { return frames_are_orthonormal(*trial); });
}

}  // namespace tactus::core
