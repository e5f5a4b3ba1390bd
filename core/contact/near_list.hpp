/// \file near_list.hpp  Pairs of things that may touch soon: boxes, broad phase, filter; made anew
/// only when the surface has moved.
#pragma once

#include <vector>

#include "core/contact/neighbour_rule.hpp"
#include "core/contact/pair_finder.hpp"
#include "core/model/surface_motion.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

/// What contact is about and what moves it; valid for the run.
struct ContactGeometry {
  const Layout* layout = nullptr;
  const Surface* surface = nullptr;
  const SurfaceMotion* motion = nullptr;
  View<std::int32_t> holder{};  ///< [dofs] who holds it, -1: nobody
  Index holders = 0;
};

/// The near list of a run: pairs of the kinds that the constraint asks for, whose boxes, each inflated
/// by the reach, meet; without neighbours of self contact. Serves until a boundary vertex has moved by
/// the reach; of a list over the whole step (Detection::swept), until one leaves its box.
class NearList {
 public:
  NearList(const ContactGeometry& geometry, BroadPhase& broad_phase, const Detection& wanted);

  /// Makes the list for a step from y_old that is at y now, unless the present one still holds.
  void update(View<Real> y_old, View<Real> y, Context& context);
  /// Lists are to hold things up to this gap apart, m, whenever they serve; 0 at first.
  void look_ahead(Real gap) { ahead_ = gap / 2; }
  /// The step is accepted, and the list with it.
  void accept();
  /// Makes the list at the positions of a checkpoint; those of another model are passed over.
  void restore(View<Real> made, Context& context);

  /// Pairs of all that meets on the way from y0 to y1, for a test of the way. Valid until the next call.
  Candidates sweep(View<Real> y0, View<Real> y1, Context& context);

  Candidates candidates() const { return lists_.view(); }
  /// [vertices * dim] where the list was made, at the end of the step for a swept one; empty: none yet.
  View<Real> y_made() const;
  /// What restore() takes, of the list when the last step was accepted: a list
  /// that was made in a rejected attempt is forgotten. A swept list is known by the positions at both ends
  /// of its step.
  View<Real> y_accepted() const { return accepted_at_; }
  std::uint64_t number() const { return number_; }
  Index builds() const { return builds_; }  ///< lists made since the start

 private:
  bool worn_out(View<Real> y_old, View<Real> y) const;
  void make(Context& context);
  void drop_neighbours(const BoxPlace& place, PairLists& lists, Context& context);

  ContactGeometry geometry_;
  Detection wanted_;
  PairFinder finder_;
  NeighbourRule neighbours_;
  std::vector<Real> made_at_,
      accepted_at_;  ///< [vertices * dim], twice of swept lists: y_old first
  PairLists lists_, sweep_lists_;
  std::uint64_t number_ = 0, accepted_ = 0;
  Index builds_ = 0;
  Real ahead_ = 0;  ///< m, by which boxes are larger than what they may move
};

}  // namespace tactus::core
