/// \file strain_limit.hpp  Bounds by how much an explicit step may strain any element: it is made shorter if it
/// would change the deformation gradient F of one, relative to the element as it is now, by more than 0.2:
///   |dF F^-1| = |D(u) D(x)^-1|,   u = dt v + dt^2/2 a,
/// with D(x) the matrix of edges of an element and the Frobenius norm (docs/theory/strain_limit.md).
#pragma once

#include <vector>

#include "core/model/model.hpp"
#include "core/step/state.hpp"

namespace tactus::core {

class StrainLimit {
 public:
  static constexpr Real kMost = 0.2;  ///< |dF F^-1| in a step

  explicit StrainLimit(const Model& model);

  /// What a checkpoint stores.
  struct Cap {
    Real dt = kUnlimited;  ///< s, of whole steps
    Index steps = 0;       ///< whole steps until it grows
  };
  const Cap& cap() const { return cap_; }
  void restore(const Cap& cap) { cap_ = cap; }
  /// The largest whole step, given what the other limits allow; a cap above that is forgotten.
  Real most(Real allowed);

  struct Shortened {
    Real dt = 0;             ///< s, the given one if that is short enough
    std::int32_t body = -1;  ///< whose element would be strained too far; -1: none's
  };
  Shortened shorten(Real dt, const State& state, Context& context);
  /// A step was tried again with this dt.
  void tried_again(Real dt);
  /// A whole step was made.
  void made();

  /// Calls use(name, member) for what a checkpoint stores, see named_fields.hpp.
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use) {
    use("strain_cap", self.cap_.dt);
    use("strain_cap_steps", self.cap_.steps);
  }

 private:
  struct Strain {
    Real most = 0;
    Real inverse = 0;  ///< 1/m, largest |D(x)^-1|
  };
  template <int D>
  Real bound(std::size_t body, Real dt, const State& state) const;
  template <int D>
  Strain measure(std::size_t body, Real dt, const State& state, Context& context);
  template <int D>
  Real strain_of(std::size_t body, Real dt, const State& state, Context& context);

  const Model& model_;
  Cap cap_;
  std::vector<Real> increment_;     ///< [dofs] u, of the body that is measured
  std::vector<Strain> of_chunk_;    ///< of the elements that are measured
  std::vector<Real> seen_;          ///< [coordinates] m, where each body was last measured ...
  std::vector<Real> inverse_seen_;  ///< [bodies] 1/m, ... and the largest |D^-1| there; 0: never
};

}  // namespace tactus::core
