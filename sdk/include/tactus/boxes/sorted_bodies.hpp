/// \file sorted_bodies.hpp  The boxes of each body in order along the axis on which it is longest.
#pragma once

#include <limits>

#include "bounds.hpp"

namespace tactus::boxes {

/// Finds the boxes of a body that overlap a given one: those between two places of the ordered list
/// are compared. Boxes without end may be among them.
template <int D>
class SortedBodies {
 public:
  struct Body {
    BodyRange range;
    Bounds<D> bounds;
    int axis;     ///< along which its boxes are in order of their lower ends
    Real widest;  ///< m, of its boxes along this axis
  };

  void collect(const Boxes& boxes) {
    boxes_ = &boxes;
    body_ranges(boxes, ranges_);
    order_.resize(static_cast<std::size_t>(boxes.count));
    bodies_.clear();
    for (const BodyRange& range : ranges_) {
      Body body{range, {}, 0, 0};
      for (Index i = range.begin; i < range.end; ++i) body.bounds.add(bounds_of<D>(boxes, i));
      for (int d = 1; d < D; ++d)
        if (body.bounds.half(d) > body.bounds.half(body.axis)) body.axis = d;
      sort(body);
      bodies_.push_back(body);
    }
  }
  View<Body> bodies() const { return bodies_; }

  /// Calls f(box) for the boxes of the body that overlap `range`. @returns boxes compared
  template <class F>
  Index each_overlap(const Body& body, const Bounds<D>& range, F&& f) const {
    const auto d = static_cast<std::size_t>(body.axis);
    constexpr Real rounding = 4 * std::numeric_limits<Real>::epsilon();
    const Real low =
        range.lower[d] - body.widest - rounding * (std::abs(range.lower[d]) + body.widest);
    const auto begin = order_.begin() + body.range.begin, end = order_.begin() + body.range.end;
    auto at = std::partition_point(begin, end, [&](const Place& p) { return p.lower < low; });
    const auto first = at;
    for (; at != end && at->lower <= range.upper[d]; ++at)
      if (range.overlap(bounds_of<D>(*boxes_, at->box))) f(at->box);
    return at - first;
  }

 private:
  struct Place {
    Real lower;
    Index box;
  };

  void sort(Body& body) {
    const auto begin = order_.begin() + body.range.begin, end = order_.begin() + body.range.end;
    Index i = body.range.begin;
    for (auto at = begin; at != end; ++at, ++i) {
      *at = {boxes_->lower(i)[body.axis], i};
      body.widest = std::max(body.widest, boxes_->upper(i)[body.axis] - at->lower);
    }
    std::sort(begin, end, [](const Place& a, const Place& b) {
      return a.lower < b.lower || (a.lower == b.lower && a.box < b.box);
    });
  }

  const Boxes* boxes_ = nullptr;
  std::vector<BodyRange> ranges_;
  std::vector<Body> bodies_;
  std::vector<Place> order_;
};

}  // namespace tactus::boxes
