/// \file surface_pairs.hpp  Which entry of a list (contact laws, constraints) holds for two surfaces:
/// the first one whose "between" means them, in either order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/named_surfaces.hpp"

namespace tactus::core {

class SurfacePairs {
 public:
  SurfacePairs() = default;
  /// Entries are the `between` of the list, in its order.
  SurfacePairs(const std::vector<const BetweenConfig*>& entries,
               const std::vector<NamedSurface>& surfaces);

  /// Position of the entry that holds for surfaces a and b, which Surface::facet_patch and the rows
  /// of a ContactSet number; kNone: no entry is between them.
  Index entry(std::int32_t a, std::int32_t b) const {
    return entry_[class_[static_cast<std::size_t>(a)] * classes_ +
                  class_[static_cast<std::size_t>(b)]];
  }

 private:
  /// Surfaces that the same names mean are of one class: thousands of bodies make a small table.
  std::vector<std::size_t> class_;
  std::size_t classes_ = 0;
  std::vector<Index> entry_;  ///< [classes * classes]
};

/// What a list wants of the surfaces of a run.
struct PairedList {
  std::string pointer;  ///< of the list
  std::string_view
      what;  ///< "law": each two surfaces that may touch need one; empty: none is needed
  std::vector<const BetweenConfig*> entries;
};

/// Adds a problem for each entry that never holds, and one for surfaces that may touch and need an
/// entry, but have none.
void check_pairs(const PairedList& list, const SurfacePairs& pairs,
                 const Configuration& configuration, const std::vector<NamedSurface>& surfaces,
                 std::vector<ModelProblem>& problems);

}  // namespace tactus::core
