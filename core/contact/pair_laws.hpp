/// \file pair_laws.hpp  Selects the contact law (friction, restitution) between two surfaces.
#pragma once

#include <vector>

#include "core/model/surface_pairs.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/history_columns.hpp"
#include "tactus/contact_law.hpp"

namespace tactus::core {

/// The laws of a run in the order of the configuration, and the choice between them by surfaces.
class PairLaws {
 public:
  /// @param pairs  of the laws of the configuration; outlives this
  /// @throws PluginFault for histories that cannot be kept
  PairLaws(const Configuration& configuration, const SurfacePairs& pairs, const Scales& scales);

  View<const ContactLaw*> laws() const { return laws_; }
  bool empty() const { return laws_.empty(); }
  /// Position in laws() of the law between two named surfaces (Surface::facet_patch), or -1 if
  /// there is none.
  std::int32_t between(std::int32_t a, std::int32_t b) const {
    return static_cast<std::int32_t>(pairs_.entry(a, b));
  }
  Real friction(std::int32_t law) const { return friction_[static_cast<std::size_t>(law)]; }
  Real restitution(std::int32_t law) const { return restitution_[static_cast<std::size_t>(law)]; }
  /// Whether the law solves for the reaction, and does not give it from the gap and the velocity.
  bool is_implicit(std::int32_t law) const { return implicit_[static_cast<std::size_t>(law)] != 0; }
  /// What contacts of a law remember.
  const std::vector<HistoryColumn>& columns(std::size_t law) const { return columns_[law]; }
  /// m, reach of a law; see ContactLaw::reach.
  Real reach(std::int32_t law) const { return reach_[static_cast<std::size_t>(law)]; }
  Real largest_reach() const;
  /// m, gaps up to this distance count as closed for every law.
  Real touching() const { return touching_; }
  /// Whether the law with this number keeps the history of contacts that are absent. A number that
  /// does not belong to any law (from a damaged checkpoint) keeps nothing.
  bool remembers_absent(Real law) const;

 private:
  const SurfacePairs& pairs_;
  std::vector<const ContactLaw*> laws_;
  std::vector<std::vector<HistoryColumn>> columns_;  ///< [laws]
  std::vector<Real> friction_, restitution_, reach_;
  std::vector<std::uint8_t> implicit_;  ///< [laws]
  Real touching_;
};

}  // namespace tactus::core
