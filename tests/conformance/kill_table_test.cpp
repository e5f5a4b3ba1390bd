// The kill table: every wrong plugin of this folder must be found by the promise that its row names.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "kill.hpp"
#include "recorder.hpp"
#include "tactus/midpoint/capabilities.hpp"

namespace {
using namespace tactus::conformance;

/// The wrong and the right plugins of each kind, by the name of the kind.
struct Table {
  Kills kills;
  Sounds sounds;
};
std::map<std::string, Table> tables() {
  std::map<std::string, Table> all;
  const auto of = [&](const std::string& kind, auto... add) {
    (add(all[kind].kills, all[kind].sounds), ...);
  };
  of("material", add_materials, add_dissipation);
  of("integrator", add_integrators, add_implicit_integrators);
  of("broad phase", add_broad_phases);
  of("constraint", add_constraints, add_balls, add_particle_constraints, add_spatial_constraints,
     add_floors, add_followers);
  of("contact solver, increments", add_increment_solvers, add_coupled_solvers, add_springs);
  of("contact solver, reactions", add_reaction_solvers);
  of("contact law", add_contact_laws, add_friction_laws, add_implicit_laws, add_explicit_laws);
  of("load", add_loads);
  of("probe", add_probes);
  of("options", add_options);
  return all;
}
Kills all_kills() {
  Kills all;
  for (const auto& [kind, table] : tables())
    all.insert(all.end(), table.kills.begin(), table.kills.end());
  return all;
}

/// A promise whether it is made of the plane or of space, of bodies or of groups.
std::string without_place(std::string promise) {
  for (const std::string where : {" in the plane", " in space"})
    if (const auto at = promise.find(where); at != std::string::npos)
      promise.erase(at, where.size());
  if (promise.starts_with("2D") || promise.starts_with("3D"))
    promise.erase(0, promise.find(": ") + 2);
  return promise;
}

/// Every wrong plugin whose place in the table leaves `part` on division by four.
void check_kills(std::size_t part) {
  const Kills kills = all_kills();
  for (std::size_t i = part; i < kills.size(); i += 4) {
    INFO(kills[i].kind << ": " << kills[i].name);
    Recorder recorder(kills[i].expected.promise);
    kills[i].run(recorder);
    const auto found = recorder.broken.find(kills[i].expected.promise);
    INFO("tested: " << recorder.kept_or_broken);
    if (!kills[i].survives.empty()) {
      CHECK(recorder.kept_or_broken == 1);
      CHECK(found == recorder.broken.end());
      continue;
    }
    CHECK(found != recorder.broken.end());
    if (found != recorder.broken.end())
      CHECK_THAT(found->second, Catch::Contains(kills[i].expected.text));
  }
}

}  // namespace

TEST_CASE("the conformance kit finds each wrong plugin of the kill table, first quarter") {
  check_kills(0);
}
TEST_CASE("the conformance kit finds each wrong plugin of the kill table, second quarter") {
  check_kills(1);
}
TEST_CASE("the conformance kit finds each wrong plugin of the kill table, third quarter") {
  check_kills(2);
}
TEST_CASE("the conformance kit finds each wrong plugin of the kill table, last quarter") {
  check_kills(3);
}

TEST_CASE("the conformance kit passes right plugins, and each promise finds a wrong one") {
  std::set<std::string> idle;
  for (const auto& [kind, table] : tables()) {
    const auto of_kind = [&](const std::string& promise) {
      return kind + ": " + without_place(promise);
    };
    for (const Sound& sound : table.sounds) {
      INFO(sound.name);
      Recorder recorder;
      sound.run(recorder);
      check_passes(recorder);
      CHECK(recorder.kept_or_broken >= sound.least);
      for (const std::string& promise : recorder.asked)
        if (kind != "options" && !promise.starts_with("with ")) idle.insert(of_kind(promise));
    }
    for (const Kill& kill : table.kills)
      if (kill.survives.empty()) idle.erase(of_kind(kill.expected.promise));
  }
  // The same function as "of second order on an oscillator", which is asked where that is claimed
  idle.erase("integrator: converges on an oscillator");
  std::string all;
  for (const std::string& promise : idle) all += "\n  " + promise;
  CHECK(all == "");
}

TEST_CASE("the kill table holds every class of fault, and a wrong plugin for every claim") {
  std::set<std::string> faults;
  std::set<std::string> names;
  const Kills kills = all_kills();
  for (const Kill& kill : kills) {
    faults.insert(kill.fault);
    CHECK(names.insert(kill.kind + kill.name).second);
  }
  for (const std::string fault :
       {"histories written in a trial", "histories of some lanes only", "decay of the wrong sign",
        "float in one place", "an offset of energy", "allocation in a warm call",
        "static memory that objects share", "an unstable limit", "only at the end of an option",
        "only with more than 3 degrees of freedom", "a pair that is exactly vertical",
        "only beyond 100 m", "only by viscosity", "failures that are not counted",
        "keys that change with the pass"})
    CHECK(faults.count(fault) == 1);
  namespace claims = tactus::capability;
  for (const std::string_view claim : {claims::energy,          claims::tangent,
                                       claims::objective,       claims::dissipation,
                                       claims::increment,       claims::impulse,
                                       claims::potential,       claims::separable,
                                       claims::problem_tangent, claims::assembled,
                                       claims::symmetric,       claims::middle_contact,
                                       claims::keeps_energy,    claims::second_order,
                                       claims::reversible,      claims::angular_momentum,
                                       claims::impact_by_phase, claims::unilateral,
                                       claims::gradient,        claims::hessian,
                                       claims::frames,          claims::gap,
                                       claims::persistent,      claims::nodal,
                                       claims::complete,        claims::end_of_step,
                                       claims::swept,           claims::implicit_law,
                                       claims::coulomb,         claims::explicit_law,
                                       claims::projection,      claims::linearised,
                                       claims::feasible,        claims::components,
                                       claims::sorted,          claims::load_potential}) {
    INFO(claim);
    CHECK(faults.count("claim: " + std::string(claim)) == 1);
  }
}
