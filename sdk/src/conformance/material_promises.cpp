// Tests what every material promises, and what it promises by its claims. Stresses and energies are
// divided by the P-wave modulus before they are compared.
#include "tactus/conformance/material_promises.hpp"

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <vector>

#include "four_threads.hpp"
#include "kinks.hpp"
#include "material_dissipation.hpp"
#include "tactus/conformance/check.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/history_start.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tactus/material.hpp"
#include "tactus/rotation.hpp"
#include "warm_calls.hpp"
#include "worst.hpp"

namespace tactus::conformance {

/// One law under test, with points near F = I: |F - I| <= 0.1 in each component, J > 0.6.
class MaterialTrial {
 public:
  struct Answer {
    std::vector<Lanes> W;
    std::vector<Tensor> P;
    std::vector<Tangent> A;
    std::vector<Real> H{};  ///< history at t_{n+1}; NaN before the call

    bool finite() const {
      bool all = true;
      for (const Lanes& w : W) all = all && w.allFinite();
      for (const Tensor& p : P) all = all && p.allFinite();
      for (const Tangent& a : A) all = all && a.allFinite();
      for (const Real h : H) all = all && std::isfinite(h);
      return all;
    }
    bool operator==(const Answer& other) const {
      const auto same = [](const auto& a, const auto& b) {
        bool all = a.size() == b.size();
        for (std::size_t t = 0; all && t < a.size(); ++t) all = (a[t] == b[t]).all();
        return all;
      };
      return same(W, other.W) && same(P, other.P) && same(A, other.A) && H == other.H;
    }
  };
  struct Wanted {
    bool W, P, A;
  };

  explicit MaterialTrial(const Make<Material>& make) : law_(make()), claims_(*law_), start_(*law_) {
    warm_.context().scratch->take<Real>(1);  // a block that frames give back
    points_ = points(3);
    scale_ = law_->p_wave_modulus();
    if (claims(capability::dissipation)) dt_ = 0;  // at once it is at its stiffest
  }
  std::vector<Tensor> points(std::size_t tiles) {
    std::vector<Tensor> F(tiles);
    for (Tensor& tile : F)
      for (int a = 0; a < 9; ++a)
        for (int l = 0; l < kLanes; ++l) tile(l, a) = (a % 4 == 0) + random_.between(-0.1, 0.1);
    return F;
  }
  bool claims(std::string_view name) const { return claims_.has(name); }
  const std::vector<Tensor>& points() const { return points_; }
  Real scale() const { return scale_; }
  /// Everything that the law can be asked for.
  Wanted all() const { return {claims(capability::energy), true, claims(capability::tangent)}; }

  /// The largest difference of stress or energy, divided by the P-wave modulus; NaN stays NaN.
  template <class Array>
  Real relative(const Array& difference) const {
    return difference.allFinite() ? difference.abs().maxCoeff() / scale_
                                  : std::numeric_limits<Real>::quiet_NaN();
  }

  Answer ask(const std::vector<Tensor>& F) const { return ask(F, all(), false); }
  Answer ask(const std::vector<Tensor>& F, const Wanted& wanted, bool plane) const {
    Answer answer;
    MaterialBatch batch{.F = F};
    if (wanted.W) answer.W.resize(F.size()), batch.W = answer.W;
    if (wanted.P) answer.P.resize(F.size()), batch.P = answer.P;
    if (wanted.A) answer.A.resize(F.size()), batch.A = answer.A;
    const std::vector<Real> history = start_.tiles(F.size());
    answer.H.assign(history.size(), std::numeric_limits<Real>::quiet_NaN());
    batch.columns = start_.width(), batch.history = history, batch.history_next = answer.H;
    batch.plane = plane, batch.dt = dt_;
    SerialContext local;
    law_->evaluate(batch, local.context());
    return answer;
  }

  /// The same question, and nobody wants to know what is remembered: `memory` begins where it would
  /// be written.
  Answer ask_without_memory(const std::vector<Tensor>& F, std::vector<Real>& memory) const {
    Answer answer;
    answer.P.resize(F.size());
    const std::vector<Real> history = start_.tiles(F.size());
    memory.assign(history.size() + kLanes, 0x1.5p-7);
    SerialContext local;
    law_->evaluate({.F = F,
                    .columns = start_.width(),
                    .history = history,
                    .history_next = Out<Real>(memory).first(0),
                    .P = answer.P,
                    .dt = dt_},
                   local.context());
    return answer;
  }

  /// All that can be asked for, into the memory of an earlier answer about as many points.
  void ask_again(const std::vector<Tensor>& F, Answer& answer) const {
    if (warm_history_.size() != answer.H.size()) warm_history_ = start_.tiles(F.size());
    MaterialBatch batch{
        .F = F, .columns = start_.width(), .history = warm_history_, .history_next = answer.H};
    batch.W = answer.W, batch.P = answer.P, batch.A = answer.A, batch.dt = 1e-3;
    const Scratch::Frame frame(*warm_.context().scratch);
    law_->evaluate(batch, warm_.context());
  }

  /// d what / dF_a at each of the points F, by central differences of fourth order: (8 (f(h) -
  /// f(-h)) - (f(2h) - f(-2h)))/(12 h), with an error of h^4/30 times the fifth derivative.
  template <class T>
  std::vector<T> slope(const std::vector<Tensor>& F, int a, std::vector<T> Answer::*what,
                       Real h = 1e-3) const {
    std::vector<T> result;
    for (const int k : {1, 2}) {
      std::vector<Tensor> up = F, down = F;
      for (std::size_t t = 0; t < F.size(); ++t) up[t].col(a) += k * h, down[t].col(a) -= k * h;
      const std::vector<T> high = ask(up).*what, low = ask(down).*what;
      if (k == 1) result.assign(high.size(), T::Zero());
      for (std::size_t t = 0; t < high.size(); ++t)
        result[t] += (k == 1 ? 8 : -1) / (12 * h) * (high[t] - low[t]);
    }
    return result;
  }

 private:
  std::unique_ptr<Material> law_;
  Claims claims_;
  HistoryStart start_;
  Random random_{1};
  std::vector<Tensor> points_;
  mutable std::vector<Real> warm_history_;
  mutable SerialContext warm_;
  Real scale_ = 1, dt_ = 1e-3;
};

namespace {

/// Fifth derivatives of W are several hundred moduli near F = I: 1e-12/30 * 1e2, and rounding
/// errors of the same size.
constexpr Real kDifferences = 1e-8;

Finding modulus(const MaterialTrial& trial) {
  const bool good = trial.scale() > 0 && std::isfinite(trial.scale());
  return good ? kept() : broken(text_of("it is ", trial.scale()));
}

/// If the modulus is too small, the kernel chooses unstable steps; if it is much too large, it
/// makes too many steps. Tested along x, y and z at F = I.
Finding modulus_bounds_the_slope_of_stress(const MaterialTrial& trial) {
  Tensor unit = Tensor::Zero();
  for (const int i : {0, 4, 8}) unit.col(i) = 1;
  Real stiffest = 0;
  for (const int i : {0, 4, 8}) {
    const Tensor slope = trial.slope({unit}, i, &MaterialTrial::Answer::P)[0];
    stiffest = std::max(stiffest, slope(0, i) / trial.scale());
  }
  // Differences over a yield surface see less.
  const Real least = trial.claims(capability::dissipation) ? 0.25 : 0.99;
  if (stiffest <= 1 + 1e-6 && stiffest >= least) return kept();
  return broken(text_of("dP_11/dF_11 at F = I is ", stiffest, " times what it says",
                        stiffest > 1 ? ": steps would not be stable" : ""));
}

Finding answers_are_finite(const MaterialTrial& trial) {
  const auto answer = trial.ask(trial.points());
  return answer.finite() ? kept() : broken("NaN or infinity");
}

Finding stress_is_slope_of_energy(const MaterialTrial& trial, const std::vector<Tensor>& points) {
  const auto here = trial.ask(points);
  Real worst = 0;
  for (int a = 0; a < 9; ++a) {
    const auto slope = trial.slope(points, a, &MaterialTrial::Answer::W);
    for (std::size_t t = 0; t < points.size(); ++t)
      raise_to(worst, trial.relative(slope[t] - here.P[t].col(a)));
  }
  return within(worst, kDifferences);
}

Finding tangent_is_slope_of_stress(const MaterialTrial& trial) {
  constexpr Real h = 1e-3;
  const auto here = trial.ask(trial.points());
  AwayFromKinks judge(kDifferences);
  const auto largest = [&](const Tensor& of) -> Lanes {
    return largest_component(of) / trial.scale();
  };
  for (int b = 0; b < 9; ++b) {
    const auto coarse = trial.slope(trial.points(), b, &MaterialTrial::Answer::P, h),
               fine = trial.slope(trial.points(), b, &MaterialTrial::Answer::P, h / 2);
    for (std::size_t t = 0; t < here.A.size(); ++t)
      judge.add(largest(coarse[t] - fine[t]), largest(fine[t] - here.A[t].middleCols<9>(9 * b)));
  }
  return judge.finding();
}

/// Elements are at rest at F = I: the strain energy is zero there, and a free boundary could not
/// carry a stress.
Finding nothing_at_rest(const MaterialTrial& trial) {
  Tensor unit = Tensor::Zero();
  for (const int i : {0, 4, 8}) unit.col(i) = 1;
  const auto rest = trial.ask({unit});
  const Real stress = trial.relative(rest.P[0]);
  if (!(stress <= 1e-12)) return broken(text_of("a stress of ", stress, " moduli"));
  const Real energy = rest.W.empty() ? 0 : trial.relative(rest.W[0]);
  if (!(energy <= 1e-12)) return broken(text_of("an energy of ", energy, " moduli"));
  return kept();
}

/// P = dW/dF and A = dP/dF at one point, by differences with h and with h/2. The difference between
/// these two estimates the error of the differences and is tolerated.
Finding slopes_at(const MaterialTrial& trial, const Tensor& point) {
  constexpr Real h = 1e-3;
  const auto here = trial.ask({point});
  const Real size = 1 + trial.relative(here.P[0]);
  const auto off = [&](const auto& coarse, const auto& fine, const auto& given) {
    const Real allowed = 1e-6 * size + 10 * trial.relative(coarse - fine);
    return trial.relative(fine - given) / allowed;
  };
  for (int a = 0; a < 9; ++a) {
    if (!here.W.empty() && !trial.claims(capability::dissipation)) {
      const auto coarse = trial.slope({point}, a, &MaterialTrial::Answer::W, h)[0],
                 fine = trial.slope({point}, a, &MaterialTrial::Answer::W, h / 2)[0];
      if (!(off(coarse, fine, Lanes(here.P[0].col(a))) <= 1)) return broken("P is not dW/dF");
    }
    if (!here.A.empty()) {
      const auto coarse = trial.slope({point}, a, &MaterialTrial::Answer::P, h)[0],
                 fine = trial.slope({point}, a, &MaterialTrial::Answer::P, h / 2)[0];
      if (!(off(coarse, fine, Tensor(here.A[0].middleCols<9>(9 * a))) <= 1))
        return broken("A is not dP/dF");
    }
  }
  return kept();
}

/// The kernel asks so for trials, frames and the stable step, with no memory behind an empty view.
Finding trials_leave_no_history(const MaterialTrial& trial) {
  std::vector<Real> memory;
  const auto here = trial.ask(trial.points()),
             there = trial.ask_without_memory(trial.points(), memory);
  for (const Real number : memory)
    if (number != 0x1.5p-7) return broken("what nobody asked for was written");
  Real worst = 0;
  for (std::size_t t = 0; t < here.P.size(); ++t)
    raise_to(worst, trial.relative(here.P[t] - there.P[t]));
  return within(worst, 1e-13);
}

/// At large strains: |F - I| <= 0.5 in each component, J > 0.3. Points that the law refuses do not
/// count.
Finding slopes_where_strains_are_large(const MaterialTrial& trial) {
  Random random(3);
  int points = 0;
  for (int k = 0; k < 60; ++k) {
    Tensor F;
    for (int a = 0; a < 9; ++a) F.col(a).setConstant((a % 4 == 0) + random.between(-0.5, 0.5));
    Eigen::Matrix3d point;
    for (int a = 0; a < 9; ++a) point(a % 3, a / 3) = F(0, a);
    if (point.determinant() < 0.3) continue;
    try {
      const Finding found = slopes_at(trial, F);
      ++points;
      if (!found.kept) return broken(text_of(found.text, " at F = ", F.row(0)));
    } catch (const EvaluationError&) {  // the law may refuse a point
    }
  }
  return kept(text_of("at ", points, " points"));
}

Finding tangent_is_symmetric(const MaterialTrial& trial) {
  const auto here = trial.ask(trial.points());
  Real worst = 0;
  for (const Tangent& A : here.A)
    for (int a = 0; a < 9; ++a)
      for (int b = 0; b < a; ++b)
        raise_to(worst, trial.relative(A.col(a + 9 * b) - A.col(b + 9 * a)));
  return within(worst, 1e-12);
}

Tensor turned(const Eigen::Matrix3d& Q, const Tensor& a) {
  Tensor b = Tensor::Zero();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) b.col(i + 3 * j) += Q(i, k) * a.col(k + 3 * j);
  return b;
}

/// P(QF) = Q P(F), W(QF) = W(F) for rotations Q about arbitrary axes.
Finding stress_turns_with_the_body(const MaterialTrial& trial) {
  Random random(2);
  const auto here = trial.ask(trial.points());
  Real worst = 0;
  for (int trials = 0; trials < 4; ++trials) {
    const Matrix3 Q =
        rotation_of_vector({random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)});
    std::vector<Tensor> rotated = trial.points();
    for (Tensor& F : rotated) F = turned(Q, F);
    const auto there = trial.ask(rotated);
    for (std::size_t t = 0; t < rotated.size(); ++t)
      raise_to(worst, trial.relative(there.P[t] - turned(Q, here.P[t])));
    for (std::size_t t = 0; t < here.W.size(); ++t)
      raise_to(worst, trial.relative(there.W[t] - here.W[t]));
  }
  return within(worst, 1e-12);
}

/// With every lane moved to another place of the batch, and with each tile alone, the results are
/// the same to the bit.
Finding points_do_not_know_each_other(const MaterialTrial& trial) {
  std::vector<Tensor> moved(trial.points().rbegin(), trial.points().rend());
  for (Tensor& F : moved) F = F.colwise().reverse().eval();
  const auto here = trial.ask(trial.points()), there = trial.ask(moved);
  for (std::size_t t = 0; t < moved.size(); ++t) {
    if ((there.P[moved.size() - 1 - t].colwise().reverse() != here.P[t]).any())
      return broken("the stress of a point depends on its place in the batch");
    if ((trial.ask({trial.points()[t]}).P[0] != here.P[t]).any())
      return broken("a tile alone has another stress than the same tile in a batch");
  }
  for (std::size_t k = 0; k < here.H.size(); ++k) {  // lanes fastest, tiles slowest
    const std::size_t in_tile = here.H.size() / moved.size(), lane = k % kLanes;
    const std::size_t tile = k / in_tile, row = k % in_tile - lane;
    if (there.H[(moved.size() - 1 - tile) * in_tile + row + kLanes - 1 - lane] != here.H[k])
      return broken("what a point remembers depends on its place in the batch");
  }
  return kept("bit for bit");
}

/// Leaving out one output does not change the others.
Finding each_output_alone(const MaterialTrial& trial) {
  const auto all = trial.ask(trial.points()),
             P = trial.ask(trial.points(), {false, true, false}, false);
  Real worst = 0;
  for (std::size_t t = 0; t < all.P.size(); ++t) raise_to(worst, trial.relative(P.P[t] - all.P[t]));
  if (!all.W.empty()) {
    const auto W = trial.ask(trial.points(), {true, false, false}, false);
    for (std::size_t t = 0; t < all.W.size(); ++t)
      raise_to(worst, trial.relative(W.W[t] - all.W[t]));
  }
  if (!all.A.empty()) {
    const auto A = trial.ask(trial.points(), {false, false, true}, false);
    for (std::size_t t = 0; t < all.A.size(); ++t)
      raise_to(worst, trial.relative(A.A[t] - all.A[t]));
  }
  return within(worst, 1e-13);
}

/// An object that has evaluated other points, also in the same memory, answers as a new one does.
Finding nothing_is_remembered(const Make<Material>& make) {
  MaterialTrial fresh(make), used(make);
  std::vector<Tensor> F = used.points(3);  // other points than points()
  for (int change = 0; change < 4; ++change) {
    if (change == 1) F[2](7, 8) += 0.01;  // the last number
    if (change == 2) F[0](0, 0) += 0.01;  // the first
    if (change == 3) F = used.points();   // all of them
    const auto expected = MaterialTrial(make).ask(F);
    if (!(used.ask(F) == expected))
      return broken(
          text_of("after ", change, " other questions the answer is not that of a fresh object"));
  }
  return kept("bit for bit");
}

/// One object is called by four threads at once, with different points each, for a fifth of a
/// second.
Finding threads_do_not_meet(const Make<Material>& make) {
  MaterialTrial trial(make);
  std::vector<std::vector<Tensor>> F;
  std::vector<MaterialTrial::Answer> expected;
  for (std::size_t k = 0; k < kThreads; ++k) F.push_back(trial.points(16));
  for (std::size_t k = 0; k < kThreads; ++k) expected.push_back(MaterialTrial(make).ask(F[k]));
  return four_threads(std::chrono::milliseconds(200),
                      [&](std::size_t k) { return trial.ask(F[k]) == expected[k]; });
}

/// With F_33 = 1 and no out-of-plane components, `plane` must not change the in-plane results.
Finding plane_answers_are_those_of_space(const MaterialTrial& trial) {
  std::vector<Tensor> flat = trial.points();
  for (Tensor& F : flat) {
    for (const int out : {2, 5, 6, 7}) F.col(out).setZero();
    F.col(8).setOnes();
  }
  const auto space = trial.ask(flat), plane = trial.ask(flat, trial.all(), true);
  Real worst = 0;
  for (std::size_t t = 0; t < flat.size(); ++t) {
    for (const int a : {0, 1, 3, 4}) {
      raise_to(worst, trial.relative(plane.P[t].col(a) - space.P[t].col(a)));
      for (const int b : {0, 1, 3, 4})
        if (!space.A.empty())
          raise_to(worst, trial.relative(plane.A[t].col(a + 9 * b) - space.A[t].col(a + 9 * b)));
    }
    if (!space.W.empty()) raise_to(worst, trial.relative(plane.W[t] - space.W[t]));
  }
  return within(worst, 1e-13);
}

/// A point with an inverted F at each place of a tile in turn: an EvaluationError that names it, or
/// valid results.
Finding inverted_point(const MaterialTrial& trial) {
  Index refused = 0;
  for (Index lane = 0; lane < kLanes; ++lane) {
    std::vector<Tensor> points = trial.points();
    points[1].row(lane).leftCols<3>() *= -1;  // one column of F reversed: J < 0
    try {
      if (!trial.ask(points).finite())
        return broken("NaN or infinity for J < 0, and no EvaluationError");
      if (!trial.claims(capability::energy) || trial.claims(capability::dissipation)) continue;
      const Finding slope = stress_is_slope_of_energy(trial, points);
      if (!slope.kept) return broken("a value for J < 0, and P is not dW/dF there: " + slope.text);
    } catch (const EvaluationError& e) {
      if (e.where.item != Item::element || e.where.index != kLanes + lane)
        return broken("EvaluationError, but not at the point where J < 0");
      ++refused;
    }
  }
  if (refused != 0 && refused != kLanes)
    return broken("J < 0 is refused at some places of a tile only");
  return kept(refused > 0 ? "refused" : "has a value for J < 0 too");
}

/// J = 0, and an F that is not a number.
Finding singular_point(const MaterialTrial& trial) {
  std::vector<Tensor> points = trial.points();
  points[2].row(3).setZero();
  try {
    return trial.ask(points).finite() ? kept("has a value for F = 0 too")
                                      : broken("NaN or infinity for J = 0, and no EvaluationError");
  } catch (const EvaluationError& e) {
    const bool named = e.where.item == Item::element && e.where.index == 2 * kLanes + 3;
    return named ? kept("refused") : broken("EvaluationError, but not at the point where J = 0");
  }
}

/// Some thousand points in one batch, as in a mesh: each as in a small one.
Finding many_points_as_few(const MaterialTrial& trial) {
  std::vector<Tensor> many;
  for (int copy = 0; copy < 100; ++copy)
    many.insert(many.end(), trial.points().begin(), trial.points().end());
  const auto few = trial.ask(trial.points()), all = trial.ask(many);
  for (std::size_t t = 0; t < many.size(); ++t) {
    const std::size_t first = t % few.P.size();
    const auto other = [&](std::string_view what) {
      return broken(text_of("tile ", t, " of ", many.size(), " has another ", what));
    };
    if ((all.P[t] != few.P[first]).any()) return other("stress");
    if (!few.W.empty() && (all.W[t] != few.W[first]).any()) return other("energy");
    if (!few.A.empty() && (all.A[t] != few.A[first]).any()) return other("tangent");
  }
  return kept(text_of(many.size() * kLanes, " points"));
}

/// The same question again after a great number of others.
Finding many_calls_change_nothing(const Make<Material>& make) {
  const auto law = make();
  const std::vector<Tensor> F = MaterialTrial(make).points(1);
  std::vector<Tensor> P(1);
  const HistoryStart start(*law);
  const std::vector<Real> history = start.tiles();
  std::vector<Real> next = history;
  const MaterialBatch batch{.F = F,
                            .columns = start.width(),
                            .history = history,
                            .history_next = next,
                            .P = P,
                            .dt = 1e-3};
  SerialContext memory;
  memory.context().scratch->take<Real>(1);
  const auto call = [&] {
    const Scratch::Frame frame(*memory.context().scratch);
    law->evaluate(batch, memory.context());
  };
  call();
  const Tensor expected = P[0];
  const Index calls = many_calls(call);
  if ((P[0] != expected).any())
    return broken(text_of("after ", calls, " calls it answers otherwise"));
  return kept();
}

}  // namespace

void material_promises(const Make<Material>& make, Check& check) {
  if (!check.promise("p_wave_modulus() is positive and finite",
                     [&] { return modulus(MaterialTrial(make)); }))
    return;
  const auto promise = [&](std::string_view what, Finding (*test)(const MaterialTrial&)) {
    return check.promise(what, [&] { return test(MaterialTrial(make)); });
  };
  const Claims claims(*make());
  const auto claimed = [&](std::string_view capability, std::string_view what,
                           Finding (*test)(const MaterialTrial&)) {
    if (claims.has(capability))
      promise(what, test);
    else
      check.skip(what, text_of(capability, " is not claimed"));
  };
  if (!promise("answers are finite near F = I", answers_are_finite)) return;
  promise("an empty history_next is left alone", trials_leave_no_history);
  promise("p_wave_modulus() bounds dP_11/dF_11 at F = I", modulus_bounds_the_slope_of_stress);
  promise("at F = I there is neither stress nor energy", nothing_at_rest);
  constexpr std::string_view kSlope = "P = dW/dF (central differences)";
  if (claims.has(capability::dissipation))
    check.skip(kSlope, "it dissipates: see the work of a path");
  else
    claimed(capability::energy, kSlope, [](const MaterialTrial& trial) {
      return stress_is_slope_of_energy(trial, trial.points());
    });
  claimed(capability::tangent, "A = dP/dF (central differences)", tangent_is_slope_of_stress);
  promise("P and A are slopes where strains are large, too", slopes_where_strains_are_large);
  if (claims.has(capability::energy))
    claimed(capability::tangent, "A is symmetric where P has an energy", tangent_is_symmetric);
  claimed(capability::objective, "P(QF) = Q P(F) for a rotation Q", stress_turns_with_the_body);
  promise("a point's answer does not depend on its neighbours", points_do_not_know_each_other);
  promise("energy, stress and tangent are the same alone and together", each_output_alone);
  promise("in the plane, answers are those of space", plane_answers_are_those_of_space);
  promise("many points are answered as a few are", many_points_as_few);
  check.promise("many calls change nothing", [&] { return many_calls_change_nothing(make); });
  warm_calls_promise(check, "warm calls allocate nothing", [&](auto counted) {
    const MaterialTrial trial(make);
    auto answer = trial.ask(trial.points());
    return counted([&] { trial.ask_again(trial.points(), answer); });
  });
  check.promise("an answer depends on the question alone",
                [&] { return nothing_is_remembered(make); });
  check.promise("one object serves four threads", [&] { return threads_do_not_meet(make); });
  promise("an inverted point is named by an EvaluationError", inverted_point);
  promise("a point with J = 0 is named by an EvaluationError", singular_point);
  dissipation_promises(make, check);
}

}  // namespace tactus::conformance
