// Runs a random scene and says what became of it: sound, unsound and by what, or refused and why.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "core/scene/model_error.hpp"
#include "tests/property/energy_ledger.hpp"
#include "tests/property/scene_text.hpp"
#include "tests/support/measured.hpp"
#include "tests/support/simulation.hpp"

namespace tactus::property {

enum class Fault {
  none,
  intersection,
  contact,
  integration,
  step,
  explosion,
  momentum,
  account,
  endless
};
constexpr std::string_view kFaultNames[] = {"sound",       "intersection", "contact",
                                            "integration", "step",         "explosion",
                                            "momentum",    "account",      "endless"};

struct Verdict {
  std::string refused_at_start, refused;  ///< why, without its numbers; empty: not refused
  bool touched = false;
  Index steps = 0, impact_zone_steps = 0;
  Real r1 = 1;  ///< largest R1 over its start, but for changes of the step
  /// Largest running sums of contact, of integration and of changes of the step, over the scale.
  Real contact = 0, integration = 0, change = 0;
  Real linear_drift = 0, angular_drift = 0;
  Real ratio = 0;  ///< largest correction over relative motion
  Fault fault = Fault::none;
  std::string words;  ///< about the fault
  Real until = 0;     ///< s, a time by which it was there

  bool started() const { return refused_at_start.empty(); }
  std::string_view name() const {
    if (!started()) return "refused at the start";
    return refused.empty() ? kFaultNames[static_cast<std::size_t>(fault)] : "refused";
  }
};

/// Bounds of the judge; energies over the scale of the ledger.
struct Limits {
  Real contact = 1e-3;      ///< running sum of what contact brought in
  Real integration = 1e-2;  ///< running sum of what the integration of the free motion brought in
  Real change = 1e-2;       ///< running sum of what changes of the step brought in
  Real gain = 1e-3;         ///< R1 above its start, where contact has not brought it in
  Real explosion = 2;       ///< kinetic + strain, and dt^2/8 a'M a, alone
  Real momentum = 1e-9;
  Real account =
      1e-9;  ///< what the ledger leaves open, or the program's own account says otherwise
  Index steps = 300'000;
};

/// "step 12 at t = 0.5 s" and the like become one kind of message each.
inline std::string without_numbers(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool digit = (c >= '0' && c <= '9') || c == '.';
    if (!digit)
      out += c;
    else if (out.empty() || out.back() != '#')
      out += '#';
  }
  return out;
}

class SceneJudge {
 public:
  explicit SceneJudge(const Limits& limits = {}) : limits_(limits) {}

  /// @param look  sees the ledger after every step
  Verdict judge(
      const std::string& json,
      const std::function<void(testing::Simulation&, const EnergyLedger&)>& look = {}) const {
    Verdict v;
    try {
      testing::Simulation s(json);
      if (!s.audit().clean()) {
        v.refused_at_start = "bodies intersect";
        return v;
      }
      run(s, v, look);
    } catch (const core::StepError& e) {
      v.refused = without_numbers(e.what());
    } catch (const core::ModelError& e) {
      v.refused_at_start = without_numbers(e.what());
    }
    return v;
  }

 private:
  void run(testing::Simulation& s, Verdict& v,
           const std::function<void(testing::Simulation&, const EnergyLedger&)>& look) const {
    EnergyLedger ledger(s);
    std::optional<testing::MeasuredBySolver> ratio;
    if (s.configuration().contact.solver.object) ratio.emplace(s, "correction_over_motion");
    while (!s.stepper.finished()) {
      s.step();
      ledger.update();
      if (ratio) ratio->look(), v.ratio = ratio->value();
      ++v.steps;
      v.touched = v.touched || s.stepper.facts().contact.forces.contacts > 0;
      v.impact_zone_steps += s.stepper.facts().contact.forces.impact_zone_nodes > 0;
      if (look) look(s, ledger);
      if (!judge_step(s, ledger, v)) return;
    }
  }

  /// False: nothing that follows could mend it.
  bool judge_step(testing::Simulation& s, const EnergyLedger& e, Verdict& v) const {
    const auto fault = [&](Fault kind, const std::string& words) {
      v.fault = kind;
      // The last two steps of a run may be shorter than the others.
      v.until = s.time() + 3 * s.stepper.step_size();
      v.words = fmt::format("{} in step {} at t = {:.6g}", words, v.steps, s.time());
    };
    const auto& audit = s.audit();
    const Real scale = e.scale(), rounding = e.rounding();
    v.contact = std::max(v.contact, (e.sums().contact - rounding) / scale);
    v.integration = std::max(v.integration, (e.sums().integration - rounding) / scale);
    // What changes of the step bring in counts as far as nothing has taken it away.
    const Real net = e.sums().contact + e.sums().integration + e.sums().change;
    v.change = std::max(v.change, (std::min(net, e.sums().change) - rounding) / scale);
    v.r1 = std::max(v.r1, (e.r1() - e.sums().change - rounding) / e.r1_start());
    v.linear_drift = std::max(v.linear_drift, e.linear_drift());
    v.angular_drift = std::max(v.angular_drift, e.angular_drift());
    const Real alone = std::max(e.kinetic() + e.strain(), e.correction());
    if (!audit.clean())
      fault(Fault::intersection,
            fmt::format("{} intersections, {} overlaps", audit.intersections, audit.contained));
    else if (!(v.contact <= limits_.contact))
      fault(Fault::contact, fmt::format("contact brought in {:.3g} of the energy", v.contact));
    else if (!(alone <= limits_.explosion * scale + rounding))
      fault(v.integration > limits_.integration ? Fault::integration : Fault::explosion,
            fmt::format("energy is {:.3g} of what it may be", alone / scale));
    else if (!(v.change <= limits_.change))
      fault(Fault::step,
            fmt::format("changes of the step brought in {:.3g} of the energy", v.change));
    else if (!(std::max(v.linear_drift, v.angular_drift) <= limits_.momentum))
      fault(Fault::momentum, fmt::format("momentum drifted by {:.3g}, angular momentum by {:.3g}",
                                         v.linear_drift, v.angular_drift));
    else if (const Real open = std::max(e.gap(), difference(s, e));
             !(open <= limits_.account * scale + rounding))
      fault(Fault::account, fmt::format("the accounts are open by {:.3g}", open / scale));
    else if (v.steps > limits_.steps)
      fault(Fault::endless, "it came to no end");
    else {
      // A gain of integration alone may come and go; the scene is judged to its end.
      const bool gained = !(v.r1 <= 1 + limits_.gain) || !(v.integration <= limits_.integration);
      if (v.fault == Fault::none && gained)
        fault(Fault::integration,
              fmt::format("integration brought in {:.3g} of the energy, R1 is {:.6g} of its start",
                          v.integration, v.r1));
      return true;
    }
    return false;
  }

  /// J, between the ledger and what the program says of its own energy.
  static Real difference(testing::Simulation& s, const EnergyLedger& e) {
    const core::Account& own = s.balance.account();
    if (!own.kept()) return kUnlimited;
    return std::max({std::abs(own.sum().contact - e.sums().contact),
                     std::abs(own.sum().integration - e.sums().integration),
                     std::abs(own.scale() - e.scale())});
  }

  Limits limits_;
};

/// A shorter time and fewer bodies, as long as it fails in the same way.
inline SceneText shrink(SceneText text, const Verdict& verdict, const SceneJudge& judge) {
  const auto adopt = [&](const SceneText& t) {
    const bool fails = judge.judge(t.json()).fault == verdict.fault;
    if (fails) text = t;
    return fails;
  };
  SceneText shorter = text;
  shorter.end = std::min(text.end, verdict.until);
  adopt(shorter);
  for (std::size_t b = 0; b < text.bodies.size() && text.bodies.size() > 1;) {
    SceneText fewer = text;
    fewer.bodies.erase(fewer.bodies.begin() + static_cast<std::ptrdiff_t>(b));
    if (!adopt(fewer)) ++b;
  }
  return text;
}

/// Writes a scene that failed, shrunk. @return what went wrong, and how to see it
inline std::string failure(const SceneText& text, unsigned seed, const Verdict& verdict,
                           const SceneJudge& judge) {
  const auto file =
      std::filesystem::temp_directory_path() / fmt::format("tactus_{}_{}.json", text.kind, seed);
  std::ofstream(file) << shrink(text, verdict, judge).json();
  return fmt::format("{}: {} {} ({} bodies, {}, {}): {}; reproduce with: tactus run {}",
                     verdict.name(), text.kind, seed, text.bodies.size(), text.solver, text.impact,
                     verdict.words, file.string());
}

/// How many scenes to run, from an environment variable.
inline int scenes_wanted(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text ? std::atoi(text) : otherwise;
}

/// Rows of what became of scenes, one a kind of scene.
class Tallies {
 public:
  struct Tally {
    int scenes = 0, refused_at_start = 0, refused = 0, touched = 0;
    std::map<Fault, int> faults;
    Index steps = 0, impact_zone_steps = 0;
    Real r1 = 0, contact = 0, integration = 0, drift = 0, ratio = 0;
  };

  void add(const std::string& row, const Verdict& v) {
    for (Tally* t : {&rows_[row], &all_}) {
      ++t->scenes;
      t->refused_at_start += !v.started();
      t->refused += !v.refused.empty();
      t->touched += v.touched;
      if (v.fault != Fault::none) ++t->faults[v.fault];
      t->steps += v.steps;
      t->impact_zone_steps += v.impact_zone_steps;
      t->r1 = std::max(t->r1, v.r1);
      t->contact = std::max(t->contact, v.contact);
      t->integration = std::max(t->integration, v.integration);
      t->drift = std::max({t->drift, v.linear_drift, v.angular_drift});
      t->ratio = std::max(t->ratio, v.ratio);
    }
    for (const std::string& why : {v.refused_at_start, v.refused})
      if (!why.empty()) ++reasons_[why];
  }

  const std::map<std::string, Tally>& rows() const { return rows_; }
  const Tally& all() const { return all_; }
  int count(Fault fault) const {
    const auto found = all_.faults.find(fault);
    return found == all_.faults.end() ? 0 : found->second;
  }
  int unsound_otherwise_than_by(Fault fault) const {
    int sum = 0;
    for (const auto& [kind, count] : all_.faults) sum += kind == fault ? 0 : count;
    return sum;
  }

  std::string table() const {
    std::string out = fmt::format(
        "{:<32}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}{:>11}{:>11}{:>11}{:>9}{:>8}\n",
        "scenes", "number", "touched", "crossed", "contact", "integr.", "other", "overlap",
        "refused", "zones", "R1/R1_0", "sum G", "sum J", "drift", "ratio");
    for (const auto& [name, tally] : rows_) out += row(name, tally);
    out += row("all", all_);
    for (const auto& [why, count] : reasons_)
      out += fmt::format("  refused {} times: {}\n", count, why);
    return out;
  }

 private:
  static std::string row(const std::string& name, const Tally& t) {
    const auto of = [&](Fault f) {
      const auto found = t.faults.find(f);
      return found == t.faults.end() ? 0 : found->second;
    };
    const int other = of(Fault::step) + of(Fault::explosion) + of(Fault::momentum) +
                      of(Fault::account) + of(Fault::endless);
    const Real zones =
        t.steps ? 100. * static_cast<Real>(t.impact_zone_steps) / static_cast<Real>(t.steps) : 0;
    return fmt::format(
        "{:<32}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8.3f}%{:>11.6g}{:>11.3g}{:>11.3g}{:>9.1g}"
        "{:>8.3g}\n",
        name, t.scenes, t.touched, of(Fault::intersection), of(Fault::contact),
        of(Fault::integration), other, t.refused_at_start, t.refused, zones, t.r1, t.contact,
        t.integration, t.drift, t.ratio);
  }

  std::map<std::string, Tally> rows_;
  std::map<std::string, int> reasons_;
  Tally all_;
};

}  // namespace tactus::property
