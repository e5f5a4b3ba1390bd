// The critical time step by the Lanczos method.
//
// Central differences are stable for omega dt <= 2 for all natural frequencies omega. The
// customary bound, element size over wave speed, is neither safe nor sharp on real meshes:
// 2/omega_max was 0.85 to 14.9 times h/c. The frequency is therefore computed. Only products K x
// are needed, which are differences of internal forces; no matrix is assembled.
#include "core/model/critical_step.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/element_geometry.hpp"

namespace tactus::core {
namespace {

constexpr Index kIterations = 60;
/// Fraction of an element's altitude; below it the critical step is outdated
constexpr Real kAltitudeLeft = 0.7;

/// Step of the finite difference of the internal force, as a strain. With this value both the
/// truncation error and the rounding error are below 1e-6.
constexpr Real kStrain = 0x1p-20;

/// A pseudo-random value in [-1, 1) for each degree of freedom (splitmix64).
Real start_value(std::uint64_t dof) {
  std::uint64_t z = (dof + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return static_cast<Real>((z ^ (z >> 31)) >> 11) * 0x1.0p-52 - 1;
}

Real largest(View<Real> x) {
  Real m = 0;
  for (const Real v : x) m = std::max(m, std::abs(v));
  return m;
}

/// A symmetric tridiagonal matrix, given by its diagonal and the squares of its off-diagonal entries.
struct Tridiagonal {
  std::vector<Real> diagonal, square;

  /// Whether no eigenvalue exceeds x. By Sturm's theorem this holds if all pivots of T - x I are negative.
  bool all_below(Real x) const {
    Real pivot = -1;
    for (std::size_t j = 0; j < diagonal.size(); ++j) {
      pivot = diagonal[j] - x - (j > 0 ? square[j - 1] / pivot : 0);
      if (!(pivot < 0)) return false;
    }
    return true;
  }

  /// The largest eigenvalue, up to the last few bits, by bisection between the largest diagonal
  /// entry and Gershgorin's bound.
  Real largest_eigenvalue() const {
    Real low = diagonal[0], high = diagonal[0];
    for (std::size_t j = 0; j < diagonal.size(); ++j) {
      const Real left = j > 0 ? std::sqrt(square[j - 1]) : 0;
      const Real right = j < square.size() ? std::sqrt(square[j]) : 0;
      low = std::max(low, diagonal[j]);
      high = std::max(high, diagonal[j] + left + right);
    }
    for (int k = 0; k < 52; ++k) {
      const Real middle = (low + high) / 2;
      (all_below(middle) ? high : low) = middle;
    }
    return high;
  }
};

/// Of the elements where `at` says; those of other bodies are 0.
void internal_force(const Model& model, const ElementLoop& loop, const ElementQuery& at,
                    Out<Real> force, Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> energy = context.scratch->take<Real>(static_cast<Index>(model.bodies().size()));
  loop.force(at, {}, {}, force, energy, context);
  for (const auto& kind : model.kinds()) kind->force({}, force);
  for (Real& f : force) f = -f;
}

}  // namespace

/// Lanczos iteration for K x = omega^2 M x with K x = (f_int(q + s x) - f_int(q)) / s. Vectors are
/// scaled by their largest entry and never by the root of a mass, so that a scene scaled by a power
/// of two gives the same bits. With m_j = x_j' M x_j,
///   g_j+1 x_j+1 = M^-1 K x_j - a_j x_j - (g_j m_j / m_j-1) x_j-1,   a_j = x_j' K x_j / m_j,
/// and the squared off-diagonal entries of the symmetric matrix are g_j^2 m_j / m_j-1. Orthogonality is lost during
/// the iteration. This repeats eigenvalues but does not change the largest one.
Outcome CriticalStep::renew(View<Real> q, Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const View<Real> mass = model_.mass(), inverse_mass = model_.inverse_mass();
  const auto nodal = static_cast<std::size_t>(model_.nodes() * model_.dim());
  const auto take = [&] { return context.scratch->take<Real>(model_.layout().dofs); };
  const Out<Real> f0 = take(), kx = take(), mx = take();
  Out<Real> x = take(), last = take();
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = inverse_mass[i] > 0 && i < nodal ? start_value(i) : 0;
    last[i] = 0;
  }
  const Real s = kStrain * model_.scales().altitude;
  Tridiagonal t;
  Real g = 0, m_last = 1;
  const Outcome outcome = outcome_of([&] {
    ElementQuery at =
        elements_.now(q);  // dt = 0: at once a material with a memory is at its stiffest
    internal_force(model_, elements_.loop(), at, f0, context);
    at.fraction = s;
    for (Index j = 0; j < kIterations && largest(x) > 0; ++j) {
      at.u = x;
      internal_force(model_, elements_.loop(), at, kx, context);
      for (std::size_t i = 0; i < x.size(); ++i) {
        kx[i] = inverse_mass[i] > 0 ? (kx[i] - f0[i]) / s : 0;
        mx[i] = mass[i] * x[i];
      }
      const Real m = context.executor->dot(x, mx), a = context.executor->dot(x, kx) / m;
      if (j > 0) t.square.push_back(g * g * m / m_last);
      t.diagonal.push_back(a);
      const Real b = j > 0 ? g * m / m_last : 0;
      for (std::size_t i = 0; i < x.size(); ++i)
        last[i] = kx[i] * inverse_mass[i] - a * x[i] - b * last[i];
      std::swap(x, last);
      g = largest(x);
      m_last = m;
      if (!(g > kStrain * std::abs(a))) break;  // the remainder is rounding error
      for (Real& v : x) v /= g;
    }
  });
  if (!outcome) return outcome;
  // The largest eigenvalue of T is a lower bound of omega_max^2 (Rayleigh-Ritz) and approaches it quickly, because
  // extreme eigenvalues converge first. What is missing is covered by the safety factor of the integrator.
  const Real omega2 = t.diagonal.empty() ? 0 : t.largest_eigenvalue();
  step_ = omega2 > 0 ? 2 / std::sqrt(omega2) : kUnlimited;
  thinness_.resize(static_cast<std::size_t>(model_.element_count()));
  with_dimension(model_.dim(), [&]<int D>(Dimension<D>) {
    for (std::size_t e = 0; e < thinness_.size(); ++e)
      thinness_[e] = thinness<D>(q, model_.elements().data() + (D + 1) * e);
  });
  return {};
}

bool CriticalStep::is_outdated(View<Real> q, Context& context) const {
  if (thinness_.empty()) return false;
  constexpr Index grain = 4096;
  const Real outdated =
      context.executor->sum(model_.element_count(), grain, [&](Range range, Context&) {
        return with_dimension(model_.dim(), [&]<int D>(Dimension<D>) {
          bool any = false;
          for (Index e = range.begin; e < range.end && !any; ++e)
            any = kAltitudeLeft * kAltitudeLeft *
                      thinness<D>(q, model_.elements().data() + (D + 1) * e) >
                  thinness_[static_cast<std::size_t>(e)];
          return any ? Real{1} : Real{0};
        });
      });
  return outdated > 0;
}

void CriticalStep::save(Archive& archive) const {
  archive.write("critical_step", View<Real>(&step_, 1));
  archive.write("thinness", thinness_);
}

void CriticalStep::load(Archive& archive) {
  std::vector<Real> step, thinness;
  const bool there = archive.read("critical_step", step) && archive.read("thinness", thinness);
  const auto elements = static_cast<std::size_t>(model_.element_count());
  if (!there || step.size() != 1 || (!thinness.empty() && thinness.size() != elements))
    throw Error("the checkpoint's \"critical_step\" does not fit this model");
  step_ = step[0];
  thinness_ = std::move(thinness);
}

}  // namespace tactus::core
