#include "core/step/strain_limit.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/element_geometry.hpp"

namespace tactus::core {
namespace {

constexpr Index kCapSteps = 20;
constexpr Real kCapGrowth = 1.05;
constexpr Index kChunk = 1024;  // elements

/// Diagonal of the box that holds the vectors of some nodes: the largest distance of any two of them is
/// no longer.
template <int D, class Vector>
Real spread(Range nodes, const Vector& vector) {
  Vec<D> low = Vec<D>::Constant(kUnlimited), high = Vec<D>::Constant(-kUnlimited);
  for (Index n = nodes.begin; n < nodes.end; ++n) {
    const Vec<D> x = vector(n);
    low = low.cwiseMin(x), high = high.cwiseMax(x);
  }
  return (high - low).norm();
}

template <int D>
Vec<D> increment(const State& state, Real dt, Index node) {
  return dt * point<D>(state.v, node) + dt * dt / 2 * point<D>(state.a, node);
}

}  // namespace

StrainLimit::StrainLimit(const Model& model) : model_(model) {
  inverse_seen_.assign(model.bodies().size(), 0);
}

Real StrainLimit::most(Real allowed) {
  if (cap_.dt >= allowed) cap_ = {};
  return std::min(allowed, cap_.dt);
}

void StrainLimit::tried_again(Real dt) { cap_ = {dt, kCapSteps}; }

void StrainLimit::made() {
  if (cap_.steps > 0)
    --cap_.steps;
  else
    cap_.dt *= kCapGrowth;
}

StrainLimit::Shortened StrainLimit::shorten(Real dt, const State& state, Context& context) {
  Shortened result{.dt = dt};
  Real most = kMost;
  for (std::size_t b = 0; b < model_.bodies().size(); ++b) {
    if (!model_.bodies()[b].material) continue;  // rigid
    const Real strain = with_dimension(
        model_.dim(), [&]<int D>(Dimension<D>) { return strain_of<D>(b, dt, state, context); });
    // Not a number or unlimited: the state itself is at fault, which the energy of the step will tell.
    if (!(strain > most && strain < kUnlimited)) continue;
    most = strain;
    result.body = static_cast<std::int32_t>(b);
  }
  if (result.body < 0) return result;
  result.dt = dt * (kMost / most);
  cap_ = {result.dt, kCapSteps};
  return result;
}

/// In most steps a bound by the nodes of a body is enough. Of what the bound is made does not matter
/// beyond that: a step that is shortened is always shortened by the strain itself.
template <int D>
Real StrainLimit::strain_of(std::size_t body, Real dt, const State& state, Context& context) {
  if (bound<D>(body, dt, state) < kMost) return 0;
  const Strain strain = measure<D>(body, dt, state, context);
  seen_.resize(state.q.size());
  const Range nodes = model_.bodies()[body].nodes;
  std::copy(state.q.begin() + D * nodes.begin, state.q.begin() + D * nodes.end,
            seen_.begin() + D * nodes.begin);
  inverse_seen_[body] = strain.inverse;
  return strain.most;
}

/// With r the motion since the body was last measured at x, |D(r) D(x)^-1| <= e bounds how far inverses
/// have grown: |D(x + r)^-1| <= |D(x)^-1|/(1 - e). Norms of D edges are at most sqrt(D) times the spread.
template <int D>
Real StrainLimit::bound(std::size_t body, Real dt, const State& state) const {
  const Real inverse = std::sqrt(static_cast<Real>(D)) * inverse_seen_[body];
  if (!(inverse > 0)) return kUnlimited;
  const Range nodes = model_.bodies()[body].nodes;
  const Real since = inverse * spread<D>(nodes, [&](Index n) {
                       return Vec<D>(point<D>(state.q, n) - point<D>(seen_, n));
                     });
  if (!(since < 0.9)) return kUnlimited;
  const Real now = inverse * spread<D>(nodes, [&](Index n) { return increment<D>(state, dt, n); });
  return 1.001 * now / (1 - since);  // more than rounding could change
}

template <int D>
StrainLimit::Strain StrainLimit::measure(std::size_t body, Real dt, const State& state,
                                         Context& context) {
  const Range nodes = model_.bodies()[body].nodes, elements = model_.bodies()[body].elements;
  increment_.resize(state.v.size());
  for (Index i = D * nodes.begin; i < D * nodes.end; ++i) {
    const auto k = static_cast<std::size_t>(i);
    increment_[k] = dt * state.v[k] + dt * dt / 2 * state.a[k];
  }
  of_chunk_.assign(static_cast<std::size_t>((elements.size() + kChunk - 1) / kChunk), {});
  context.executor->for_each(elements.size(), kChunk, [&](Range range, Context&) {
    Strain largest;
    for (Index e = elements.begin + range.begin; e < elements.begin + range.end; ++e) {
      const Index* node = model_.elements().data() + (D + 1) * e;
      const Mat<D> inverse = edge_matrix<D>(state.q, node).inverse();
      largest.inverse = std::max(largest.inverse, inverse.squaredNorm());
      largest.most =
          std::max(largest.most, (edge_matrix<D>(increment_, node) * inverse).squaredNorm());
    }
    of_chunk_[static_cast<std::size_t>(range.begin / kChunk)] = largest;
  });
  Strain all;
  for (const Strain& s : of_chunk_)
    all = {std::max(all.most, s.most), std::max(all.inverse, s.inverse)};
  return {std::sqrt(all.most), std::sqrt(all.inverse)};
}

}  // namespace tactus::core
