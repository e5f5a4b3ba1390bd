#include "core/step/turning_gaps.hpp"

#include <algorithm>
#include <utility>

#include "core/contact/contact_bodies.hpp"
#include "core/step/parting_speed.hpp"

namespace tactus::core {
namespace {

/// Depths below this fraction of the thickness behind a contact are not worth another solution.
constexpr Real kNoticed = 1e-5;
/// Work of reactions beyond this fraction of their magnitudes is more than a solver's tolerance.
constexpr Real kGiven = 1e-6;
/// Each solution changes spins again, by less and less; what then remains is corrected in later steps.
constexpr int kRounds = 3;

}  // namespace

bool TurningGaps::begins(Index row, Real gap) const {
  const std::int32_t law = problem_.step_rows.law_of(row);
  return law >= 0 && ahead_.serves(law) && gap <= ahead_.reach(bodies_of(problem_.step_rows, row));
}

bool TurningGaps::serves(std::size_t contact) const {
  const std::int32_t law = problem_.data.law[contact];
  return law >= 0 && ahead_.serves(law);
}

Outcome TurningGaps::find_turning(View<Real> velocity, Context& context) {
  turning_.assign(problem_.rows.row.size(), 0);
  return problem_.contacts.turning(problem_.rows, velocity, h_ / 2, turning_, context);
}

void TurningGaps::pose(std::size_t contact) {
  if (serves(contact)) set_speed(contact, speed(contact, turning_[contact]));
}

/// m/s, what the law of a contact has beside U_N. @param turning m/s, of ReactionContacts::turning()
Real TurningGaps::speed(std::size_t contact, Real turning) const {
  const ReactionRows& rows = problem_.rows;
  const ReactionData& data = problem_.data;
  const auto d = static_cast<std::size_t>(data.dim);
  const Real gap = rows.gap[contact], open = begins(rows.row[contact], gap) ? gap : 0;
  const View<Real> U(data.U_old.data() + contact * d, d),
      W(data.diagonal_blocks.data() + contact * d * d, d * d);
  return ahead_.speed(open, turning, turning < 0 ? -parting_speed(U, W) : 0);
}

void TurningGaps::set_speed(std::size_t contact, Real speed) {
  ReactionData& data = problem_.data;
  data.free_velocity[contact * static_cast<std::size_t>(data.dim)] +=
      speed - data.gap_speed[contact];
  data.gap_speed[contact] = speed;
}

Outcome TurningGaps::settle(const Solution& solution, Context& context) {
  if (!solution.converged()) return {};
  Real given = work(solution);
  if (given > kGiven * magnitude_of_work()) return stop_turning(solution);
  turned_.resize(turning_.size());
  for (int round = 0; round < kRounds && solution.converged(); ++round) {
    if (Outcome bad =
            problem_.contacts.turning(problem_.rows, solution.velocity, h_ / 2, turned_, context);
        !bad)
      return bad;
    before_ = problem_.data.gap_speed;
    if (!pose_anew(solution)) return {};
    if (Outcome bad = solution.solve_anew(); !bad) return bad;
    const Real before = std::exchange(given, work(solution));
    if (given <= std::max<Real>(0, before)) continue;
    for (std::size_t i = 0; i < before_.size(); ++i) set_speed(i, before_[i]);
    return solution.solve_anew();
  }
  return {};
}

Outcome TurningGaps::stop_turning(const Solution& solution) {
  bool any = false;
  for (std::size_t i = 0; i < turning_.size(); ++i)
    if (turning_[i] < 0 && serves(i)) set_speed(i, speed(i, 0)), any = true;
  return any ? solution.solve_anew() : Outcome{};
}

/// Poses the laws of contacts anew that would get deeper; false: there are none.
bool TurningGaps::pose_anew(const Solution& solution) {
  bool any = false;
  for (std::size_t i = 0; i < turned_.size(); ++i) {
    if (!(turned_[i] < std::min<Real>(0, turning_[i])) || !serves(i)) continue;
    const Real now = speed(i, turned_[i]);
    const Real deeper =
        -h_ * (solution.at_contacts[i * static_cast<std::size_t>(problem_.data.dim)] + now);
    const Real thickness =
        problem_.depth.thickness(problem_.step_rows.stencil(problem_.rows.row[i]));
    if (!(deeper > kNoticed * thickness)) continue;
    set_speed(i, now);
    turning_[i] = turned_[i];
    any = true;
  }
  return any;
}

/// J, R . (B + U)/2 of all contacts with the free velocities B: what reactions give to the free motion.
Real TurningGaps::work(const Solution& solution) const {
  const ReactionData& data = problem_.data;
  const auto d = static_cast<std::size_t>(data.dim);
  Real twice =
      map(View<Real>(data.reactions))
          .dot(map(View<Real>(data.free_velocity)) + map(View<Real>(solution.at_contacts)));
  for (std::size_t i = 0; i < data.gap_speed.size(); ++i)
    twice -= data.reactions[i * d] * data.gap_speed[i];
  return twice / 2;
}

/// J, the sum of |R| |U| with the free velocities.
Real TurningGaps::magnitude_of_work() const {
  const ReactionData& data = problem_.data;
  Real sum = 0;
  const auto d = static_cast<std::size_t>(data.dim);
  for (std::size_t i = 0; i < turning_.size(); ++i)
    sum += map(View<Real>(data.reactions)).segment(i * d, d).norm() *
           map(View<Real>(data.free_velocity)).segment(i * d, d).norm();
  return sum;
}

}  // namespace tactus::core
