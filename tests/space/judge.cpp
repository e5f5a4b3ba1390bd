#include "judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "core/scene/model_error.hpp"
#include "ledger.hpp"
#include "tests/property/scene_judge.hpp"
#include "tests/support/simulation.hpp"

namespace tactus::space_scenes {
namespace {

constexpr Index kLookEvery = 20;  // steps between two searches for overlaps by separating axes

/// Bodies as they are now, from what contact sees of them.
std::vector<Solid> bodies_now(testing::Simulation& s) {
  const Surface& surface = s.model.surface();
  std::vector<Real> x(surface.reference.size());
  s.model.motion().positions(s.stepper.state().q, x);
  std::vector<Solid> bodies(s.model.layout().bodies.size());
  for (Index e = 0; e < surface.elements; ++e) {
    Solid& body = bodies[static_cast<std::size_t>(surface.element_body[e])];
    Tetrahedron t;
    for (std::size_t k = 0; k < 4; ++k) {
      const Index v = surface.element_vertices(e)[k];
      t[k] = static_cast<Index>(body.points.size());
      body.points.emplace_back(x[3 * v], x[3 * v + 1], x[3 * v + 2]);
    }
    body.elements.push_back(t);
  }
  return bodies;
}

/// m, by which any two bodies are in each other.
Real deepest(testing::Simulation& s) {
  const std::vector<Solid> bodies = bodies_now(s);
  Real most = -1;
  for (std::size_t a = 0; a < bodies.size(); ++a)
    for (std::size_t b = a + 1; b < bodies.size(); ++b)
      most = std::max(most, depth(bodies[a], bodies[b]));
  return most;
}

Real processor() { return static_cast<Real>(std::clock()) / CLOCKS_PER_SEC; }

class Judge {
 public:
  Judge(testing::Simulation& s, const Limits& limits, Verdict& verdict)
      : s_(s), limits_(limits), v_(verdict), ledger_(s) {
    touched_by_rounding_ = !s.audit().clean();  // where a configuration can place bodies no better
  }

  void run() {
    while (!s_.stepper.finished()) {
      s_.step();
      ledger_.update();
      ++v_.steps;
      const core::StepFacts& facts = s_.stepper.facts();
      v_.touched = v_.touched || facts.contact.forces.contacts > 0;
      v_.zone_steps += facts.contact.forces.impact_zone_nodes > 0;
      v_.substeps += facts.substeps > 0;
      if (!look_at_bodies() || !look_at_energy() || !look_at_account()) return;
      if (v_.steps < limits_.steps) continue;
      v_.followed = s_.stepper.finished();
      return;
    }
  }

 private:
  void fault(Fault kind, const std::string& words) {
    v_.fault = kind;
    v_.words = fmt::format("{} in step {} at t = {:.6g}", words, v_.steps, s_.time());
  }

  bool look_at_bodies() {
    const core::AuditResult& audit = s_.audit();
    if (!audit.clean() && !(touched_by_rounding_ && audit.only_touches())) {
      const bool self = std::ranges::all_of(
          audit.overlaps, [](const core::AuditOverlap& o) { return o.inner == o.outer; });
      fault(self ? Fault::self : Fault::overlap,
            fmt::format("{} intersections, {} overlaps", audit.intersections, audit.contained));
      return false;
    }
    if (v_.steps % kLookEvery != 0 && !s_.stepper.finished()) return true;
    // What touches is up to a margin of 1e-9 of the altitude apart, so that rounding does no harm.
    const Real d = deepest(s_);
    if (d <= 1e-10 * s_.model.scales().altitude) return true;
    fault(Fault::overlap, fmt::format("bodies are {:.3g} m in each other, unseen by the audit", d));
    return false;
  }

  bool look_at_energy() {
    const Real scale = ledger_.scale(), rounding = ledger_.rounding();
    const Ledger::Sums& sums = ledger_.sums();
    v_.contact = std::max(v_.contact, (sums.contact - rounding) / scale);
    v_.integration = std::max(v_.integration, (sums.integration - rounding) / scale);
    // What changes of the step bring in counts as far as nothing has taken it away.
    const Real net = sums.contact + sums.integration + sums.change;
    v_.change = std::max(v_.change, (std::min(net, sums.change) - rounding) / scale);
    v_.drift = std::max({v_.drift, ledger_.linear_drift(), ledger_.angular_drift()});
    const Real alone = std::max(ledger_.kinetic() + ledger_.strain(), ledger_.correction());
    if (!(v_.contact <= limits_.contact))
      fault(Fault::contact, fmt::format("contact brought in {:.3g} of the energy", v_.contact));
    else if (!(alone <= limits_.explosion * scale + rounding))
      fault(v_.integration > limits_.integration ? Fault::integration : Fault::explosion,
            fmt::format("energy is {:.3g} of what it may be", alone / scale));
    else if (!(v_.integration <= limits_.integration))
      fault(Fault::integration,
            fmt::format("integration brought in {:.3g} of the energy", v_.integration));
    else if (!(v_.change <= limits_.change))
      fault(Fault::step, fmt::format("changes of the step brought in {:.3g}", v_.change));
    else if (!(v_.drift <= limits_.momentum))
      fault(Fault::momentum, fmt::format("momentum drifted by {:.3g}, angular momentum by {:.3g}",
                                         ledger_.linear_drift(), ledger_.angular_drift()));
    return v_.fault == Fault::none;
  }

  /// Whether the program says the same of its own energy.
  bool look_at_account() {
    const core::Account& own = s_.balance.account();
    const Ledger::Sums& sums = ledger_.sums();
    const Real contact = own.sum().contact - sums.contact,
               integration = own.sum().integration - sums.integration;
    // Of what turns rigid bodies the ledger does not know which part contact did.
    const Real parts = ledger_.turns() ? std::abs(contact + integration)
                                       : std::max(std::abs(contact), std::abs(integration));
    const Real open = own.kept() ? std::max(ledger_.gap(), parts) : kUnlimited;
    if (open <= limits_.account * ledger_.scale() + ledger_.rounding()) return true;
    fault(Fault::account, fmt::format("the accounts are open by {:.3g}", open / ledger_.scale()));
    return false;
  }

  testing::Simulation& s_;
  const Limits& limits_;
  Verdict& v_;
  Ledger ledger_;
  bool touched_by_rounding_ = false;
};

constexpr std::string_view kNames[] = {"sound", "overlap",   "self",     "contact", "integration",
                                       "step",  "explosion", "momentum", "account"};

}  // namespace

std::string_view name_of(Fault fault) { return kNames[static_cast<std::size_t>(fault)]; }

std::string Verdict::name() const {
  if (!refused_at_start.empty()) return "refused at the start: " + refused_at_start;
  if (!refused.empty()) return "refused: " + refused;
  return std::string(name_of(fault)) + (words.empty() ? "" : ": " + words);
}

Verdict judge(const std::string& json, const Limits& limits) {
  Verdict v;
  const Real begun = processor();
  try {
    testing::Simulation s(json);
    if (!s.audit().only_touches())
      v.refused_at_start = "bodies overlap";
    else
      Judge(s, limits, v).run();
  } catch (const core::StepError& e) {
    v.refused = property::without_numbers(e.what());
  } catch (const core::ModelError& e) {
    v.refused_at_start = property::without_numbers(e.what());
  }
  v.seconds = processor() - begun;
  return v;
}

void Tally::add(const Verdict& v) {
  ++scenes;
  touched += v.touched, sound += v.sound(), cut += !v.followed;
  refused += !v.refused.empty(), refused_at_start += !v.refused_at_start.empty();
  if (v.fault != Fault::none) ++faults[v.fault];
  for (const std::string& why : {v.refused, v.refused_at_start})
    if (!why.empty()) ++reasons[why];
  steps += v.steps, zone_steps += v.zone_steps, seconds += v.seconds;
  contact = std::max(contact, v.contact), integration = std::max(integration, v.integration);
  change = std::max(change, v.change), drift = std::max(drift, v.drift);
}

int Tally::count(Fault fault) const {
  const auto at = faults.find(fault);
  return at == faults.end() ? 0 : at->second;
}

std::string Tally::head() {
  std::string text = fmt::format("{:<22}{:>7}{:>8}{:>7}{:>7}{:>8}{:>7}", "scenes", "number",
                                 "touched", "sound", "cut", "refused", "start");
  for (std::size_t k = 1; k < std::size(kNames); ++k) text += fmt::format("{:>12}", kNames[k]);
  return text + fmt::format("{:>9}{:>8}{:>9}{:>9}{:>9}{:>9}{:>8}\n", "steps", "zones %", "sum G",
                            "sum J", "sum S", "drift", "CPU s");
}

std::string Tally::row(std::string_view name) const {
  std::string text = fmt::format("{:<22}{:>7}{:>8}{:>7}{:>7}{:>8}{:>7}", name, scenes, touched,
                                 sound, cut, refused, refused_at_start);
  for (std::size_t k = 1; k < std::size(kNames); ++k)
    text += fmt::format("{:>12}", count(static_cast<Fault>(k)));
  return text +
         fmt::format("{:>9}{:>8.3f}{:>9.2g}{:>9.2g}{:>9.2g}{:>9.1g}{:>8.1f}\n", steps,
                     steps ? 100. * static_cast<Real>(zone_steps) / static_cast<Real>(steps) : 0.,
                     contact, integration, change, drift, seconds);
}

}  // namespace tactus::space_scenes
