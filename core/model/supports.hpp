/// \file supports.hpp  Prescribed degrees of freedom, whose motion is given by supports and obstacles.
#pragma once

#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/model_error.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

/// Who prescribes a motion: a support of the configuration, or an obstacle, which holds itself
/// wherever no support moves it.
struct Holder {
  Index support = kNone;  ///< position in Configuration::supports; kNone: an obstacle
  Index body = 0;         ///< position in Configuration::bodies
};

/// The motion of each prescribed degree of freedom. It starts at its initial place and has the
/// speed V r(t / T) with r(s) = s^2 (3 - 2 s) up to s = 1 and r = 1 afterwards (T = 0: V at once),
/// or it follows the path of its support (core/scene/support_path.hpp). A node that rotates
/// about a point stays on its circle: its increment is the chord, so that no error accumulates.
class Supports {
 public:
  Supports() = default;
  /// @param bodies     their `dofs` are set
  /// @param meshes     one per body, for its groups
  /// @param reference  [dofs] m, positions at the start, relative to `centre` [dim] All degrees of
  /// freedom of obstacles are prescribed. Problems are appended, and the entries they concern are skipped.
  Supports(const Configuration& configuration, View<Body> bodies, const std::vector<Mesh>& meshes,
           View<Real> reference, View<Real> centre, std::vector<ModelProblem>& problems);

  View<std::uint8_t> prescribed() const { return prescribed_; }  ///< [dofs] 0 or 1
  View<Index> dofs() const { return dof_; }                      ///< those prescribed, ascending

  /// The supports in the order of the configuration, then the obstacles.
  const std::vector<Holder>& holders() const { return holders_; }
  /// [dofs] position in holders(), -1 if free. If several supports hold a node, the first one counts.
  View<std::int32_t> holder() const { return holder_; }

  /// Increments from q to the prescribed positions at `time`; other entries of u are not changed.
  void prescribe(View<Real> q, Real time, Out<Real> u) const;
  void prescribe_velocity(Real time, Out<Real> v) const;

 private:
  struct Motion {
    Real velocity = 0, ramp = 0;
    Index path = kNone;  ///< position in paths_
    bool operator==(const Motion&) const = default;
  };
  /// A degree of freedom on a path, with the initial place of its node.
  struct Driven {
    Index dof = 0;
    int component = 0;
    Real start = 0;    ///< m
    Real arm[3] = {};  ///< m, from the centre of a rotation
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
  void add_obstacles(const Configuration& configuration, View<Body> bodies);

  std::vector<std::uint8_t> prescribed_;
  std::vector<std::int32_t> holder_;
  std::vector<Holder> holders_;
  std::vector<Index> dof_;
  std::vector<Index> plain_;    ///< entries of dof_ that are not on a path
  std::vector<Motion> motion_;  ///< [plain]
  std::vector<Real> start_;     ///< [plain] m
  std::vector<Path> paths_;
};

}  // namespace tactus::core
