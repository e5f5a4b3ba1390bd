// Implements reactions/residual.hpp: relative velocities, natural residuals, and the check of a
// problem.
//
// Convergence is judged by velocities and not by changes of the reactions. If more contacts hold
// a body than necessary, the reactions are not unique and may drift for ever, while the motion is
// determined. The natural residual |R - P_K(R - rho (U + mu |U_T| n))|/rho vanishes exactly at
// solutions, P_K being the projection onto the friction cone and U containing the restitution
// term (Solfec, 74).
#include "tactus/reactions/residual.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <string>

#include "row_product.hpp"

namespace tactus {
namespace {

constexpr Index kGrain = 256;  ///< contacts

template <int D>
ReactionResidual residual_of_range(const ReactionProblem& p, View<Real> U, View<Real> R,
                                   Range range) {
  ReactionResidual sum;
  for (Index i = range.begin; i < range.end; ++i)
    sum.add(squared_residual<D>(p, i, U.data() + i * D, R.data() + i * D));
  return sum;
}

/// Describes why a contact is invalid; "" if it is valid.
template <int D>
std::string flaw(const ReactionProblem& p, Index i, std::size_t laws, Blocks blocks) {
  const auto at = static_cast<std::size_t>(i);
  const Real mu = p.friction[at];
  if (!(mu >= 0) || !std::isfinite(mu))
    return "friction is " + std::to_string(mu) + "; allowed: 0 or more";
  if (!p.restitution.empty() && !(p.restitution[at] >= 0 && p.restitution[at] <= 1))
    return "restitution is " + std::to_string(p.restitution[at]) + "; allowed: 0 to 1";
  if (!point<D>(p.free_velocity, i).allFinite()) return "its free velocity is not finite";
  if (p.law[at] < 0 || static_cast<std::size_t>(p.law[at]) >= laws) return "it has no contact law";
  if (blocks == Blocks::any) return "";
  const Mat<D> W = block<D>(p.delassus_diagonal, i);
  // Compared without a square root and relative to W, whose entries are small if bodies are heavy.
  if (!W.allFinite() || !(W.trace() > 0) ||
      Eigen::LLT<Mat<D>>(Mat<D>((W + W.transpose()) / W.trace())).info() != Eigen::Success)
    return "its block W_ii is not positive definite: both bodies are held there in some direction";
  return "";
}

}  // namespace

Real incoming_speed(const ReactionProblem& p) {
  Real squares = 0;
  for (Index i = 0; i < p.contacts; ++i)
    for (int d = 0; d < p.dim; ++d) {
      Real q =
          p.free_velocity[static_cast<std::size_t>(i * p.dim + d)] + (d == 0 ? rebound(p, i) : 0);
      if (d == 0 && !p.gap_speed.empty()) q -= p.gap_speed[static_cast<std::size_t>(i)];
      squares += q * q;
    }
  return squares > 0 ? std::sqrt(squares) : 1;
}

void relative_velocities(const ReactionProblem& p, View<Real> R, Out<Real> U, Context& context) {
  const SparseView* W = p.delassus->sparse();
  if (!W) {
    p.delassus->apply(R, U, context);
    map(U) += map(p.free_velocity);
    return;
  }
  with_dimension(p.dim, [&]<int D>(Dimension<D>) {
    context.executor->for_each(p.contacts, kGrain, [&](Range range, Context&) {
      for (Index i = range.begin; i < range.end; ++i) {
        const auto first = static_cast<std::size_t>(W->start[static_cast<std::size_t>(i)]),
                   last = static_cast<std::size_t>(W->start[static_cast<std::size_t>(i) + 1]);
        const std::array<Real, D> u = blocks_times<D>(W->column.subspan(first, last - first),
                                                      W->value.data() + first * D * D, R.data());
        for (std::size_t d = 0, at = static_cast<std::size_t>(i) * D; d < D; ++d, ++at)
          U[at] = p.free_velocity[at] + u[d];
      }
    });
  });
}

ReactionResidual residual_of(const ReactionProblem& p, View<Real> U, View<Real> R,
                             Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const Out<ReactionResidual> part =
      context.scratch->take<ReactionResidual>((p.contacts + kGrain - 1) / kGrain);
  with_dimension(p.dim, [&]<int D>(Dimension<D>) {
    context.executor->for_each(p.contacts, kGrain, [&](Range range, Context&) {
      part[static_cast<std::size_t>(range.begin / kGrain)] = residual_of_range<D>(p, U, R, range);
    });
  });
  ReactionResidual sum;
  for (const ReactionResidual& one : part) sum.add(one);
  return sum;
}

Outcome check_contacts(const ReactionProblem& p, std::size_t laws, Blocks blocks) {
  return with_dimension(p.dim, [&]<int D>(Dimension<D>) -> Outcome {
    for (Index i = 0; i < p.contacts; ++i)
      if (std::string wrong = flaw<D>(p, i, laws, blocks); !wrong.empty())
        return Outcome::failed(Cause::unsupported,
                               "contact " + std::to_string(i) + ": " + std::move(wrong),
                               {Item::contact, i});
    return {};
  });
}

}  // namespace tactus
