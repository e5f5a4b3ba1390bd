// Wrong plugins and what must find them: one row of the kill table each.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tactus/conformance/check.hpp>
#include <vector>

namespace tactus::conformance {

/// What a wrong plugin must be told: this promise, in words that hold this.
struct Expected {
  std::string promise, text;
};

/// A wrong plugin: what is wrong with it, what sort of fault that is, and the promise that finds it.
struct Kill {
  std::string kind, name, fault;
  Expected expected;
  std::function<void(Check&)> run;
  std::string survives{};  ///< why the promise does not find it; empty: it does
};
using Kills = std::vector<Kill>;

/// A plugin that is right, and keeps every promise.
struct Sound {
  std::string name;
  int least;  ///< promises that it must have been asked for
  std::function<void(Check&)> run;
};
using Sounds = std::vector<Sound>;

/// Some cases of a file. `special`: the fault of some of them, by name.
template <class Case, class Run>
void add(Kills& all, const std::string& kind, const std::string& fault,
         const std::vector<Case>& cases, Run run,
         const std::map<std::string, std::string>& special = {}) {
  for (const Case& c : cases) {
    const auto named = special.find(c.name);
    all.push_back({kind, c.name, named == special.end() ? fault : named->second, c.expected,
                   [c, run](Check& check) { run(c, check); }});
  }
}

/// A wrong plugin that the kit does not find, and why not: known, and written down.
template <class Case, class Run>
void survives(Kills& all, const std::string& kind, const Case& c, Run run, const std::string& why) {
  all.push_back(
      {kind, c.name, "not found", c.expected, [c, run](Check& check) { run(c, check); }, why});
}

// One function a file.
void add_materials(Kills& kills, Sounds& sounds);
void add_dissipation(Kills& kills, Sounds& sounds);
void add_integrators(Kills& kills, Sounds& sounds);
void add_implicit_integrators(Kills& kills, Sounds& sounds);
void add_broad_phases(Kills& kills, Sounds& sounds);
void add_constraints(Kills& kills, Sounds& sounds);
void add_balls(Kills& kills, Sounds& sounds);
void add_particle_constraints(Kills& kills, Sounds& sounds);
void add_spatial_constraints(Kills& kills, Sounds& sounds);
void add_floors(Kills& kills, Sounds& sounds);
void add_followers(Kills& kills, Sounds& sounds);
void add_increment_solvers(Kills& kills, Sounds& sounds);
void add_coupled_solvers(Kills& kills, Sounds& sounds);
void add_springs(Kills& kills, Sounds& sounds);
void add_reaction_solvers(Kills& kills, Sounds& sounds);
void add_contact_laws(Kills& kills, Sounds& sounds);
void add_friction_laws(Kills& kills, Sounds& sounds);
void add_implicit_laws(Kills& kills, Sounds& sounds);
void add_explicit_laws(Kills& kills, Sounds& sounds);
void add_loads(Kills& kills, Sounds& sounds);
void add_probes(Kills& kills, Sounds& sounds);
void add_options(Kills& kills, Sounds& sounds);

}  // namespace tactus::conformance
