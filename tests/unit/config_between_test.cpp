// "between": names of surfaces in laws and constraints, and lists of constraints.
#include <catch2/catch.hpp>
#include <sstream>

#include "config_fakes.hpp"
#include "core/scene/served.hpp"
#include "tactus/constraint.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

/// A component of which only its kind counts.
template <Kind kind>
class Featureless final : public Component {
 public:
  static constexpr Kind kKind = kind;
  using Options = NoOptions;
  explicit Featureless(Options) {}
};

class Integrator final : public Component {
 public:
  static constexpr Kind kKind = Kind::integrator;
  using Options = NoOptions;
  explicit Integrator(Options) {}
  void capabilities(Capabilities& c) const override {
    c.provides(capability::increment);
    c.provides(capability::separable);
  }
};

FakeComponents constraint_fakes() {
  return FakeComponents({registration<Featureless<Kind::material>>("soft", ""),
                         registration<Integrator>("explicit", ""),
                         registration<Featureless<Kind::broad_phase>>("boxes", ""),
                         registration<Featureless<Kind::constraint>>("gap", ""),
                         registration<Featureless<Kind::constraint>>("cross", ""),
                         registration<Featureless<Kind::contact_solver>>("solver", ""),
                         registration<Featureless<Kind::contact_law>>("coulomb", "")});
}

const std::string kPairScene = R"({
  "bodies": [
    {"name": "block", "mesh": {"type": "disk"}, "density": 1, "material": {"type": "soft"}},
    {"name": "brick", "mesh": {"type": "disk"}, "density": 1, "material": {"type": "soft"},
     "array": {"count": [2, 1], "spacing": [2, 2]}},
    {"name": "dust", "type": "particles", "points": [[5, 5]]}],
  "integrator": {"type": "explicit"},
  "contact": {"broad_phase": {"type": "boxes"}, "constraint": {"type": "gap"},
              "solver": {"type": "solver"}},
  "time": {"end": 1}
})";

ReadConfiguration accepted_constraint(const std::string& constraint) {
  FakeComponents components = constraint_fakes();
  return read_configuration(
      Document::parse(kPairScene, "scene.json", {"/contact/constraint=" + constraint}), components);
}

/// The lines of a refusal, each from its JSON pointer on: the place is the --set of the whole value.
std::string refused_constraint(const std::string& constraint) {
  FakeComponents components = constraint_fakes();
  std::stringstream lines(
      refusal_of(kPairScene, components, {"/contact/constraint=" + constraint}));
  std::string text;
  for (std::string line; std::getline(lines, line);)
    text += (text.empty() ? "" : "\n") + line.substr(line.find(": /contact") + 2);
  return text;
}

std::string not_served(const std::string& constraint) {
  const ReadConfiguration read = accepted_constraint(constraint);
  Problems problems(read.configuration.places);
  refuse_not_served(read.configuration, problems);
  return problems.text();
}

std::vector<bool> bodies(std::initializer_list<int> meant) {
  std::vector<bool> all;
  for (const int m : meant) all.push_back(m != 0);
  return all;
}

}  // namespace

TEST_CASE("One constraint without between is for any two surfaces", "[config]") {
  const ReadConfiguration read = accepted_constraint(R"({"type": "gap"})");
  const ContactConfig& contact = read.configuration.contact;
  REQUIRE(contact.constraints.size() == 1);
  CHECK(contact.constraints[0].between.is_any());
  CHECK(contact.constraints[0].between.first.bodies == bodies({1, 1, 1, 1}));
  CHECK(contact.constraint().pointer == "/contact/constraint");
  CHECK_THAT(to_text(*read.resolved.find("contact")), !Catch::Contains("between"));
  CHECK(not_served(R"({"type": "gap"})") == "");
}

TEST_CASE("Constraints of a list have surfaces of their own, by bodies, arrays and groups",
          "[config]") {
  const ReadConfiguration read =
      accepted_constraint(R"([{"type": "gap", "between": ["block/boundary", "brick"]},
                   {"between": ["brick_2", "dust"], "type": "cross"}, {"type": "gap"}])");
  const auto& list = read.configuration.contact.constraints;
  REQUIRE(list.size() == 3);
  CHECK(list[0].between.first.group == "boundary");
  CHECK(list[0].between.first.bodies == bodies({1, 0, 0, 0}));
  CHECK(list[0].between.second.group == "");
  CHECK(list[0].between.second.bodies == bodies({0, 1, 1, 0}));
  CHECK(list[1].constraint.type == "cross");
  CHECK(list[1].constraint.pointer == "/contact/constraint/1");
  CHECK(list[1].between.first.bodies == bodies({0, 0, 1, 0}));
  CHECK(list[2].between.is_any());
  CHECK(list[0].between.between_bodies(2, 0));
  CHECK_FALSE(list[0].between.between_bodies(2, 1));
  // The list stays one in the resolved configuration, and reads back to itself.
  const Json& resolved = *read.resolved.find("contact")->find("constraint");
  CHECK(to_text(
            *accepted_constraint(to_text(resolved)).resolved.find("contact")->find("constraint")) ==
        to_text(resolved));
}

TEST_CASE("Every name that is no surface is reported with what is known", "[config]") {
  CHECK(
      refused_constraint(R"([{"type": "gap", "between": ["blok", "brik/boundary"]},
                    {"type": "gap", "between": ["*/boundary", "block/"]},
                    {"type": "gap", "between": ["dust/left", "dust"]},
                    {"type": "gab", "between": ["block"]}])") ==
      "/contact/constraint/3/between: [\"block\"] given; allowed: a list of 2 strings\n"
      "/contact/constraint/3/type: \"gab\" is no constraint; did you mean \"gap\"?\n"
      "/contact/constraint/0/between/0: \"blok\" is no body, and not \"*\" for any; did you mean "
      "\"block\"?\n"
      "/contact/constraint/0/between/1: \"brik/boundary\" names no surface, for \"brik\" is no "
      "body; did you mean \"brick\"?\n"
      "/contact/constraint/1/between/0: \"*/boundary\" names no surface: \"*\" stands for every "
      "surface of every body; write \"*\" alone, or \"body/group\"\n"
      "/contact/constraint/1/between/1: \"block/\" names no surface: behind the \"/\" the name of "
      "a group of the mesh is missing; all of the boundary is \"block\"\n"
      "/contact/constraint/2/between/0: \"dust/left\" names no surface: \"dust\" has no mesh, and "
      "so no groups");
  CHECK(refused_constraint("[]") ==
        "/contact/constraint: an empty list given; allowed: at least one constraint");
  CHECK(refused_constraint("7") ==
        "/contact/constraint: 7 given; allowed: an object {...}, a constraint");
}

TEST_CASE("Several constraints, and one for some surfaces, are served", "[config]") {
  CHECK(not_served(R"([{"type": "gap", "between": ["block", "*"]}, {"type": "gap"}])") == "");
  CHECK(not_served(R"({"type": "gap", "between": ["block", "*"]})") == "");
  CHECK(not_served(R"([{"type": "gap", "between": ["*", "*"]}])") == "");
}
