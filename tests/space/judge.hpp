/// \file judge.hpp  Runs a scene in space and says what became of it: sound, unsound and by what, or
/// refused and why. Overlaps of bodies are found by separating axes and energies by a ledger of the
/// judge's own; where the program's audit and account say otherwise, that is a fault, too.
#pragma once

#include <map>
#include <string>

#include "generator.hpp"

namespace tactus::space_scenes {

enum class Fault {
  none,
  overlap,      ///< two bodies overlap
  self,         ///< a body overlaps itself
  contact,      ///< contact brought in energy
  integration,  ///< the integration of the free motion did
  step,         ///< changes of the step did
  explosion,
  momentum,
  account  ///< the program's account is not that of the judge
};
std::string_view name_of(Fault fault);

/// Bounds of the judge; energies over the scale of the ledger.
struct Limits {
  Real contact = 1e-3, integration = 1e-2, change = 1e-2, explosion = 2;
  Real momentum = 1e-10, account = 1e-9;
  Index steps = 5000;  ///< after which a scene is not followed any further
};

struct Verdict {
  std::string refused_at_start, refused;  ///< why, without its numbers; empty: not refused
  Fault fault = Fault::none;
  std::string words;
  bool touched = false;
  bool followed = true;  ///< to its end
  Index steps = 0, zone_steps = 0, passes = 0, substeps = 0;
  Real contact = 0, integration = 0, change = 0;  ///< largest sums, over the scale
  Real drift = 0;                                 ///< of momenta
  Real seconds = 0;

  bool sound() const { return fault == Fault::none && refused.empty() && refused_at_start.empty(); }
  std::string name() const;
};

Verdict judge(const std::string& json, const Limits& limits = {});

/// What became of many scenes.
class Tally {
 public:
  void add(const Verdict& v);
  std::string row(std::string_view name) const;
  int scenes = 0, touched = 0, sound = 0, refused = 0, refused_at_start = 0, cut = 0;
  std::map<Fault, int> faults;
  std::map<std::string, int> reasons;
  Index steps = 0, zone_steps = 0;
  Real contact = 0, integration = 0, change = 0, drift = 0, seconds = 0;
  static std::string head();
  int count(Fault fault) const;
};

}  // namespace tactus::space_scenes
