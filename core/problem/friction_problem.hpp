/// \file friction_problem.hpp  A friction contact problem by itself, U = q + W r with a cone for each
/// contact, as files hold it: no mesh, no step, only the matrix, the free velocities and friction.
#pragma once

#include <string>
#include <vector>

#include "tactus/linear.hpp"

namespace tactus::core {

/// Normal first in every contact. Restitution, where there was any, is inside the free velocities.
struct FrictionProblem {
  std::string name;  ///< the file's, without its ending
  int dim = 3;
  Index contacts = 0;
  std::vector<Real> friction;       ///< [contacts]
  std::vector<Real> free_velocity;  ///< [contacts * dim] m/s
  // W in 1/kg: block rows, columns ascending, both triangles; it need not be symmetric
  std::vector<Index> start{0}, column;
  std::vector<Real> value;  ///< [blocks * dim * dim], row-major
};

/// W of a problem, as solvers get it. The problem outlives it.
class StoredOperator final : public LinearOperator {
 public:
  explicit StoredOperator(const FrictionProblem& problem);

  Index size() const override { return view_.rows * view_.block; }
  void apply(View<Real> x, Out<Real> y, Context& context) const override;
  bool symmetric() const override { return false; }  // not promised by a file
  const SparseView* sparse() const override { return &view_; }
  View<Real> diagonal_blocks() const { return diagonal_blocks_; }  ///< [contacts * dim * dim]

 private:
  SparseView view_;
  std::vector<Real> diagonal_blocks_;
};

/// Reads a problem: text (`.fc3d`) or FCLIB's local form in HDF5 (`.hdf5`, `.h5`), by its content.
/// @throws FileError where it cannot be read; ConfigError "FILE, line N: ..." where it is no problem
///         that has an answer.
FrictionProblem read_problem(const std::string& path);

}  // namespace tactus::core
