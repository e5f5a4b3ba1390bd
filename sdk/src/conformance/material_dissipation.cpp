// Laws are led along closed paths of deformation at many rates, with histories kept as the kernel keeps
// them: what a law stores and dissipates is compared with the work of its stress. All energies are over
// the P-wave modulus.
#include "material_dissipation.hpp"

#include <Eigen/Cholesky>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "kinks.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/history_start.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"

namespace tactus::conformance {
namespace {

constexpr Index kSteps = 200;  ///< of a path; it is gone through with twice as many, too

/// One tile of points that goes from step to step.
class Walker {
 public:
  explicit Walker(const Make<Material>& make)
      : law_(make()), claims_(*law_), start_(*law_), scale_(law_->p_wave_modulus()),
        history_(start_.tiles()), next_(history_) {
    for (const int i : {0, 4, 8}) F_.col(i) = 1;
  }
  bool claims(std::string_view name) const { return claims_.has(name); }
  bool remembers() const { return !history_.empty(); }
  /// There is the column that a law which claims to dissipate must have.
  bool tells() const { return start_.place("dissipated") != kNone; }
  /// Since the start; 0 where the law claims none.
  Lanes dissipated() const {
    const Index place = start_.place("dissipated");
    if (!claims(capability::dissipation) || place == kNone) return Lanes::Zero();
    return Eigen::Map<const Lanes>(history_.data() + place * kLanes) / scale_;
  }
  const Lanes& stored() const { return W_; }
  const Tensor& stress() const { return P_; }
  const Tensor& deformation() const { return F_; }

  void go_to(const Tensor& F, Real dt) {
    ask(F, dt, next_);
    F_ = F;
    history_.swap(next_);
  }
  /// The stress of a trial, and the tangent where one is given.
  Tensor tried(const Tensor& F, Real dt, Tangent* A = nullptr) {
    const Tensor P = P_;
    ask(F, dt, {}, A);
    return std::exchange(P_, P);
  }

 private:
  void ask(const Tensor& F, Real dt, Out<Real> next, Tangent* A = nullptr) {
    MaterialBatch batch{.F = View<Tensor>(&F, 1),
                        .columns = start_.width(),
                        .history = history_,
                        .history_next = next};
    Lanes W = Lanes::Zero();
    batch.W = Out<Lanes>(&W, 1), batch.P = Out<Tensor>(&P_, 1), batch.dt = dt;
    if (A) batch.A = Out<Tangent>(A, 1);
    SerialContext local;
    law_->evaluate(batch, local.context());
    P_ /= scale_;
    if (A) *A /= scale_;
    if (!next.empty() || history_.empty()) W_ = W / scale_;
  }

  std::unique_ptr<Material> law_;
  Claims claims_;
  HistoryStart start_;
  Real scale_;
  std::vector<Real> history_, next_;
  Tensor F_ = Tensor::Zero(), P_ = Tensor::Zero();
  Lanes W_ = Lanes::Zero();
};

/// Another path for each lane: |F - I| <= 0.1 in each component.
Tensor place_on_path(Real s) {
  Random random(11);
  Tensor F;
  for (int a = 0; a < 9; ++a)
    for (int l = 0; l < kLanes; ++l)
      F(l, a) = (a % 4 == 0) + random.between(-0.1, 0.1) * std::sin(2 * std::numbers::pi * s) +
                random.between(-0.05, 0.05) * (1 - std::cos(2 * std::numbers::pi * s));
  return F;
}

/// Another path for each lane, on which shears reach more than 1 and stretches a third: a metal flows whose yield
/// stress is as large as its moduli. A law may refuse to go so far.
Tensor place_far_away(Real s) {
  Random random(14);
  const Real there = std::sin(2 * std::numbers::pi * s),
             back = (1 - std::cos(2 * std::numbers::pi * s)) / 2;
  const auto part = [&](Real most) {
    const Real first = random.between(-most, most);
    return first * there + random.between(-most, most) * back;
  };
  Tensor F;
  for (int l = 0; l < kLanes; ++l) {
    Eigen::Matrix3d lower = Eigen::Matrix3d::Identity(), upper = lower;
    for (int i = 0; i < 3; ++i) {
      upper(i, i) = std::exp(part(0.3));
      for (int j = 0; j < i; ++j) lower(i, j) = part(1), upper(j, i) = part(1);
    }
    const Eigen::Matrix3d at = lower * upper;  // of positive determinant
    for (int a = 0; a < 9; ++a) F(l, a) = at(a % 3, a / 3);
  }
  return F;
}
using Path = Tensor (*)(Real s);

struct Ledger {
  /// Stored and dissipated, less work: half of the way, where what is stored wrongly shows, and at its end.
  Lanes half = Lanes::Zero(), error = Lanes::Zero();
  Lanes size = Lanes::Zero();  ///< of the work, without signs
  Real dissipated = 0;         ///< by all lanes
};

/// Once round the path in `time` seconds.
Ledger gone_round(const Make<Material>& make, Real time, Index steps, Path place = place_on_path) {
  Walker walker(make);
  Ledger ledger;
  walker.go_to(place(0), 0);
  ledger.error = -(walker.stored() + walker.dissipated());
  for (Index n = 1; n <= steps; ++n) {
    const Tensor F = walker.deformation(), P = walker.stress();
    const auto part = static_cast<Real>(n) / static_cast<Real>(steps);
    walker.go_to(place(part), time / static_cast<Real>(steps));
    const Lanes work = dot(P + walker.stress(), walker.deformation() - F) / 2;
    ledger.error -= work;
    ledger.size += work.abs();
    if (2 * n == steps) ledger.half = ledger.error + walker.stored() + walker.dissipated();
  }
  ledger.error += walker.stored() + walker.dissipated();
  ledger.dissipated = walker.dissipated().sum();
  return ledger;
}

/// The time of a path in which most is dissipated; 0 where nothing ever is.
Real slowest_time(const Make<Material>& make) {
  Real time = 0, most = 0;
  for (int decade = -8; decade <= 4; ++decade) {
    const Real t = std::pow(10., decade), taken = gone_round(make, t, kSteps).dissipated;
    if (taken > most) most = taken, time = t;
  }
  return time;
}

/// The work is a sum by the trapezoidal rule, and the law's own step may be of first order: what is left
/// of the error when the step goes to zero must be nothing.
Finding work_is_stored_or_dissipated(const Make<Material>& make) {
  const Real slow = Walker(make).claims(capability::dissipation) ? slowest_time(make) : 1;
  Real worst = 0, at = 0;
  const auto go = [&](Real time, Path path) {
    const Ledger coarse = gone_round(make, time, kSteps, path),
                 fine = gone_round(make, time, 2 * kSteps, path);
    for (const auto of : {&Ledger::half, &Ledger::error}) {
      const Lanes first = (2 * fine.*of - coarse.*of).abs(),
                  second = ((4 * fine.*of - coarse.*of) / 3).abs();
      const Real error = (first.min(second) / (fine.size + 1e-12)).maxCoeff<Eigen::PropagateNaN>();
      if (!(error <= worst) && !std::isnan(worst)) worst = error, at = time;
    }
  };
  for (const Real time : {Real{0}, slow / 10, slow, 10 * slow, Real{1e-3}}) go(time, place_on_path);
  try {
    go(slow > 0 ? slow : Real{1e-3},
       place_far_away);  // what does not flow near F = I may flow there
  } catch (const EvaluationError&) {
  }
  Finding finding = within(worst, 1e-3);
  if (!finding.kept)
    finding.text += text_of(" of the work of a path that takes ", at, " s to go round");
  return finding;
}

/// Steps of all lengths and of none, there and back.
Finding never_falls(const Make<Material>& make) {
  Walker walker(make);
  if (const Real most = walker.dissipated().abs().maxCoeff(); most != 0)
    return broken(text_of("it begins with ", most, " moduli, before anything has happened"));
  Random random(12);
  for (int step = 0; step < 400; ++step) {
    const Lanes before = walker.dissipated();
    const Real dt = step % 5 == 4 ? 0 : std::pow(10., random.between(-8, 4));
    walker.go_to(place_on_path(random()), dt);
    const Real least = (walker.dissipated() - before).minCoeff();
    if (!(least >= -1e-14 * (1 + before.abs().maxCoeff())))
      return broken(text_of("it falls by ", -least, " moduli in a step of ", dt, " s"));
  }
  return kept();
}

/// From F = I at s = 0 on, straight in F itself or in Green's strain E, with F'F = I + 2 E; another way for each lane.
Tensor place_on_straight_way(Real s, bool in_strain) {
  Random random(13);
  Tensor F;
  for (int l = 0; l < kLanes; ++l) {
    Eigen::Matrix3d H, E;
    for (int a = 0; a < 9; ++a) H(a % 3, a / 3) = s * random.between(-0.1, 0.1);
    E = (H + H.transpose()) / 2;
    Eigen::Matrix3d at = Eigen::Matrix3d::Identity() + H;
    if (in_strain) at = Eigen::LLT<Eigen::Matrix3d>(Eigen::Matrix3d::Identity() + 2 * E).matrixU();
    for (int a = 0; a < 9; ++a) F(l, a) = at(a % 3, a / 3);
  }
  return F;
}

/// What a straight way of `time` seconds ends with, and the stress half of the way.
struct StraightWay {
  Tensor half, stress;
  Lanes stored, dissipated;
};
StraightWay gone_straight(const Make<Material>& make, Real time, Index steps, bool in_strain) {
  Walker walker(make);
  walker.go_to(place_on_straight_way(0.5, in_strain), time);
  StraightWay way;
  const Lanes before = walker.dissipated();
  for (Index n = 1; n <= steps; ++n) {
    const Real part = static_cast<Real>(n) / static_cast<Real>(steps);
    walker.go_to(place_on_straight_way(0.5 + part, in_strain), time / static_cast<Real>(steps));
    if (2 * n == steps) way.half = walker.stress();
  }
  way.stress = walker.stress(), way.stored = walker.stored();
  way.dissipated = walker.dissipated() - before;
  return way;
}

/// On a straight way at a constant rate, with a past, in steps that are short and long for what relaxes. Where it has
/// the same stress in two steps and in eight, its work is the same, and so is what it stores and dissipates.
Finding work_does_not_depend_on_steps(const Make<Material>& make) {
  int compared = 0;
  for (const bool in_strain : {false, true})
    for (int half_decade = -16; half_decade <= 8; half_decade += in_strain ? 1 : 2) {
      const Real time = std::pow(10., half_decade / 2.);
      const StraightWay few = gone_straight(make, time, 2, in_strain),
                        many = gone_straight(make, time, 8, in_strain);
      const Lanes stress = largest_component(few.half - many.half) +
                           largest_component(few.stress - many.stress),
                  scale = largest_component(many.stress);
      for (int l = 0; l < kLanes; ++l) {
        if (!(stress[l] <= 1e-12 * scale[l])) continue;
        ++compared;
        const Real stored = std::abs(few.stored[l] - many.stored[l]),
                   dissipated = std::abs(few.dissipated[l] - many.dissipated[l]);
        if (!(stored <= 1e-11 * std::abs(many.stored[l])) ||
            !(dissipated <= 1e-9 * std::abs(many.dissipated[l])))
          return broken(text_of("in two steps of ", time / 2, " s it dissipates ",
                                few.dissipated[l], " moduli, in eight ", many.dissipated[l]));
      }
    }
  return kept(compared == 0 ? "its stress depends on the steps" : text_of(compared, " times"));
}

/// dP/dF_b by differences of fourth order.
Tensor slope_of_trial(Walker& walker, const Tensor& F, Real dt, int b, Real h) {
  Tensor slope = Tensor::Zero();
  for (const int k : {1, 2}) {
    Tensor up = F, down = F;
    up.col(b) += k * h, down.col(b) -= k * h;
    slope += (k == 1 ? 8 : -1) / (12 * h) * (walker.tried(up, dt) - walker.tried(down, dt));
  }
  return slope;
}

/// Of a trial some way on: where a step ends a metal that flows is at its kink.
Finding tangent_with_a_past(const Make<Material>& make, Path place) {
  Walker walker(make);
  AwayFromKinks judge(1e-8);
  for (int decade = -6; decade <= 2; decade += 2) {
    const Real dt = std::pow(10., decade), h = 1e-3;
    walker.go_to(place(0.1 * decade), dt);
    const Tensor F = place(0.1 * decade + 0.07);
    Tangent A = Tangent::Zero();
    walker.tried(F, dt, &A);
    for (int b = 0; b < 9; ++b) {
      const Tensor coarse = slope_of_trial(walker, F, dt, b, h),
                   fine = slope_of_trial(walker, F, dt, b, h / 2);
      judge.add(largest_component(coarse - fine), largest_component(fine - A.middleCols<9>(9 * b)));
    }
  }
  return judge.finding();
}

Finding tangents_with_a_past(const Make<Material>& make) {
  const Finding near = tangent_with_a_past(make, place_on_path);
  if (!near.kept) return near;
  try {
    const Finding far = tangent_with_a_past(make, place_far_away);
    if (!far.kept) return broken("far from F = I: " + far.text);
  } catch (const EvaluationError&) {
  }
  return near;
}

}  // namespace

void dissipation_promises(const Make<Material>& make, Check& check) {
  constexpr std::string_view
      kNever = "what a law says it has dissipated never falls",
      kWork = "the work of a path is stored, or said to be dissipated",
      kDivided = "where the stress does not depend on the steps of a way, losses do not",
      kPast = "A = dP/dF after some steps, too";
  const Walker walker(make);
  if (!walker.claims(capability::dissipation))
    check.skip(kNever, text_of(capability::dissipation, " is not claimed"));
  else if (!check.promise(kNever, [&] {
             return walker.tells() ? never_falls(make)
                                   : broken("it has no history column \"dissipated\"");
           }))
    return;
  if (!walker.claims(capability::dissipation))
    check.skip(kDivided, text_of(capability::dissipation, " is not claimed"));
  else
    check.promise(kDivided, [&] { return work_does_not_depend_on_steps(make); });
  if (walker.claims(capability::energy))
    check.promise(kWork, [&] { return work_is_stored_or_dissipated(make); });
  else
    check.skip(kWork, text_of(capability::energy, " is not claimed"));
  if (walker.claims(capability::tangent) && walker.remembers())
    check.promise(kPast, [&] { return tangents_with_a_past(make); });
  else
    check.skip(kPast, "it has no tangent or no history");
}

}  // namespace tactus::conformance
