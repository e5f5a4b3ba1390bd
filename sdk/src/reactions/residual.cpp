// Implements reactions/residual.hpp: relative velocities, natural residuals, and the check of a
// problem.
//
// Convergence is judged by velocities and not by changes of the reactions. If more contacts hold
// a body than necessary, the reactions are not unique and may drift for ever, while the motion is
// determined. Coulomb's natural residual |R - P_K(R - rho (U + mu |U_T| n))|/rho vanishes exactly at
// solutions, P_K being the projection onto the friction cone and U containing the restitution
// term (Solfec, 74).
#include "tactus/reactions/residual.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "row_product.hpp"
#include "tactus/provides.hpp"

namespace tactus {
namespace {

constexpr Index kGrain = 256;  ///< contacts

/// The natural residuals of a part of the contacts.
struct Part {
  const ReactionProblem& p;
  View<const ContactLaw*> laws;
  View<std::uint8_t> coulomb;  ///< [laws] find_coulomb()
  View<Real> U, R;
  Range range;

  bool all_coulomb() const {
    return std::ranges::all_of(coulomb, [](auto is) { return is == 1; });
  }
  bool is_coulomb(Index contact) const {
    return coulomb[static_cast<std::size_t>(p.law[static_cast<std::size_t>(contact)])] == 1;
  }
  template <int D>
  Real coulomb_square(Index i) const {
    return squared_residual<D>(p, i, U.data() + i * D, R.data() + i * D);
  }
};

/// Asks each law that is not Coulomb's about its contacts of the part. @param out  [contacts of the part]
void ask_laws(const Part& part, Out<Real> out, Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const Index most = part.range.size();
  const Out<Index> list = context.scratch->take<Index>(most);
  const Out<Real> said = context.scratch->take<Real>(most);
  for (std::size_t l = 0; l < part.laws.size(); ++l) {
    if (part.coulomb[l] == 1) continue;
    std::size_t count = 0;
    for (Index i = part.range.begin; i < part.range.end; ++i)
      if (part.p.law[static_cast<std::size_t>(i)] == static_cast<std::int32_t>(l))
        list[count++] = i;
    if (count == 0) continue;
    part.laws[l]->residual({.problem = &part.p,
                            .contacts = View<Index>(list).first(count),
                            .U = part.U,
                            .R = part.R,
                            .residual = said.first(count)},
                           context);
    for (std::size_t k = 0; k < count; ++k)
      out[static_cast<std::size_t>(list[k] - part.range.begin)] = said[k];
  }
}

template <int D>
ReactionResidual residual_of_part(const Part& part, Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const bool all_coulomb = part.all_coulomb();
  Out<Real> asked;
  if (!all_coulomb) {
    asked = context.scratch->take<Real>(part.range.size());
    ask_laws(part, asked, context);
  }
  ReactionResidual sum;
  for (Index i = part.range.begin; i < part.range.end; ++i) {
    if (all_coulomb || part.is_coulomb(i)) {
      sum.add(part.coulomb_square<D>(i));
    } else {
      const Real f = asked[static_cast<std::size_t>(i - part.range.begin)];
      sum.add(f * f);
    }
  }
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

void find_coulomb(View<const ContactLaw*> laws, Out<std::uint8_t> is_coulomb) {
  for (std::size_t l = 0; l < laws.size(); ++l)
    is_coulomb[l] = provides(*laws[l], capability::coulomb) ? 1 : 0;
}

ReactionResidual residual_of(const ReactionProblem& p, View<const ContactLaw*> laws, View<Real> U,
                             View<Real> R, Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const auto coulomb = context.scratch->take<std::uint8_t>(static_cast<Index>(laws.size()));
  find_coulomb(laws, coulomb);
  const Out<ReactionResidual> part =
      context.scratch->take<ReactionResidual>((p.contacts + kGrain - 1) / kGrain);
  with_dimension(p.dim, [&]<int D>(Dimension<D>) {
    context.executor->for_each(p.contacts, kGrain, [&](Range range, Context& local) {
      part[static_cast<std::size_t>(range.begin / kGrain)] =
          residual_of_part<D>({p, laws, coulomb, U, R, range}, local);
    });
  });
  ReactionResidual sum;
  for (const ReactionResidual& one : part) sum.add(one);
  return sum;
}

ReactionResidual residuals_of(const ReactionProblem& p, View<const ContactLaw*> laws, View<Real> U,
                              View<Real> R, Out<Real> residual, Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const auto coulomb = context.scratch->take<std::uint8_t>(static_cast<Index>(laws.size()));
  find_coulomb(laws, coulomb);
  const Part all{p, laws, coulomb, U, R, {0, p.contacts}};
  const bool all_coulomb = all.all_coulomb();
  if (!all_coulomb) ask_laws(all, residual, context);
  ReactionResidual sum, part;  // added up in the order of residual_of()
  with_dimension(p.dim, [&]<int D>(Dimension<D>) {
    for (Index i = 0; i < p.contacts; ++i) {
      if (i % kGrain == 0) sum.add(std::exchange(part, {}));
      Real& one = residual[static_cast<std::size_t>(i)];
      const bool is_coulomb = all_coulomb || all.is_coulomb(i);
      const Real square = is_coulomb ? all.coulomb_square<D>(i) : one * one;
      if (is_coulomb) one = std::sqrt(square);
      part.add(square);
    }
  });
  sum.add(part);
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
