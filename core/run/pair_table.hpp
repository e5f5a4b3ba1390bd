/// \file pair_table.hpp  What pairs of bodies exchanged over several steps: impulse, time in contact,
/// greatest force.
#pragma once

#include <string>
#include <vector>

#include "core/contact/contact_model.hpp"

namespace tactus::core {

/// One pair of bodies over some steps. The two are in contact in a step in which a condition between
/// them carried a force or a rigid impact zone held nodes of both.
struct PairRecord {
  std::int32_t body_a = 0, body_b = 0;  ///< body_b may be kManyBodies
  Index contacts = 0;                   ///< the largest number of a step
  Real impulse[3] = {};                 ///< N s, on body_a, sum
  Real first_time = 0;                  ///< s, end of the first step in contact
  Real duration = 0;                    ///< s, sum of the steps in contact
  Real greatest_force = 0;              ///< N, largest |impulse| / dt of a step
};

class PairTable {
 public:
  /// What a step of length `dt` that ended at `time` did to its pairs.
  void add_step(const std::vector<PairImpulse>& pairs, Real time, Real dt);
  const std::vector<PairRecord>& records() const { return records_; }  ///< sorted by bodies
  void clear() { records_.clear(); }

  /// Fields of a checkpoint, their names beginning with `prefix`.
  void save(const std::string& prefix, Archive& archive) const;
  /// @throws Error where they are missing or not of a run with so many bodies.
  void load(const std::string& prefix, Archive& archive, std::size_t bodies);

 private:
  std::vector<PairRecord> records_;
};

}  // namespace tactus::core
