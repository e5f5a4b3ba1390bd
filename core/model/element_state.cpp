#include "core/model/element_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/support/named_fields.hpp"

namespace tactus::core {

ElementState::ElementState(const Model& model)
    : loop_(make_element_loop(model)), dim_(model.dim()), strain_energy_(model.bodies().size(), 0),
      dissipated_(loop_->dissipates() ? model.bodies().size() : 0, 0),
      history_(static_cast<std::size_t>(loop_->history_size()), 0) {
  loop_->start_history(history_);
  history_next_ = history_;
}

ElementQuery ElementState::at(const ForceQuery& query, const Context& context) const {
  return {.q = query.q,
          .u = query.u,
          .fraction = query.fraction,
          .rule = query.rule,
          .dt = time_passed(query, context),
          .time = query.time,
          .history = history_};
}

/// Integrators form the time of a query by sums, so that it may miss the end of the step by rounding.
Real ElementState::time_passed(const ForceQuery& query, const Context& context) const {
  const Real dt = context.step.dt, passed = query.time - context.step.time;
  if (history_.empty() || std::abs(passed - dt) <= 1e-6 * dt) return dt;
  return std::clamp<Real>(passed, 0, dt);
}

void ElementState::force(const ForceQuery& query, View<Real> gravity, Out<Real> force,
                         Context& context) {
  loop_->force(at(query, context), gravity, history_next_, force, strain_energy_, context);
}

Outcome ElementState::commit(Real time, Context& context) {
  time_next_ = time;
  if (dissipated_.empty()) return {};
  return outcome_of([&] { loop_->dissipation(history_next_, dissipated_, context); });
}

void ElementState::accept() {
  history_.swap(history_next_);
  time_ = time_next_;
}

View<std::string_view> ElementState::stress_names() const {
  static constexpr std::array<std::string_view, 5> plane{"xx", "yy", "xy", "zz", "von_mises"};
  static constexpr std::array<std::string_view, 7> space{"xx", "yy", "zz",       "xy",
                                                         "yz", "xz", "von_mises"};
  return dim_ == 2 ? View<std::string_view>(plane) : View<std::string_view>(space);
}

void ElementState::remembered(const HistoryColumn& column, Out<Real> table,
                              Context& context) const {
  std::fill(table.begin(), table.end(), std::numeric_limits<Real>::quiet_NaN());
  loop_->remembered(history_, column.name, table, context);
}

template <class Self, class Use>
void ElementState::for_fields(Self& self, const Use& use) {
  use("history", self.history_);
  use("time", self.time_);
}

void ElementState::save(Archive& archive) const { for_fields(*this, FieldWriter(archive)); }

void ElementState::load(Archive& archive) {
  for_fields(*this, FieldReader(archive));
  time_next_ = time_;
}

}  // namespace tactus::core
