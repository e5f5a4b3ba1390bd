/// The promises of a constraint far from where scenes usually are: a kilometre from the origin, deeper
/// than a radius, with hundreds of rows asked for at once; and what its keys and its rows may depend on.
#pragma once

#include "constraint_trial.hpp"
#include "warm_calls.hpp"

namespace tactus::conformance::constraint_tests {

/// The same world a kilometre away: the same rows, and values but for the rounding of coordinates that
/// are a thousand times larger.
inline Finding far_world(const Make<Constraint>& make, int dim) {
  Trial here(make, dim), there(make, dim, {.shift = 1024});
  const Positions y = here.scene().tangled(), moved = there.scene().moved(y);
  here.detect(y), there.detect(moved);
  const std::string wrong = difference(here.rows(y), there.rows(moved), 1e-9);
  return wrong.empty() ? kept(text_of(here.set.rows(), " rows")) : broken("1024 m away " + wrong);
}

/// Particles that are inside each other by up to eight tenths of their diameter get rows, negative
/// ones. Of constraints that know radii. A constraint may say from half a radius on that this is too
/// deep for it.
inline Finding deep_particles(Trial& trial) {
  constexpr Real radius = 0.14;  // on an average
  const auto of_particles = [&](Index row) {
    for (const Index v : trial.set.stencil(row))
      if (!trial.surface().facets_of(v).empty()) return false;
    return trial.set.stencil(row).size() == 2;
  };
  for (const Real radii : {0.3, 0.65, 0.9, 1.2, 1.6}) {
    trial.set.clear();
    const Positions y = trial.scene().pressed(radii * radius);
    try {
      trial.detect(y);
    } catch (const EvaluationError& e) {
      if (radii < 0.5) throw;
      return kept(text_of("at a depth of ", radii, " radii it says: ", e.what()));
    }
    int pairs = 0;
    const std::vector<Real> value = trial.values(y);
    for (Index r = 0; r < trial.set.rows(); ++r) {
      if (!of_particles(r)) continue;
      ++pairs;
      if (!(value[static_cast<std::size_t>(r)] < 0))
        return broken(text_of("particles ", radii, " radii inside each other have the value ",
                              value[static_cast<std::size_t>(r)]));
    }
    if (pairs != 2)
      return broken(text_of("of two pairs of particles ", radii, " radii inside each other, ",
                            pairs, " have a row"));
  }
  return kept();
}

/// A contact has the same key in whatever pass it is found.
inline Finding keys_are_those_of_any_pass(const Make<Constraint>& make, int dim) {
  Trial first(make, dim), later(make, dim);
  const Positions y = first.scene().tangled();
  first.detect(y);
  later.detect(later.scene().apart());
  later.detect(y, {.pass = 1});
  const std::string wrong = difference(first.rows(y), later.rows(y), 1e-12);
  return wrong.empty() ? kept(text_of(first.set.rows(), " rows"))
                       : broken("in the second pass " + wrong);
}

/// A row may be asked for again and again in one list: hundreds of values, each as alone.
inline Finding hundreds_of_rows(Trial& trial) {
  const Positions y = trial.scene().tangled();
  trial.detect(y);
  const std::vector<Real> alone = trial.values(y);
  std::vector<Index> rows;
  while (rows.size() < 300) rows.push_back(static_cast<Index>(rows.size() % trial.set.key.size()));
  const std::vector<Real> many = trial.values(y, rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (many[i] != alone[static_cast<std::size_t>(rows[i])])
      return broken(text_of("of ", rows.size(), " rows, number ", i, " has another value"));
  return kept(text_of(rows.size(), " rows"));
}

/// Claiming contact.nodal: each row is owned by a vertex of its own.
inline Finding rows_are_nodal(Trial& trial) {
  trial.detect(trial.scene().tangled());
  std::set<Index> owners;
  for (const Index owner : trial.set.owner) {
    if (owner == kNone) return broken("a row has no owner");
    if (!owners.insert(owner).second) return broken("two rows have the same owner");
  }
  return kept(text_of(owners.size(), " rows"));
}

/// Claiming contact.end_of_step: which rows there are depends on where bodies are, not on where they
/// were at the start of the step.
inline Finding start_of_step_does_not_matter(const Make<Constraint>& make, int dim) {
  Trial here(make, dim), other(make, dim);
  const Positions y = here.scene().tangled();
  here.detect(y);
  other.detect_from(other.scene().pressed(-0.5), y);
  const std::string wrong = difference(here.rows(y), other.rows(y), 1e-12);
  return wrong.empty() ? kept() : broken("with another start of the step " + wrong);
}

/// Not claiming contact.end_of_step: the kernel then does not divide long steps, so that a constraint has
/// to see what passed through something within a step and is apart from it at the end. The ends that are
/// tried lie ever further along the ways from bodies apart to bodies that overlap.
inline Finding what_passes_is_seen(const Make<Constraint>& make, int dim) {
  for (const Real way : {4, 6, 9, 13, 20, 30}) {
    Trial still(make, dim), moving(make, dim);
    const Positions from = still.scene().apart(), overlap = still.scene().tangled();
    Positions to = from;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += way * (overlap[i] - from[i]);
    if (still.detect_from(to, to).needs > 0 || still.set.rows() > 0) continue;  // not apart there
    if (moving.detect_from(from, to).needs > 0 || moving.set.rows() > 0) return kept();
    return broken(
        "bodies that passed through each other within a step get no row; a constraint that looks "
        "at "
        "the end of a step alone claims contact.end_of_step, so that such steps are divided");
  }
  return kept("no end of a step was found at which all are apart");
}

inline void warm_values_promise(const Make<Constraint>& make, int dim, Check& check) {
  warm_calls_promise(check, text_of(dim, "D: warm calls allocate nothing"), [&](auto counted) {
    Trial trial(make, dim);
    const Positions y = trial.scene().tangled();
    trial.detect(y);
    const std::vector<Index> rows = trial.all_rows();
    std::vector<Real> value(rows.size()), gradient(trial.gradients(y).size());
    return counted([&] {
      trial.constraint().evaluate({.set = &trial.set, .rows = rows, .y = y},
                                  {.value = value.data(), .gradient = gradient.data()},
                                  trial.context());
    });
  });
}

}  // namespace tactus::conformance::constraint_tests
