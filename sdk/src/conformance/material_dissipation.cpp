// Laws are led along closed paths of deformation at many rates, with histories kept as the kernel keeps
// them: what a law stores and dissipates is compared with the work of its stress. All energies are over
// the P-wave modulus.
#include "material_dissipation.hpp"

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

struct Ledger {
  Lanes error = Lanes::Zero();  ///< stored and dissipated, less work
  Lanes size = Lanes::Zero();   ///< of the work, without signs
  Real dissipated = 0;          ///< by all lanes
};

/// Once round the path in `time` seconds.
Ledger gone_round(const Make<Material>& make, Real time, Index steps) {
  Walker walker(make);
  Ledger ledger;
  walker.go_to(place_on_path(0), 0);
  ledger.error = -(walker.stored() + walker.dissipated());
  for (Index n = 1; n <= steps; ++n) {
    const Tensor F = walker.deformation(), P = walker.stress();
    const auto part = static_cast<Real>(n) / static_cast<Real>(steps);
    walker.go_to(place_on_path(part), time / static_cast<Real>(steps));
    const Lanes work = dot(P + walker.stress(), walker.deformation() - F) / 2;
    ledger.error -= work;
    ledger.size += work.abs();
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
  for (const Real time : {Real{0}, slow / 10, slow, 10 * slow, Real{1e-3}}) {
    const Ledger coarse = gone_round(make, time, kSteps), fine = gone_round(make, time, 2 * kSteps);
    const Lanes first = (2 * fine.error - coarse.error).abs(),
                second = ((4 * fine.error - coarse.error) / 3).abs();
    const Real error = (first.min(second) / (fine.size + 1e-12)).maxCoeff<Eigen::PropagateNaN>();
    if (!(error <= worst)) worst = error, at = time;
    if (std::isnan(error)) break;
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
Finding tangent_with_a_past(const Make<Material>& make) {
  Walker walker(make);
  AwayFromKinks judge(1e-8);
  for (int decade = -6; decade <= 2; decade += 2) {
    const Real dt = std::pow(10., decade), h = 1e-3;
    walker.go_to(place_on_path(0.1 * decade), dt);
    const Tensor F = place_on_path(0.1 * decade + 0.07);
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

}  // namespace

void dissipation_promises(const Make<Material>& make, Check& check) {
  constexpr std::string_view kNever = "what a law says it has dissipated never falls",
                             kWork = "the work of a path is stored, or said to be dissipated",
                             kPast = "A = dP/dF after some steps, too";
  const Walker walker(make);
  if (!walker.claims(capability::dissipation))
    check.skip(kNever, text_of(capability::dissipation, " is not claimed"));
  else if (!check.promise(kNever, [&] {
             return walker.tells() ? never_falls(make)
                                   : broken("it has no history column \"dissipated\"");
           }))
    return;
  if (walker.claims(capability::energy))
    check.promise(kWork, [&] { return work_is_stored_or_dissipated(make); });
  else
    check.skip(kWork, text_of(capability::energy, " is not claimed"));
  if (walker.claims(capability::tangent) && walker.remembers())
    check.promise(kPast, [&] { return tangent_with_a_past(make); });
  else
    check.skip(kPast, "it has no tangent or no history");
}

}  // namespace tactus::conformance
