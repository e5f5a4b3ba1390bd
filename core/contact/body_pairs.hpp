/// \file body_pairs.hpp  Pairs of bodies that are near each other, found from one box a body and kept while
/// bodies move little, so that a few numbers a body are all that a step looks at.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

/// A box in space or, with 0 along the third axis, in the plane.
struct BodyBox {
  std::array<Real, 3> low, high;

  void clear();
  void add(int d, Real x);
  void add(const BodyBox& other);
  /// Whether the two, the other one inflated by the margin [m], overlap.
  bool meets(const BodyBox& other, Real margin) const;
  Real widest() const;  ///< m, the longest side
  bool is_empty() const { return !(low[0] <= high[0]); }
};

class BodyPairs {
 public:
  using Pair = std::pair<std::int32_t, std::int32_t>;  ///< the lower number first

  explicit BodyPairs(int dim) : dim_(static_cast<std::size_t>(dim)) {}

  /// Pairs whose boxes [bodies] are at most `margin` [m] apart along each axis, and some more; a body with an
  /// empty box has none. They are looked for anew when a box has left the place that was foreseen for it.
  const std::vector<Pair>& update(const std::vector<BodyBox>& boxes, Real margin);

 private:
  struct Entry {
    std::array<std::int64_t, 3> cell;
    std::int32_t body;
  };
  bool stand(const std::vector<BodyBox>& boxes, Real margin) const;
  void search();
  void enter(std::int32_t body, Real size);
  void note(std::int32_t a, std::int32_t b);

  std::size_t dim_;
  std::vector<BodyBox> wide_;  ///< [bodies] boxes of the last search, inflated by the skin
  Real margin_ = -1;           ///< m, of the last search
  std::vector<Entry> entries_;
  std::vector<std::int32_t> large_;  ///< bodies that cover many cells
  std::vector<Pair> pairs_;
};

}  // namespace tactus::core
