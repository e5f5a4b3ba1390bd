/// \file ledger.hpp  Where the energy and the momentum of a run in space came from, computed from its
/// states alone: positions, velocities, accelerations and masses before and after each step. Nothing of
/// what the program says about its own energy goes in, so that the two can be compared.
///
/// The account is that of tests/property/energy_ledger.hpp, R1 = T + U - dt^2/8 a'M a and its parts G (by
/// contact), J (by integration) and S (by changes of the step). Rigid bodies are free but for contact: all
/// that changes the energy of their turning counts as G.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "tests/support/simulation.hpp"

namespace tactus::space_scenes {

class Ledger {
 public:
  explicit Ledger(testing::Simulation& s);

  /// After each step.
  void update();

  struct Sums {
    Real contact = 0, integration = 0, change = 0;
  };
  const Sums& sums() const { return sums_; }
  Real kinetic() const { return kinetic_; }
  Real strain() const { return strain_; }
  Real correction() const { return correction_; }  ///< J, dt^2/8 a'M a
  Real r1() const { return kinetic_ + strain_ - correction_; }
  Real r1_start() const { return r1_start_; }
  Real scale() const { return scale_; }  ///< J, largest energy so far but for what was gained
  bool turns() const;                    ///< some body is rigid
  /// J, by which the parts fail to add up: rounding.
  Real gap() const;
  /// J, to which energies are known at all: an ulp or a few of what the stiffest body could store.
  Real rounding() const;
  /// Since the start, relative to sum m|v| and sum m|v||x|, and a little of what they would be at the
  /// speed of waves: forces round in proportion to that.
  Real linear_drift() const;
  Real angular_drift() const;

 private:
  struct Momenta {
    Eigen::Vector3d linear = Eigen::Vector3d::Zero(), angular = Eigen::Vector3d::Zero();
    Real linear_scale = 0, angular_scale = 0;
  };
  void read_state();
  Real turning(const core::State& state) const;  ///< J, kinetic energy of turning
  Momenta momenta() const;
  void raise();
  Real slow() const;

  testing::Simulation& s_;
  core::State now_;
  std::vector<Real> energies_;
  std::vector<std::uint8_t> turns_;  ///< [dofs] of a rigid body's turning
  std::vector<Index> coordinate_;    ///< [dofs] in q, of all that do not turn
  Momenta start_;
  Sums sums_;
  Real kinetic_ = 0, strain_ = 0, correction_ = 0, r1_start_ = 0, scale_ = 0, dt_ = 0;
};

}  // namespace tactus::space_scenes
