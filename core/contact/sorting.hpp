/// \file sorting.hpp  When bodies are sorted, that is, when the broad phase searches for pairs, as
/// /contact/neighbour_list says; and the pairs that are kept from one search to the next, from which lists are
/// picked. These are the same for every choice, to the bit (docs/theory/sorting.md).
#pragma once

#include <string>
#include <vector>

#include "core/contact/pair_finder.hpp"
#include "core/model/surface_motion.hpp"
#include "core/scene/neighbour_list_config.hpp"

namespace tactus::core {

/// The step for which a list is wanted.
struct Pace {
  Index step = 0;       ///< steps made before
  Real dt = 0;          ///< s
  View<Real> q{}, v{};  ///< [dofs] at its start
  Index pass = 0;       ///< detections in it before
};

class Sorting {
 public:
  Sorting(const Surface& surface, const SurfaceMotion* motion, const Detection& wanted,
          const NeighbourListConfig& config)
      : surface_(surface), motion_(motion), wanted_(wanted), config_(config) {}

  /// Whether pairs are kept from which lists are picked. False for "auto".
  bool keeps() const { return config_.mode != NeighbourListConfig::Mode::automatic; }
  /// Whether the broad phase is to search before a detection.
  /// @param moved  m, the largest change of a coordinate since the last search
  /// @param ahead  m, by which lists are inflated beyond the reach
  bool is_due(const Pace& pace, Real moved, Real ahead);
  /// Whether a run is to end because is_due() found a buffer that was used up too soon, and why.
  bool must_stop() const { return !why_.empty(); }
  const std::string& why() const { return why_; }
  /// A search has been decided upon. @returns m, the inflation of its boxes
  Real begin(const Pace& pace, View<Real> y_old, View<Real> y, Real ahead);

  /// [vertices * dim] m, where the last search was made (for swept lists twice as many, y_old first);
  /// empty: there was none.
  View<Real> made_at() const { return now_.at; }
  Real inflation() const { return now_.inflation; }  ///< m, of boxes in that search
  Real wear() const { return wear_; }  ///< part of the buffer that was used up in the last is_due()

  /// What the next search depends on is kept in checkpoints, as of the last accepted step.
  void accept();
  /// The last search served its step alone: the next step searches anew.
  void drop() { now_ = accepted_ = {}; }
  View<Real> accepted_at() const { return accepted_.at; }
  std::vector<Real> accepted_numbers() const;
  /// @returns whether they fit this model, so that the broad phase searches there again
  bool restore(View<Real> at, View<Real> numbers);

 private:
  /// One search.
  struct Search {
    std::vector<Real> at;
    Index step = 0;
    Real inflation = 0;  ///< m
    Real buffer = 0;     ///< m, of that
    Real ahead = 0;      ///< m, likewise
    Real path = 0;       ///< m, v_max dt
    Index number = 0;    ///< 0: none
  };
  Real largest_speed(const Pace& pace);
  std::string in_words(Index steps, Real moved) const;

  const Surface& surface_;
  const SurfaceMotion* motion_;
  Detection wanted_;
  NeighbourListConfig config_;
  Search now_, accepted_;
  Real wear_ = 0;
  std::string why_;
  std::vector<Real> velocity_;
};

}  // namespace tactus::core
