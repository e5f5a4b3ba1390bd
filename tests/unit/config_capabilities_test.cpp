#include <catch2/catch.hpp>

#include "config_fakes.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

/// A component that is nothing but its claims.
template <Kind kind, class Claim>
class Claiming final : public Component {
 public:
  static constexpr Kind kKind = kind;
  struct Options {
    bool boast = false;
    void describe(OptionVisitor& o) { o.flag("boast", boast).help("claims acme.thermal as well"); }
  };
  explicit Claiming(Options o) : options_(o) {}
  void capabilities(Capabilities& c) const override {
    Claim()(c);
    if (options_.boast) c.provides("acme.thermal");
  }

 private:
  Options options_;
};

template <Kind kind, class Claim>
Registration entry(const char* name, Claim) {
  return registration<Claiming<kind, Claim>>(name, "");
}

FakeComponents claiming_fakes() {
  return FakeComponents({
      entry<Kind::material>("soft", [](Capabilities& c) { c.provides("material.energy"); }),
      entry<Kind::material>("stiff", [](Capabilities&) {}),
      entry<Kind::integrator>("free", [](Capabilities& c) { c.provides("problem.increment"); }),
      entry<Kind::integrator>("impulsive", [](Capabilities& c) { c.provides("problem.impulse"); }),
      entry<Kind::integrator>("energetic",
                              [](Capabilities& c) {
                                c.provides("problem.increment");
                                c.needs("material.energy");
                              }),
      entry<Kind::broad_phase>("boxes", [](Capabilities&) {}),
      entry<Kind::constraint>("framed", [](Capabilities& c) { c.provides("contact.frames"); }),
      entry<Kind::constraint>("bare", [](Capabilities&) {}),
      entry<Kind::contact_solver>("projection",
                                  [](Capabilities& c) {
                                    c.needs("problem.increment");
                                    c.prefers("contact.frames", "no friction in the output");
                                  }),
      entry<Kind::contact_solver>("sweeps",
                                  [](Capabilities& c) {
                                    c.needs("problem.impulse");
                                    c.needs("contact.frames");
                                    c.needs_one_of({"law.implicit", "law.linearised"});
                                  }),
      entry<Kind::contact_solver>("warm", [](Capabilities& c) { c.needs("acme.thermal"); }),
      entry<Kind::contact_law>("coulomb", [](Capabilities& c) { c.provides("law.implicit"); }),
      entry<Kind::contact_law>("newton", [](Capabilities& c) { c.provides("law.linearised"); }),
      entry<Kind::contact_law>("spring", [](Capabilities& c) { c.provides("law.explicit"); }),
  });
}

const std::string kLawScene = R"({
  "bodies": [
    {"name": "a", "mesh": {"type": "disk"}, "density": 1, "material": {"type": "soft"}},
    {"name": "b", "mesh": {"type": "disk"}, "density": 1, "material": {"type": "stiff"}},
    {"name": "floor", "type": "obstacle", "mesh": {"type": "disk"}}],
  "integrator": {"type": "impulsive"},
  "contact": {
    "broad_phase": {"type": "boxes"},
    "constraint": {"type": "framed"},
    "solver": {"type": "sweeps"},
    "laws": [{"between": ["a", "*"], "type": "coulomb"},
             {"between": ["*", "floor"], "type": "newton", "friction": 0.3}]},
  "time": {"end": 1}
})";

std::string law_scene_refused(const std::vector<std::string>& sets) {
  FakeComponents components = claiming_fakes();
  return refusal_of(kLawScene, components, sets);
}

std::vector<std::string> notes(const std::vector<std::string>& sets) {
  FakeComponents components = claiming_fakes();
  return read_configuration(Document::parse(kLawScene, "scene.json", sets), components)
      .configuration.notes;
}

}  // namespace

TEST_CASE("Components whose needs are met are accepted without a note", "[config]") {
  CHECK(law_scene_refused({}) == "");
  CHECK(notes({}).empty());
}

TEST_CASE("A need that the integrator does not meet names what would fit on either side",
          "[config]") {
  CHECK(law_scene_refused({"/integrator/type=free"}) ==
        "scene.json:10:24: /contact/solver/type: \"sweeps\" needs a step posed in velocities; "
        "\"free\" (/integrator) does not provide it; integrators that provide it with default "
        "options: impulsive; no "
        "contact_solver that is installed fits the rest of this configuration, for \"free\" goes "
        "with projection, without \"laws\": see `tactus list "
        "--matrix`");
}

TEST_CASE("Every material is asked, and the one that lacks it is named", "[config]") {
  const std::vector<std::string> sets{"/integrator/type=energetic",
                                      "/contact={\"broad_phase\": {\"type\": \"boxes\"}, "
                                      "\"constraint\": {\"type\": \"framed\"}, "
                                      "\"solver\": {\"type\": \"projection\"}}"};
  CHECK(law_scene_refused(sets) ==
        "--set /integrator/type=energetic: /integrator/type: \"energetic\" needs an energy "
        "whose derivative is the stress; \"stiff\" (/bodies/1/material) does not provide it; "
        "materials that provide it with "
        "default options: soft; integrators that fit this configuration: free");
}

TEST_CASE("One of several needs is enough, and each law is asked", "[config]") {
  CHECK(law_scene_refused({"/contact/laws/1/type=spring"}) ==
        "scene.json:10:24: /contact/solver/type: \"sweeps\" needs a reaction that is solved for "
        "or a linearisation of the law; \"spring\" (/contact/laws/1) does not provide it; "
        "contact_laws that provide it with "
        "default options: coulomb, newton; no contact_solver that is installed fits the rest of "
        "this configuration: see `tactus list --matrix`");
}

TEST_CASE("A preference that is not met is a note that says what happens instead", "[config]") {
  const std::vector<std::string> sets{"/integrator/type=free",
                                      "/contact={\"broad_phase\": {\"type\": \"boxes\"}, "
                                      "\"constraint\": {\"type\": \"bare\"}, "
                                      "\"solver\": {\"type\": \"projection\"}}"};
  CHECK(notes(sets) ==
        std::vector<std::string>{"/contact/solver \"projection\": without a frame at each "
                                 "contact, for friction: no friction in the output"});
}

TEST_CASE("A name of a plugin's own is put to all components: one is enough", "[config]") {
  const std::string warm = "/contact/solver={\"type\": \"warm\"}";
  const std::vector<std::string> without_laws{
      "/contact={\"broad_phase\": {\"type\": \"boxes\"}, \"constraint\": {\"type\": \"bare\"}, "
      "\"solver\": {\"type\": \"warm\"}}"};
  CHECK_THAT(law_scene_refused(without_laws),
             Catch::EndsWith(
                 "\"warm\" needs acme.thermal; no contact_solver that is installed fits the rest "
                 "of this configuration: see `tactus list --matrix`"));
  std::vector<std::string> boasting = without_laws;
  boasting.emplace_back("/bodies/1/material/boast=true");
  CHECK(law_scene_refused(boasting) == "");
}

TEST_CASE("Laws for a solver that uses none are an error, not ignored", "[config]") {
  CHECK(law_scene_refused({"/integrator/type=free", "/contact/solver/type=projection"}) ==
        "scene.json:11:13: /contact/laws: \"projection\" uses no contact laws, so these would be "
        "without effect; remove \"laws\"");
}

TEST_CASE("A solver that uses laws is refused without any", "[config]") {
  CHECK(
      law_scene_refused({"/contact/laws=[]"}) ==
      "scene.json:10:24: /contact/solver/type: \"sweeps\" needs a reaction that is solved for or a "
      "linearisation of the law; no \"laws\" are given: add one \"between\": [\"*\", \"*\"] with a "
      "\"type\"; contact_laws that "
      "provide it with default options: coulomb, newton; no contact_solver that is installed fits "
      "the rest of this configuration: see `tactus list --matrix`");
}

TEST_CASE("A pair of bodies without a law is an error; two obstacles need none", "[config]") {
  CHECK(law_scene_refused({"/contact/laws/0/between=[\"a\", \"floor\"]"}) ==
        "scene.json:11:13: /contact/laws: no law is for \"a\" and \"b\"; add one with \"between\": "
        "[\"a\", \"b\"], or with \"*\" for any");
  CHECK(law_scene_refused({"/contact/laws/0/between=[\"a\", \"floor\"]",
                           "/contact/constraint/between=[\"*\", \"floor\"]"}) == "");
  CHECK_THAT(law_scene_refused({"/bodies/1/self_contact=true"}),
             Catch::Contains("no law is for \"b\" and \"b\""));
  CHECK(law_scene_refused(
            {"/bodies/-={\"name\": \"wall\", \"type\": \"obstacle\", \"mesh\": {\"type\": "
             "\"disk\"}}",
             "/contact/laws/1/between=[\"*\", \"b\"]",
             "/contact/laws/-={\"between\": [\"b\", "
             "\"*\"], \"type\": \"coulomb\"}"}) == "");
}

TEST_CASE("Names in a law are those of bodies, and of several laws the first that fits holds",
          "[config]") {
  CHECK(law_scene_refused({"/contact/laws/0/between=[\"a\", \"flor\"]"}) ==
        "--set /contact/laws/0/between=[\"a\", \"flor\"]: /contact/laws/0/between/1: \"flor\" is "
        "no body, and not \"*\" for any; "
        "did "
        "you mean \"floor\"?");
  FakeComponents components = claiming_fakes();
  const Configuration c =
      read_configuration(Document::parse(kLawScene, "scene.json"), components).configuration;
  const auto law_of = [&](std::size_t a, std::size_t b) {
    std::size_t i = 0;
    while (!c.contact.laws[i].between.between_bodies(a, b)) ++i;
    return i;
  };
  CHECK(law_of(0, 1) == 0);
  CHECK(law_of(2, 0) == 0);
  CHECK(law_of(1, 2) == 1);
  CHECK(c.contact.laws[1].friction == 0.3);
}
