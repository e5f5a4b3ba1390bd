/// Tests what a constraint promises of what it pushes bodies against that is no body of the model
/// (Constraint::outside): names, one body a row, weights that add up to 1, and a velocity.
#pragma once

#include "constraint_frames.hpp"
#include "worst.hpp"

namespace tactus::conformance::constraint_tests {

inline Finding outside_has_names(Trial& trial) {
  const View<std::string_view> names = trial.constraint().outside();
  const std::set<std::string_view> distinct(names.begin(), names.end());
  if (distinct.contains("")) return broken("what is outside has no name");
  if (distinct.size() != names.size()) return broken("two things outside have one name");
  return kept(text_of(names.size(), " names"));
}

/// Rows against something outside are of one body, and the relative velocity is that of this body less
/// that of what is outside.
inline Finding outside_rows_are_of_one_body(Trial& trial) {
  const Positions y = trial.scene().tangled();
  trial.detect(y, {.reach = kFar});
  const Places p = trial.places(y);
  const int D = trial.dim();
  Index seen = 0;
  Real worst = 0;
  for (Index r = 0; r < trial.set.rows(); ++r) {
    const auto at = static_cast<std::size_t>(r);
    if (trial.set.outside[at] < 0) continue;
    ++seen;
    if (trial.set.outside[at] >= static_cast<std::int32_t>(trial.constraint().outside().size()))
      return broken(
          text_of("a row pushes against number ", trial.set.outside[at], ", which has no name"));
    const Eigen::MatrixXd Q = frame_of(p, r, D);
    const Real off = off_orthonormal(Q);
    if (!(off <= 1e-13)) return within(off, 1e-13);
    if (is_left_handed(Q)) return broken("a frame is left-handed");
    std::set<std::int32_t> bodies;
    Real sum = 0;
    const Range entries = trial.set.stencils.range(r);
    for (Index e = entries.begin; e < entries.end; ++e) {
      bodies.insert(trial.surface().vertex_body[static_cast<std::size_t>(
          trial.set.stencils.all()[static_cast<std::size_t>(e)])]);
      sum += p.weight[static_cast<std::size_t>(e)];
    }
    if (bodies.size() != 1) return broken("a row against something outside is of several bodies");
    if (!(std::abs(sum - 1) <= 1e-13)) return broken(text_of("weights add up to ", sum));
    raise_to(worst, off);
  }
  return seen > 0 ? within(worst, 1e-13) : broken("no row, though bodies are within 1000 m");
}

/// What is outside pushes the surfaces that have a pair with it, and those alone.
inline Finding outside_serves_its_pairs(const Make<Constraint>& make, int dim) {
  Trial all(make, dim);
  const Positions y = all.scene().tangled();
  const auto outside_rows = [&](bool with_pairs) {
    Trial trial(make, dim);
    std::vector<PatchPair> pairs = trial.all_pairs();
    std::erase_if(pairs, [&](const PatchPair& p) { return (p.other < 0) != with_pairs; });
    trial.constraint().setup({.surface = &trial.surface(), .pairs = pairs}, trial.context());
    trial.detect(y, {.reach = kFar});
    return std::ranges::count_if(trial.set.outside, [](std::int32_t k) { return k >= 0; });
  };
  all.detect(y, {.reach = kFar});
  const Index expected =
      std::ranges::count_if(all.set.outside, [](std::int32_t k) { return k >= 0; });
  if (const Index rows = outside_rows(false); rows > 0)
    return broken(text_of(rows, " rows without a pair with what is outside"));
  const Index rows = outside_rows(true);
  return rows == expected ? kept(text_of(rows, " rows"))
                          : broken(text_of(rows, " rows with pairs of what is outside alone, ",
                                           expected, " with all pairs"));
}

/// A value changes with time as the velocity of what is outside says, in the axes of the scene:
/// d value / dt = -(sum of gradients) . velocity.
inline Finding outside_moves_as_it_says(Trial& trial) {
  const Positions y = trial.scene().tangled();
  trial.detect(y, {.reach = kFar});
  const std::vector<Index> rows = trial.all_rows();
  const auto n = rows.size(), D = static_cast<std::size_t>(trial.dim());
  const std::vector<Real> gradient = trial.gradients(y);
  std::vector<Real> velocity(n * D, 0), before(n), after(n);
  const auto at = [&](Real time) {
    return RowQuery{.set = &trial.set, .rows = rows, .y = y, .time = time};
  };
  constexpr Real h = 0x1p-10;
  trial.constraint().evaluate(at(0), {.outside_velocity = velocity.data()}, trial.context());
  trial.constraint().evaluate(at(-h), {.value = before.data()}, trial.context());
  trial.constraint().evaluate(at(h), {.value = after.data()}, trial.context());
  std::size_t entry = 0;
  for (std::size_t r = 0; r < n; ++r) {
    Real expected = 0, size = 1;
    for (std::size_t k = 0; k < trial.set.stencil(rows[r]).size() * D; ++k, ++entry)
      expected -= gradient[entry] * velocity[r * D + k % D];
    for (std::size_t d = 0; d < D; ++d) size += std::abs(velocity[r * D + d]);
    if (trial.set.outside[r] < 0) continue;
    const Real rate = (after[r] - before[r]) / (2 * h);
    if (!(std::abs(rate - expected) <= 1e-6 * size * trial.set.scale[r]))
      return broken(
          text_of("a value changes by ", rate, " a second, and the velocity says ", expected));
  }
  return kept();
}

}  // namespace tactus::conformance::constraint_tests
