#include "acceleration.hpp"

#include <algorithm>

namespace newmark {

void Accelerations::start(const System& system) {
  const std::size_t n = system.layout().prescribed.size();
  for (auto* a : {&prescribed_, &mean_, &inertia_}) a->assign(n, 0);
  moves_ = false;
}

void Accelerations::find_prescribed(const System& system, const StateView& old, Real dt) {
  const View<std::uint8_t> held = system.layout().prescribed;
  if (prescribed_.size() != held.size()) start(system);  // a run that is resumed
  std::ranges::copy(old.v, mean_.begin());
  system.prescribe_velocity(old.time + dt, mean_);
  moves_ = false;
  for (std::size_t i = 0; i < held.size(); ++i) {
    mean_[i] = held[i] ? (mean_[i] - old.v[i]) / dt : 0;
    if (held[i]) prescribed_[i] = (mean_[i] - (1 - gamma_) * old.extra[i]) / gamma_;
    moves_ = moves_ || prescribed_[i] != 0 || mean_[i] != 0;
  }
}

Outcome Accelerations::write(const ForceQuery& at, System& system, const StateOut& state,
                             Context& context) {
  if (!is_consistent()) return system.acceleration(at, state.a, context);
  const View<std::uint8_t> held = system.layout().prescribed;
  const Out<Real> Ma = state.extra.first(state.a.size());
  if (Outcome bad = system.force(at, Ma, context); !bad) return bad;
  if (moves_) {
    system.apply_mass(mass_, prescribed_, inertia_, context);
    map(Ma) -= map(View<Real>(inertia_));
  }
  Outcome outcome = system.solve_mass(mass_, Ma, state.a, context);
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i]) Ma[i] = prescribed_[i];
  return outcome;
}

View<Real> Accelerations::inertia_of_prescribed(const System& system, Context& context) {
  if (!moves_) return {};
  system.apply_mass(mass_, mean_, inertia_, context);
  return inertia_;
}

}  // namespace newmark
