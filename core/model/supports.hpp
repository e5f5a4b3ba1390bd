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
/// V r(t / T), r(s) = s^2 (3 - 2 s) up to s = 1, then 1; T = 0: V at once; or along the path of its
/// support (core/config/scene/support_path.hpp). A node that turns about a point moves on its circle: an
/// increment is the chord of the way, without an error that adds up.
class Supports {
 public:
  Supports() = default;
  /// @param bodies     their `dofs` are set
  /// @param meshes     one a body, for its groups
  /// @param reference  [dofs] m, positions at the start, relative to `centre` [dim]
  /// Obstacles are prescribed altogether. Problems are appended; what they concern is left out.
  Supports(const Configuration& configuration, View<Body> bodies, const std::vector<Mesh>& meshes,
           View<Real> reference, View<Real> centre, std::vector<ModelProblem>& problems);

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
    Index path = kNone;  ///< position in paths_
    bool operator==(const Motion&) const = default;
  };
  /// A degree of freedom on a path: where its node is at the start.
  struct Driven {
    Index dof = 0;
    int component = 0;
    Real start = 0;    ///< m
    Real arm[2] = {};  ///< m, from the centre of a rotation
  };
  struct Path {
    SupportPath path;
    std::vector<Driven> dofs;
  };
  Index number_of(const SupportPath& path);
  void drive(Index dof, const Motion& motion, View<Real> reference, View<Real> centre);
  void add(const SupportConfig& support, const std::string& pointer, const Body& body,
           const Mesh& mesh, int dim, std::vector<Motion>& motion,
           std::vector<ModelProblem>& problems);
  void add_obstacles(View<Body> bodies);

  std::vector<std::uint8_t> prescribed_;
  std::vector<std::int32_t> holder_;
  std::vector<Holder> holders_;
  std::vector<Index> dof_;
  std::vector<Index> plain_;    ///< those of dof_ that are on no path
  std::vector<Motion> motion_;  ///< [plain]
  std::vector<Real> start_;     ///< [plain] m
  std::vector<Path> paths_;
};

}  // namespace tactus::core
