#include <Eigen/QR>
#include <vector>

#include "core/plugin/smoke.hpp"
#include "tactus/material.hpp"

namespace tactus::core {
namespace {

/// Answers for a few tiles, with histories that start at zero.
struct Answer {
  std::vector<Lanes> W;
  std::vector<Tensor> P;
  std::vector<Tangent> A;
};

class Trial {
 public:
  explicit Trial(const MakeComponent& make)
      : component_(make()), law_(dynamic_cast<Material&>(*component_)), claims_(claims_of(law_)) {
    for (Tensor& F : points_)
      for (int a = 0; a < 9; ++a)
        for (int l = 0; l < kLanes; ++l) F(l, a) = (a % 4 == 0) + kStretch * numbers_.next();
    scale_ = law_.p_wave_modulus();
  }

  bool claims(std::string_view name) const { return claims_.has(name); }
  const std::vector<Tensor>& points() const { return points_; }
  Real scale() const { return scale_; }

  /// The largest difference of stress or energy, over the P-wave modulus.
  template <class Array>
  Real relative(const Array& difference) const {
    return difference.abs().maxCoeff() / scale_;
  }

  Answer ask(const std::vector<Tensor>& F, bool plane = false) const {
    Answer answer;
    answer.P.resize(F.size());
    MaterialBatch batch{.F = F};
    batch.P = answer.P;
    if (claims(capability::energy)) answer.W.resize(F.size()), batch.W = answer.W;
    if (claims(capability::tangent)) answer.A.resize(F.size()), batch.A = answer.A;
    const auto numbers = F.size() * kLanes * static_cast<std::size_t>(law_.history_size());
    std::vector<Real> history(numbers, 0), history_next(numbers, 0);
    batch.history = history, batch.history_next = history_next;
    batch.plane = plane, batch.dt = 1e-3;
    law_.evaluate(batch);
    return answer;
  }

  /// Central differences of the answers along one component of F.
  static constexpr Real kStep = 1e-5;
  std::pair<Answer, Answer> around(int component) const {
    std::vector<Tensor> up = points_, down = points_;
    for (std::size_t t = 0; t < points_.size(); ++t) {
      up[t].col(component) += kStep;
      down[t].col(component) -= kStep;
    }
    return {ask(up), ask(down)};
  }

 private:
  static constexpr Real kStretch = 0.1;  // J stays above 0.6
  std::unique_ptr<Component> component_;
  Material& law_;
  Claims claims_;
  Numbers numbers_;
  std::vector<Tensor> points_{3};
  Real scale_ = 1;
};

/// Central differences are good to kStep^2 of a third derivative, a few moduli: 1e-10 * 1e2.
constexpr Real kDifferences = 1e-7;

Finding stress_is_derivative_of_energy(const Trial& trial) {
  const Answer here = trial.ask(trial.points());
  Real worst = 0;
  for (int a = 0; a < 9; ++a) {
    const auto [up, down] = trial.around(a);
    for (std::size_t t = 0; t < here.W.size(); ++t)
      worst = std::max(
          worst, trial.relative((up.W[t] - down.W[t]) / (2 * Trial::kStep) - here.P[t].col(a)));
  }
  return within(worst, kDifferences);
}

Finding tangent_is_derivative_of_stress(const Trial& trial) {
  const Answer here = trial.ask(trial.points());
  Real worst = 0;
  for (int b = 0; b < 9; ++b) {
    const auto [up, down] = trial.around(b);
    for (std::size_t t = 0; t < here.A.size(); ++t)
      worst = std::max(worst, trial.relative((up.P[t] - down.P[t]) / (2 * Trial::kStep) -
                                             here.A[t].middleCols<9>(9 * b)));
  }
  return within(worst, kDifferences);
}

/// P(QF) = Q P(F) for a rotation Q about no axis in particular.
Finding stress_turns_with_the_body(const Trial& trial) {
  const Eigen::Matrix3d Q =
      (Eigen::Matrix3d() << 2, -1, 2, 2, 2, -1, -1, 2, 2).finished() / 3;  // det Q = 1
  const auto turned = [&](const Tensor& a) {
    Tensor b = Tensor::Zero();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k) b.col(i + 3 * j) += Q(i, k) * a.col(k + 3 * j);
    return b;
  };
  std::vector<Tensor> rotated = trial.points();
  for (Tensor& F : rotated) F = turned(F);
  const Answer here = trial.ask(trial.points()), there = trial.ask(rotated);
  Real worst = 0;
  for (std::size_t t = 0; t < rotated.size(); ++t)
    worst = std::max(worst, trial.relative(there.P[t] - turned(here.P[t])));
  return within(worst, 1e-12);
}

/// Every lane moved to another place of the batch: the same bits come out there.
Finding points_do_not_know_each_other(const Trial& trial) {
  std::vector<Tensor> moved(trial.points().rbegin(), trial.points().rend());
  for (Tensor& F : moved) F = F.colwise().reverse().eval();
  const Answer here = trial.ask(trial.points()), there = trial.ask(moved);
  for (std::size_t t = 0; t < moved.size(); ++t)
    if ((there.P[moved.size() - 1 - t].colwise().reverse() != here.P[t]).any())
      return broken("the stress of a point depends on its place in the batch");
  return kept("bit for bit");
}

/// With F_33 = 1 and nothing out of the plane, `plane` must not change what acts in it.
Finding plane_answers_are_those_of_space(const Trial& trial) {
  std::vector<Tensor> flat = trial.points();
  for (Tensor& F : flat) {
    for (const int out : {2, 5, 6, 7}) F.col(out).setZero();
    F.col(8).setOnes();
  }
  const Answer space = trial.ask(flat), plane = trial.ask(flat, true);
  Real worst = 0;
  for (std::size_t t = 0; t < flat.size(); ++t) {
    for (const int a : {0, 1, 3, 4})
      worst = std::max(worst, trial.relative(plane.P[t].col(a) - space.P[t].col(a)));
    if (!space.W.empty()) worst = std::max(worst, trial.relative(plane.W[t] - space.W[t]));
  }
  return within(worst, 1e-13);
}

Finding inverted_point_is_refused(const Trial& trial) {
  std::vector<Tensor> points = trial.points();
  points[1].row(5).leftCols<3>() *= -1;  // one column of F turned round: J < 0
  try {
    trial.ask(points);
  } catch (const EvaluationError& e) {
    if (e.where.item == Item::element && e.where.index == kLanes + 5) return kept(e.what());
    return broken("EvaluationError, but not at the point where J < 0");
  }
  return kept("has a value for J < 0 too");
}

}  // namespace

void smoke_material(const MakeComponent& make, Verdicts& verdicts) {
  if (!verdicts.check("p_wave_modulus() is positive and finite", [&] {
        const Trial trial(make);
        const bool good = trial.scale() > 0 && std::isfinite(trial.scale());
        return good ? kept() : broken("it is " + std::to_string(trial.scale()));
      }))
    return;
  const Trial trial(make);
  verdicts.check("answers are finite near F = I", [&] {
    const Answer answer = trial.ask(trial.points());
    bool finite = true;
    for (const auto& P : answer.P) finite &= P.allFinite();
    for (const auto& W : answer.W) finite &= W.allFinite();
    for (const auto& A : answer.A) finite &= A.allFinite();
    return finite ? kept() : broken("NaN or infinity");
  });
  const auto claimed = [&](std::string_view capability, std::string_view promise,
                           Finding (*test)(const Trial&)) {
    if (trial.claims(capability))
      verdicts.check(promise, [&] { return test(trial); });
    else
      verdicts.skip(promise, std::string(capability) + " is not claimed");
  };
  claimed(capability::energy, "P = dW/dF (central differences)", stress_is_derivative_of_energy);
  claimed(capability::tangent, "A = dP/dF (central differences)", tangent_is_derivative_of_stress);
  claimed(capability::objective, "P(QF) = Q P(F) for a rotation Q", stress_turns_with_the_body);
  verdicts.check("a point's answer does not depend on its neighbours",
                 [&] { return points_do_not_know_each_other(trial); });
  verdicts.check("in the plane, answers are those of space",
                 [&] { return plane_answers_are_those_of_space(trial); });
  verdicts.check("an inverted point is named by an EvaluationError",
                 [&] { return inverted_point_is_refused(trial); });
}

}  // namespace tactus::core
