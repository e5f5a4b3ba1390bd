/// \file pair_finder.hpp  From boxes to the pairs of a constraint's Detection, whichever broad phase is
/// asked.
#pragma once

#include <vector>

#include "core/contact/surface_boxes.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

/// Memory behind Candidates.
struct PairLists {
  std::vector<Pair> facet_facet, facet_vertex, edge_edge, vertex_vertex, plane_vertex,
      element_vertex;

  Candidates view() const {
    return {facet_facet, facet_vertex, edge_edge, vertex_vertex, plane_vertex, element_vertex};
  }
};

/// Where boxes are wanted.
struct BoxPlace {
  View<Real> y{};      ///< [vertices * dim] m
  View<Real> y_end{};  ///< boxes cover the way from y to here; empty: y alone
  Real reach = 0;      ///< m, by which every box is inflated
};

/// Asks the broad phase and brings its answer into the form that does not depend on it: pairs whose
/// boxes overlap, sorted, each once.
class PairFinder {
 public:
  /// @param identity  of the first of its questions, see BoxQuery; one object has up to ten.
  PairFinder(const Layout& layout, const Surface& surface, BroadPhase& broad_phase,
             const Detection& wanted, std::uint64_t identity);

  /// All kinds of pairs that were wanted; neighbours of self contact that share no vertex are among
  /// them.
  void find(const BoxPlace& place, PairLists& lists, Context& context);

  /// [bodies] 1: with self contact.
  View<std::uint8_t> self() const { return self_; }

 private:
  struct Question {
    Thing first, second;  ///< the same: pairs within one kind
    View<std::uint8_t> self;
    std::uint64_t identity;
  };
  void ask(const Question& question, std::vector<Pair>& pairs, Context& context);
  void find_at_planes(const BoxPlace& place, std::vector<Pair>& pairs) const;

  const Surface& surface_;
  BroadPhase& broad_phase_;
  Detection wanted_;
  std::uint64_t identity_;
  SurfaceBoxes boxes_;
  bool sorted_ = false;  ///< the plugin claims that its answer has this form already
  std::vector<std::uint8_t> self_, movable_;
  std::vector<std::uint8_t> all_;  ///< particles of one body are things of their own
};

}  // namespace tactus::core
