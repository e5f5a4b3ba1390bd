/// Tests what a constraint promises about its rows: values, gradients, Hessians.
///
/// Values are divided by the scale of their row and therefore compared in metres; facets of the
/// scene are about 0.5 m long.
#pragma once

#include <algorithm>
#include <set>

#include "constraint_trial.hpp"
#include "four_threads.hpp"
#include "worst.hpp"

namespace tactus::conformance::constraint_tests {

/// Rows found at depth d are negative at depths d and d/2, and positive at a distance of d/2.
inline Finding sign(Trial& trial) {
  Random random(6);
  for (int k = 0; k < 100; ++k) {
    const Placement place = place_of(k, random, trial.dim());
    const Real depth = random.between(1e-3, 0.02);
    trial.set.clear();
    trial.detect(trial.scene().pressed(depth, place));
    for (const Real now : {depth, depth / 2, -depth / 2})
      for (const Real value : trial.values(trial.scene().pressed(now, place)))
        if (!(now > 0 ? value < 0 : value > 0))
          return broken(text_of("the value is ", value, now > 0 ? " inside, " : " outside, ",
                                std::abs(now), " m from touching"));
  }
  return kept();
}

/// For a gap: at depth d its value is -d.
inline Finding gap_is_a_distance(Trial& trial) {
  Random random(7);
  Real worst = 0;
  for (int k = 0; k < 20; ++k) {
    const Placement place = place_of(k, random, trial.dim());
    trial.set.clear();
    trial.detect(trial.scene().pressed(0.02, place));
    for (const Real depth : {0.02, 0.001, -0.01})
      for (const Real value : trial.values(trial.scene().pressed(depth, place)))
        raise_to(worst, std::abs(value + depth));
  }
  return within(worst, 1e-12);
}

/// The gradient is d value / dy on the stencil and zero elsewhere. It is compared with differences
/// of fourth order in every coordinate of a stencil, at the positions of the detection and at
/// others.
inline Finding gradient_is_the_slope(Trial& trial) {
  trial.detect(trial.scene().tangled());
  const std::vector<Real> weight = trial.in_metres();
  constexpr Real h = 2e-4;
  Real worst = 0;
  for (const std::uint64_t seed : {1, 2}) {
    Positions y = trial.scene().tangled(seed);
    const std::vector<Real> gradient = trial.gradients(y);
    for (std::size_t r = 0, entry = 0; r < weight.size(); ++r)
      for (const Index v : trial.set.stencil(static_cast<Index>(r)))
        for (int d = 0; d < trial.dim(); ++d) {
          const auto at = static_cast<std::size_t>(v * trial.dim() + d);
          const Real here = y[at];
          Real slope = 0;
          for (const int k : {-2, -1, 1, 2}) {
            y[at] = here + k * h;
            const Index row = static_cast<Index>(r);
            slope += (k % 2 ? 8. * k : -k / 2.) / (12 * h) * trial.values(y, {&row, 1})[0];
          }
          y[at] = here;
          const Real claimed = gradient[entry++];
          raise_to(worst, std::abs(slope - claimed) * weight[r]);
        }
  }
  return within(worst, 1e-9);
}

/// sum of weight * Hessian = d (sum of weight * gradient) / dy for every pair of coordinates, times
/// 0.5 m, the length of a facet.
inline Finding hessian_is_the_slope(Trial& trial) {
  trial.detect(trial.scene().tangled());
  std::vector<Real> weight = trial.in_metres();
  Random random(3);
  for (Real& w : weight) w *= random.between(0.5, 2);
  Positions y = trial.scene().tangled(2);
  const Eigen::MatrixXd H = trial.hessian(weight, y);
  constexpr Real h = 2e-4;
  Real worst = 0;
  for (std::size_t j = 0; j < y.size(); ++j) {
    Eigen::VectorXd slope = Eigen::VectorXd::Zero(H.rows());
    const Real here = y[j];
    for (const int k : {-2, -1, 1, 2}) {
      y[j] = here + k * h;
      slope += (k % 2 ? 8. * k : -k / 2.) / (12 * h) * trial.pull(weight, y);
    }
    y[j] = here;
    const Real off = largest_entry(slope - H.col(static_cast<Eigen::Index>(j)));
    raise_to(worst, off / 2);
    if (std::isnan(off)) break;
  }
  return within(worst, 1e-8);
}

inline Finding hessian_is_symmetric(Trial& trial) {
  trial.detect(trial.scene().tangled());
  const Eigen::MatrixXd H = trial.hessian(trial.in_metres(), trial.scene().tangled(2));
  return within(largest_entry(H - H.transpose()) / 2, 1e-13);
}

/// If the whole scene is rotated and moved, there are the same rows with the same values, and
/// gradients rotate with it.
inline Finding turned_world(const Make<Constraint>& make, int dim) {
  Trial here(make, dim), there(make, dim, {.angle = 0.9, .shift = 3});
  const Eigen::MatrixXd turn = there.scene().world().turn(dim);
  const Positions y = here.scene().tangled(), moved = there.scene().moved(y);
  here.detect(y), there.detect(moved);
  Trial::Rows expected = here.rows(y);
  for (auto& [key, row] : expected)
    for (Eigen::Index k = 0; k < row.gradient.size(); k += dim)
      row.gradient.segment(k, dim) = (turn * row.gradient.segment(k, dim)).eval();
  const std::string wrong = difference(expected, there.rows(moved), 1e-12);
  return wrong.empty() ? kept(text_of(expected.size(), " rows")) : broken(wrong);
}

/// If all lengths are multiplied by 2^k, there are the same rows, and lengths (values and margins
/// over scales) are multiplied by 2^k.
inline Finding scaled_world(const Make<Constraint>& make, int dim) {
  for (const Real scale : {0x1p10, 0x1p-10}) {
    Trial here(make, dim), there(make, dim, {.scale = scale});
    const Positions y = here.scene().tangled(), moved = there.scene().moved(y);
    here.detect(y), there.detect(moved);
    Trial::Rows expected = here.rows(y), found = there.rows(moved);
    for (Trial::Rows* rows : {&expected, &found})
      for (auto& [key, row] : *rows) {
        const Real length = rows == &expected ? 1 : scale;
        row.value /= row.scale * length, row.lower /= row.scale * length;
        row.gradient /= row.scale, row.scale = 1;
      }
    if (const std::string wrong = difference(expected, found, 1e-12); !wrong.empty())
      return broken(text_of("lengths times ", scale, ": ", wrong));
  }
  return kept();
}

/// Extends a vector in the plane to space.
inline Vec<3> in_space(const Eigen::VectorXd& x) {
  Vec<3> y = Vec<3>::Zero();
  y.head(x.size()) = x;
  return y;
}

/// Rows between bodies exert opposite forces on them: forces and their moments add up to zero.
inline Finding forces_add_up_to_zero(Trial& trial) {
  const Positions y = trial.scene().tangled();
  trial.detect(y);
  Real worst = 0;
  for (const auto& [key, row] : trial.rows(y)) {
    std::set<std::int32_t> bodies;
    Eigen::VectorXd force = Eigen::VectorXd::Zero(trial.dim());
    Vec<3> moment = Vec<3>::Zero();
    for (std::size_t k = 0; k < row.stencil.size(); ++k) {
      bodies.insert(trial.surface().vertex_body[static_cast<std::size_t>(row.stencil[k])]);
      const auto at = static_cast<Eigen::Index>(k) * trial.dim();
      const ConstMap x(y.data() + row.stencil[k] * trial.dim(), trial.dim());
      force += row.gradient.segment(at, trial.dim());
      moment += in_space(x).cross(in_space(row.gradient.segment(at, trial.dim())));
    }
    if (bodies.size() < 2) continue;  // the other body is a half-space, which has no vertices
    raise_to(worst, force.norm() / row.scale, moment.norm() / row.scale);
  }
  return within(worst, 1e-12);
}

/// The value of a row does not depend on vertices outside its stencil, to the bit.
inline Finding rows_look_at_their_stencils(Trial& trial) {
  const Positions y = trial.scene().tangled();
  trial.detect(y);
  const std::vector<Real> expected = trial.values(y);
  for (Index r = 0; r < trial.set.rows(); ++r) {
    Positions other(y.size(), std::numeric_limits<Real>::quiet_NaN());
    for (const Index v : trial.set.stencil(r))
      std::copy_n(y.begin() + v * trial.dim(), trial.dim(), other.begin() + v * trial.dim());
    if (trial.values(other, {&r, 1})[0] != expected[static_cast<std::size_t>(r)])
      return broken("the value of a row depends on a vertex that is not of its stencil");
  }
  return kept("bit for bit");
}

/// Some rows evaluated in another order, one by one, and in memory that held other positions, give
/// the same bits.
inline Finding values_depend_on_the_question(const Make<Constraint>& make, int dim) {
  Trial trial(make, dim);
  Positions y = trial.scene().tangled();
  trial.detect(y);
  const Positions second = trial.scene().tangled(2);
  Trial fresh(make, dim);
  fresh.detect(y);
  const std::vector<Real> here = trial.values(y), there = fresh.values(second);
  y = second;
  if (trial.values(y) != there)
    return broken("after another question the values are not those of a fresh object");
  y = trial.scene().tangled();
  std::vector<Index> rows = trial.all_rows();
  std::reverse(rows.begin(), rows.end());
  const std::vector<Real> reversed = trial.values(y, rows);
  if (!std::equal(here.begin(), here.end(), reversed.rbegin()))
    return broken("in another order rows have other values");
  for (const Index& r : rows)
    if (trial.values(y, {&r, 1})[0] != here[static_cast<std::size_t>(r)])
      return broken("alone a row has another value");
  return kept("bit for bit");
}

/// One object is called by four threads at once, each with other positions, for a fifth of a
/// second.
inline Finding threads_do_not_meet(Trial& trial) {
  trial.detect(trial.scene().tangled());
  const std::vector<Index> rows = trial.all_rows();
  std::vector<Positions> y;
  std::vector<std::vector<Real>> expected;
  for (std::size_t k = 0; k < kThreads; ++k) {
    y.push_back(trial.scene().tangled(k + 1));
    expected.push_back(trial.values(y[k]));
  }
  return four_threads(std::chrono::milliseconds(200), [&](std::size_t k) {
    SerialContext context;
    context.context().scales = trial.scene().scales();
    std::vector<Real> value(rows.size());
    trial.constraint().evaluate({.set = &trial.set, .rows = rows, .y = y[k]},
                                {.value = value.data()}, context.context());
    return value == expected[k];
  });
}

/// With all vertices of a row at one point there is a finite value, or an EvaluationError that
/// names the row.
inline Finding degenerate_row(Trial& trial) {
  trial.detect(trial.scene().tangled());
  const Positions y(trial.scene().tangled().size(), 1);
  const Index last = trial.set.rows() - 1;
  try {
    return std::isfinite(trial.values(y, {&last, 1})[0])
               ? kept("has a value")
               : broken("NaN or infinity, and no EvaluationError");
  } catch (const EvaluationError& e) {
    if (e.where.item != Item::contact || e.where.index != last)
      return broken("EvaluationError, but it does not name the row");
  }
  return kept("refused");
}

}  // namespace tactus::conformance::constraint_tests
