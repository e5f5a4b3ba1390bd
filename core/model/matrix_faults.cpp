// A matrix is singular for one reason above all: a body moves as a whole, and nothing resists. Whether that
// is so is found by multiplying the matrix with the motions of the body in question.
#include "core/model/matrix_faults.hpp"

#include <fmt/format.h>

#include <Eigen/SVD>
#include <cmath>
#include <vector>

namespace tactus::core {
namespace {

constexpr Real kNothing = 1e-10;  ///< of the largest entry: what the matrix makes of a free motion

/// Columns: the translations of some nodes along the axes, then their rotations about the middle of these
/// nodes, in units in which each moves a node by about 1.
Eigen::MatrixXd rigid_motions(View<Real> places, Range nodes, int dim) {
  const Index n = nodes.size();
  const int turns = dim == 2 ? 1 : 3;
  Eigen::MatrixXd motion = Eigen::MatrixXd::Zero(n * dim, dim + turns);
  Eigen::MatrixXd x(dim, n);
  for (Index k = 0; k < n; ++k)
    for (int d = 0; d < dim; ++d)
      x(d, k) = places[static_cast<std::size_t>((nodes.begin + k) * dim + d)];
  x.colwise() -= x.rowwise().mean().eval();
  if (const Real extent = x.cwiseAbs().maxCoeff(); extent > 0) x /= extent;
  for (Index k = 0; k < n; ++k) {
    for (int d = 0; d < dim; ++d) motion(k * dim + d, d) = 1;
    for (int t = 0; t < turns; ++t) {  // in the plane about z
      const int i = dim == 2 ? 0 : (t + 1) % 3, j = dim == 2 ? 1 : (t + 2) % 3;
      motion(k * dim + i, dim + t) = -x(j, k);
      motion(k * dim + j, dim + t) = x(i, k);
    }
  }
  return motion;
}

/// The rows of some nodes times motions of these nodes; others rest.
Eigen::MatrixXd product(const SparseView& a, Range nodes, const Eigen::MatrixXd& motion) {
  const int b = a.block;
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(motion.rows(), motion.cols());
  for (Index n = nodes.begin; n < nodes.end; ++n)
    for (Index k = a.start[static_cast<std::size_t>(n)];
         k < a.start[static_cast<std::size_t>(n) + 1]; ++k) {
      const Index m = a.column[static_cast<std::size_t>(k)];
      if (m < nodes.begin || m >= nodes.end) continue;
      const Eigen::Map<const Eigen::Matrix<Real, -1, -1, Eigen::RowMajor>> entry(
          a.value.data() + k * b * b, b, b);
      result.middleRows((n - nodes.begin) * b, b) +=
          entry * motion.middleRows((m - nodes.begin) * b, b);
    }
  return result;
}

}  // namespace

/// A sentence about the body of a row if it can move as a whole, or nothing.
std::string MatrixFaults::loose_body(const SparseView& a, Index row) const {
  const int dim = model_.dim();
  if (a.block != dim || row / dim >= model_.nodes()) return "";
  const ModelBody& body = model_.bodies()[model_.body_of_node(row / dim)];
  Real largest = 0;
  for (Index n = body.nodes.begin; n < body.nodes.end; ++n)
    for (Index k = a.start[static_cast<std::size_t>(n)] * dim * dim;
         k < a.start[static_cast<std::size_t>(n) + 1] * dim * dim; ++k)
      largest = std::max(largest, std::abs(a.value[static_cast<std::size_t>(k)]));
  const Eigen::MatrixXd motion = rigid_motions(model_.reference(), body.nodes, dim);
  const Eigen::MatrixXd force = product(a, body.nodes, motion);
  std::string axes;
  int loose = 0;
  for (int d = 0; d < dim; ++d)
    if (force.col(d).lpNorm<Eigen::Infinity>() <= kNothing * largest) {
      axes += fmt::format("{}{}", axes.empty() ? "" : " and ", "xyz"[d]);
      ++loose;
    }
  if (loose == dim) return fmt::format("; nothing holds body \"{}\"", body.name);
  if (loose > 0) return fmt::format("; nothing holds body \"{}\" along {}", body.name, axes);
  // Of a combination of all motions, such as the turn about a node that is held.
  const Real least = Eigen::JacobiSVD<Eigen::MatrixXd>(force).singularValues().minCoeff();
  if (least > kNothing * largest * std::sqrt(static_cast<Real>(body.nodes.size()))) return "";
  return fmt::format("; nothing keeps body \"{}\" from turning", body.name);
}

std::string dof_name(const Model& model, Index dof) {
  const View<Body> bodies = model.layout().bodies;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const auto& [begin, end] = bodies[b].dofs;
    if (dof < begin || dof >= end) continue;
    if (bodies[b].rotation.empty())
      return fmt::format("{} of {}", "xyz"[dof % model.dim()], model.node_name(dof / model.dim()));
    const std::string& body = model.bodies()[b].name;
    return dof < bodies[b].rotation.begin
               ? fmt::format("{} of body \"{}\"", "xyz"[dof - begin], body)
               : fmt::format("rotation of body \"{}\"", body);
  }
  return "";
}

Outcome MatrixFaults::indefinite(const SparseView* a, Index row, const std::string& how,
                                 bool is_singular) const {
  const std::string name = dof_name(model_, row), who = name.empty() ? "" : " (" + name + ")";
  return Outcome::retry(Cause::indefinite,
                        fmt::format("the matrix of the step is {}: {} degree of freedom {}{}{}",
                                    is_singular ? "singular" : "not positive definite", how, row,
                                    who, is_singular && a ? loose_body(*a, row) : ""),
                        {Item::dof, row});
}

Outcome MatrixFaults::bad_pivot(const SparseView& a, Index row, Real pivot,
                                bool is_singular) const {
  return indefinite(&a, row, fmt::format("pivot {:.3g} at", pivot), is_singular);
}

Outcome MatrixFaults::bad_direction(const SparseView* a, Index row, bool is_singular) const {
  return indefinite(a, row, "nothing resists a motion that is largest at", is_singular);
}

}  // namespace tactus::core
