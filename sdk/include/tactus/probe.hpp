/// \file probe.hpp  The interface of probes: numbers of a body, a group or a node that a run writes to
/// probes.csv, one row for each row of the history.
///
/// An entry of "probes" has a name, a body, and of it a group, a node or nothing. The kernel finds the
/// points and writes what the probe finds there under "NAME." and the names of its columns.
#pragma once

#include "capability.hpp"
#include "component.hpp"
#include "context.hpp"

namespace tactus {

namespace capability {
/// A probe of one node, which "node" or "point" names. Without this claim a probe is of a "group", or
/// of the whole body.
inline constexpr std::string_view probe_node = "probe.node";
}  // namespace capability

/// Columns of a probe, and what it asks to be given. Implemented by the kernel.
class ProbeVisitor {
 public:
  /// "v_x" in "m/s" is written as NAME.v_x_m_per_s.
  virtual void column(std::string_view name, std::string_view unit, std::string_view help) = 0;
  /// Asks for an array in ProbeState::field, in the order of these calls: "stress", or a shown column
  /// of the material of the body.
  virtual void field(std::string_view name) = 0;

 protected:
  ~ProbeVisitor() = default;
};

/// The points and elements of what the entry names. Valid for the run.
struct ProbeTarget {
  int dim = 0;
  View<Real> reference{};  ///< [points * dim] m, as placed, relative to `origin`
  View<Real> mass{};       ///< [points] kg; 0 for points of a rigid body
  View<Real>
      volume{};  ///< [elements] m3 as placed, of elements whose nodes are all among the points
  View<Real> origin{};  ///< [dim] m, see Surface::origin
};

struct ProbeState {
  Real time = 0;          ///< s
  View<Real> position{};  ///< [points * dim] m, relative to ProbeTarget::origin
  View<Real> velocity{};  ///< [points * dim] m/s
  /// As asked for, [elements * numbers]. "stress" is Cauchy's, in Pa: xx, yy, xy, zz, von Mises in the
  /// plane, xx, yy, zz, xy, yz, xz, von Mises in space.
  View<View<Real>> field{};
};

class Probe : public Component {
 public:
  static constexpr Kind kKind = Kind::probe;

  /// Known before there is a mesh: they depend on the options and the number of axes alone.
  void columns(int dim, ProbeVisitor& visitor) const { do_columns(dim, visitor); }
  /// Called once, before sample(). A target that does not fit is refused by a ConfigError.
  void setup(const ProbeTarget& target) { do_setup(target); }
  /// Writes one number a column. A function of its arguments alone.
  void sample(const ProbeState& at, Out<Real> row, Context& context) const {
    do_sample(at, row, context);
  }

 private:
  virtual void do_columns(int dim, ProbeVisitor& visitor) const = 0;
  virtual void do_setup(const ProbeTarget& target) = 0;
  virtual void do_sample(const ProbeState& at, Out<Real> row, Context& context) const = 0;
};

}  // namespace tactus
