/// \file list_wear.hpp  Decides whether a list of pairs is still complete.
///
/// A list holds all pairs whose boxes, each inflated by the reach, overlapped when it was made. Two boxes
/// that did not overlap were more than twice the reach apart along some axis, so that what is in them
/// cannot touch before one has moved by that much along this axis *relative to the other*. Common motion
/// wears nothing: a body in flight keeps the pairs within itself, and bodies that move together those
/// between them. Bodies whose boxes are not near each other have no pairs to lose.
#pragma once

#include <vector>

#include "core/contact/body_pairs.hpp"
#include "tactus/context.hpp"
#include "tactus/surface.hpp"

namespace tactus::core {

class ListWear {
 public:
  /// @param self  [bodies] 1: pairs within this body are in the list
  ListWear(const Surface& surface, View<std::uint8_t> self);

  /// Whether a pair that is not in the list could touch.
  /// @param vertices  the first ones, of which things in the list consist
  /// @param made, now  [vertices * dim] m, where they were when the list was made, and where they are
  /// @param slack  m, by which boxes were inflated beyond `ahead`, half of the gap of pairs that count
  bool is_worn(Index vertices, View<Real> made, View<Real> now, Real slack, Real ahead,
               Executor& executor);
  /// What is_worn() found, when it last found that none could: the largest motion that counts, as a
  /// part of the one that would wear the list, or an upper bound of it that is below 1.
  Real wear() const { return wear_; }

 private:
  /// Consecutive vertices of a body.
  struct Piece {
    std::int32_t body;
    Index begin, end;
    BodyBox places, moves;  ///< where they are, and all their displacements
  };
  void cut(Index vertices);
  template <class Look>
  void for_pieces(Index vertices, Executor& executor, const Look& look);
  bool pairs_are_worn(Index vertices, View<Real> now, Real slack, Real ahead, Executor& executor);

  const Surface& surface_;
  std::vector<std::uint8_t> self_;
  Index cut_for_ = kNone;  ///< number of vertices for which pieces were cut
  std::vector<Piece> pieces_;
  std::vector<BodyBox> places_, moves_;  ///< [bodies]
  BodyPairs near_;
  Real wear_ = 0;
};

}  // namespace tactus::core
