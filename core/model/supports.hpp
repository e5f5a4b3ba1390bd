/// \file supports.hpp  Degrees of freedom whose motion is given.
#pragma once

#include <vector>

#include "core/config/scene/configuration.hpp"
#include "core/mesh/mesh.hpp"
#include "core/model/model_error.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

/// Who prescribes motion: a support of the configuration, or an obstacle, which holds itself wherever no
/// support moves it.
struct Holder {
  Index support = kNone;  ///< position in Configuration::supports; kNone: an obstacle
  Index body = 0;         ///< position in Configuration::bodies
};

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

  /// The supports in the order of the configuration, then the obstacles.
  const std::vector<Holder>& holders() const { return holders_; }
  /// [dofs] position in holders(), -1 where free; of several supports of one node, the first.
  View<std::int32_t> holder() const { return holder_; }

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
  void add_obstacles(View<Body> bodies);

  std::vector<std::uint8_t> prescribed_;
  std::vector<std::int32_t> holder_;
  std::vector<Holder> holders_;
  std::vector<Index> dof_;
  std::vector<Motion> motion_;  ///< [prescribed]
  std::vector<Real> start_;     ///< [prescribed] m
};

}  // namespace tactus::core
