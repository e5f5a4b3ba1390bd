/// \file surface_pairs.hpp  Finds the entry of a list (contact laws, constraints) that applies to
/// two surfaces: the first one whose "between" matches them, in either order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/named_surfaces.hpp"
#include "tactus/constraint.hpp"

namespace tactus::core {

class SurfacePairs {
 public:
  SurfacePairs() = default;
  /// Entries are the `between` values of the list, in its order.
  /// @param outside  number of things outside of the model, which are numbered behind the surfaces
  SurfacePairs(const std::vector<const BetweenConfig*>& entries,
               const std::vector<NamedSurface>& surfaces, std::size_t outside);

  /// Position of the entry that applies to surfaces a and b, in the numbering of
  /// Surface::facet_patch and of the rows of a ContactSet; kNone if no entry applies.
  Index entry(std::int32_t a, std::int32_t b) const {
    return entry_[class_[static_cast<std::size_t>(a)] * classes_ +
                  class_[static_cast<std::size_t>(b)]];
  }
  /// [sides] 1: the entry applies to this one and some other, or to it alone.
  std::vector<std::uint8_t> served_by(Index entry) const;
  /// Surfaces of one class are matched by the same names.
  std::size_t class_of(std::int32_t side) const { return class_[static_cast<std::size_t>(side)]; }
  /// Number of surfaces, and of what is outside.
  std::int32_t sides() const { return static_cast<std::int32_t>(class_.size()); }

 private:
  /// Surfaces that are matched by the same names form a class, so that the table stays small even
  /// for thousands of bodies.
  std::vector<std::size_t> class_;
  std::size_t classes_ = 0;
  std::vector<Index> entry_;  ///< [classes * classes]
};

/// The pairs of surfaces that an entry of a list of constraints serves, for ConstraintSetup: own is what
/// the first name of its "between" means, the lower number where both names mean both. In runs of more than
/// 4096 surfaces only those with what is outside: their number grows with the square, and candidates are
/// those that the entry serves in any case.
/// @param outside  [ContactConfig::outside] position in Constraint::outside() of this entry
std::vector<PatchPair> pairs_of(const BetweenConfig& between, Index entry,
                                const SurfacePairs& pairs,
                                const std::vector<NamedSurface>& surfaces,
                                View<std::int32_t> outside);

/// What a list requires of the surfaces of a run.
struct PairedList {
  std::string pointer;  ///< of the list
  std::string_view
      what;  ///< "law": each two surfaces that may touch need one; empty: none is needed
  std::vector<const BetweenConfig*> entries;
};

/// Adds a problem for each entry that never applies, and one for surfaces that may touch and need
/// an entry but have none. A surface touches what is outside if a constraint of `meetings` is for both.
void check_pairs(const PairedList& list, const SurfacePairs& pairs, const SurfacePairs& meetings,
                 const Configuration& configuration, const std::vector<NamedSurface>& surfaces,
                 std::vector<ModelProblem>& problems);

}  // namespace tactus::core
