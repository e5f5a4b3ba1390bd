/// \file peak_force.hpp  The greatest force between two bodies, as the mean over a window of time.
///
/// The impulse of one step divided by its length is no force that a sensor would see: the nodes of a mesh touch and
/// let go in turn, and such a value may be ten times what the bodies exert on each other. It also grows as the step
/// gets smaller. The mean over some transits of a pressure wave through the thinnest element does neither.
///
/// How long two bodies will be in contact is not known while they are. Impulses are therefore gathered in bins of
/// time. Where there are too many bins, their width is doubled and two of them become one.
#pragma once

#include <string>
#include <vector>

#include "core/contact/contact_forces.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

/// The impulses between two bodies over time, in at most kMostBins bins. Bins without impulse take no memory, so
/// that short contacts in a long run are resolved, too.
class ImpulseBins {
 public:
  static constexpr std::size_t kMostBins = 128;

  struct Bin {
    Index at = 0;  ///< the bin is the time from origin + at * width on
    Real impulse[3] = {};
  };
  struct Peak {
    Real force = 0;   ///< N, the largest |sum of impulses| / window
    Real window = 0;  ///< s, a whole number of bins
  };

  /// Adds the impulse of a step from `begin` to `end` [s], which acts evenly over it. Steps come in order.
  void add(const Real (&impulse)[3], Real begin, Real end);
  /// The largest mean over a window of `window` seconds, rounded up to whole bins.
  Peak peak(Real window) const;
  /// s, of the bins that hold an impulse: the time in contact, pauses between blows of a mesh included
  Real filled() const { return static_cast<Real>(bins_.size()) * width_; }

  Real origin() const { return origin_; }
  Real width() const { return width_; }
  const std::vector<Bin>& bins() const { return bins_; }
  /// The bins of a checkpoint. @throws Error if they are not in order
  void set(Real origin, Real width, std::vector<Bin> bins);

 private:
  void widen();
  void add_to(Index bin, const Real (&impulse)[3], Real share);

  Real origin_ = 0, width_ = 0;
  std::vector<Bin> bins_;  ///< in order of time
};

/// [bodies] s: how long a pressure wave takes through the thinnest element of each body; 0: it has none or no
/// material.
std::vector<Real> wave_transits(const Model& model);

/// The peaks of all pairs of bodies of a run.
class PeakForces {
 public:
  /// Adds the pairs of a step of length `dt` that ended at `time`.
  void add_step(const std::vector<PairImpulse>& pairs, Real time, Real dt);
  /// The peak between two bodies; zero for a pair that was never in contact. The window is kTransits transits of a
  /// wave through the thinnest element of the two, or 1 % of the time in contact where that is longer.
  /// @param transits  as of wave_transits()
  ImpulseBins::Peak peak(std::int32_t body_a, std::int32_t body_b,
                         const std::vector<Real>& transits) const;

  void save(Archive& archive) const;
  /// @throws Error if the fields are missing or damaged.
  void load(Archive& archive);

 private:
  struct Pair {
    std::int32_t body_a = 0, body_b = 0;
    ImpulseBins bins;
  };
  std::vector<Pair> pairs_;  ///< sorted by bodies
};

}  // namespace tactus::core
