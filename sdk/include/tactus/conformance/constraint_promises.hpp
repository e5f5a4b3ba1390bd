/// \file conformance/constraint_promises.hpp  What every constraint promises, and what it promises with
/// a claim, on the bodies of a ContactScene: which rows it finds; for values see
/// constraint_values.hpp.
#pragma once

#include "claims.hpp"
#include "constraint_values.hpp"

namespace tactus::conformance {
namespace constraint_tests {

inline bool asks(const Detection& d, int dim) {
  if (dim == 2)
    return d.facet_facet || d.facet_vertex || d.vertex_vertex || d.element_vertex || d.plane_vertex;
  return (d.vertex_vertex || d.plane_vertex) && !d.facet_facet && !d.facet_vertex && !d.edge_edge &&
         !d.element_vertex;
}

inline Finding reach_is_a_length(Trial& trial) {
  const Real reach = trial.wanted().reach;
  if (!(reach >= 0) || !std::isfinite(reach)) return broken(text_of("its reach is ", reach, " m"));
  return kept();
}

inline Finding apart_needs_nothing(Trial& trial) {
  for (const Real distance : {0.05, 1e-3, 1e-6}) {
    const DetectResult found = trial.detect(trial.scene().pressed(-distance));
    if (found.needs != 0 || found.added != 0)
      return broken(
          text_of(distance, " m apart: ", found.needs, " violations, ", found.added, " rows"));
  }
  return kept();
}

inline Finding touching_needs_nothing(Trial& trial) {
  const DetectResult found = trial.detect(trial.scene().touching());
  if (found.needs != 0 || found.added != 0)
    return broken(text_of(found.needs, " violations, ", found.added, " rows"));
  return kept();
}

inline Finding overlap_is_found(Trial& trial) {
  const DetectResult found = trial.detect(trial.scene().tangled());
  if (found.added == 0 || found.needs == 0)
    return broken("bodies inside each other, and no row for it");
  return kept(text_of(found.added, " rows for ", found.needs, " violations"));
}

/// Of the rows found, those that are negative at the start of the step.
inline Finding inadmissible_rows(Trial& trial) {
  const DetectResult found = trial.detect(trial.scene().tangled());
  Index negative = 0;
  for (const Real value : trial.values(trial.scene().apart())) negative += value < 0;
  if (found.inadmissible == negative) return kept(text_of(negative));
  return broken(text_of("it counts ", found.inadmissible, ", there are ", negative));
}

/// Arrays of the set have the lengths they should have, keys are unique, stencils are vertices.
inline Finding rows_are_sound(Trial& trial) {
  trial.detect(trial.scene().tangled());
  const ContactSet& set = trial.set;
  const auto n = set.key.size();
  if (set.stencils.starts().size() != n + 1 || set.lower.size() != n || set.scale.size() != n ||
      set.branch.size() != n || set.event.size() != n || set.owner.size() != n ||
      set.patch.size() != 2 * n)
    return broken("an array of the set has not one entry a row");
  if (std::set<ContactKey>(set.key.begin(), set.key.end()).size() != n)
    return broken("two rows have the same key");
  for (Index r = 0; r < set.rows(); ++r) {
    const auto at = static_cast<std::size_t>(r);
    const std::set<Index> stencil(set.stencil(r).begin(), set.stencil(r).end());
    if (stencil.empty()) return broken("a row without vertices");
    if (stencil.size() != set.stencil(r).size()) return broken("a vertex twice in one row");
    if (*stencil.begin() < 0 || *stencil.rbegin() >= trial.surface().vertices)
      return broken("a vertex that is none");
    if (set.owner[at] != kNone && !stencil.contains(set.owner[at]))
      return broken("a row is owned by a vertex that is not of its stencil");
    if (!(set.scale[at] > 0)) return broken("a scale that is not positive");
    if (!(set.lower[at] >= 0) || !(set.lower[at] <= 1e-3 * set.scale[at]))
      return broken(text_of("a margin of ", set.lower[at] / set.scale[at], " m"));
  }
  return kept();
}

/// Which bodies have rows.
inline std::set<std::int32_t> bodies_with_rows(const Trial& trial) {
  std::set<std::int32_t> bodies;
  for (const Index v : trial.set.stencils.all())
    bodies.insert(trial.surface().vertex_body[static_cast<std::size_t>(v)]);
  return bodies;
}

/// A thousand places, depths from 1e-6 m to 0.05 m: the bodies that get rows in one place get them
/// everywhere, as all places are alike.
inline Finding seen_everywhere(Trial& trial) {
  trial.detect(trial.scene().pressed(0.02));
  const auto expected = bodies_with_rows(trial);
  if (expected.empty()) return broken("no row for bodies 0.02 m inside each other");
  Random random(5);
  int missing = 0;
  Real depth = 0, worst = 0;
  for (int k = 0; k < 1000; ++k) {
    depth = 0.05 * std::pow(10., -4.7 * random());
    trial.set.clear();
    trial.detect(trial.scene().pressed(depth, Placement::random(random)));
    if (bodies_with_rows(trial) == expected) continue;
    ++missing, worst = std::max(worst, depth);
  }
  if (missing == 0) return kept("in 1000 places");
  return broken(
      text_of("in ", missing, " of 1000 places a contact is missed; ", worst, " m deep at most"));
}

/// Interiors of two squares with these opposite corners (lattice points), by their four sides: exact.
inline bool squares_overlap(const Eigen::Vector2i& centre, const Eigen::Vector2i& corner) {
  const Eigen::Vector2i other(-corner[1], corner[0]);
  for (const Eigen::Vector2i& axis :
       {Eigen::Vector2i(1, 0), Eigen::Vector2i(0, 1), Eigen::Vector2i(corner + other),
        Eigen::Vector2i(corner - other)}) {
    const int reach = std::max(std::abs(axis.dot(corner)), std::abs(axis.dot(other))) +
                      8 * (std::abs(axis[0]) + std::abs(axis[1]));
    if (std::abs(axis.dot(centre)) >= reach) return false;
  }
  return true;
}

/// Squares of many sizes on a lattice, so that they are often aligned, touching or inside each other:
/// something is wrong where their interiors meet, and only there.
inline Finding violations_are_intersections(Trial& trial) {
  Random random(8);
  int met = 0;
  const auto number = [&](int limit) {
    return static_cast<int>(std::floor(random.between(-limit, limit + 1)));
  };
  for (int k = 0; k < 2000; ++k) {
    Eigen::Vector2i centre(number(20), number(20)), corner(number(12), number(12));
    if (corner.isZero()) corner[0] = 1;
    // In the middle, with all vertices on the sides of elements.
    if (k < 24) centre.setZero(), corner = {k / 2 + 1, k % 2 * (k / 2 + 1)};
    // The same square, all sides on all sides: no facet of one has anything to say about the other.
    if (centre.isZero() && corner.cwiseAbs() == Eigen::Vector2i(8, 8)) continue;
    const bool overlap = squares_overlap(centre, corner);
    met += overlap;
    trial.set.clear();
    const Index needs = trial.detect(trial.scene().on_lattice(centre, corner)).needs;
    if ((needs > 0) != overlap)
      return broken(text_of("squares round (0, 0) with the corner (8, 8) and round (",
                            centre.transpose(), ") with the corner (", corner.transpose(),
                            "): ", needs, " violations, and their interiors ",
                            overlap ? "meet" : "do not meet"));
  }
  return kept(text_of(met, " of 2000 meet"));
}

inline Finding order_of_candidates(const Make<Constraint>& make, int dim) {
  Trial trial(make, dim);
  const Positions y = trial.scene().tangled();
  trial.detect(y);
  Random random(9);
  for (int k = 0; k < 5; ++k) {
    Trial other(make, dim);
    other.pairs.shuffle(random);
    other.detect(y);
    if (const std::string wrong = difference(trial.rows(y), other.rows(y), 1e-14); !wrong.empty())
      return broken("with candidates in another order " + wrong);
  }
  return kept(text_of(trial.set.rows(), " rows"));
}

/// The pairs whose boxes, inflated by the reach, overlap are enough.
inline Finding far_candidates(const Make<Constraint>& make, int dim) {
  Trial all(make, dim), near(make, dim);
  const Positions y = all.scene().tangled();
  near.pairs = ScenePairs(near.surface(), near.wanted(), y);
  all.detect(y), near.detect(y);
  const std::string wrong = difference(near.rows(y), all.rows(y), 0);
  return wrong.empty() ? kept() : broken("with candidates out of reach " + wrong);
}

/// A second detection, elsewhere, leaves the rows of the first where and what they were.
inline Finding rows_are_appended_only(Trial& trial) {
  trial.detect(trial.scene().pressed(0.02, -0.05));
  const ContactSet before = trial.set;
  trial.detect(trial.scene().tangled(), {.pass = 1, .same_list = true});
  const ContactSet& after = trial.set;
  for (Index r = 0; r < before.rows(); ++r) {
    const auto at = static_cast<std::size_t>(r);
    if (after.key[at] != before.key[at]) return broken("a row is not where it was");
    const View<Index> old = before.stencil(r), now = after.stencil(r);
    if (!std::equal(old.begin(), old.end(), now.begin(), now.end()) &&
        after.pattern == before.pattern)
      return broken("the vertices of a row changed, and the pattern is not counted up");
    for (const Index v : old)
      if (std::find(now.begin(), now.end(), v) == now.end()) return broken("a row lost a vertex");
    if (after.lower[at] != before.lower[at] || after.scale[at] != before.scale[at])
      return broken("margin or scale of a row changed");
  }
  if (std::set<ContactKey>(after.key.begin(), after.key.end()).size() != after.key.size())
    return broken("a row was appended that was there");
  return kept(text_of(before.rows(), " rows, then ", after.rows()));
}

inline Finding banned_rows_stay_away(Trial& trial) {
  const Positions y = trial.scene().tangled();
  trial.detect(y);
  std::vector<ContactKey> banned = trial.set.key;
  std::sort(banned.begin(), banned.end());
  trial.set.clear();
  trial.detect(y, {.banned = banned});
  for (const ContactKey& key : trial.set.key)
    if (std::binary_search(banned.begin(), banned.end(), key))
      return broken("a banned row was appended");
  return kept(text_of(banned.size(), " rows banned"));
}

/// Told to append no rows it reports the same violations, by vertices that are there; told to append
/// admissible ones only, none that the start of the step does not satisfy.
inline Finding remedies_are_heeded(Trial& trial) {
  const Positions y = trial.scene().tangled();
  const Index wanted = trial.detect(y).needs;
  trial.set.clear();
  const auto vertices = static_cast<std::size_t>(trial.surface().vertices);
  const DetectResult none =
      trial.detect(y, {.remedy = std::vector<Remedy>(vertices, Remedy::no_row)});
  if (trial.set.rows() > 0) return broken("a row was appended where none is allowed");
  if (none.needs != wanted)
    return broken(text_of(none.needs, " violations without rows, ", wanted, " with"));
  for (Index i = 0; i < trial.set.violations.count(); ++i) {
    if (trial.set.violations.vertices(i).empty()) return broken("a violation has no vertices");
    for (const Index v : trial.set.violations.vertices(i))
      if (v < 0 || v >= trial.surface().vertices)
        return broken(text_of("a violation has the vertex ", v));
  }
  trial.set.clear();
  const DetectResult admissible =
      trial.detect(y, {.remedy = std::vector<Remedy>(vertices, Remedy::admissible_row)});
  if (admissible.inadmissible > 0) return broken("a row that is not admissible was appended");
  return kept(text_of(wanted, " violations"));
}

/// No row where nothing can move; the same rows where one of two can.
inline Finding rows_can_move(const Make<Constraint>& make, int dim) {
  Trial none(make, dim), half(make, dim), all(make, dim);
  const Positions y = all.scene().tangled();
  none.detect(y, {.movable = std::vector<std::uint8_t>(y.size(), 0)});
  if (none.set.rows() > 0) return broken("rows between vertices that are all prescribed");
  half.detect(y, {.movable = half.scene().half_movable()});
  all.detect(y);
  const std::string wrong = difference(all.rows(y), half.rows(y), 0);
  return wrong.empty() ? kept() : broken("where one of two bodies is prescribed " + wrong);
}

/// A list that was made where bodies were apart serves while nothing has moved by the reach.
inline Finding list_serves(const Make<Constraint>& make, int dim) {
  Trial used(make, dim), fresh(make, dim);
  const Real way = 0.4 * used.wanted().reach;
  const Positions before = used.scene().pressed(-way), y = used.scene().pressed(way);
  used.pairs = ScenePairs(used.surface(), used.wanted(), before);
  used.detect(before);
  used.set.clear();
  used.detect(y, {.same_list = true}), fresh.detect(y);
  const std::string wrong = difference(fresh.rows(y), used.rows(y), 0);
  if (!wrong.empty()) return broken(text_of("after a way of ", 2 * way, " m ", wrong));
  return kept(text_of(fresh.set.rows(), " rows"));
}

/// Claiming to be complete: what is wrong is said in every pass, though nothing has moved since.
inline Finding violations_stay_said(Trial& trial) {
  const Positions y = trial.scene().tangled();
  const std::vector<std::uint8_t> moved(static_cast<std::size_t>(trial.surface().vertices), 0);
  trial.detect(y);
  for (Index pass = 1; pass < 4; ++pass)
    if (trial.detect(y, {.pass = pass, .moved = moved, .same_list = true}).needs == 0)
      return broken("bodies are inside each other, and a later pass finds nothing wrong");
  return kept();
}

/// Passes, a rejected attempt and a restart leave no trace: the rows, their order and their events
/// are those of a fresh object.
inline Finding restart_leaves_no_trace(const Make<Constraint>& make, int dim) {
  Trial used(make, dim), fresh(make, dim);
  const Positions y = used.scene().tangled();
  const Positions first = used.scene().pressed(0.02, -1);
  used.pairs = ScenePairs(used.surface(), used.wanted(), first);
  used.detect(first);
  used.pairs = fresh.pairs;
  used.detect(used.scene().tangled(2), {.pass = 1});
  used.detect(y, {.pass = 2, .same_list = true});
  used.constraint().reject();
  const std::vector<ContactKey> banned{used.set.key.at(0)};
  for (const bool restarted : {false, true}) {
    used.set.clear(), fresh.set.clear();
    const DetectResult a = used.detect(y, {.banned = banned, .same_list = restarted}),
                       b = fresh.detect(y, {.banned = banned});
    if (used.set.key != fresh.set.key || used.set.stencils != fresh.set.stencils ||
        used.set.event != fresh.set.event || a.needs != b.needs)
      return broken("after other detections it does not find what a fresh object finds");
  }
  return kept(text_of(fresh.set.rows(), " rows"));
}

/// Where only some vertices moved since the last pass, looking at these is enough.
inline Finding only_what_moved(const Make<Constraint>& make, int dim) {
  Trial some(make, dim), all(make, dim);
  const Positions first = some.scene().pressed(0.02, -0.05),
                  second = some.scene().pressed(-0.01, 0.03);
  std::vector<std::uint8_t> moved;
  for (Index v = 0; v < some.surface().vertices; ++v)
    moved.push_back(!std::equal(first.begin() + v * dim, first.begin() + (v + 1) * dim,
                                second.begin() + v * dim));
  some.detect(first), all.detect(first);
  const std::vector<std::uint8_t> yes(moved.size(), 1);
  some.detect(second, {.pass = 1, .moved = moved, .same_list = true});
  all.detect(second, {.pass = 1, .moved = yes, .same_list = true});
  const std::string wrong = difference(all.rows(second), some.rows(second), 0);
  if (!wrong.empty()) return broken("told which vertices moved: " + wrong);
  return kept(text_of(all.set.rows(), " rows"));
}

/// From 0.02 m apart to 0.02 m inside, half of the way is free; on the way back all may be.
inline Finding time_of_impact_is_safe(Trial& trial) {
  const Positions y0 = trial.scene().pressed(-0.02), y1 = trial.scene().pressed(0.02);
  const Real fraction = trial.constraint().time_of_impact(trial.surface(), trial.pairs.view(), y0,
                                                          y1, trial.context());
  const std::string text = text_of(fraction, " of the way, contact is at 0.5");
  return fraction >= 0 && fraction <= 0.5 + 1e-12 ? kept(text) : broken(text);
}

inline void promises(const Make<Constraint>& make, int dim, const Claims& claims, Check& check) {
  const auto name = [&](std::string_view what) { return text_of(dim, "D: ", what); };
  const auto promise = [&](std::string_view what, auto test) {
    return check.promise(name(what), [&] {
      if constexpr (std::is_invocable_v<decltype(test), Trial&>) {
        Trial trial(make, dim);
        return test(trial);
      } else {
        return test(make, dim);
      }
    });
  };
  const auto claimed = [&](std::string_view capability, std::string_view what, auto test) {
    if (claims.has(capability))
      promise(what, test);
    else
      check.skip(name(what), text_of(capability, " is not claimed"));
  };
  if (!promise("is set up for a scene, with a reach that is a length", reach_is_a_length)) return;
  promise("bodies apart need no row", apart_needs_nothing);
  promise("bodies that touch need no row", touching_needs_nothing);
  if (!promise("bodies inside each other get rows", overlap_is_found)) return;
  if (!promise("rows are sound", rows_are_sound)) return;
  promise("rows that the start of the step does not satisfy are counted", inadmissible_rows);
  promise("a contact is seen wherever it is", seen_everywhere);
  if (dim == 2)
    claimed(capability::complete, "what is wrong is said in every pass", violations_stay_said);
  if (dim == 2)
    claimed(capability::complete, "violations are seen where interiors meet, and only there",
            violations_are_intersections);
  claimed(capability::unilateral, "values are negative inside and positive outside", sign);
  claimed(capability::gap, "a gap is the distance in metres", gap_is_a_distance);
  claimed(capability::gradient, "gradient = d value / dy (differences)", gradient_is_the_slope);
  claimed(capability::hessian, "Hessian = d gradient / dy (differences)", hessian_is_the_slope);
  claimed(capability::hessian, "the Hessian is symmetric", hessian_is_symmetric);
  claimed(capability::frames, "frames are orthonormal, weights add up to zero",
          frames_are_orthonormal);
  if (claims.has(capability::gap))
    claimed(capability::frames, "the gradient of a gap is weight times normal",
            gradient_is_weight_times_normal);
  promise("a world that is turned and moved has the same rows", turned_world);
  promise("a world times 2^10 has the same rows, times 2^10", scaled_world);
  claimed(capability::gradient, "forces of a row and their moments add up to zero",
          forces_add_up_to_zero);
  promise("a row depends on the vertices of its stencil alone", rows_look_at_their_stencils);
  promise("a value depends on the question alone", values_depend_on_the_question);
  promise("one object serves four threads", threads_do_not_meet);
  promise("a row without a value is named by an EvaluationError", degenerate_row);
  promise("the order of candidates does not matter", order_of_candidates);
  promise("candidates out of reach change nothing", far_candidates);
  promise("rows are appended, never removed, moved or changed", rows_are_appended_only);
  promise("banned rows stay away", banned_rows_stay_away);
  promise("what a violation may be remedied by is heeded", remedies_are_heeded);
  promise("between prescribed vertices there is no row", rows_can_move);
  promise("a list of candidates serves until something has moved by the reach", list_serves);
  promise("told which vertices moved it finds the same rows", only_what_moved);
  promise("a restart leaves no trace", restart_leaves_no_trace);
  claimed(capability::swept, "time_of_impact() is not after the contact", time_of_impact_is_safe);
}

}  // namespace constraint_tests

/// The body: `make` builds the constraint with the options to test. In space it is tested where it
/// asks for particles and half-spaces alone.
inline void constraint_promises(const Make<Constraint>& make, Check& check) {
  const auto constraint = make();
  const Claims claims(*constraint);
  const Detection wanted = constraint->detection(Scales{});
  for (const int dim : {2, 3}) {
    if (constraint_tests::asks(wanted, dim))
      constraint_tests::promises(make, dim, claims, check);
    else
      check.skip(text_of(dim, "D: detection"), "it asks for pairs that the scene does not have");
  }
}

}  // namespace tactus::conformance
