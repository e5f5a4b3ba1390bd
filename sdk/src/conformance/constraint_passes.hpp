/// Tests what a constraint promises about the passes of a step, and about instructions by a solver
/// (bans, remedies).
#pragma once

#include "constraint_trial.hpp"

namespace tactus::conformance::constraint_tests {

/// A second detection at other positions does not change the rows of the first one.
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

/// With the remedy "no rows" the same violations are reported, by existing vertices. With "any row" there are rows
/// for them, be bodies apart at the start of the step or inside each other. With "admissible rows only" none is
/// found that the start violates; where it violates none at all the rows are those of "any row".
inline Finding remedies_are_heeded_from(Trial& trial, const Positions& start) {
  const Positions y = trial.scene().tangled();
  trial.set.clear();
  const DetectResult any = trial.detect_from(start, y);
  if (any.needs > 0 && trial.set.rows() == 0)
    return broken(text_of(any.needs, " violations, and where any row is allowed there is none"));
  const Trial::Rows allowed = trial.rows(y);
  trial.set.clear();
  const auto vertices = static_cast<std::size_t>(trial.surface().vertices);
  const auto with = [&](Remedy remedy) {
    return trial.detect(y, {.remedy = std::vector<Remedy>(vertices, remedy), .keep_start = true});
  };
  const DetectResult none = with(Remedy::no_row);
  if (trial.set.rows() > 0) return broken("a row was appended where none is allowed");
  if (none.needs != any.needs)
    return broken(text_of(none.needs, " violations without rows, ", any.needs, " with"));
  for (Index i = 0; i < trial.set.violations.count(); ++i) {
    if (trial.set.violations.vertices(i).empty()) return broken("a violation has no vertices");
    for (const Index v : trial.set.violations.vertices(i))
      if (v < 0 || v >= trial.surface().vertices)
        return broken(text_of("a violation has the vertex ", v));
  }
  trial.set.clear();
  with(Remedy::admissible_row);
  for (const Real value : trial.values(start))
    if (!(value >= 0)) return broken("a row that is not admissible was appended");
  if (any.inadmissible == 0)
    if (const std::string wrong = difference(allowed, trial.rows(y), 0); !wrong.empty())
      return broken("all rows are admissible, and where only such are allowed " + wrong);
  return kept(text_of(any.needs, " violations"));
}
inline Finding remedies_are_heeded(Trial& trial) {
  const Finding apart = remedies_are_heeded_from(trial, trial.scene().apart());
  return apart.kept ? remedies_are_heeded_from(trial, trial.scene().pressed(0.02)) : apart;
}

/// There are no rows where nothing can move, and the same rows as before if one of two bodies can
/// move.
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

/// A list that was made while bodies were apart remains valid until something has moved by the
/// reach.
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

/// For laws that act at a distance the constraint gives rows for all pairs within their reach, or
/// for none that are apart. Such rows are no violations.
inline Finding reach_is_served(const Make<Constraint>& make, int dim) {
  Trial trial(make, dim);
  const Real apart = 0.1 * trial.wanted().reach;
  const Positions y = trial.scene().pressed(-apart);
  const auto rows_within = [&](Real reach) {
    trial.set.clear();
    const DetectResult found = trial.detect(y, {.reach = reach});
    if (found.needs > 0) throw Error(text_of("with a reach of ", reach, " m something is wrong"));
    return trial.set.rows() > 0 ? trial.rows(y) : Trial::Rows();
  };
  if (!rows_within(0).empty()) return broken("rows of what is apart that no law asked for");
  const Trial::Rows all = rows_within(4 * apart);
  if (all.empty()) return kept("it serves no law that acts at a distance");
  for (const Real share : {1.2, 2.0, 3.0}) {
    const Trial::Rows some = rows_within(share * apart);
    for (const auto& [key, row] : all)
      if (row.value / row.scale <= share * apart && !some.contains(key))
        return broken(text_of("with a reach of ", share * apart, " m the row ", text_of_key(key),
                              " of ", row.value / row.scale, " m is missing"));
  }
  return kept(text_of(all.size(), " rows"));
}

/// For a claim to be persistent: a contact keeps its row while bodies just touch. Without it they
/// would fall in every other step, and a solver of reactions would find them deeper and deeper.
inline Finding rows_stay_while_bodies_touch(Trial& trial) {
  const Real reach = 0.1 * trial.wanted().reach;
  trial.detect(trial.scene().pressed(reach));
  const std::vector<ContactKey> pressed = trial.set.key;
  for (const Real share : {0.001, 0.5, 0.99}) {
    trial.set.clear();
    trial.detect(trial.scene().pressed(-share * reach), {.reach = reach});
    for (const ContactKey key : pressed)
      if (std::find(trial.set.key.begin(), trial.set.key.end(), key) == trial.set.key.end())
        return broken(text_of("with a gap of ", share * reach, " m and a reach of ", reach,
                              " m the row ", text_of_key(key), " is missing"));
  }
  return kept(text_of(pressed.size(), " rows"));
}

/// A constraint that claims to be complete reports a violation in every pass, even if nothing has
/// moved.
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
/// are those of a new object.
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

/// If only some vertices have moved since the last pass, it is sufficient to look at these.
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

/// On a path from 0.02 m apart to 0.02 m inside, half of the path is free; on the way back all of
/// it may be.
inline Finding time_of_impact_is_safe(Trial& trial) {
  const Positions y0 = trial.scene().pressed(-0.02), y1 = trial.scene().pressed(0.02);
  const Real fraction = trial.constraint().time_of_impact(trial.surface(), trial.pairs.view(), y0,
                                                          y1, trial.context());
  const std::string text = text_of(fraction, " of the way, contact is at 0.5");
  return fraction >= 0 && fraction <= 0.5 + 1e-12 ? kept(text) : broken(text);
}

}  // namespace tactus::conformance::constraint_tests
