/// Tests what a constraint promises about the rows found in one detection, and what these must not
/// depend on.
#pragma once

#include "constraint_trial.hpp"
#include "worst.hpp"

namespace tactus::conformance::constraint_tests {

inline bool asks_for_pairs(const Detection& d) {
  return d.facet_facet || d.facet_vertex || d.edge_edge || d.vertex_vertex || d.element_vertex ||
         d.plane_vertex;
}

/// Whether it looks at half-spaces and at no boundaries of bodies.
inline bool asks_for_half_spaces_alone(const Detection& d) {
  return d.plane_vertex && !(d.facet_facet || d.facet_vertex || d.edge_edge || d.element_vertex);
}

/// In a world of other units the reach is the same length. Without one lists are made anew whenever something moves.
inline Finding reach_is_a_length(Trial& trial) {
  const Detection wanted = trial.wanted();
  if (!(wanted.reach >= 0) || !std::isfinite(wanted.reach))
    return broken(text_of("its reach is ", wanted.reach, " m"));
  constexpr Real times = 0x1p10;
  Scales larger = trial.scene().scales();
  for (Real* scale : {&larger.altitude, &larger.median_facet, &larger.longest_facet, &larger.length,
                      &larger.coordinate})
    *scale *= times;
  const Real there = detection_of(trial.constraint(), larger).reach;
  if (!(std::abs(there - times * wanted.reach) <= 1e-9 * std::abs(there)))
    return broken(text_of("its reach is ", wanted.reach, " m, and ", there,
                          " m where all lengths are ", times, " times as large"));
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

/// Counts rows that are negative at the start of the step.
inline Finding inadmissible_rows(Trial& trial) {
  const DetectResult found = trial.detect(trial.scene().tangled());
  Index negative = 0;
  for (const Real value : trial.values(trial.scene().apart())) negative += value < 0;
  if (found.inadmissible == negative) return kept(text_of(negative));
  return broken(text_of("it counts ", found.inadmissible, ", there are ", negative));
}

/// The arrays of the set have the right lengths, keys are unique, and stencils contain vertices.
inline Finding rows_are_sound(Trial& trial) {
  trial.detect(trial.scene().tangled());
  const ContactSet& set = trial.set;
  const auto n = set.key.size();
  if (set.stencils.starts().size() != n + 1 || set.lower.size() != n || set.scale.size() != n ||
      set.branch.size() != n || set.event.size() != n || set.owner.size() != n ||
      set.patch.size() != 2 * n || set.former.size() != n || set.outside.size() != n)
    return broken("an array of the set has not one entry a row");
  if (std::set<ContactKey>(set.key.begin(), set.key.end()).size() != n)
    return broken("two rows have the same key");
  std::set<ContactKey> former;
  for (const ContactKey& key : set.former) {
    if (key == ContactKey{}) continue;
    if (set.contains(key)) return broken("a former key is the key of a row that is there");
    if (!former.insert(key).second) return broken("two rows have the same former key");
  }
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

/// The bodies that have rows.
inline std::set<std::int32_t> bodies_with_rows(const Trial& trial) {
  std::set<std::int32_t> bodies;
  for (const Index v : trial.set.stencils.all())
    bodies.insert(trial.surface().vertex_body[static_cast<std::size_t>(v)]);
  return bodies;
}

/// Tests many places with depths from 1e-6 m to 0.05 m. All places are equivalent, so that bodies
/// which get rows at one place must get them everywhere.
inline Finding seen_everywhere(Trial& trial) {
  trial.detect(trial.scene().pressed(0.02));
  const auto expected = bodies_with_rows(trial);
  if (expected.empty()) return broken("no row for bodies 0.02 m inside each other");
  Random random(5);
  const int places = trial.dim() == 2 ? 1000 : 300;
  int missing = 0;
  Real depth = 0, worst = 0;
  for (int k = 0; k < places; ++k) {
    depth = 0.05 * std::pow(10., -4.7 * random());
    trial.set.clear();
    trial.detect(trial.scene().pressed(depth, place_of(k, random, trial.dim())));
    if (bodies_with_rows(trial) == expected) continue;
    ++missing, raise_to(worst, depth);
  }
  if (missing == 0) return kept(text_of("in ", places, " places"));
  return broken(text_of("in ", missing, " of ", places, " places a contact is missed; ", worst,
                        " m deep at most"));
}

/// For a claim to be persistent: a contact keeps its key while it slides, even from facet to facet.
inline Finding keys_persist(Trial& trial) {
  trial.detect(trial.scene().pressed(0.02));
  const std::set<ContactKey> expected(trial.set.key.begin(), trial.set.key.end());
  Random random(10);
  for (int k = 0; k < 100; ++k) {
    trial.set.clear();
    trial.detect(trial.scene().pressed(0.02, Placement::random(random, trial.dim())));
    if (std::set<ContactKey>(trial.set.key.begin(), trial.set.key.end()) != expected)
      return broken("a contact that has slid has another key");
  }
  return kept(text_of(expected.size(), " rows"));
}

/// If vertices, facets and elements have other numbers, and Surface::global accordingly, and facets in space begin
/// with another of their vertices, the rows are the same by their keys, over the same vertices.
inline Finding numbering(const Make<Constraint>& make, int dim) {
  Trial here(make, dim);
  const Positions y = here.scene().tangled();
  here.detect(y);
  const Trial::Rows expected = here.rows(y);
  for (const std::uint64_t seed : {1, 2, 3}) {
    Trial there(make, dim, {.numbering = seed});
    const Positions z = there.scene().tangled();
    there.detect(z);
    const Trial::Rows found = there.rows(z);
    if (found.size() != expected.size())
      return broken(text_of(found.size(), " rows with other numbers, and ", expected.size()));
    for (const auto& [key, row] : found) {
      const auto old = expected.find(key);
      if (old == expected.end()) return broken("with other numbers a row has another key");
      if (!(std::abs(old->second.value - row.value) <= 1e-13 * row.scale))
        return broken("with other numbers a row has another value");
      if (!(std::abs(old->second.scale - row.scale) <= 1e-12 * row.scale))
        return broken("with other numbers a row has another scale");
      std::set<Index> a(old->second.stencil.begin(), old->second.stencil.end()), b;
      for (const Index v : row.stencil)
        b.insert(there.surface().global[static_cast<std::size_t>(v)]);
      if (a != b) return broken("with other numbers a row has other vertices");
    }
  }
  return kept(text_of(expected.size(), " rows"));
}

/// Evaluates some rows only, into arrays for these: memory behind them and outputs that were not
/// requested remain unchanged.
inline Finding writes_what_is_asked(Trial& trial) {
  const Positions y = trial.scene().tangled();
  trial.detect(y);
  const Index last = trial.set.rows() - 1;
  const std::vector<Real> all = trial.values(y);
  constexpr Real mark = 0.125;
  const auto D = static_cast<std::size_t>(trial.dim());
  const std::size_t entries = trial.set.stencil(last).size();
  std::vector<Real> value(all.size() + 1, mark), gradient(entries * D + 64, mark);
  trial.constraint().evaluate({.set = &trial.set, .rows = {&last, 1}, .y = y},
                              {.value = value.data(), .gradient = gradient.data()},
                              trial.context());
  if (value[0] != all.back()) return broken("alone a row has another value");
  for (std::size_t i = 1; i < value.size(); ++i)
    if (value[i] != mark) return broken("a value was written that was not asked for");
  for (std::size_t i = entries * D; i < gradient.size(); ++i)
    if (gradient[i] != mark) return broken("a gradient was written that was not asked for");
  trial.constraint().evaluate({.set = &trial.set, .rows = {&last, 1}, .y = y}, {}, trial.context());
  return kept();
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

/// It is sufficient to pass the pairs whose boxes, inflated by the reach, overlap.
inline Finding far_candidates(const Make<Constraint>& make, int dim) {
  Trial all(make, dim), near(make, dim);
  const Positions y = all.scene().tangled();
  near.pairs = ScenePairs(near.surface(), near.wanted(), y);
  all.detect(y), near.detect(y);
  const std::string wrong = difference(near.rows(y), all.rows(y), 0);
  return wrong.empty() ? kept() : broken("with candidates out of reach " + wrong);
}

/// Two round bodies, or a round one and a facet, do not need others to be seen: each row is found from one pair.
inline Finding pairs_are_seen_alone(const Make<Constraint>& make, int dim) {
  Trial all(make, dim);
  const Positions y = all.scene().tangled();
  all.detect(y);
  Trial::Rows unseen = all.rows(y);
  const ScenePairs near(all.surface(), all.wanted(), y);
  const auto show = [&](std::vector<Pair> ScenePairs::*list) {
    for (const Pair& pair : near.*list) {
      Trial alone(make, dim);
      alone.pairs.facet_vertex.clear(), alone.pairs.vertex_vertex.clear();
      alone.pairs.*list = {pair};
      alone.detect(y);
      for (const auto& [key, row] : alone.rows(y)) unseen.erase(key);
    }
  };
  show(&ScenePairs::facet_vertex), show(&ScenePairs::vertex_vertex);
  if (unseen.empty()) return kept(text_of(all.set.rows(), " rows"));
  return broken(text_of("of ", all.set.rows(), " rows ", unseen.size(), " are found from no pair"));
}

}  // namespace tactus::conformance::constraint_tests
