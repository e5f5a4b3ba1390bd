#include "core/record/balance.hpp"

#include <algorithm>
#include <cmath>

#include "core/record/reference_energies.hpp"
#include "core/scene/model_error.hpp"

namespace tactus::core {
namespace {

/// Position relative to `centre` and velocity of a node, each with three components.
struct NodeMotion {
  Real arm[3] = {}, v[3] = {};
  NodeMotion(const State& state, const Real* centre, Index node, int dim) {
    for (int d = 0; d < dim; ++d) {
      arm[d] = state.q[node * dim + d] - centre[d];
      v[d] = state.v[node * dim + d];
    }
  }
};

Real norm(const Real* a) { return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

}  // namespace

Balance::Balance(const Model& model, const FemSystem& system, Mass mass, bool inertia)
    : model_(model), system_(system), mass_kind_(mass), inertia_(inertia),
      account_(largest_energy_of(model), free_mass_of(model), inertia) {
  const int dim = model.dim();
  Real centre[3] = {};
  for (Index n = 0; n < model.nodes(); ++n) {
    const Real m = model.mass()[n * dim];
    mass_ += m;
    for (int d = 0; d < dim; ++d) centre[d] += m * model.initial_coordinates()[n * dim + d];
  }
  for (const auto& kind : model.kinds()) {
    const Momenta m = kind->momenta(model.initial_coordinates(), model.initial_velocity(), centre_);
    mass_ += m.mass;
    for (int d = 0; d < dim; ++d) centre[d] += m.first_moment[d];
  }
  for (int d = 0; d < dim; ++d) centre_[d] = mass_ > 0 ? centre[d] / mass_ : 0;
  for (const Real g : model.gravity()) free_ = free_ && g == 0;
  const View<Real> rates = model.loads().damping();
  if (!rates.empty()) rate_ = rates[0];
  free_ = free_ && !model.loads().any() && std::ranges::count(rates, rate_) == std::ssize(rates);
  obstacles_alone_ =
      free() && std::ranges::all_of(model.supports().holders(),
                                    [](const Holder& holder) { return holder.support == kNone; });
  for (Index dof = 0; dof < model.layout().dofs; ++dof) {
    if (!model.layout().prescribed[dof]) continue;
    free_ = false;
    if (model.mass()[dof] > 0) prescribed_.push_back(dof);
  }
}

namespace {

constexpr Index kGrain = 2048;  ///< nodes that are summed together, for any number of threads
/// nodes processed side by side; each of their components has a partial sum
constexpr int kNodes = 8;

/// Arrays that the sums over nodes read, indexed by degree of freedom.
struct NodeArrays {
  const Real *q, *v, *mass, *reference;
  NodeArrays from(Index dof) const { return {q + dof, v + dof, mass + dof, reference + dof}; }
};

/// The last nodes of a range, padded with nodes that have no mass.
template <int D>
struct PaddedNodes {
  Real a[4][kNodes * D] = {};
  NodeArrays fill(const NodeArrays& in, Index dofs) {
    const Real* const from[] = {in.q, in.v, in.mass, in.reference};
    for (int k = 0; k < 4; ++k) std::copy_n(from[k], dofs, a[k]);
    return {a[0], a[1], a[2], a[3]};
  }
};

/// All totals except the strain energy for the nodes in a range. With the momentum p = m v and the
/// lever arm a of a node, p_d a_(d-1) counts for component d + 1 of the angular momentum and -p_d
/// a_(d+1) for component d + 2. The loops below therefore need not know which component a lane
/// holds, and compilers can vectorise them.
template <int D>
Totals totals_of(const NodeArrays& all, Range nodes, const Real* centre, View<Real> gravity) {
  constexpr int W = kNodes * D;
  Real c[W], kinetic[W] = {}, linear[W] = {}, moved[W] = {}, before[W] = {}, after[W] = {};
  for (int l = 0; l < W; ++l) c[l] = centre[l % D];
  PaddedNodes<D> padded;
  for (Index n = nodes.begin; n < nodes.end; n += kNodes) {
    NodeArrays in = all.from(n * D);
    if (n + kNodes > nodes.end) in = padded.fill(in, (nodes.end - n) * D);
    Real p[W], arm[W];
    for (int l = 0; l < W; ++l) {
      p[l] = in.mass[l] * in.v[l];
      arm[l] = in.q[l] - c[l];
      kinetic[l] += p[l] * in.v[l];
      linear[l] += p[l];
      moved[l] += in.mass[l] * (in.q[l] - in.reference[l]);
    }
    Real arm_before[W], arm_after[W];  // of the components before and after that of the lane
    for (int k = 0; k < W; k += D)
      for (int d = 0; d < D; ++d) {
        arm_before[k + (d + 1) % D] = arm[k + d];
        arm_after[k + (d + D - 1) % D] = arm[k + d];
      }
    for (int l = 0; l < W; ++l) {
      before[l] += p[l] * arm_before[l];
      if (D == 3) after[l] += p[l] * arm_after[l];
    }
  }
  Totals t;
  for (int l = 0; l < W; ++l) {
    const int d = l % D;
    t.kinetic += kinetic[l] / 2;
    t.linear[d] += linear[l];
    t.load -= gravity[d] * moved[l];
    if (D == 2) {
      t.angular[2] += d == 1 ? before[l] : -before[l];
    } else {
      t.angular[(d + 1) % 3] += before[l];
      t.angular[(d + 2) % 3] -= after[l];
    }
  }
  return t;
}

}  // namespace

/// Sums over nodes are formed in chunks of a fixed size and added in their order, so that they are
/// the same for any number of threads.
Totals Balance::lumped_totals(const State& state, Context& context) const {
  const Index nodes = model_.nodes();
  const NodeArrays in{state.q.data(), state.v.data(), model_.mass().data(),
                      model_.reference().data()};
  const Scratch::Frame frame(*context.scratch);
  const Out<Totals> part = context.scratch->take<Totals>((nodes + kGrain - 1) / kGrain);
  context.executor->for_each(nodes, kGrain, [&](Range range, Context&) {
    part[range.begin / kGrain] = with_dimension(model_.dim(), [&]<int D>(Dimension<D>) {
      return totals_of<D>(in, range, centre_, model_.gravity());
    });
  });
  Totals t;
  for (const Totals& p : part) {
    t.kinetic += p.kinetic;
    t.load += p.load;
    for (int d = 0; d < 3; ++d) t.linear[d] += p.linear[d], t.angular[d] += p.angular[d];
  }
  for (const Index dof : prescribed_) {
    const Real v = state.v[static_cast<std::size_t>(dof)];
    t.held += model_.mass()[dof] * v * v / 2;
  }
  return t;
}

/// Totals with the momenta M v of a mass matrix that couples nodes (a consistent mass).
Totals Balance::consistent_totals(const State& state, Context& context) const {
  const int dim = model_.dim();
  const Scratch::Frame frame(*context.scratch);
  const auto dofs = static_cast<Index>(state.v.size());
  const Out<Real> p = context.scratch->take<Real>(dofs), free = context.scratch->take<Real>(dofs),
                  p_free = context.scratch->take<Real>(dofs);
  std::ranges::copy(state.v, free.begin());
  for (const Index dof : prescribed_) free[dof] = 0;
  system_.apply_mass(mass_kind_, state.v, p, context);
  system_.apply_mass(mass_kind_, free, p_free, context);
  Totals t;
  for (Index n = 0; n < model_.nodes(); ++n) {
    const NodeMotion node(state, centre_, n, dim);
    Real of_node[3] = {};
    for (int d = 0; d < dim; ++d) {
      const Index dof = n * dim + d;
      of_node[d] = p[dof];
      t.kinetic += p[dof] * node.v[d] / 2;
      t.held += (p[dof] * node.v[d] - p_free[dof] * free[dof]) / 2;
      t.linear[d] += p[dof];
      t.load -= model_.gravity()[static_cast<std::size_t>(d)] * model_.mass()[dof] *
                (state.q[static_cast<std::size_t>(dof)] - model_.reference()[dof]);
    }
    for (int d = 0; d < 3; ++d)
      t.angular[d] += node.arm[(d + 1) % 3] * of_node[(d + 2) % 3] -
                      node.arm[(d + 2) % 3] * of_node[(d + 1) % 3];
  }
  return t;
}

Totals Balance::totals(const State& state, Context& context) const {
  Totals t = mass_kind_ == Mass::consistent ? consistent_totals(state, context)
                                            : lumped_totals(state, context);
  for (const auto& kind : model_.kinds()) {
    const Momenta m = kind->momenta(state.q, state.v, centre_);
    t.kinetic += m.kinetic;
    t.load += kind->load_potential(model_.gravity(), state.q);
    for (int d = 0; d < 3; ++d) t.linear[d] += m.linear[d], t.angular[d] += m.angular[d];
  }
  if (!inertia_) t.kinetic = t.held = 0;
  // From the last evaluation of the force, which was made at this configuration.
  for (const Real e : system_.elements().strain_energy()) t.strain += e;
  for (const Real e : system_.elements().dissipated()) t.dissipated += e;
  return t;
}

/// sum m|v| and sum m|v||x - c|; keeps the largest values so far.
void Balance::raise_scales(const State& state, Context& context) {
  const int dim = model_.dim();
  const auto sum_of = [&](bool with_arm) {
    return context.executor->sum(model_.nodes(), kGrain, [&](Range nodes, Context&) {
      Real sum = 0;
      for (Index n = nodes.begin; n < nodes.end; ++n) {
        const NodeMotion node(state, centre_, n, dim);
        sum += model_.mass()[n * dim] * norm(node.v) * (with_arm ? norm(node.arm) : 1);
      }
      return sum;
    });
  };
  Momenta of_kinds;
  for (const auto& kind : model_.kinds()) {
    const Momenta m = kind->momenta(state.q, state.v, centre_);
    of_kinds.linear_scale += m.linear_scale;
    of_kinds.angular_scale += m.angular_scale;
  }
  linear_.scale = std::max(linear_.scale, sum_of(false) + of_kinds.linear_scale);
  angular_.scale = std::max(angular_.scale, sum_of(true) + of_kinds.angular_scale);
}

Energies Balance::energies() const {
  return {.kinetic = now_.kinetic - now_.held,
          .strain = now_.strain,
          .load = now_.load,
          .stored = stored_,
          .dissipated = now_.dissipated};
}

/// Tells solvers the energy and momentum that they should measure their errors by.
void Balance::publish(Context& context) const {
  context.step.energy = account_.kept() ? account_.scale_of_steps() : energy_scale();
  context.step.contact_gain = account_.sum().contact;
}

void Balance::start(const State& state, const StepFacts& facts, Context& context) {
  start_ = now_ = totals(state, context);
  raise_scales(state, context);
  // If nothing moves at the start, or a single particle moves through the centre of mass, the
  // initial state gives no scale.
  from_rest_ = linear_.scale == 0 || angular_.scale == 0;
  energy_.initial = energy_.largest = total();
  energy_.scale = now_.kinetic + now_.strain + std::abs(external());
  if (!std::isfinite(energy_.initial))
    throw ModelError(
        {{"/bodies",
          std::string("the energy at the start is beyond the numbers of a double; correct the "
                      "units of velocities, densities and sizes")}});
  account_.start(energies(), facts, share_of_loads(model_, system_, state),
                 first_energy_of_loads(model_, system_, facts.first_dt));
  publish(context);
}

void Balance::update(const State& state, const StepFacts& facts, Context& context) {
  const int dim = model_.dim();
  now_ = totals(state, context);
  if (from_rest_) raise_scales(state, context);
  free_ = free_ && !facts.contact.forces.grounded;
  outside_.support_work += facts.outside.support_work;
  outside_.load_work += facts.outside.load_work + facts.outside.damping_work;
  stored_ = facts.contact.stored_energy;
  left_ *= std::exp(-rate_ * facts.dt);
  Real drift[3] = {}, turn[3] = {}, weight[3] = {};
  for (int d = 0; d < 3; ++d) {
    if (d < dim) weight[d] = mass_ * model_.gravity()[d] * facts.dt;
    outside_.impulse[d] +=
        facts.outside.support_impulse[d] + weight[d] + facts.outside.load_impulse[d];
    drift[d] = now_.linear[d] - start_.linear[d] - outside_.impulse[d];
    turn[d] = now_.angular[d] - left_ * start_.angular[d];
  }
  // The sum of these may nearly cancel, so that magnitudes are added.
  outside_.impulses +=
      norm(facts.outside.support_impulse) + norm(weight) + norm(facts.outside.load_impulse);
  linear_.drift = std::max(linear_.drift, norm(drift));
  angular_.drift = std::max(angular_.drift, norm(turn));
  energy_.largest = std::max(energy_.largest, total());
  energy_.scale = std::max(energy_.scale, now_.kinetic + now_.strain + std::abs(external()));
  const bool may_grow = facts.account.shift_new != 0 && model_.loads().any();
  account_.update(energies(), facts, may_grow ? share_of_loads(model_, system_, state) : 0);
  publish(context);
}

void Balance::fill(Summary& summary) const {
  summary.energy = {.initial = initial(),
                    .last = total(),
                    .max = largest_total(),
                    .scale = energy_scale(),
                    .rounding = account_.rounding(),
                    .unknown = summary.energy.unknown};
  summary.account = {.kept = account_.kept() && summary.steps > 0,
                     .initial = account_.initial(),
                     .last = account_.energy(),
                     .contact = account_.sum().contact,
                     .contact_max = account_.gains().largest_contact,
                     .contact_limit = account_.gain_limit(),
                     .contact_share = account_.gains().contact_share,
                     .integration = account_.sum().integration,
                     .integration_max = account_.gains().largest_integration,
                     .integration_share = account_.gains().integration_share,
                     .step_change = account_.sum().step_change,
                     .step_change_share = account_.gains().step_change_share,
                     .inside_share = account_.gains().inside_share,
                     .outside = account_.sum().outside,
                     .dissipates = !system_.elements().dissipated().empty(),
                     .dissipated = now_.dissipated,
                     .positive_contact_work = account_.gains().positive_contact_work};
  summary.momentum = {.linear = linear_drift(),
                      .linear_scale = linear_scale(),
                      .angular = angular_drift(),
                      .angular_scale = angular_scale(),
                      .conserved = free(),
                      .damped = damped(),
                      .obstacles_alone = obstacles_alone_,
                      // Of an energy that is rounding.
                      .rounding = from_rest_ ? std::sqrt(2 * mass_ * account_.rounding()) : 0};
}

}  // namespace tactus::core
