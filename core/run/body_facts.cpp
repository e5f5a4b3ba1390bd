#include "core/run/body_facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/model/element_geometry.hpp"
#include "core/support/executor.hpp"
#include "core/support/plural.hpp"

namespace tactus::core {
namespace {

/// Ratio of the P-wave modulus to the shear modulus in the undeformed state, from which Poisson's
/// ratio follows.
Real modulus_ratio(const ModelBody& body) {
  Tensor F = Tensor::Zero();
  for (const int diagonal : {0, 4, 8}) F.col(diagonal) = 1;
  Tangent A = Tangent::Zero();
  Tensor P = Tensor::Zero();
  Lanes W = Lanes::Zero();
  std::vector<Real> history(static_cast<std::size_t>(body.history.width() * kLanes));
  body.history.start(history);
  std::vector<Real> next = history;
  Runtime runtime;
  body.material->evaluate({.F = View<Tensor>(&F, 1),
                           .columns = body.history.width(),
                           .history = history,
                           .history_next = next,
                           .W = Out<Lanes>(&W, 1),
                           .P = Out<Tensor>(&P, 1),
                           .A = Out<Tangent>(&A, 1)},
                          runtime.context());
  constexpr int kShear = 3;  // position of F_12: column 0 + 3 * 1
  return A(0, 0) / A(0, kShear + 9 * kShear);
}

/// Largest eigenvalue of the sum over the nodes N of an element of grad N grad N'.
template <int D>
Real largest_gradient(View<Real> x, const Index* node) {
  const Mat<D> inverse = edge_matrix<D>(x, node).inverse();  // row k: grad N of node k + 1
  Mat<D> sum = inverse.transpose() * inverse;
  const Eigen::Matrix<Real, 1, D> first = inverse.colwise().sum();
  sum += first.transpose() * first;
  Eigen::SelfAdjointEigenSolver<Mat<D>> solver;
  solver.computeDirect(sum, Eigen::EigenvaluesOnly);
  return solver.eigenvalues()(D - 1);
}

/// Stable step from element eigenvalues, and the element that bounds it. For a single element with nodal masses
/// m / (dim + 1), omega^2 is at most (dim + 1) c^2 times that eigenvalue, and no body vibrates faster than its fastest
/// element would vibrate alone.
void add_step(const Model& model, const ModelBody& body, BodyFacts& facts) {
  Real most = 0;
  const int corners = model.dim() + 1;
  for (Index e = body.elements.begin; e < body.elements.end; ++e) {
    const Real own = with_dimension(model.dim(), [&](auto dimension) {
      return largest_gradient<dimension.value>(model.reference(),
                                               model.elements().data() + e * corners);
    });
    if (own > most) most = own, facts.stiffest = e - body.elements.begin;
  }
  facts.step = 2 / (facts.wave_speed * std::sqrt(static_cast<Real>(corners) * most));
  if (facts.stiffest == kNone) return;
  facts.place.assign(static_cast<std::size_t>(model.dim()), 0);
  const Index* node = model.elements().data() + (body.elements.begin + facts.stiffest) * corners;
  for (int d = 0; d < model.dim(); ++d) {
    for (int k = 0; k < corners; ++k)
      facts.place[d] += model.reference()[node[k] * model.dim() + d] / corners;
    facts.place[d] += model.centre()[d];
  }
}

/// Whether most triangles stand in fours round a node that belongs to no other.
bool has_crossed_cells(const Index* nodes, Index elements) {
  std::map<Index, Index> triangles;  // of each node
  for (const Index* node = nodes; node != nodes + 3 * elements; ++node) ++triangles[*node];
  Index centres = 0;
  for (const Index* node = nodes; node != nodes + 3 * elements; node += 3)
    centres += std::any_of(node, node + 3, [&](Index n) { return triangles[n] == 4; });
  return 10 * centres >= 9 * elements;
}

/// How slender a plane body is, and how many elements are across it.
void add_shape(const Model& model, const ModelBody& body, BodyFacts& facts) {
  if (model.dim() != 2 || body.elements.size() == 0) return;
  const Index* const first = model.elements().data() + 3 * body.elements.begin;
  const View<Real> x = model.reference();
  std::vector<std::pair<Index, Index>> edges;
  Real area = 0;
  for (const Index* node = first; node != first + 3 * body.elements.size(); node += 3) {
    const auto at = [&](int k, int d) { return x[2 * node[k] + d]; };
    area += std::abs((at(1, 0) - at(0, 0)) * (at(2, 1) - at(0, 1)) -
                     (at(2, 0) - at(0, 0)) * (at(1, 1) - at(0, 1))) /
            2;
    for (int k = 0; k < 3; ++k) edges.push_back(std::minmax({node[k], node[(k + 1) % 3]}));
  }
  std::ranges::sort(edges);
  Real boundary = 0;
  std::size_t on_boundary = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const bool inner =
        (i > 0 && edges[i] == edges[i - 1]) || (i + 1 < edges.size() && edges[i] == edges[i + 1]);
    if (inner) continue;
    const auto [a, b] = edges[i];
    boundary += std::hypot(x[2 * a] - x[2 * b], x[2 * a + 1] - x[2 * b + 1]);
    ++on_boundary;  // a closed boundary has as many nodes as edges
  }
  // A rectangle with the same area and boundary; none has as much area as a body that is rounder than a square.
  const Real half = boundary / 2, root = std::sqrt(std::max(half * half - 4 * area, Real{0}));
  const Real thickness = (half - root) / 2, length = (half + root) / 2;
  facts.slenderness = length / thickness;
  if (has_crossed_cells(first, body.elements.size())) return;
  const Real cells = static_cast<Real>(body.elements.size()) / 2;
  facts.layers = thickness / std::sqrt(area / cells);
  // Without a node inside there is one element across, however long it is.
  if (on_boundary == static_cast<std::size_t>(body.nodes.size())) facts.layers = 1;
  facts.aspect = length / cells / thickness;
}

/// How many layers of cells lie along an axis: places that nodes have there, less one.
Index layers_along(const Model& model, Range nodes, int axis) {
  std::vector<Real> at;
  for (Index n = nodes.begin; n < nodes.end; ++n) at.push_back(model.reference()[3 * n + axis]);
  std::ranges::sort(at);
  const Real same = 1e-6 * (at.back() - at.front());
  Index layers = 0;
  for (std::size_t i = 1; i < at.size(); ++i) layers += at[i] - at[i - 1] > same;
  return layers;
}

/// Likewise of a box that a generator has cut into cells, whose tetrahedra have one volume where a cell has six, and
/// two where it has five: the one in its middle has twice that of the others.
void add_solid_shape(const Model& model, const ModelBody& body, BodyFacts& facts) {
  if (model.dim() != 3 || body.elements.size() == 0) return;
  std::vector<Real> volumes;
  for (Index e = body.elements.begin; e < body.elements.end; ++e)
    volumes.push_back(
        edge_matrix<3>(model.reference(), model.elements().data() + 4 * e).determinant() / 6);
  const auto count = static_cast<Index>(volumes.size());
  const Real least = std::ranges::min(volumes), most = std::ranges::max(volumes);
  const Index twice = std::ranges::count_if(volumes, [&](Real v) { return v > 1.5 * least; });
  facts.of_five = count % 5 == 0 && twice == count / 5;
  Real volume = 0, box = 1;
  for (const Real v : volumes) volume += v;
  for (const Real e : facts.extent) box *= e;
  if (!(facts.of_five ? most < 2.01 * least : most < 1.01 * least) || volume < 0.99 * box) return;
  struct Axis {
    Real extent, layers;
  };
  std::vector<Axis> axes;
  for (int d = 0; d < 3; ++d)
    axes.push_back({facts.extent[d], static_cast<Real>(layers_along(model, body.nodes, d))});
  std::ranges::sort(axes, {}, &Axis::extent);
  // Of two that are as thin, that with fewer cells counts.
  if (axes[1].extent < (1 + 1e-6) * axes[0].extent && axes[1].layers < axes[0].layers)
    std::swap(axes[0], axes[1]);
  facts.slenderness = axes[2].extent / axes[1].extent;  // of a beam, not of a plate
  facts.layers = axes[0].layers;
  facts.aspect = axes[2].extent / axes[2].layers / (axes[0].extent / axes[0].layers);
}

void add_extent(const Model& model, Range points, BodyFacts& facts) {
  const int dim = model.dim();
  for (int d = 0; d < dim; ++d) {
    Real low = kUnlimited, high = -kUnlimited;
    for (Index p = points.begin; p < points.end; ++p) {
      low = std::min(low, model.places()[p * dim + d]);
      high = std::max(high, model.places()[p * dim + d]);
    }
    facts.lower.push_back(low);
    facts.extent.push_back(high - low);
  }
}

Real mass_of(const Model& model, std::size_t b) {
  const Body& body = model.layout().bodies[b];
  if (model.bodies()[b].obstacle) return 0;
  Real sum = 0;
  for (Index dof = body.dofs.begin; dof < body.dofs.end; ++dof)
    if (model.motion().direction_of(dof) == 0) sum += model.mass()[dof];
  return sum;
}

BodyFacts facts_of(const Model& model, std::size_t b) {
  const ModelBody& body = model.bodies()[b];
  BodyFacts facts;
  facts.first = b;
  add_extent(model, body.nodes, facts);
  facts.nodes = body.nodes.size();
  facts.elements = body.elements.size();
  facts.mass = mass_of(model, b);
  if (!body.material) return facts;
  const Real modulus = body.material->p_wave_modulus();
  facts.wave_speed = std::sqrt(modulus / body.density);
  add_step(model, body, facts);
  add_shape(model, body, facts);
  add_solid_shape(model, body, facts);
  const Real ratio = modulus_ratio(body);
  facts.poisson = (ratio - 2) / (2 * ratio - 2);
  return facts;
}

std::string figures_of(const BodyFacts& f) {
  std::vector<std::string> extent;
  for (const Real e : f.extent) extent.push_back(fmt::format("{:.3g}", e));
  std::string text = f.size() > 0 ? fmt::format("{} m, ", fmt::join(extent, " x ")) : "";
  text += plural(f.nodes, "node", "nodes");
  if (f.elements > 0) text += ", " + plural(f.elements, "element", "elements");
  if (f.mass > 0) text += fmt::format(", {:.3g} kg", f.mass);
  if (f.wave_speed > 0)
    text += fmt::format(
        "; waves of {:.3g} m/s cross it in {:.2g} s, alone it would need steps of about {:.2g} s",
        f.wave_speed, f.crossing_time(), f.step);
  return text;
}

/// Bodies that share one line of the output because they are alike: the copies of an array, or
/// bodies written one after another.
struct Line {
  std::size_t first = 0, last = 0;
  std::string figures;
};

std::vector<Line> lines_of(const std::vector<BodyFacts>& facts) {
  std::vector<Line> lines;
  for (const BodyFacts& f : facts) {
    std::string figures = figures_of(f);
    if (lines.empty() || lines.back().figures != figures)
      lines.push_back({f.first, f.first, std::move(figures)});
    lines.back().last = f.first + f.count - 1;
  }
  return lines;
}

}  // namespace

Real BodyFacts::size() const { return *std::ranges::max_element(extent); }

std::vector<BodyFacts> body_facts(const Configuration& configuration, const Model& model) {
  std::vector<BodyFacts> all;
  for (std::size_t b = 0; b < configuration.bodies.size(); ++b) {
    const std::string& array = configuration.bodies[b].array;
    if (!array.empty() && !all.empty() && configuration.bodies[all.back().first].array == array)
      ++all.back().count;
    else
      all.push_back(facts_of(model, b));
  }
  return all;
}

std::string in_words(const std::vector<BodyFacts>& facts, const Configuration& configuration,
                     std::size_t most) {
  std::string text;
  const std::vector<Line> lines = lines_of(facts);
  for (std::size_t i = 0; i < lines.size() && i < most; ++i) {
    const auto& [first, last, figures] = lines[i];
    const std::string& name = configuration.bodies[first].name;
    text += first == last ? fmt::format("body \"{}\": {}\n", name, figures)
                          : fmt::format("{} bodies \"{}\" to \"{}\", each: {}\n", last - first + 1,
                                        name, configuration.bodies[last].name, figures);
  }
  if (lines.size() > most) {
    const std::size_t left = configuration.bodies.size() - lines[most].first;
    text += fmt::format("and {} more {}\n", left, left == 1 ? "body" : "bodies");
  }
  return text;
}

std::string stiffest_in_words(const std::vector<BodyFacts>& facts,
                              const Configuration& configuration) {
  const BodyFacts* stiffest = nullptr;
  for (const BodyFacts& f : facts)
    if (f.stiffest != kNone && (!stiffest || f.step < stiffest->step)) stiffest = &f;
  if (!stiffest) return {};
  std::vector<std::string> place;
  for (const Real x : stiffest->place) place.push_back(fmt::format("{:.4g}", x));
  return fmt::format("the stable step is bounded by element {} of body \"{}\", at ({})\n",
                     stiffest->stiffest + 1, configuration.bodies[stiffest->first].name,
                     fmt::join(place, ", "));
}

}  // namespace tactus::core
