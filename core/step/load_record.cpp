#include "core/step/load_record.hpp"

namespace tactus::core {
namespace {

constexpr Index kGrain = 4096;  ///< degrees of freedom that are summed together

}  // namespace

LoadRecord::LoadRecord(const Model& model, const FemSystem& system)
    : model_(model), system_(system), active_(model.loads().any()) {
  if (!active_) return;
  for (auto* a : {&old_, &posed_, &mean_})
    a->assign(static_cast<std::size_t>(model.layout().dofs), 0);
}

void LoadRecord::keep() {
  if (active_) std::ranges::copy(system_.load_force(), old_.begin());
}

void LoadRecord::restore(const State& state, Context& context) {
  if (active_) model_.loads().force({.q = state.q}, state.time, old_, context);
}

void LoadRecord::pose() {
  is_posed_ = true;
  if (active_) std::ranges::copy(system_.load_force(), posed_.begin());
}

void LoadRecord::record(const State& from, const State& to, const StepReport& report,
                        StepFacts& facts, Context& context) {
  facts.load_work = 0;
  std::fill_n(facts.load_impulse, 3, Real{0});
  if (!active_) return;
  const View<Real> now = system_.load_force();
  // Valid because increments of nodes and of rigid bodies in the plane are differences of
  // coordinates.
  const View<Real> before = from.q, after = to.q;
  const auto dofs = static_cast<Index>(mean_.size());
  facts.load_work = context.executor->sum(dofs, kGrain, [&](Range range, Context&) {
    Real sum = 0;
    for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end);
         ++i) {
      mean_[i] =
          is_posed_ ? posed_[i] : report.reaction_old * old_[i] + report.reaction_new * now[i];
      if (mean_[i] != 0) sum += mean_[i] * (after[i] - before[i]);
    }
    return sum;
  });
  for (Index d = 0; d < model_.dim(); ++d)
    facts.load_impulse[d] =
        facts.dt * context.executor->sum(dofs, kGrain, [&](Range range, Context&) {
          Real sum = 0;
          for (Index dof = range.begin; dof < range.end; ++dof)
            if (model_.motion().direction_of(dof) == d) sum += mean_[static_cast<std::size_t>(dof)];
          return sum;
        });
}

}  // namespace tactus::core
