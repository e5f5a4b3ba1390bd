/// \file pair_table.hpp  Collects what pairs of bodies exchanged over several steps: impulse, time
/// in contact, greatest force.
#pragma once

#include <string>
#include <vector>

#include "core/contact/contact_forces.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {

/// One pair of bodies over some steps. Two bodies count as in contact in a step if a contact row
/// between them carried a force, or if a rigid impact zone contained nodes of both.
struct PairRecord {
  /// body_b may be outside of the model, or kManyBodies
  std::int32_t body_a = 0, body_b = 0;
  Index contacts = 0;       ///< largest number in one step
  Real impulse[3] = {};     ///< N s, on body_a, summed over the steps
  Real first_time = 0;      ///< s, end of the first step in contact
  Real duration = 0;        ///< s, total length of the steps in contact
  Real greatest_force = 0;  ///< N, largest |impulse| / dt of one step
};

/// The name under which tables tell a body, what is outside of the model (ContactConfig::outside), or
/// "(zone)" for kManyBodies.
std::string_view side_name(const Configuration& configuration, std::int32_t side);

class PairTable {
 public:
  /// Adds the pairs of a step of length `dt` that ended at `time`.
  void add_step(const std::vector<PairImpulse>& pairs, Real time, Real dt);
  const std::vector<PairRecord>& records() const { return records_; }  ///< sorted by bodies
  void clear() { records_.clear(); }

  /// Saves fields of a checkpoint whose names begin with `prefix`.
  void save(const std::string& prefix, Archive& archive) const;
  /// @throws Error if fields are missing or belong to a run with another number of sides.
  /// @param sides  bodies, and what is outside
  void load(const std::string& prefix, Archive& archive, std::size_t sides);

 private:
  std::vector<PairRecord> records_;
};

}  // namespace tactus::core
