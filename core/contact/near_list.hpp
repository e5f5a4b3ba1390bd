/// \file near_list.hpp  The neighbour list with skin: pairs of things that may touch soon. It is
/// built from boxes, the broad phase and a filter, and built again only when the surface has moved.
#pragma once

#include <utility>
#include <vector>

#include "core/contact/list_wear.hpp"
#include "core/contact/neighbour_rule.hpp"
#include "core/contact/pair_finder.hpp"
#include "core/contact/sorting.hpp"
#include "core/model/supports.hpp"
#include "core/model/surface_motion.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

/// Numbers of box queries and of near lists. All stages of a run take theirs from one counter: a broad
/// phase that serves several near lists tells them apart by these numbers.
class RunNumbers {
 public:
  /// The first of `count` numbers that nobody else has.
  std::uint64_t take(std::uint64_t count) { return std::exchange(next_, next_ + count); }

 private:
  std::uint64_t next_ = 1;
};

/// The geometry that contact works with and the relation between vertices and degrees of freedom;
/// valid for the whole run.
struct ContactGeometry {
  const Layout* layout = nullptr;
  const Surface* surface = nullptr;
  const SurfaceMotion* motion = nullptr;
  View<std::int32_t> holder{};  ///< [dofs] number of the support that prescribes it, -1: free
  Index holders = 0;
  const Supports* supports = nullptr;  ///< of all prescribed motion; null: nothing is prescribed
  RunNumbers* numbers = nullptr;       ///< null: there is one near list, and no other queries
};

/// The near list of a run. It holds the pairs of the kinds that the constraint asks for whose
/// boxes, each inflated by the reach, overlap, without neighbours of self contact. A list remains
/// valid until two things that may touch have moved by twice the reach relative to each other, because
/// two boxes then could meet that did not overlap before; with half-spaces until some vertex has moved
/// by the reach. A list over the whole step (Detection::swept) remains valid until a vertex leaves its
/// box. Where things have moved in a step by more than boxes reach, a vertex may be so deep in a thick body that it is
/// out of reach of the boundary: the first list of such a step covers the paths of things, and each detection has a list
/// of its own until the step is accepted.
class NearList {
 public:
  NearList(const ContactGeometry& geometry, BroadPhase& broad_phase, const Detection& wanted,
           const NeighbourListConfig& config = {});

  /// Builds the list for a step from y_old, with vertices at y now, unless the present list is
  /// still valid. The broad phase searches when the configuration says so.
  /// @returns failed if a buffer was used up too soon and the run is to end then
  Outcome update(View<Real> y_old, View<Real> y, Context& context, const Pace& pace = {});
  /// From now on lists also contain pairs whose gap is up to this value [m] at any time while they
  /// are valid. The initial value is 0. A list that was built for a smaller value remains valid as
  /// long as the motion and the difference use up no more than the reach.
  void look_ahead(Real gap) { ahead_ = gap / 2; }
  /// The step is accepted, and its list is kept.
  void accept();
  /// Rebuilds the list at the positions stored in a checkpoint. Positions of another model are
  /// ignored.
  /// @param ahead  accepted_ahead() at that time
  void restore(View<Real> made, Real ahead, Context& context);
  /// The same for pairs that are kept from one search to the next.
  /// @param at, numbers  those of sorting() at that time
  void restore_sorting(View<Real> at, View<Real> numbers, Context& context);

  /// Pairs of all things whose paths from y0 to y1 may meet, for a test of the whole path. Valid
  /// until the next call.
  Candidates sweep(View<Real> y0, View<Real> y1, Context& context);

  Candidates candidates() const { return lists_.view(); }
  /// [vertices * dim] positions at which the list was built (for a swept list those at the end of
  /// the step); empty if there is none yet.
  View<Real> y_made() const;
  /// The argument for restore(), which describes the list at the end of the last accepted step. A
  /// list that was built in a rejected attempt is not used. For a swept list it consists of the
  /// positions at both ends of its step.
  View<Real> y_accepted() const { return accepted_at_; }
  /// m, half of the value of look_ahead() with which that list was built.
  Real accepted_ahead() const { return accepted_ahead_; }
  std::uint64_t number() const { return number_; }
  Index builds() const { return count_.searches; }  ///< number of searches since the start
  Index boxes() const { return count_.boxes; }      ///< number of boxes in all of them
  Index pairs() const { return count_.pairs; }      ///< number of pairs that the last one found
  /// By how much the last search is worn: the motion since then that counts, as a part of the one that
  /// leads to a new search.
  Real wear() const { return sorting_.keeps() ? sorting_.wear() : wear_now_; }
  const Sorting& sorting() const { return sorting_; }

 private:
  Index watched() const;
  Real moved(View<Real> made, View<Real> y_old, View<Real> y) const;
  bool needs_rebuild(View<Real> y_old, View<Real> y, Executor& executor);
  bool search_if_due(View<Real> y_old, View<Real> y, const Pace& pace, Context& context);
  bool moves_beyond_boxes(View<Real> y_old, View<Real> y) const;
  BoxPlace place_of(View<Real> made, Real reach) const;
  void count();
  void make(Context& context);
  void drop_neighbours(const BoxPlace& place, PairLists& lists, Context& context);

  ContactGeometry geometry_;
  Detection wanted_;
  PairFinder finder_;
  NeighbourRule neighbours_;
  ListWear wear_;
  Sorting sorting_;
  std::vector<Real> made_at_,
      accepted_at_;        ///< [vertices * dim]; twice as long for swept lists, y_old first
  bool made_far_ = false;  ///< things had moved by more than boxes reach when the list was built
  std::vector<Real>
      made_from_;  ///< [vertices * dim] where the paths begin that it covers; empty: none
  PairLists lists_, sweep_lists_;
  std::uint64_t number_ = 0, accepted_ = 0;
  struct Count {
    Index searches = 0, boxes = 0, pairs = 0;
  } count_;
  Real wear_now_ = 0;
  Real ahead_ = 0;           ///< m, to be added to boxes beyond the motion they allow
  Real made_ahead_ = 0;      ///< m, the same when the list was built
  Real accepted_ahead_ = 0;  ///< m, the same of the list at the end of the last accepted step
};

}  // namespace tactus::core
