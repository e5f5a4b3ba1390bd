/// \file probe.hpp  The interface of probes: numbers of a body, group or node that a run writes to
/// probes.csv.
#pragma once

#include "component.hpp"
#include "context.hpp"

namespace tactus {

/// What the entry of "probes" names. Valid for the run.
struct ProbeTarget {
  int dim = 0;
  View<Real> reference{};  ///< [points * dim] m, at the start, relative to `origin`
  View<Real> mass{};       ///< [points] kg
  View<Real> volume{};  ///< [elements] m3, of the elements all of whose nodes are among the points
  View<Real> origin{};  ///< [dim] m
};

/// Columns of a probe, and what it asks to be given. Implemented by the kernel.
class ProbeVisitor {
 public:
  virtual void column(std::string_view name, std::string_view unit, std::string_view help) = 0;
  /// Asks for an array in ProbeState::field, in the order of these calls: "stress", "contact_impulse",
  /// "kinetic_energy", "strain_energy", or a shown column of the material.
  virtual void field(std::string_view name) = 0;

 protected:
  ~ProbeVisitor() = default;
};

struct ProbeState {
  Real time = 0, elapsed = 0;  ///< s, now and since the previous row
  View<Real> position{};       ///< [points * dim] m
  View<Real> velocity{};       ///< [points * dim] m/s
  View<View<Real>>
      field{};  ///< as asked for: per element, or per point (impulses, summed since then)
};

class Probe : public Component {
 public:
  static constexpr Kind kKind = Kind::probe;

  void columns(const ProbeTarget& target, ProbeVisitor& visitor) { do_columns(target, visitor); }
  /// Writes one number a column; called for each row of the history.
  void measure(const ProbeState& at, Out<Real> row, Context& context) const {
    do_measure(at, row, context);
  }

 private:
  virtual void do_columns(const ProbeTarget& target, ProbeVisitor& visitor) = 0;
  virtual void do_measure(const ProbeState& at, Out<Real> row, Context& context) const = 0;
};

}  // namespace tactus
