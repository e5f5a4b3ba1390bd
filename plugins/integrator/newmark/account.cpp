// Computes the sums of newmark's energy account over degrees of freedom, in chunks of a fixed size,
// and the energy of a contact correction that a solver still has to judge.
//
// For beta = 0, gamma = 1/2 and linear forces the scheme conserves R = T + U - dt^2/8 a'M a
// exactly, but not T + U, which oscillates by about one percent in free vibration. The account
// therefore follows R: its last term is called the shift, and the work of forces is stated such
// that R changes by contact, integration error and loads alone (docs/theory/energy_account.md).
#include "account.hpp"

#include <algorithm>

#include "angular_momentum.hpp"

namespace newmark {
namespace {

constexpr Index kGrain = 4096;  ///< degrees of freedom that are summed together
constexpr Index kWidth = 8;     ///< partial sums side by side
using Lanes = Eigen::Array<Real, kWidth, 1>;

/// sum m a a, m a' a', m (a + a') u, and, only with numerical damping, m a a' and m a' u, where a'
/// is the acceleration at the end of the step.
struct Sums {
  Real old_square = 0, new_square = 0, work = 0, mixed = 0, late_work = 0;
};

template <bool kDamped>
struct LaneSums {
  Lanes old_square = Lanes::Zero(), new_square = Lanes::Zero(), work = Lanes::Zero(),
        mixed = Lanes::Zero(), late_work = Lanes::Zero();

  /// Lanes, or maps of them: the mass, the increment, and the accelerations before and after the
  /// step.
  template <class Some>
  void add(const Some& m, const Some& u, const Some& a, const Some& b) {
    const Lanes before = m * a, after = m * b;
    old_square += before * a;
    new_square += after * b;
    work += (before + after) * u;
    if constexpr (kDamped) mixed += before * b, late_work += after * u;
  }
  Sums sums() const {
    return {old_square.sum(), new_square.sum(), work.sum(), mixed.sum(), late_work.sum()};
  }
};

/// The last numbers of an array, from `i` on, padded with zeros.
Lanes last_of(View<Real> array, Index i) {
  Lanes lanes = Lanes::Zero();
  std::copy(array.begin() + i, array.end(), lanes.data());
  return lanes;
}

/// @param range  begins at a multiple of kWidth; ends at a multiple or at the end of the arrays
template <bool kDamped>
Sums sums_of(const StepMotion& step, Range range) {
  LaneSums<kDamped> sums;
  Index i = range.begin;
  const auto whole = [&](View<Real> array) { return Eigen::Map<const Lanes>(array.data() + i); };
  for (; i + kWidth <= range.end; i += kWidth)
    sums.add(whole(step.mass), whole(step.u), whole(step.a_old), whole(step.a_new));
  if (i < range.end)
    sums.add(last_of(step.mass, i), last_of(step.u, i), last_of(step.a_old, i),
             last_of(step.a_new, i));
  return sums.sums();
}

/// The sum of term(i) over degrees of freedom, in an order that does not depend on threads.
template <class Term>
Real sum_of(const StepMotion& step, const Term& term, Context& context) {
  return context.executor->sum(static_cast<Index>(step.u.size()), kGrain,
                               [&](Range range, Context&) {
                                 Real part = 0;
                                 for (Index k = range.begin; k < range.end; ++k)
                                   part += term(static_cast<std::size_t>(k));
                                 return part;
                               });
}

}  // namespace

Real weighted_square(View<Real> mass, View<Real> a) {
  Real sum = 0;
  for (std::size_t i = 0; i < mass.size(); ++i) sum += mass[i] * a[i] * a[i];
  return sum;
}

/// The work of forces is
///   force_work = abar'M u + dt^2/2 abar'M (abar - a) - dt^2/8 (a''M a' - a'M a).
/// With k = 2 gamma - 1 its first term is 1/2 (a + a')'M u plus k/2 (a' - a)'M u. The other terms
/// are dt^2/8 (k^2 (a' - a)'M (a' - a) + 2 k a''M (a' - a)), exactly 0 without numerical damping.
void account_for_motion(const StepMotion& step, EnergyAccount& account, Context& context) {
  const auto dofs = static_cast<Index>(step.mass.size());
  const Real eighth = step.dt * step.dt / 8, k = 2 * step.gamma - 1;
  const Scratch::Frame frame(*context.scratch);
  const Out<Sums> part = context.scratch->take<Sums>((dofs + kGrain - 1) / kGrain);
  context.executor->for_each(dofs, kGrain, [&](Range range, Context&) {
    part[range.begin / kGrain] = k == 0 ? sums_of<false>(step, range) : sums_of<true>(step, range);
  });
  Sums s;
  for (const Sums& p : part) {
    s.old_square += p.old_square, s.new_square += p.new_square, s.work += p.work;
    s.mixed += p.mixed, s.late_work += p.late_work;
  }
  account.kept = true;
  account.force_work = s.work / 2;
  if (k != 0)
    account.force_work +=
        k * (s.late_work - s.work / 2) +
        eighth * k *
            (k * (s.old_square + s.new_square - 2 * s.mixed) + 2 * (s.new_square - s.mixed));
  account.shift_old = -eighth * s.old_square;
  account.shift_new = -eighth * s.new_square;
}

/// The work of forces is, with q = dt^2 (gamma/2 - beta),
///   force_work = u'M abar + q (a' - a)'M (abar - (a + a')/2),
/// and the second term is (gamma - 1/2) q (a' - a)'M (a' - a). It is written as if the equations of the
/// step held exactly, which Newton's method sees to.
void account_for_implicit_motion(const StepMotion& step, EnergyAccount& account, Context& context) {
  const Real g = step.gamma, q = step.dt * step.dt * (g / 2 - step.beta);
  const auto sum = [&](auto&& term) {
    return sum_of(
        step, [&](std::size_t i) { return step.mass[i] * term(i); }, context);
  };
  account.kept = true;
  account.force_work = sum([&](std::size_t i) {
    const Real change = step.a_new[i] - step.a_old[i];
    return step.u[i] * (step.a_old[i] + g * change) + (g - 0.5) * q * change * change;
  });
  account.shift_old = -q / 2 * sum([&](std::size_t i) { return step.a_old[i] * step.a_old[i]; });
  account.shift_new = -q / 2 * sum([&](std::size_t i) { return step.a_new[i] * step.a_new[i]; });
  account.gain_limit = 2e-2;
}

Real consistent_square(View<Real> a, View<Real> Ma, View<std::uint8_t> prescribed) {
  Real sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!prescribed[i]) sum += a[i] * Ma[i];
  return sum;
}

/// M couples free and prescribed degrees of freedom: on free ones M abar is the mean force less the inertia
/// of their prescribed neighbours. What this takes is work that supports do through the mass.
void account_for_consistent_motion(const StepMotion& step, EnergyAccount& account,
                                   Context& context) {
  const Real g = step.gamma, q = step.dt * step.dt * (g / 2 - step.beta);
  const auto sum = [&](auto&& term) {
    return sum_of(
        step, [&](std::size_t i) { return step.prescribed[i] ? 0 : term(i); }, context);
  };
  account.kept = true;
  const Real along = sum([&](std::size_t i) {
    const Real force = step.Ma_new[i] - step.Ma_old[i];
    return step.u[i] * (step.Ma_old[i] + g * force) +
           (g - 0.5) * q * (step.a_new[i] - step.a_old[i]) * force;
  });
  account.path_work =
      step.inertia.empty() ? 0 : -sum([&](std::size_t i) { return step.u[i] * step.inertia[i]; });
  account.force_work = along - account.path_work;
  account.shift_old = -q / 2 * consistent_square(step.a_old, step.Ma_old, step.prescribed);
  account.shift_new = -q / 2 * consistent_square(step.a_new, step.Ma_new, step.prescribed);
  account.gain_limit = 2e-2;
}

CorrectionEnergy Problem::correction_energy(const Correction& part, Context&) const {
  const Real dt = rule_.dt, e = rule_.bounce, q = (1 + e) / dt;
  const View<Real> inverse = rule_.system->inverse_mass();
  // A node that stops has been held by the force at t_n all through the step before, and is by that
  // of the next one from now on: the force does half of its work on a support in each of them.
  CorrectionEnergy energy{.work = e == 0 ? part.handed_on_mean / 2 : (1 + e) / 2 * part.handed_on};
  Real against = 0;  // d'M a_n
  for (const Index i : part.dofs) {
    // force = D d with D = 2 M/dt^2, so that this is M d. Degrees of freedom that are prescribed
    // have the inverse mass 0 and hence d = 0.
    const Real md = dt * dt / 2 * part.force[i], d = md * inverse[i];
    energy.work += q / dt * md * (part.w[i] - (1 - e) / 2 * d);
    against += md * rule_.old.a[i];
  }
  if (rule_.restore && !part.held)
    energy.work += AngularMomentum::energy_of({.layout = rule_.system->layout(),
                                               .bodies = *bodies_,
                                               .dofs = part.dofs,
                                               .mass = rule_.system->mass(),
                                               .inverse_mass = inverse,
                                               .old = rule_.old,
                                               .u = part.w,
                                               .force = part.force,
                                               .dt = dt,
                                               .q = q});
  // With "reflect" the rest of the gain depends on the next acceleration, which is not known yet.
  energy.gain = energy.work - (e == 0 ? against / 2 : 0);
  return energy;
}

}  // namespace newmark
