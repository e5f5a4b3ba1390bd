#include "core/run/balance.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tactus::core {
namespace {

/// Position relative to `centre` and velocity of a node, in three components.
struct NodeMotion {
  Real arm[3] = {}, v[3] = {};
  NodeMotion(const State& state, const Real* centre, Index node, int dim) {
    for (int d = 0; d < dim; ++d) {
      arm[d] = state.q[node * dim + d] - centre[d];
      v[d] = state.v[node * dim + d];
    }
  }
};

void add_cross(const Real* a, const Real* b, Real factor, Real* out) {
  out[0] += factor * (a[1] * b[2] - a[2] * b[1]);
  out[1] += factor * (a[2] * b[0] - a[0] * b[2]);
  out[2] += factor * (a[0] * b[1] - a[1] * b[0]);
}

Real norm(const Real* a) { return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

}  // namespace

Balance::Balance(const Model& model, const FemSystem& system) : model_(model), system_(system) {
  const int dim = model.dim();
  Real centre[3] = {};
  for (Index n = 0; n < model.nodes(); ++n) {
    const Real m = model.mass()[n * dim];
    mass_ += m;
    for (int d = 0; d < dim; ++d) centre[d] += m * model.reference()[n * dim + d];
  }
  for (int d = 0; d < dim; ++d) centre_[d] = mass_ > 0 ? centre[d] / mass_ : 0;
  for (const Real g : model.gravity()) free_ = free_ && g == 0;
  for (const std::uint8_t p : model.layout().prescribed) free_ = free_ && !p;
}

Totals Balance::totals(const State& state) const {
  const int dim = model_.dim();
  Totals t;
  for (Index n = 0; n < model_.nodes(); ++n) {
    const Real m = model_.mass()[n * dim];
    const NodeMotion node(state, centre_, n, dim);
    for (int d = 0; d < dim; ++d) {
      t.kinetic += m / 2 * node.v[d] * node.v[d];
      t.linear[d] += m * node.v[d];
      t.load -= m * model_.gravity()[d] * (state.q[n * dim + d] - model_.reference()[n * dim + d]);
    }
    add_cross(node.arm, node.v, m, t.angular);
  }
  // Of the last evaluation of the force, which was at this configuration.
  for (const Real e : system_.strain_energy()) t.strain += e;
  return t;
}

/// sum m|v| and sum m|v||x - c|; largest so far.
void Balance::raise_scales(const State& state) {
  const int dim = model_.dim();
  Real linear = 0, angular = 0;
  for (Index n = 0; n < model_.nodes(); ++n) {
    const NodeMotion node(state, centre_, n, dim);
    const Real momentum = model_.mass()[n * dim] * norm(node.v);
    linear += momentum;
    angular += momentum * norm(node.arm);
  }
  linear_scale_ = std::max(linear_scale_, linear);
  angular_scale_ = std::max(angular_scale_, angular);
}

void Balance::start(const State& state, Context& context) {
  start_ = now_ = totals(state);
  raise_scales(state);
  from_rest_ = linear_scale_ == 0;
  initial_energy_ = largest_total_ = total();
  energy_scale_ = now_.kinetic + now_.strain + std::abs(external());
  context.step.energy = energy_scale_;
}

void Balance::update(const State& state, const StepFacts& facts, Context& context) {
  const int dim = model_.dim();
  now_ = totals(state);
  if (from_rest_) raise_scales(state);
  support_work_ += facts.support_work;
  stored_ = facts.stored_energy;
  Real drift[3] = {}, turn[3] = {};
  for (int d = 0; d < 3; ++d) {
    if (d < dim)
      from_outside_[d] += facts.support_impulse[d] + mass_ * model_.gravity()[d] * facts.dt;
    drift[d] = now_.linear[d] - start_.linear[d] - from_outside_[d];
    turn[d] = now_.angular[d] - start_.angular[d];
  }
  linear_drift_ = std::max(linear_drift_, norm(drift));
  angular_drift_ = std::max(angular_drift_, norm(turn));
  largest_total_ = std::max(largest_total_, total());
  energy_scale_ = std::max(energy_scale_, now_.kinetic + now_.strain + std::abs(external()));
  context.step.energy = energy_scale_;
}

void Balance::save(Archive& archive) const {
  std::vector<Real> n{now_.kinetic,    now_.strain,    now_.load,     start_.kinetic,
                      start_.strain,   start_.load,    support_work_, stored_,
                      initial_energy_, largest_total_, energy_scale_, linear_scale_,
                      angular_scale_,  linear_drift_,  angular_drift_};
  for (const auto* a : {now_.linear, now_.angular, start_.linear, start_.angular, from_outside_})
    n.insert(n.end(), a, a + 3);
  n.push_back(from_rest_ ? 1 : 0);
  archive.write("balance", n);
}

void Balance::load(Archive& archive) {
  std::vector<Real> n;
  if (!archive.read("balance", n) || n.size() != 31)
    throw Error("the checkpoint's \"balance\" is not of this program");
  Real* const single[] = {&now_.kinetic,    &now_.strain,    &now_.load,     &start_.kinetic,
                          &start_.strain,   &start_.load,    &support_work_, &stored_,
                          &initial_energy_, &largest_total_, &energy_scale_, &linear_scale_,
                          &angular_scale_,  &linear_drift_,  &angular_drift_};
  for (std::size_t i = 0; i < std::size(single); ++i) *single[i] = n[i];
  std::size_t at = std::size(single);
  for (auto* a : {now_.linear, now_.angular, start_.linear, start_.angular, from_outside_}) {
    std::copy_n(n.begin() + static_cast<std::ptrdiff_t>(at), 3, a);
    at += 3;
  }
  from_rest_ = n[at] != 0;
}

}  // namespace tactus::core
