#include "core/run/body_facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/model/element_geometry.hpp"
#include "core/support/executor.hpp"
#include "core/support/plugin_fault.hpp"
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
  calling({.kind = Kind::material, .type = body.plugin.c_str()}, [&] {
    body.material->evaluate({.F = View<Tensor>(&F, 1),
                             .columns = body.history.width(),
                             .history = history,
                             .history_next = next,
                             .W = Out<Lanes>(&W, 1),
                             .P = Out<Tensor>(&P, 1),
                             .A = Out<Tangent>(&A, 1)},
                            runtime.context());
  });
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

/// Stable step from element eigenvalues. For a single element with nodal masses m / (dim + 1),
/// omega^2 is at most (dim + 1) c^2 times that eigenvalue, and no body vibrates faster than its
/// fastest element would vibrate alone.
Real step_of(const Model& model, const ModelBody& body, Real wave_speed) {
  Real most = 0;
  const int corners = model.dim() + 1;
  for (Index e = body.elements.begin; e < body.elements.end; ++e)
    most = std::max(most, with_dimension(model.dim(), [&](auto dimension) {
                      return largest_gradient<dimension.value>(
                          model.reference(), model.elements().data() + e * corners);
                    }));
  return 2 / (wave_speed * std::sqrt(static_cast<Real>(corners) * most));
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
  if (body.type == BodyType::obstacle) return 0;
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
  const Real modulus = calling({.kind = Kind::material, .type = body.plugin.c_str()},
                               [&] { return body.material->p_wave_modulus(); });
  facts.wave_speed = std::sqrt(modulus / body.density);
  facts.step = step_of(model, body, facts.wave_speed);
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

}  // namespace tactus::core
