/// \file friction_problem.hpp  A friction contact problem on its own: U = q + W r with a friction
/// cone for each contact. Such problems are stored in files. There is no mesh and no time step,
/// only the matrix, the free velocities and the friction coefficients.
#pragma once

#include <string>
#include <vector>

#include "tactus/linear.hpp"

namespace tactus::core {

/// The normal component comes first in each contact. Restitution, if any, is included in the free
/// velocities.
struct FrictionProblem {
  std::string name;  ///< name of the file without its extension
  int dim = 3;
  Index contacts = 0;
  std::vector<Real> friction;       ///< [contacts]
  std::vector<Real> free_velocity;  ///< [contacts * dim] m/s
  // W in 1/kg: block rows with ascending columns and both triangles; it need not be symmetric
  std::vector<Index> start{0}, column;
  std::vector<Real> value;  ///< [blocks * dim * dim], row-major
};

/// W of a problem in the form that solvers use. The problem outlives it.
class StoredOperator final : public LinearOperator {
 public:
  explicit StoredOperator(const FrictionProblem& problem);

  Index size() const override { return view_.rows * view_.block; }
  void apply(View<Real> x, Out<Real> y, Context& context) const override;
  bool symmetric() const override { return false; }  // a file does not guarantee symmetry
  const SparseView* sparse() const override { return &view_; }
  View<Real> diagonal_blocks() const { return diagonal_blocks_; }  ///< [contacts * dim * dim]

 private:
  SparseView view_;
  std::vector<Real> diagonal_blocks_;
};

/// Reads a problem from text (`.fc3d`) or from FCLIB's local form in HDF5 (`.hdf5`, `.h5`),
/// depending on its content.
/// @throws FileError if it cannot be read; ConfigError "FILE, line N: ..." if the problem is
/// invalid or has
///         no solution.
FrictionProblem read_problem(const std::string& path);

}  // namespace tactus::core
