/// \file supports.hpp  Degrees of freedom whose motion is given.
#pragma once

#include <vector>

#include "core/config/configuration.hpp"
#include "core/mesh/mesh.hpp"
#include "core/model/model_error.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

/// Motion of each prescribed degree of freedom: from its place at the start with the speed
/// V r(t / T), r(s) = s^2 (3 - 2 s) up to s = 1, then 1; T = 0: V at once.
class Supports {
 public:
  Supports() = default;
  /// @param bodies     their `dofs` are set
  /// @param meshes     one a body, for its groups
  /// @param reference  [dofs] m, positions at the start
  /// Obstacles are prescribed altogether. Problems are appended; what they concern is left out.
  Supports(const Configuration& configuration, View<Body> bodies, const std::vector<Mesh>& meshes,
           View<Real> reference, std::vector<ModelProblem>& problems);

  View<std::uint8_t> prescribed() const { return prescribed_; }  ///< [dofs] 0 or 1
  View<Index> dofs() const { return dof_; }                      ///< those prescribed, ascending

  /// Increments from q to the given positions at `time`; other entries of u are left alone.
  void prescribe(View<Real> q, Real time, Out<Real> u) const;
  void prescribe_velocity(Real time, Out<Real> v) const;

 private:
  struct Motion {
    Real velocity = 0, ramp = 0;
    bool operator==(const Motion&) const = default;
  };
  void add(const SupportConfig& support, const std::string& pointer, const Body& body,
           const Mesh& mesh, int dim, std::vector<Motion>& motion,
           std::vector<ModelProblem>& problems);

  std::vector<std::uint8_t> prescribed_;
  std::vector<Index> dof_;
  std::vector<Motion> motion_;  ///< [prescribed]
  std::vector<Real> start_;     ///< [prescribed] m
};

}  // namespace tactus::core
