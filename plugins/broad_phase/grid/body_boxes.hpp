/// \file body_boxes.hpp  Selects the boxes that lie inside the box of another body. In most scenes
/// most facets do not.
#pragma once

#include <algorithm>
#include <tactus/broad_phase.hpp>
#include <vector>

namespace grid {
using namespace tactus;

/// Whether two boxes, with the vertices of things as their corners, have one in common.
template <int D>
bool share_a_corner(const Boxes& a, Index i, const Boxes& b, Index j) {
  bool share = false;
  const auto compare = [&](int of_a, int of_b) {
    const Index *p = a.corner.data() + i * of_a, *q = b.corner.data() + j * of_b;
    for (int k = 0; k < of_a; ++k)
      for (int l = 0; l < of_b; ++l) share |= p[k] == q[l];
  };
  a.corners == D&& b.corners == D ? compare(D, D) : compare(a.corners, b.corners);
  return share;
}

/// The boxes around whole bodies. They are used only if there are few bodies with many boxes each;
/// otherwise no box is left out.
template <int D>
class BodyBoxes {
 public:
  /// Collects the bodies of one set. @returns whether they are few
  bool collect(const Boxes& boxes) {
    bodies_.clear();
    for (Index i = 0; i < boxes.count; ++i) {
      if (bodies_.empty() || boxes.body[i] != bodies_.back().number) {
        const auto count = static_cast<Index>(bodies_.size()) + 1;
        if (count > kMostBodies || count * kLeastBoxes > boxes.count) return false;
        bodies_.push_back({boxes.body[i], i, i, {}, {}});
        std::copy_n(boxes.lower(i), D, bodies_.back().lower);
        std::copy_n(boxes.upper(i), D, bodies_.back().upper);
      }
      Body& b = bodies_.back();
      b.end = i + 1;
      for (int d = 0; d < D; ++d) {
        b.lower[d] = std::min(b.lower[d], boxes.lower(i)[d]);
        b.upper[d] = std::max(b.upper[d], boxes.upper(i)[d]);
      }
    }
    return true;
  }

  /// Calls f(i) for each box of the set that overlaps the box of a body in `other` with which its
  /// own body may form a pair. For pairs within one set `other` is *this.
  template <class F>
  void each_near(const Boxes& boxes, const BodyBoxes& other, const BoxQuery& query, F&& f) {
    for (const Body& own : bodies_) {
      partners_.clear();
      for (const Body& b : other.bodies_)
        if (&own != &b && may_pair(own.number, b.number, query) && overlap(own, b.lower, b.upper))
          partners_.push_back(b);
      const bool all = &other == this && query.self[own.number];
      for (Index i = own.begin; i < own.end; ++i)
        if (all || meets_partner(boxes.lower(i), boxes.upper(i))) f(i);
    }
  }

 private:
  static constexpr Index kMostBodies = 64, kLeastBoxes = 8;

  struct Body {
    std::int32_t number;
    Index begin, end;
    Real lower[D], upper[D];
  };

  static bool may_pair(std::int32_t p, std::int32_t q, const BoxQuery& query) {
    return p == q ? query.self[p] : query.movable[p] | query.movable[q];
  }
  static bool overlap(const Body& b, const Real* lower, const Real* upper) {
    bool hit = true;
    for (int d = 0; d < D; ++d) hit &= (b.lower[d] <= upper[d]) & (lower[d] <= b.upper[d]);
    return hit;
  }
  bool meets_partner(const Real* lower, const Real* upper) const {
    bool hit = false;
    for (const Body& b : partners_) hit |= overlap(b, lower, upper);
    return hit;
  }

  std::vector<Body> bodies_, partners_;
};

}  // namespace grid
