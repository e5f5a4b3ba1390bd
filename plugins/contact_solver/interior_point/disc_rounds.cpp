// Implements disc_rounds.hpp: which friction each round starts from.
#include "disc_rounds.hpp"

#include <algorithm>
#include <tactus/friction/pressed_law.hpp>

namespace interior_point {
using namespace tactus;

namespace {

constexpr Index kTurn = 4;  ///< rounds, after which it is forgotten which shares have changed
constexpr Index kPathSteps = 60, kNewtonSteps = 15;
constexpr Real kChanged = 1e-3;  ///< of a share
constexpr Real kLeast = 1e-4;    ///< least fading speed, as a share of W_ii times the bound

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

template <int D>
Real mass(const ReactionProblem& p, Index i) {
  return D / block<D>(p.delassus_diagonal, i).trace();
}

/// The tangential reaction with which the equation of a contact holds that slides and is pressed, `times` as fast
/// and as strongly as nothing ever is. @param x  zero, before and after
template <int D>
Real friction_of(const ReactionProblem& p, const ContactLaw& law, Index i, Real times,
                 const ReactionPoint& x, Context& context) {
  constexpr Real kFast = 1e30;  // m/s
  Real &slip = x.U[at(i * D + 1)], &push = x.R[at(i * D)];
  slip = times * kFast, push = times * kFast * mass<D>(p, i);
  Vec<D> C;
  Eigen::Matrix<Real, D, D, Eigen::RowMajor> by_U, by_R;
  law.linearise({.problem = &p,
                 .contacts = View<Index>(&i, 1),
                 .U = x.U,
                 .R = x.R,
                 .C = C.data(),
                 .dC_dU = by_U.data(),
                 .dC_dR = by_R.data()},
                context);
  slip = push = 0;
  return C[1] / by_R(1, 1);
}

}  // namespace

bool DiscRounds::prepare(const ReactionProblem& p, View<const ContactLaw*> laws,
                         View<std::uint8_t> coulomb, Context& context) {
  constexpr Real kSame = 1e-9;
  const Scratch::Frame frame(*context.scratch);
  const ReactionPoint x{context.scratch->take<Real>(p.contacts * p.dim),
                        context.scratch->take<Real>(p.contacts * p.dim)};
  std::ranges::fill(x.R, Real(0)), std::ranges::fill(x.U, Real(0));
  bound_.assign(at(p.contacts), -1);
  for (Index i = 0; i < p.contacts; ++i) {
    const std::size_t law = at(p.law[at(i)]);
    if (coulomb[law] != 0) continue;
    const auto friction = [&](Real times) {
      return with_dimension(p.dim, [&]<int D>(Dimension<D>) {
        return friction_of<D>(p, *laws[law], i, times, x, context);
      });
    };
    const Real once = friction(1), twice = friction(2);
    if (!(std::abs(twice - once) <= kSame * std::abs(once))) return false;
    bound_[at(i)] = std::abs(once);
  }
  return true;
}

void DiscRounds::improve(ReactionPoint& x, Index rounds, Real until, const Methods& methods,
                         ReactionSearch& search) {
  const Scratch::Frame frame(*search.context().scratch);
  const auto n = static_cast<Index>(x.R.size());
  ReactionPoint y{search.context().scratch->take<Real>(n), search.context().scratch->take<Real>(n)};
  discs_.assign(bound_.size(), {}), changes_.assign(bound_.size(), 0);
  for (Index k = 0; k < rounds && !search.reached() && !search.ended(); ++k) {
    with_dimension(search.problem().dim,
                   [&]<int D>(Dimension<D>) { choose<D>(x, k, search.problem()); });
    methods.path.improve(x, {.iterations = kPathSteps, .until = until, .discs = discs_}, search);
    if (search.reached()) return;
    std::copy(x.R.begin(), x.R.end(), y.R.begin()), std::copy(x.U.begin(), x.U.end(), y.U.begin());
    y.residual = x.residual;
    methods.newton.improve(y, {.steps = kNewtonSteps}, methods.sweeps, search);
  }
}

/// The share of friction that suits the velocity at which a contact opens, as its law fades it.
template <int D>
void DiscRounds::choose(const ReactionPoint& x, Index round, const ReactionProblem& p) {
  const bool forgets = round % kTurn == 0, all_fade = round % (2 * kTurn) == kTurn;
  for (Index i = 0; i < p.contacts; ++i) {
    const Real bound = bound_[at(i)], rho = mass<D>(p, i);
    if (bound < 0) continue;
    FrictionDisc& disc = discs_[at(i)];
    const Vec<D> u = point<D>(x.U, i), s = point<D>(x.R, i) - rho * u;
    const Real slow = friction::kSlowly / rho * std::min(s.template tail<D - 1>().norm(), bound);
    const Real share = friction::fading(u[0] + rebound(p, i), slow);
    std::uint8_t& changes = changes_[at(i)];
    changes = !forgets && (changes != 0 || std::abs(share - disc.share) > kChanged);
    const bool fades = changes != 0 || all_fade;
    disc = {.bound = fades ? bound : share * bound,
            .fading_speed = fades ? std::max(slow, kLeast / rho * bound) : 0,
            .share = share};
  }
}

}  // namespace interior_point
