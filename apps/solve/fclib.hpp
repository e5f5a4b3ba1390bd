/// \file fclib.hpp  Friction contact problems in FCLIB's local form, which is an HDF5 file. FCLIB
/// is the collection of problems on which solvers of this field are compared
/// (https://frictionalcontactlibrary.github.io).
///
///     /fclib_local/spacedim           2 or 3
///     /fclib_local/W                  m, n, nzmax, nz, p, i, x: compressed rows (nz = -2),
///                                     compressed columns (-1) or triplets (their number)
///     /fclib_local/vectors/{q, mu}    normal first
///     /solution/{u, r}                if there is one
/// Equality constraints (V, R, s of FCLIB) are refused, because no solver here supports them.
#pragma once

#include "apps/solve/friction_problem.hpp"

namespace tactus::core {

/// Whether a file begins with the signature of HDF5.
bool is_hdf5(const std::string& bytes);

/// Reads a problem in a process of its own: HDF5 is a large library, and a file made to harm it harms that process alone.
/// @param bytes  the whole file
/// @param patience_s  processor time of this process, and 1 s more for each MB of the file. On the clock it gets four
/// times as long, and is then ended.
/// @throws ConfigError "PATH: what is wrong and what is allowed"
FrictionProblem read_fclib(const std::string& path, const std::string& bytes,
                           double patience_s = 10);

/// The bytes of a file for a problem, the same whenever they are made. Blocks are written in full,
/// so that reading gives the same problem.
/// @param reactions  [contacts * dim], written as the solution with its velocities; may be empty
std::string fclib_bytes(const FrictionProblem& problem, View<Real> reactions);

}  // namespace tactus::core
