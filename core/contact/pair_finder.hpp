/// \file pair_finder.hpp  Finds the pairs that a constraint's Detection asks for with the help of a
/// broad phase. The result does not depend on which broad phase is used.
#pragma once

#include <array>
#include <vector>

#include "core/contact/surface_boxes.hpp"
#include "tactus/boxes/tidy.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

/// Owns the pairs that Candidates refers to.
struct PairLists {
  std::vector<Pair> facet_facet, facet_vertex, edge_edge, vertex_vertex, plane_vertex,
      element_vertex;

  Candidates view() const {
    return {facet_facet, facet_vertex, edge_edge, vertex_vertex, plane_vertex, element_vertex};
  }
};

/// Asks the broad phase and brings its answer into a form that does not depend on the plugin: only
/// pairs whose boxes overlap, sorted, without duplicates.
class PairFinder {
 public:
  static constexpr std::uint64_t kQueries = 5;  ///< numbers of BoxQuery::identity that it uses
  /// @param identity  the first of these numbers
  PairFinder(const Layout& layout, const Surface& surface, BroadPhase& broad_phase,
             const Detection& wanted, std::uint64_t identity);

  /// Finds pairs of all kinds that the constraint wants. Facets of one body are included even if
  /// they are neighbours, provided that they share no vertex; NeighbourRule removes them later.
  void find(const BoxPlace& place, PairLists& lists, Context& context);

  /// Keeps the pairs whose boxes overlap at this place, for pick().
  void sort(const BoxPlace& place, Context& context);
  /// What find() would find, chosen from the pairs that are kept. The broad phase is not asked.
  /// @pre each box lies within the same one of the last sort()
  void pick(const BoxPlace& place, PairLists& lists, Context& context);

  /// Number of boxes that one call of find() or sort() shows to the broad phase.
  Index boxes() const;
  /// Number of pairs with overlapping boxes in the last call of find() or sort().
  Index found() const { return found_; }

  /// [bodies] 1: a body with self contact.
  View<std::uint8_t> self() const { return self_; }

 private:
  struct Question {
    Thing first, second;  ///< equal: pairs within one kind
    View<std::uint8_t> self;
    std::uint64_t identity;
    std::vector<Pair> PairLists::*list;
    bool wanted;  ///< by the constraint, and there are such boxes
  };
  std::array<Question, kQueries> questions() const;
  BoxQuery query(const Question& question) const;
  void ask(const Question& question, std::vector<Pair>& pairs, Context& context);
  static void check(View<Pair> pairs, Index first, Index second, Executor& executor);
  void name_vertices(const Question& question, std::vector<Pair>& pairs, Executor& executor) const;
  void find_at_planes(const BoxPlace& place, std::vector<Pair>& pairs) const;

  const Surface& surface_;
  BroadPhase& broad_phase_;
  Detection wanted_;
  std::uint64_t identity_;
  SurfaceBoxes boxes_;
  bool sorted_ = false;  ///< the plugin claims that its answer is sorted and unique
  boxes::Tidier tidier_;
  Index found_ = 0;
  PairLists kept_;  ///< of sort(); numbers of boxes
  std::vector<std::uint8_t> self_, movable_;
  /// every particle counts as a thing of its own, also within one body
  std::vector<std::uint8_t> all_;
};

}  // namespace tactus::core
