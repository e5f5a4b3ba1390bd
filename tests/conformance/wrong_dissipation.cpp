// Materials that dissipate and are wrong about it in one way each, and the sentence that names it.
#include <cmath>
#include <tactus/conformance/material_promises.hpp>

#include "kill.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

enum class TakenFault : std::uint8_t {
  none,
  half_taken,
  grows_back,
  not_claimed,
  no_history,
  tangent_of_a_sudden_load,
  loss_by_its_end,
  stores_twice,
};

/// A spring beside a spring with a dashpot, in each component of H = F - I, by backward Euler:
/// P = H + e, e' = (e + dH)/(1 + x), x = dt/tau; x e'^2 is taken.
class LinearSolid final : public Material {
 public:
  explicit LinearSolid(TakenFault fault) : fault_(fault) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::energy, capability::tangent}) c.provides(name);
    if (!is(TakenFault::not_claimed)) c.provides(capability::dissipation);
  }

 private:
  static constexpr Real kTime = 0.02;  // s
  struct Branch {
    Real keeps, takes;  ///< of the strain of the spring, and of that of the step
  };
  bool is(TakenFault fault) const { return fault == fault_; }
  Real do_p_wave_modulus() const override { return 2; }
  void do_history(HistoryVisitor& columns) const override {
    if (is(TakenFault::no_history)) return;
    columns.column("dissipated", "J/m^3");
    columns.column("strain", "1", 9);
    columns.column("spring", "1", 9);
  }

  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    const Real x = batch.dt / kTime, backward = 1 / (1 + x);
    const Branch branch = is(TakenFault::loss_by_its_end) && x > 0
                              ? Branch{std::exp(-x), -std::expm1(-x) / x}
                              : Branch{backward, backward};
    for (std::size_t t = 0; t < batch.F.size(); ++t) {
      Tensor H = batch.F[t], e = Tensor::Zero();
      for (const int diagonal : {0, 4, 8}) H.col(diagonal) -= 1;
      if (is(TakenFault::no_history)) {
        e = branch.takes * H;
      } else {
        e = remember(batch, t, H, branch);
      }
      if (!batch.W.empty())
        batch.W[t] = (dot(H, H) * (is(TakenFault::stores_twice) ? 2 : 1) + dot(e, e)) / 2;
      if (!batch.P.empty()) batch.P[t] = H + e;
      if (batch.A.empty()) continue;
      batch.A[t].setZero();
      for (int a = 0; a < 9; ++a)
        batch.A[t].col(10 * a) = 1 + (is(TakenFault::tangent_of_a_sudden_load) ? 1 : branch.takes);
    }
  }

  Tensor remember(const MaterialBatch& batch, std::size_t t, const Tensor& H,
                  const Branch& branch) const {
    const Real* old = batch.history.data() + t * 19 * kLanes;
    const Tensor change = H - Eigen::Map<const Tensor>(old + kLanes);
    const Tensor e =
        branch.keeps * Eigen::Map<const Tensor>(old + 10 * kLanes) + branch.takes * change;
    if (batch.history_next.empty()) return e;
    Real* next = batch.history_next.data() + t * 19 * kLanes;
    Eigen::Map<Tensor>{next + kLanes} = H;
    Eigen::Map<Tensor>{next + 10 * kLanes} = e;
    Eigen::Map<Lanes>{next} = Eigen::Map<const Lanes>(old) + taken(batch.dt, change, e);
    return e;
  }

  Lanes taken(Real dt, const Tensor& change, const Tensor& e) const {
    const Lanes right = dt / kTime * dot(e, e);
    if (is(TakenFault::half_taken)) return right / 2;
    if (is(TakenFault::grows_back)) return right - 1e-6 * dot(change, change);
    return right;
  }

  TakenFault fault_;
};

struct TakenCase {
  std::string name;
  TakenFault fault;
  Expected expected;
};

const std::string kNever = "what a law says it has dissipated never falls",
                  kWork = "the work of a path is stored, or said to be dissipated",
                  kDivided =
                      "where the stress does not depend on the steps of a way, losses do not";

std::vector<TakenCase> taken_cases() {
  return {{"says half of what it dissipates",
           TakenFault::half_taken,
           {kWork, "of the work of a path that takes"}},
          {"dissipation that grows back", TakenFault::grows_back, {kNever, "it falls by"}},
          {"dissipation that is not claimed",
           TakenFault::not_claimed,
           {kWork, "of the work of a path that takes"}},
          {"dissipation without a history",
           TakenFault::no_history,
           {kNever, "it has no history column \"dissipated\""}},
          {"twice the energy of the spring without a dashpot",
           TakenFault::stores_twice,
           {kWork, "of the work of a path that takes"}},
          {"an exact step of the spring, with the loss of the end of the step",
           TakenFault::loss_by_its_end,
           {kDivided, "in two steps of"}},
          {"the tangent of a sudden load in every step",
           TakenFault::tangent_of_a_sudden_load,
           {"A = dP/dF after some steps, too", "at most 1e-08"}}};
}

}  // namespace

void tactus::conformance::add_dissipation(Kills& kills, Sounds& sounds) {
  const auto run = [](const TakenCase& c, Check& check) {
    material_promises([&] { return std::make_unique<LinearSolid>(c.fault); }, check);
  };
  add(kills, "material with losses", "claim: material.dissipation", taken_cases(), run,
      {{"the tangent of a sudden load in every step", "a wrong answer"}});
  sounds.push_back({"linear solid by a method of first order", 15, [](Check& check) {
                      material_promises(
                          [] { return std::make_unique<LinearSolid>(TakenFault::none); }, check);
                    }});
}
