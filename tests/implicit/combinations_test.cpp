// Every combination of the installed plugins that implicit steps can be made
// with runs one scene, and each other one is refused before the first step,
// with the reason. What is installed is asked of the registry: a new plugin
// takes part by itself, with its default options unless `variants` says
// otherwise.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "core/scene/capabilities.hpp"
#include "core/scene/served.hpp"
#include "tactus/statics/capabilities.hpp"
#include "tactus/statics/massless.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// A component as a configuration asks for it: further members of its object.
struct Choice {
  std::string name, options;
  std::string label() const { return options.empty() ? name : fmt::format("{} {}", name, options); }
  std::string json() const {
    return fmt::format(R"({{"type": "{}"{}{}}})", name, options.empty() ? "" : ", ", options);
  }
};

const std::multimap<std::string, std::string> kVariants{
    {"newmark", R"("beta": 0.25)"},
    {"moreau_jean", R"("theta": 0.5)"},
    {"energy_momentum", ""},
    {"energy_momentum", R"("contact": "middle")"},
    {"energy_momentum", R"("tangent": "symmetrised")"},
    {"energy_momentum", R"("tangent": "symmetrised", "contact": "middle")"},
    {"penalty", ""},
    {"penalty", R"("linear": "definite")"},
    {"hybrid", R"("solvers": [{"type": "projected_newton"}, {"type": "gauss_seidel"}])"},
    {"j2_plastic", R"("young": 1e6, "poisson": 0.3, "yield_stress": 1e3)"},
    {"viscoelastic",
     R"("young": 1e6, "poisson": 0.3, "fractions": [0.3], "relaxation_times": [1e-3])"}};

std::vector<Choice> choices(Kind kind) {
  std::vector<Choice> found;
  for (const std::string &name : registry().names(kind)) {
    if (!built(name)) continue;  // one that only tests use
    const auto [first, last] = kVariants.equal_range(name);
    for (auto at = first; at != last; ++at) found.push_back({name, at->second});
    if (first != last) continue;
    found.push_back({name, kind == Kind::material ? R"("young": 1e6, "poisson": 0.3)" : ""});
  }
  return found;
}

/// A block on one of its corners whose top is driven down, and what it is
/// pressed against: a second block on a held bottom, or a plane.
struct Scene {
  Choice integrator, solver, constraint;
  std::string law;
  int dim = 2;
  bool moves = true;  ///< false: steps have no inertia, and nothing has a velocity
  Choice material{"neo_hookean", R"("young": 1e6, "poisson": 0.3)"};

  std::string block(const char *name, const char *place, const char *size,
                    const std::string &more = {}) const {
    return fmt::format(
        R"({{"name": "{}", "density": 1000, "translate": {},{} "material": {},
      "mesh": {{"type": "{}", "size": {}, "cells": {}}}}})",
        name, place, more, material.json(), dim == 2 ? "rectangle" : "box", size,
        dim == 2 ? "[2, 2]" : "[1, 1, 1]");
  }
  std::string tilt() const {
    return fmt::format(R"( "rotate": {},)", dim == 2 ? "0.3" : "[0.3, -0.4, 0]");
  }
  std::string bodies() const {
    const std::string zero = dim == 2 ? "0" : "0, 0";
    if (constraint.name == "particle_gap")
      return fmt::format(
          R"({{"name": "grain", "type": "particles", "mass": 1, "radius": 0.1, "points": [[0, {0}]],
        "velocity": [0.5, {0}]}}, {{"name": "other", "type": "particles", "mass": 1, "radius": 0.1,
        "points": [[0.2002, {0}]], "velocity": [-0.5, {0}]}})",
          zero);
    if (constraint.name == "ball_face")
      return R"({"name": "ball", "type": "particles", "mass": 1, "radius": 0.1,
        "points": [[0.53, 0.61, 0.1002]], "velocity": [0, 0, -0.5]}, )" +
             ground();
    if (constraint.name == "disk_edge")
      return R"({"name": "disk", "type": "rigid", "density": 1000, "radius": 0.5, "translate": [0.5, 0.5]})";
    std::string all =
        block("block", dim == 2 ? "[0.53, 0.0002]" : "[0.53, 0.61, 0.0002]",
              dim == 2 ? "[1, 1]" : "[1, 1, 1]",
              tilt() + (moves ? fmt::format(R"( "velocity": [{}, -0.5],)", zero) : ""));
    if (constraint.name == "half_space")
      return all + fmt::format(R"(, {{"name": "ground", "type": "obstacle",
        "half_space": {{"normal": {}}}}})",
                               dim == 2 ? "[0, 1]" : "[0, 0, 1]");
    if (constraint.name == "floor") return all;
    return all + ", " + ground();
  }
  std::string ground() const {
    return block("ground", dim == 2 ? "[0, -0.5]" : "[0, 0, -0.5]",
                 dim == 2 ? "[2, 0.5]" : "[2, 2, 0.5]");
  }
  bool has_block() const {
    return std::ranges::count(std::vector<std::string>{"particle_gap", "disk_edge", "ball_face"},
                              constraint.name) == 0;
  }
  bool has_ground() const {
    return constraint.name == "ball_face" ||
           (has_block() && constraint.name != "half_space" && constraint.name != "floor");
  }
  std::string supports() const {
    std::vector<std::string> all;
    if (has_block())
      all.push_back(fmt::format(R"({{"body": "block", "group": "top", "velocity": {}}})",
                                dim == 2 ? "[0, -0.5]" : "[0, 0, -0.5]"));
    if (has_ground()) all.emplace_back(R"({"body": "ground", "group": "bottom"})");
    return fmt::format("{}", fmt::join(all, ", "));
  }
  std::string constraint_json() const {
    Choice chosen = constraint;
    if (chosen.name == "floor")
      chosen.options = fmt::format(R"("normal": {})", dim == 2 ? "[0, 1]" : "[0, 0, 1]");
    return chosen.json();
  }
  std::string text() const {
    return fmt::format(
        R"({{"dimension": {}, "bodies": [{}], "supports": [{}], "integrator": {},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {}, "solver": {}{}}},
      "time": {{"end": 4e-3, "step": 1e-3}}}})",
        dim, bodies(), supports(), integrator.json(), constraint_json(), solver.json(),
        law.empty() ? "" : fmt::format(R"(, "laws": [{{"between": ["*", "*"], {}}}])", law));
  }
};

/// What `check` says; empty if it is content.
std::string refusal(const std::string &text) {
  try {
    core::RegistrySource components(registry());
    const core::ReadConfiguration read =
        core::read_configuration(core::Document::parse(text, "scene.json"), components);
    core::Problems problems(read.configuration.places);
    core::refuse_not_served(read.configuration, problems);
    problems.throw_if_any();
    return {};
  } catch (const std::exception &e) {
    return e.what();
  }
}

/// The scene with a law where the solver takes one: the first that fits.
std::string refusal_with_laws(Scene &scene) {
  std::string first;
  for (const char *law : {"", R"("type": "nonsmooth_force", "friction": 0.2)",
                          R"("type": "spring_dashpot", "spring": 1e6)"}) {
    scene.law = law;
    const std::string refused = refusal(scene.text());
    if (refused.empty()) return {};
    if (first.empty()) first = refused;
  }
  scene.law.clear();
  return first;
}

/// A sentence that names what does not fit, and why.
bool says_why(const std::string &refused, const Scene &scene) {
  const auto names = [&](const std::string &name) {
    return refused.find('"' + name + '"') != std::string::npos;
  };
  const auto says = [&](const char *text) { return refused.find(text) != std::string::npos; };
  const bool who = names(scene.integrator.name) || names(scene.solver.name) ||
                   names(scene.constraint.name) || names(scene.material.name);
  return who && (says("\" needs ") || says("is not for scenes of") ||
                 says("only bodies that consist of nodes have a part") ||
                 says("they have no stiffness, and nothing has inertia"));
}

/// Which of the shipped solvers go with which of the shipped integrators, as
/// their pages say.
const std::map<std::string, std::set<std::string>> kServed{
    {R"(newmark "beta": 0.25)", {"ipopt", "sqp"}},
    {"modified_midpoint", {"ipopt", "sqp"}},
    {"midpoint", {"ipopt", "sqp", "penalty", R"(penalty "linear": "definite")"}},
    {"energy_momentum", {}},
    {R"(energy_momentum "contact": "middle")", {"penalty"}},
    {R"(energy_momentum "tangent": "symmetrised")", {"sqp"}},
    {R"(energy_momentum "tangent": "symmetrised", "contact": "middle")",
     {"sqp", "penalty", R"(penalty "linear": "definite")"}},
    {"quasi_static", {"ipopt", "sqp"}},
    {R"(moreau_jean "theta": 0.5)",
     {"direct", "gauss_seidel", "interior_point", "projected_newton",
      R"(hybrid "solvers": [{"type": "projected_newton"}, {"type": "gauss_seidel"}])"}}};

bool is_shipped_solver(const std::string &label) {
  return label == "local_sqp" || std::ranges::any_of(kServed, [&](const auto &served) {
           return served.second.contains(label);
         });
}

/// Whether steps of an integrator are implicit, and whether they have inertia.
std::pair<bool, bool> kind_of(const Choice &integrator) {
  core::RegistrySource components(registry());
  const std::string text = fmt::format(
      R"({{"dimension": 2, "bodies": [{{"name": "grain", "type": "particles", "mass": 1, "radius": 0.1,
        "points": [[0, 0]]}}], "integrator": {}, "time": {{"end": 1, "step": 1}}}})",
      integrator.json());
  const auto read = core::read_configuration(core::Document::parse(text, "scene.json"), components);
  // What moves nodes without mass has scenes of its own.
  const core::Claims claims = core::claims_of(*read.configuration.integrator.object);
  return {core::makes_implicit_steps(read.configuration) && !claims.has(capability::massless_nodes),
          !claims.has(capability::statics)};
}

std::vector<int> dimensions_of(const Choice &constraint) {
  const auto object = make_component<Constraint>(constraint.name);
  std::vector<int> dims;
  for (const int dim : {2, 3})
    if (core::works_in(core::claims_of(*object), dim)) dims.push_back(dim);
  return dims;
}

/// Makes a few steps in which the block is pressed against something.
void run(const Scene &scene) {
  CAPTURE(scene.text());
  Simulation s(scene.text());
  Real before = s.balance.account().energy(), open = 0, scale = 0;
  Index contacts = 0;
  std::string error;
  try {
    s.run([&](Simulation &now) {
      const core::Account &account = now.balance.account();
      contacts += now.stepper.facts().contact.forces.contacts > 0;
      open = std::max(open, std::abs(account.energy() - before - account.step().sum()));
      before = account.energy();
      scale = std::max(scale, now.balance.now().kinetic + now.balance.now().strain);
    });
  } catch (const std::exception &e) {
    error = e.what();
  }
  CHECK(error.empty());
  CAPTURE(error);
  CHECK(contacts > 0);
  CHECK(std::isfinite(scale));
  if (s.balance.account().kept()) CHECK(open <= 1e-9 * scale);
  if (core::leaves_no_overlap(s.configuration())) CHECK(s.audit().clean());
}

}  // namespace

TEST_CASE("every combination of implicit steps runs, or is refused with the reason",
          "[implicit][combinations]") {
  const std::vector<Choice> solvers = choices(Kind::contact_solver),
                            constraints = choices(Kind::constraint),
                            materials = choices(Kind::material);
  int runs = 0, refusals = 0;
  for (const Choice &integrator : choices(Kind::integrator)) {
    const auto [is_implicit, has_inertia] = kind_of(integrator);
    if (!is_implicit) continue;
    std::set<std::string> served;
    for (const Choice &solver : solvers)
      for (const Choice &constraint : constraints)
        for (const int dim : dimensions_of(constraint)) {
          const bool are_grains =
              constraint.name == "particle_gap" || constraint.name == "ball_face";
          if (!has_inertia && are_grains) continue;  // nothing holds them
          Scene scene{integrator, solver, constraint, {}, dim, has_inertia};
          CAPTURE(integrator.label(), solver.label(), constraint.name, dim);
          if (const std::string refused = refusal_with_laws(scene); !refused.empty()) {
            ++refusals;
            CAPTURE(refused);
            CHECK(says_why(refused, scene));
            continue;
          }
          served.insert(solver.label());
          for (const Choice &material : materials) {
            scene.material = material;
            CAPTURE(material.name);
            if (const std::string refused = refusal(scene.text()); !refused.empty()) {
              ++refusals;
              CAPTURE(refused);
              CHECK(says_why(refused, scene));
              continue;
            }
            ++runs;
            run(scene);
            if (!scene.has_block()) break;
          }
        }
    const auto expected = kServed.find(integrator.label());
    if (expected == kServed.end()) continue;
    for (const Choice &solver : solvers) {
      CAPTURE(integrator.label(), solver.label());
      if (is_shipped_solver(solver.label()))
        CHECK(served.contains(solver.label()) == expected->second.contains(solver.label()));
    }
  }
  CAPTURE(runs, refusals);
  CHECK(runs > 200);
  CHECK(refusals > 200);
}

TEST_CASE("what does not fit an implicit step is refused by name, with the reason",
          "[implicit][combinations]") {
  using Catch::Contains;
  const auto says = [](const std::string &integrator, const std::string &solver,
                       const std::string &constraint, const std::string &material, int dim = 2) {
    const auto chosen = [](const std::string &label) {
      const auto space = label.find(' ');
      return Choice{label.substr(0, space),
                    space == label.npos ? std::string() : label.substr(space + 1)};
    };
    Scene scene{chosen(integrator), chosen(solver), chosen(constraint), {}, dim};
    scene.material = {material, R"("young": 1e6, "poisson": 0.3)"};
    if (material == "viscoelastic") scene.material.options = kVariants.find(material)->second;
    return refusal(scene.text());
  };
  const std::string springs = R"(energy_momentum "contact": "middle")",
                    average = R"(newmark "beta": 0.25)";
  CHECK_THAT(says(springs, "penalty", "node_to_facet", "linear_elastic"),
             Contains("\"energy_momentum\" needs a stress that turns with the body") &&
                 Contains("\"linear_elastic\""));
  CHECK_THAT(says("energy_momentum", "ipopt", "vertex_edge", "neo_hookean"),
             Contains("\"ipopt\" needs") && Contains("a symmetric tangent") &&
                 Contains("\"energy_momentum\" (/integrator) does not provide it"));
  CHECK_THAT(says(springs, R"(penalty "linear": "definite")", "node_to_facet", "neo_hookean"),
             Contains("\"penalty\" needs a symmetric tangent") &&
                 Contains("\"energy_momentum\" (/integrator) does not provide it"));
  CHECK_THAT(says(average, "local_sqp", "vertex_edge", "neo_hookean"),
             Contains("\"local_sqp\" needs an explicit step") &&
                 Contains("\"newmark\" (/integrator) does not provide it"));
  CHECK_THAT(says(average, "penalty", "node_to_facet", "neo_hookean"),
             Contains("\"penalty\" needs contact in the middle of a step"));
  CHECK_THAT(says(average, "ipopt", "vertex_edge", "viscoelastic"),
             Contains("a residual that is the derivative of a potential") &&
                 Contains("because \"viscoelastic\" (/bodies/0/material) dissipates"));
  CHECK_THAT(says(average, "sqp", "facet_intersection", "neo_hookean", 3),
             Contains("\"facet_intersection\" needs explicit steps in space") &&
                 Contains("gradients of its rows vanish"));
  CHECK(says(average, "sqp", "facet_intersection", "neo_hookean").empty());
  CHECK(says("midpoint", "penalty", "node_to_facet", "neo_hookean").empty());
}

TEST_CASE(
    "springs in midpoint steps run, and it is said before that they do "
    "not keep the energy",
    "[implicit][combinations]") {
  const Scene scene{{"midpoint", ""}, {"penalty", ""}, {"node_to_facet", ""}, {}};
  core::RegistrySource components(registry());
  const auto notes =
      core::read_configuration(core::Document::parse(scene.text(), "scene.json"), components)
          .configuration.notes;
  CHECK(std::ranges::any_of(notes, [](const std::string &note) {
    return note.find("\"penalty\"") != note.npos &&
           note.find("gain or lose energy; energy_momentum keeps it") != note.npos;
  }));
}
