// Siconos' solvers for friction contact problems, where its library is installed (Debian:
// libsiconos-numerics-dev): what `tactus solve` is compared with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/solve/friction_problem.hpp"

namespace tactus::bench {

/// One of its methods with one storage of the matrix.
struct SiconosMethod {
  std::string name;
  int solver = 0;   ///< Siconos' number
  int storage = 0;  ///< of the matrix, likewise
  int variant = 0;  ///< of the method, our own numbering
};

/// All that are tried in a dimension; empty where the library is not installed.
std::vector<SiconosMethod> siconos_methods(int dim);

/// One problem in Siconos' memory.
class SiconosProblem {
 public:
  SiconosProblem(const core::FrictionProblem& problem, const SiconosMethod& method);
  ~SiconosProblem();
  SiconosProblem(const SiconosProblem&) = delete;
  SiconosProblem& operator=(const SiconosProblem&) = delete;

  /// Solves from zero reactions. @returns s, CPU time of the driver's call alone
  Real solve(Real tolerance);
  const std::vector<Real>& reactions() const;
  Index iterations() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tactus::bench
