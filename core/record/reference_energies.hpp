/// \file reference_energies.hpp  Energies and masses of a model with which the account of a run is
/// compared.
#pragma once

#include "core/model/fem_system.hpp"
#include "core/model/model.hpp"
#include "core/step/state.hpp"

namespace tactus::core {

/// J, 1e12 times the uncertainty of the energy of a scene at rest. The uncertainty is the rounding
/// error of the strain energy (P-wave modulus times volume, summed over bodies) or, if larger, the
/// work of all loads over 1e-6 of a facet, because contacts at rest may lie anywhere within a
/// hundred-millionth of a facet (friction::touching).
Real largest_energy_of(const Model& model);

/// kg, in the direction in which supports leave most of it free.
Real free_mass_of(const Model& model);

/// The part of a'M a at the start that loads alone would cause, at most 1; 0 without accelerations.
Real share_of_loads(const Model& model, const FemSystem& system, const State& state);

/// J, 1/2 a'M a dt^2 with the accelerations a by loads alone: what they bring in a step of dt from rest.
Real first_energy_of_loads(const Model& model, const FemSystem& system, Real dt);

}  // namespace tactus::core
