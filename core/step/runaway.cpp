#include "core/step/runaway.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/LU>
#include <algorithm>

#include "core/step/step_failure.hpp"

namespace tactus::core {
namespace {

/// J, of the kinetic energy of each body since the start.
std::vector<Real> rises_of(const Model& model, View<Real> v) {
  std::vector<Real> out;
  const View<Real> v0 = model.initial_velocity();
  for (const Body& body : model.layout().bodies) {
    Real& rise = out.emplace_back(0);
    for (Index dof = body.dofs.begin; dof < body.dofs.end; ++dof)
      rise += model.mass()[dof] * (v[dof] * v[dof] - v0[dof] * v0[dof]) / 2;
  }
  return out;
}

/// Volume of an element up to a factor, at the nodes' coordinates x.
template <int D>
Real volume(const Model& model, Index element, View<Real> x) {
  const View<Index> nodes = model.elements().subspan((D + 1) * element, D + 1);
  const auto at = [&](int k) { return Eigen::Map<const Vec<D>>(x.data() + D * nodes[k]); };
  Mat<D> edges;
  for (int k = 0; k < D; ++k) edges.col(k) = at(k + 1) - at(0);
  return edges.determinant();
}

struct Crushed {
  Index element = kNone;
  Real J = kUnlimited;  ///< volume over that at the start
};

template <int D>
Crushed most_crushed(const Model& model, std::int32_t body, View<Real> q) {
  Crushed out;
  for (Index e = 0; e < model.element_count(); ++e) {
    if (model.element_body()[e] != body) continue;
    const Real J = volume<D>(model, e, q) / volume<D>(model, e, model.reference());
    if (!(J >= out.J)) out = {e, J};
  }
  return out;
}

std::vector<Real> middle_of(const Model& model, Index element, View<Real> q) {
  const Index dim = model.dim();
  std::vector<Real> out(model.centre().begin(), model.centre().end());
  for (const Index node : model.elements().subspan(element * (dim + 1), dim + 1))
    for (Index d = 0; d < dim; ++d)
      out[static_cast<std::size_t>(d)] += q[node * dim + d] / static_cast<Real>(dim + 1);
  return out;
}

}  // namespace

std::string where_energy_rose(const Model& model, const Configuration& configuration, View<Real> q,
                              View<Real> v) {
  const std::vector<Real> rises = rises_of(model, v);
  const auto most = std::ranges::max_element(rises);
  if (most == rises.end() || !(*most > 0)) return {};
  const auto body = static_cast<std::int32_t>(most - rises.begin());
  std::string text = fmt::format("\"{}\" has {:.3g} J more kinetic energy than at the start",
                                 body_name(configuration, body), *most);
  const Crushed crushed =
      model.dim() == 2 ? most_crushed<2>(model, body, q) : most_crushed<3>(model, body, q);
  if (crushed.element == kNone) return text;
  return text + fmt::format(", and its most crushed element, near ({:.4g}) m, {:.2g} of its {}",
                            fmt::join(middle_of(model, crushed.element, q), ", "), crushed.J,
                            model.dim() == 2 ? "area" : "volume");
}

}  // namespace tactus::core
