#include "spring_dashpot.hpp"

#include <numbers>
#include <sstream>
#include <tactus/friction/cone.hpp>
#include <tactus/friction/small_solve.hpp>
#include <tactus/friction/touching.hpp>
#include <tactus/plugin.hpp>

#include "conserving_force.hpp"

namespace spring_dashpot {
namespace {

/// Positions in the history of a contact: the step up to which its spring acted, and, with bonds, the
/// state of its bond and the step in which it was there.
constexpr Index kActed = 0, kBond = 1, kSeen = 2;
constexpr Real kNew = 0, kGlued = 1, kLoose = 2;

/// The data of one contact from which its reaction is computed.
template <int D>
struct Point {
  Mat<D> W;        ///< 1/kg
  Vec<D> B;        ///< m/s, velocity at the end of the step without this contact
  Real U_old = 0;  ///< m/s, normal velocity at t_n
  Real gap = 0;    ///< m, at the middle of the step
  Real dt = 0;     ///< s
  Real mu = 0;
  Real area = 1;  ///< m2, or 1 where the options are those of one contact
  bool glued = false;
  bool fresh = false;  ///< its spring did not act in the step before
};

template <int D>
Point<D> point_of(const LawBatch& batch, std::size_t k) {
  const ReactionProblem& p = *batch.problem;
  const auto i = static_cast<std::size_t>(batch.contacts[k]);
  return {.W = block<D>(p.delassus_diagonal, batch.contacts[k]),
          .B = point<D>(batch.free, static_cast<Index>(k)),
          .U_old = p.U_old[i * D],
          .gap = p.gap[i],
          .dt = p.dt,
          .mu = p.friction[i]};
}

/// R_T that stops the tangential motion, line 8. If the bodies cannot move tangentially it is
/// unbounded, and the friction limit determines it.
template <int D>
Vec<D - 1> sticking(const Point<D>& c, Real R_n) {
  using Tangent = Vec<D - 1>;
  const Tangent slip = c.B.template tail<D - 1>() + c.W.template block<D - 1, 1>(1, 0) * R_n;
  const Mat<D - 1> W_tt = c.W.template block<D - 1, D - 1>(1, 1);
  Tangent R;
  if (friction::solve_small<D - 1>(W_tt, -slip, R)) return R;
  const Real speed = slip.norm();
  return speed > 0 ? Tangent(-c.mu * std::abs(R_n) / speed * slip) : Tangent(Tangent::Zero());
}

}  // namespace

SpringDashpot::SpringDashpot(const Options& o) : o_(o) {
  bonds_ = o_.cohesion > 0;
  reach_ = bonds_ ? o_.cohesion / o_.spring : 0;
}

/// The normal force in newtons: the conserving one, that of lines 3 to 5, (90) with Hertz's power, or
/// that of line 6 at the given gap and velocity. The numerator of (90) contains forces whereas W refers to impulses, hence dt
/// W. Only the repulsion of the spring is cut off for an open gap; a bond attracts.
template <class PointType>
Real SpringDashpot::normal_force(const PointType& c, Real B_n) const {
  const auto spring = [&](Real gap) {
    if (c.glued) return -c.area * o_.spring * gap;
    return c.area * o_.spring * std::pow(std::max(-gap, Real(0)), o_.power);
  };
  const Real dashpot = c.area * o_.dashpot;
  if (o_.scheme == Scheme::conserving) {
    const Real start = c.gap - c.dt / 2 * c.U_old;
    // A spring that acts for the first time has stored nothing, even if contact began in the second half
    // of the step before. A depth that no motion explains was there before: bodies that overlap at the
    // start, or a contact that was handed over by another facet.
    const bool fresh = c.fresh && (start >= 0 || -start <= -c.dt * c.U_old);
    return ConservingForce{.spring = c.area * o_.spring,
                           .power = o_.power,
                           .dashpot = dashpot,
                           .dt = c.dt,
                           .w = c.W(0, 0),
                           .start = start,
                           .free_end = c.gap + c.dt / 2 * B_n,
                           .bonded = c.glued,
                           .fresh = fresh}
        .force();
  }
  if (o_.scheme == Scheme::line_6) return spring(c.gap) - dashpot * c.U_old;
  // Semi-explicit, Solfec (90). The force is that of the mean state of the step: the gap from
  // which the spring is evaluated and the velocity of the dashpot contain the unknown velocity at
  // the end of the step, which in turn contains dt W_NN times the force. Solving this linear
  // relation for the force gives the denominator, which is at least 1 and limits the force of
  // stiff springs.
  const Real gap = c.gap + c.dt / 4 * (B_n - c.U_old);
  const Real slope = o_.power == 1
                         ? o_.spring
                         : o_.spring * o_.power * std::pow(std::max(-gap, Real(0)), o_.power - 1);
  return (spring(gap) - dashpot / 2 * (B_n + c.U_old)) /
         (1 + (c.area * slope * c.dt / 4 + dashpot / 2) * c.dt * c.W(0, 0));
}

Index SpringDashpot::do_solve(const LawBatch& batch, Context& context) const {
  const ReactionProblem& p = *batch.problem;
  if (!(p.dt > 0) || (p.contacts > 0 && (p.gap.empty() || p.U_old.empty())))
    throw PreconditionError(
        "the contact law spring_dashpot needs the time step, and the gap and the velocity of each "
        "contact before it: a stand-alone problem has none of them. Take an implicit law there");
  with_dimension(p.dim, [&]<int D>(Dimension<D>) {
    for (std::size_t k = 0; k < batch.contacts.size(); ++k) solve_one<D>(batch, k, context);
  });
  return 0;
}

/// Algorithm SPRING_DASHPOT_CONTACT for one contact. The normal velocity is estimated with the
/// tangential reaction of the previous step. A force below -cohesion breaks the bond; the contact
/// then still carries -cohesion in this step. Sliding breaks the bond, too.
template <int D>
void SpringDashpot::solve_one(const LawBatch& batch, std::size_t k, const Context& context) const {
  const Index i = batch.contacts[k];
  Eigen::Map<Vec<D>> R(batch.R.data() + i * D);
  Point<D> c = point_of<D>(batch, k);
  c.area = area_of(*batch.problem, i);
  c.glued = bonds_ && is_bonded(*batch.problem, i, c.gap, context);
  c.fresh = !acted_before(*batch.problem, i, context);
  const bool acts = c.glued || c.gap < 0;
  const Vec<D> before = R;
  // R still holds the reaction of the previous step. An open contact has none.
  R.setZero();
  if (acts) {
    const Real B_n = c.B[0] + c.W.template block<1, D - 1>(0, 1).dot(before.template tail<D - 1>());
    Real force = normal_force(c, B_n);
    bool bond = c.glued;
    const Real cohesion = c.area * o_.cohesion;
    if (bond && force < -cohesion) bond = false, force = -cohesion;
    if (c.glued || force > 0) {
      R[0] = c.dt * force;
      // The reaction that stops the slip is computed first and then reduced to the friction cone,
      // with |R_N| as the bound: a bond may pull, and its normal reaction is then negative.
      Vec<D - 1> R_t = sticking<D>(c, R[0]);
      const Real bound = c.mu * std::abs(R[0]), size = R_t.norm();
      if (size > bound) R_t *= bound / size, bond = false;
      R.template tail<D - 1>() = R_t;
    }
    c.glued = bond;
  }
  const auto next = static_cast<Real>(context.step.step + 1);
  if (o_.scheme == Scheme::conserving || bonds_)
    history_of(*batch.problem, i)[kActed] = acts ? next : 0;
  if (bonds_) {
    Real* history = history_of(*batch.problem, i);
    history[kBond] = c.glued ? kGlued : kLoose;
    history[kSeen] = next;
  }
}

/// What the options are multiplied by for a contact: its share of the surface, or 1. The stable
/// step is that of the largest share, so that a larger one is an error.
Real SpringDashpot::area_of(const ReactionProblem& p, Index i) const {
  if (!is_per_area()) return 1;
  const Real area = p.area.empty() ? 0 : p.area[static_cast<std::size_t>(i)];
  if (!(area > 0))
    throw ConfigError(
        "spring_dashpot is given for a square metre (\"largest_area\"), but meets a contact that "
        "has "
        "no area, as those of round bodies and particles: remove \"largest_area\" from their law, "
        "and give its spring, dashpot and cohesion for one contact");
  if (area > o_.largest_area * (1 + 1e-6)) {
    std::ostringstream text;
    text << "spring_dashpot meets a contact whose share of the surface is " << area
         << " m^2, and its \"largest_area\" is " << o_.largest_area
         << " m^2: give the share of the largest contact there, from which the stable time step "
            "follows";
    throw ConfigError(text.str());
  }
  return area;
}

/// Whether the spring of the contact acted in the step before this one.
bool SpringDashpot::acted_before(const ReactionProblem& p, Index i, const Context& context) const {
  if (!has_history()) return true;
  return p.history_old[static_cast<std::size_t>(i * p.history_size + kActed)] >=
         std::max(Real(1), static_cast<Real>(context.step.step));
}

/// Whether the contact has a bond. Bonds exist between bodies that touch at the start of the run. A
/// bond breaks if the contact is pulled beyond its strength, slides, or is out of reach for a step.
bool SpringDashpot::is_bonded(const ReactionProblem& p, Index i, Real gap,
                              const Context& context) const {
  if (gap > reach_) return false;
  const auto at = static_cast<std::size_t>(i);
  const Real* old = p.history_old.data() + i * p.history_size;
  const auto step = static_cast<Real>(context.step.step);
  if (old[kBond] == kGlued) return step <= old[kSeen];
  if (old[kBond] != kNew || step > 0) return false;
  const Real at_start = gap - p.dt / 2 * p.U_old[at * static_cast<std::size_t>(p.dim)];
  return at_start <= friction::touching(context.scales);
}

Real* SpringDashpot::history_of(const ReactionProblem& p, Index i) {
  return p.history_new.data() + i * p.history_size;
}

void SpringDashpot::do_history(HistoryVisitor& columns) const {
  if (!has_history()) return;
  columns.column("acted", "1");
  if (!bonds_) return;
  columns.column("bond", "1");
  columns.column("seen", "1");
}

/// A fraction of the duration of a contact, T_c = pi/omega with omega^2 = W_NN times the stiffness
/// at `depth`. With the explicit force also the stability limit of a dashpot, whose force lags
/// behind by one step.
Real SpringDashpot::do_time_step_limit(Real w_nn) const {
  const Real area = is_per_area() ? o_.largest_area : 1;
  const Real stiffness =
      area * (o_.power == 1 ? o_.spring : o_.spring * o_.power * std::pow(o_.depth, o_.power - 1));
  const Real omega = std::sqrt(stiffness * w_nn), zeta = area * o_.dashpot * w_nn / (2 * omega);
  const Real part = std::numbers::pi / (omega * o_.steps);
  if (o_.scheme != Scheme::line_6) return part;
  return std::min(part, 2 / omega / (std::sqrt(1 + zeta * zeta) + zeta));
}

/// Energy of the springs at the end of the step, where the gap is g + dt/2 U_N. Springs that conserve
/// energy have stored none before they act.
Real SpringDashpot::do_stored_energy(const LawBatch& batch) const {
  return with_dimension(batch.problem->dim, [&]<int D>(Dimension<D>) {
    Real energy = 0;
    for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
      const Point<D> c = point_of<D>(batch, k);
      const Real spring = area_of(*batch.problem, batch.contacts[k]) * o_.spring;
      const auto R = point<D>(batch.R, batch.contacts[k]);
      const Real* history = history_of(*batch.problem, batch.contacts[k]);
      if (o_.scheme == Scheme::conserving && history[kActed] == 0) continue;
      const Real gap = c.gap + c.dt / 2 * (c.B[0] + c.W.row(0).dot(R));
      const bool bond = bonds_ && history[kBond] == kGlued;
      if (gap < 0)
        energy += spring * std::pow(-gap, o_.power + 1) / (o_.power + 1);
      else if (bond)
        energy += spring * gap * gap / 2;
    }
    return energy;
  });
}

}  // namespace spring_dashpot

TACTUS_PLUGIN(
    spring_dashpot::SpringDashpot, "spring_dashpot",
    "Penalty: spring and dashpot, with bonds, conserving energy or as in Solfec (88)-(90)")
