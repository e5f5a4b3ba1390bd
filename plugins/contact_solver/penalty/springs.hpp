// The contacts of a step as springs: their gaps at both ends of the step, forces, and derivatives.
//
// The gap of a spring is dynamic: it changes by what the geometric gap would, were its gradient in the
// middle of the step that of the whole step,
//   g_1 = g_0 + G u/theta,     G = dg(q_n (+) theta u)/du,   theta = 1/2,
// so that the force G'p/theta does the work p (g_1 - g_0) along u.
#pragma once

#include <tactus/contact_model.hpp>
#include <vector>

#include "spring.hpp"

namespace penalty {

/// The gap with which a new contact starts.
enum class Start : std::uint8_t {
  open,      ///< the geometric one, or 0 where bodies overlap already
  geometric  ///< the spring may start with energy, which nobody has put in
};

class Springs {
 public:
  /// @param kappa  N/m
  void set(Real kappa, Start start) { kappa_ = kappa, start_ = start; }
  /// A new step without contacts.
  void begin(const ContactModel& contact, Real fraction);
  /// Takes in the rows that detection has appended, with their gaps at t_n.
  Outcome take_in(Index dofs, Context& context);

  Index count() const { return static_cast<Index>(gap_0_.size()); }
  Outcome evaluate(View<Real> w, Context& context);

  /// At the place evaluated last: subtracts the forces from a residual.
  void subtract_forces(Out<Real> residual) const;
  /// Adds the derivative of the forces, with its sign changed, to a tangent.
  /// @param symmetric  without the part that turns with the normal
  Outcome add_stiffness(View<Real> w, bool symmetric, BlockSink& sink, Context& context) const;

  Real multiplier(Index row) const { return force_[at(row)].force / lever(row); }
  Real gap(Index row) const { return gap_1_[at(row)]; }  ///< m, at the end of the step
  Real energy() const;                                   ///< J, there

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  /// Change of a row's value along the step for 1 m of the gap.
  Real lever(Index row) const { return fraction_ * rows_->scale[at(row)]; }
  View<Index> dofs_of(Index row) const;
  View<Real> gradient_of(Index row) const;
  Outcome find_held(View<Index> rows, View<Real> w, Context& context);

  Real kappa_ = 0, fraction_ = 0.5;
  Start start_ = Start::open;
  const ContactModel* contact_ = nullptr;
  const ContactRows* rows_ = nullptr;
  std::vector<Index> list_, held_rows_;  ///< 0, 1, 2, ...; rows with prescribed degrees of freedom
  std::vector<Real> zero_;               ///< [dofs]
  std::vector<Real> gap_0_, gap_1_;      ///< [rows] m
  std::vector<Real> value_, gradient_, held_, change_;
  std::vector<SpringForce> force_;  ///< [rows]
};

}  // namespace penalty
