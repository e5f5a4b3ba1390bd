// The sums of newmark's energy account, over degrees of freedom in chunks of a fixed size, and the
// energy of a correction by contact that is still to be decided on.
#include "account.hpp"

#include <algorithm>

#include "angular_momentum.hpp"

namespace newmark {
namespace {

constexpr Index kGrain = 4096;  ///< degrees of freedom whose sums are formed together
constexpr int kWidth = 4;       ///< partial sums side by side

/// sum m a a, m a' a', m a a' and m abar u, abar = (1 - gamma) a + gamma a'.
struct Sums {
  Real old_square = 0, new_square = 0, mixed = 0, work = 0;
};

Sums sums_of(const StepMotion& step, Range range) {
  const Real *m = step.mass.data(), *u = step.u.data(), *a = step.a_old.data(),
             *b = step.a_new.data();
  const Real late = step.gamma, early = 1 - late;
  Real s[4][kWidth] = {};
  Index i = range.begin;
  for (; i + kWidth <= range.end; i += kWidth)
    for (int l = 0; l < kWidth; ++l) {
      const Real old_force = m[i + l] * a[i + l], new_force = m[i + l] * b[i + l];
      s[0][l] += old_force * a[i + l];
      s[1][l] += new_force * b[i + l];
      s[2][l] += old_force * b[i + l];
      s[3][l] += (early * old_force + late * new_force) * u[i + l];
    }
  for (; i < range.end; ++i) {
    s[0][0] += m[i] * a[i] * a[i];
    s[1][0] += m[i] * b[i] * b[i];
    s[2][0] += m[i] * a[i] * b[i];
    s[3][0] += m[i] * (early * a[i] + late * b[i]) * u[i];
  }
  const auto total = [](const Real* lane) { return (lane[0] + lane[1]) + (lane[2] + lane[3]); };
  return {total(s[0]), total(s[1]), total(s[2]), total(s[3])};
}

}  // namespace

Real weighted_square(View<Real> mass, View<Real> a) {
  Real sum = 0;
  for (std::size_t i = 0; i < mass.size(); ++i) sum += mass[i] * a[i] * a[i];
  return sum;
}

/// force_work = abar'M u + dt^2/2 abar'M (abar - a) - dt^2/8 (a''M a' - a'M a); what follows the
/// first term is written with k = 2 gamma - 1, so that it is exactly 0 without damping.
void account_for_motion(const StepMotion& step, EnergyAccount& account, Context& context) {
  const auto dofs = static_cast<Index>(step.mass.size());
  const Scratch::Frame frame(*context.scratch);
  const Out<Sums> part = context.scratch->take<Sums>((dofs + kGrain - 1) / kGrain);
  context.executor->for_each(dofs, kGrain, [&](Range range, Context&) {
    part[range.begin / kGrain] = sums_of(step, range);
  });
  Sums s;
  for (const Sums& p : part) {
    s.old_square += p.old_square, s.new_square += p.new_square;
    s.mixed += p.mixed, s.work += p.work;
  }
  const Real eighth = step.dt * step.dt / 8, k = 2 * step.gamma - 1;
  account.kept = true;
  account.force_work =
      s.work +
      eighth * k * (k * (s.old_square + s.new_square - 2 * s.mixed) + 2 * (s.new_square - s.mixed));
  account.shift_old = -eighth * s.old_square;
  account.shift_new = -eighth * s.new_square;
}

CorrectionEnergy Problem::correction_energy(const Correction& part, Context&) const {
  const Real dt = rule_.dt, e = rule_.bounce, q = (1 + e) / dt;
  const View<Real> inverse = rule_.system->inverse_mass();
  CorrectionEnergy energy;
  Real against = 0;  // d'M a_n
  for (const Index i : part.dofs) {
    const Real md = dt * dt / 2 * part.force[i], d = md * inverse[i];
    energy.work += q / dt * md * (part.w[i] - (1 - e) / 2 * d);
    against += md * rule_.old.a[i];
  }
  if (rule_.restore && !part.held)
    energy.work += AngularMomentum::energy_of({.layout = rule_.system->layout(),
                                               .dofs = part.dofs,
                                               .mass = rule_.system->mass(),
                                               .inverse_mass = inverse,
                                               .old = rule_.old,
                                               .u = part.w,
                                               .force = part.force,
                                               .dt = dt,
                                               .q = q});
  // With "reflect" the rest of the gain hangs on the acceleration to come.
  energy.gain = energy.work - (e == 0 ? against / 2 : 0);
  return energy;
}

}  // namespace newmark
