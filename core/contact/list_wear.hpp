/// \file list_wear.hpp  Decides whether a list of pairs is still complete.
///
/// A list holds all pairs whose boxes, each inflated by the reach, overlapped when it was made. Two boxes
/// that did not overlap were more than twice the reach apart along some axis, so that what is in them
/// cannot touch before one has moved by that much along this axis *relative to the other*. Common motion
/// wears nothing: a body in flight keeps the pairs within itself, and bodies that move together those
/// between them. Bodies whose boxes are not near each other have no pairs to lose.
#pragma once

#include <array>
#include <vector>

#include "tactus/surface.hpp"

namespace tactus::core {

/// For scenes in space of at most kMost bodies, which are compared pair by pair.
class ListWear {
 public:
  static constexpr std::size_t kMost = 256;

  /// @param self  [bodies] 1: pairs within this body are in the list
  ListWear(const Surface& surface, View<std::uint8_t> self);

  /// Whether a pair that is not in the list could touch.
  /// @param vertices  the first ones, of which things in the list consist
  /// @param made, now  [vertices * 3] m, where they were when the list was made, and where they are
  /// @param slack  m, by which boxes were inflated beyond `ahead`, half of the gap of pairs that count
  bool is_worn(Index vertices, View<Real> made, View<Real> now, Real slack, Real ahead);
  /// What is_worn() found, when it last found that none could: the largest motion that counts, as a
  /// part of the one that would wear the list, or an upper bound of it that is below 1.
  Real wear() const { return wear_; }

 private:
  struct Box {
    std::array<Real, 3> low, high;
    void clear();
    void add(int d, Real x);
    void add(const Box& other);
    bool meets(const Box& other, Real margin) const;
    Real widest() const;
  };
  /// Of a body: where it is, and all displacements of its vertices.
  struct Way {
    Box places, moves;
    bool any = false;
  };
  bool pairs_are_worn(Real slack, Real ahead);

  const Surface& surface_;
  std::vector<std::uint8_t> self_;
  std::vector<Way> ways_;
  Real wear_ = 0;
};

}  // namespace tactus::core
