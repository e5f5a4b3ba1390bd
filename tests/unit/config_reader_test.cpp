#include <catch2/catch.hpp>
#include <filesystem>
#include <random>

#include "config_fakes.hpp"
#include "core/scene/load.hpp"
#include "core/support/guard/guard.hpp"
#include "tactus/broad_phase.hpp"
#include "tactus/elastic_options.hpp"
#include "tactus/material.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

/// One of each type of option.
class Elastic final : public Material {
 public:
  enum class Order { first, second };
  struct Options {
    ElasticOptions elastic;
    Real damping = 0;
    Index points = 3;
    bool fast = true;
    std::string label = "none";
    std::vector<std::string> tags;
    std::vector<Real> table, weights{1, 2};
    Order order = Order::second;
    void describe(OptionVisitor& o) {
      static constexpr std::array<std::string_view, 2> kOrders{"first", "second"};
      elastic.describe(o);
      o.real("damping", damping).at_least(0).below(1).or_word("none", 0).help("loss");
      o.integer("points", points).at_least(1).at_most(9).help("points");
      o.flag("fast", fast).help("fast");
      o.text("label", label).length(1, 20).help("label");
      o.words("tags", tags).help("tags");
      o.rows("table", table, 2).unit("m").length(0, 3).help("table");
      o.reals("weights", weights).above(0).length(2).help("weights");
      o.choice("order", order).choices(kOrders).help("order");
    }
  };
  explicit Elastic(Options o) : options(std::move(o)), lame(options.elastic.lame()) {}
  Options options;
  Lame lame;

 private:
  void do_evaluate(const MaterialBatch&, Context&) const override {}
  Real do_p_wave_modulus() const override { return lame.lambda + 2 * lame.mu; }
};

/// Owns others, as a broad phase that chooses.
class Choosing final : public BroadPhase {
 public:
  struct Options {
    std::vector<std::unique_ptr<BroadPhase>> from;
    void describe(OptionVisitor& o) { o.parts("from", from).length(0, 3).help("choices"); }
  };
  explicit Choosing(Options o) : options(std::move(o)) {}
  Options options;

 private:
  void do_candidates(const BoxQuery&, std::vector<Pair>&, Context&) override {}
};

/// The same, of all that there are where nothing is said.
struct AllOptions {
  std::vector<std::unique_ptr<BroadPhase>> from;
  void describe(OptionVisitor& o) { o.parts("from", from).optional().length(2, 3).help("choices"); }
};
struct OneNumber {
  Real size = 1;
  void describe(OptionVisitor& o) { o.real("size", size).required().help("size"); }
};
template <class O>
class Pairs final : public BroadPhase {
 public:
  using Options = O;
  explicit Pairs(Options o) : options(std::move(o)) {}
  Options options;

 private:
  void do_candidates(const BoxQuery&, std::vector<Pair>&, Context&) override {}
};

template <Kind kind>
class Plain final : public Component {
 public:
  static constexpr Kind kKind = kind;
  using Options = NoOptions;
  explicit Plain(Options) {}
  void capabilities(Capabilities& c) const override {
    if (kind == Kind::integrator) c.provides(capability::separable);
  }
};

class Failing final : public Component {
 public:
  static constexpr Kind kKind = Kind::integrator;
  using Options = NoOptions;
  explicit Failing(Options) { throw std::runtime_error("no such table"); }
};

FakeComponents fakes() {
  return FakeComponents({registration<Elastic>("elastic", ""),
                         registration<Choosing>("choosing", ""),
                         registration<Plain<Kind::integrator>>("plain", ""),
                         registration<Plain<Kind::constraint>>("apart", ""),
                         registration<Plain<Kind::contact_solver>>("none", ""),
                         registration<Failing>("failing", "")});
}

const std::string kScene = R"({
  "bodies": [
    {"name": "a", "mesh": {"type": "rectangle"}, "density": 1e3,
     "material": {"type": "elastic", "young": 2.6, "poisson": 0.3}}],
  "integrator": {"type": "plain"},
  "time": {"end": 1}
})";

ReadConfiguration accepted(const std::string& text, const std::vector<std::string>& sets = {}) {
  FakeComponents components = fakes();
  return read_configuration(Document::parse(text, "folder/scene.json", sets), components);
}

/// The refusal of kScene with changes.
std::string refused(const std::vector<std::string>& sets) {
  FakeComponents components = fakes();
  return refusal_of(kScene, components, sets);
}

}  // namespace

TEST_CASE("A configuration of required keys alone gets every default", "[config]") {
  const Configuration c = accepted(kScene).configuration;
  CHECK(c.name == "scene");
  CHECK(c.dim == 2);
  REQUIRE(c.bodies.size() == 1);
  CHECK(c.bodies[0].type == BodyConfigType::deformable);
  REQUIRE(c.meshes.size() == 1);
  CHECK(c.meshes[c.bodies[0].mesh].type == "rectangle");
  CHECK(std::ranges::max(c.meshes[0].generator->make(2).points) == 1);
  CHECK(c.bodies[0].thickness == 1);
  CHECK(c.bodies[0].translate.empty());
  CHECK_FALSE(c.contact.enabled);
  CHECK(c.time.step == kAutomatic);
  CHECK(c.output.audit == AuditConfig::frames);
  const auto* material = dynamic_cast<const Elastic*>(&unguarded(*c.materials.at(0).object));
  REQUIRE(material);
  CHECK(material->lame.mu == Approx(1));
  CHECK(material->lame.lambda == Approx(1.5));
  CHECK_FALSE(given(material->options.elastic.mu));
  CHECK(material->options.order == Elastic::Order::second);
}

TEST_CASE("A list of components that is left out holds one of each that needs no option",
          "[config]") {
  const auto of_all = [](bool second) {
    std::vector<Registration> there{
        registration<Pairs<AllOptions>>("all", ""), registration<Choosing>("choosing", ""),
        registration<Pairs<OneNumber>>("sized", ""), registration<Pairs<NoOptions>>("one", "")};
    if (second) there.push_back(registration<Pairs<NoOptions>>("two", ""));
    for (const Registration& other :
         {registration<Elastic>("elastic", ""), registration<Plain<Kind::integrator>>("plain", ""),
          registration<Plain<Kind::constraint>>("apart", ""),
          registration<Plain<Kind::contact_solver>>("none", "")})
      there.push_back(other);
    return FakeComponents(there);
  };
  const std::vector<std::string> sets{
      R"(/contact={"broad_phase": {"type": "all"}, "constraint": {"type": "apart"}, "solver": {"type": "none"}})"};
  FakeComponents two = of_all(true), one = of_all(false);
  const ReadConfiguration c =
      read_configuration(Document::parse(kScene, "folder/scene.json", sets), two);
  const auto& from =
      dynamic_cast<const Pairs<AllOptions>&>(unguarded(*c.configuration.contact.broad_phase.object))
          .options.from;
  REQUIRE(from.size() == 2);
  for (const auto& part : from) CHECK(dynamic_cast<const Pairs<NoOptions>*>(&unguarded(*part)));
  CHECK(c.configuration.contact.broad_phase.parts.at(0).type == "one");
  CHECK(c.configuration.contact.broad_phase.parts.at(1).type == "two");
  // Fewer than it takes: the list that stands for it is told.
  CHECK_THAT(refusal_of(kScene, one, sets), Catch::Contains("a list of 2 to 3 broad_phases"));
}

TEST_CASE("Every type of option is bound from its JSON", "[config]") {
  const Configuration c =
      accepted(kScene, {R"(/bodies/0/material={"type": "elastic", "lambda": 0, "mu": 2,
        "damping": "none", "points": 1e0, "fast": false, "label": "x", "tags": ["p", "q"],
        "table": [[1, 2], [3, 4]], "weights": [0.5, 3], "order": "first"})"})
          .configuration;
  const Elastic::Options& o =
      dynamic_cast<const Elastic&>(unguarded(*c.materials.at(0).object)).options;
  CHECK(o.elastic.lambda == 0);
  CHECK(o.elastic.mu == 2);
  CHECK_FALSE(given(o.elastic.young));
  CHECK(o.points == 1);
  CHECK_FALSE(o.fast);
  CHECK(o.label == "x");
  CHECK(o.tags == std::vector<std::string>{"p", "q"});
  CHECK(o.table == std::vector<Real>{1, 2, 3, 4});
  CHECK(o.weights == std::vector<Real>{0.5, 3});
  CHECK(o.order == Elastic::Order::first);
}

TEST_CASE("A wrong value is refused with what was given and what is allowed", "[config]") {
  const std::string p = "/bodies/0/material/";
  const auto refusal = [&](const std::string& key, const std::string& value) {
    const std::string text = refused({p + key + "=" + value});
    const std::string head = "--set " + p + key + "=" + value + ": " + p + key;
    return text.starts_with(head) ? text.substr(head.size()) : "elsewhere: " + text;
  };
  CHECK(refusal("young", "-1") == ": -1 given; allowed: a number > 0 [Pa]");
  CHECK(refusal("young", "stiff") == ": \"stiff\" given; allowed: a number > 0 [Pa]");
  CHECK(refusal("poisson", "0.5") == ": 0.5 given; allowed: a number > -1 and < 0.5");
  CHECK(refusal("damping", "never") ==
        ": \"never\" given; allowed: a number >= 0 and < 1 or \"none\"");
  CHECK(refusal("points", "2.5") == ": 2.5 given; allowed: a whole number >= 1 and <= 9");
  CHECK(refusal("points", "1e300") == ": 1e300 given; allowed: a whole number >= 1 and <= 9");
  CHECK(refusal("fast", "1") == ": 1 given; allowed: true or false");
  CHECK(refusal("label", "\"\"") == ": \"\" given; allowed: a string that is not empty");
  CHECK(refusal("label", "{}") == ": an object given; allowed: a string that is not empty");
  CHECK(refusal("tags", "[\"a\", null]") == "/1: null given; allowed: a list of strings");
  CHECK(refusal("table", "[[1, 2], [3]]") ==
        "/1: [3] given; allowed: a list of at most 3 rows of 2 numbers [m]");
  CHECK(refusal("weights", "[1, 2, 3]") == ": [1, 2, 3] given; allowed: a list of 2 numbers > 0");
  CHECK(refusal("weights", "[1, 0]") == "/1: 0 given; allowed: a list of 2 numbers > 0");
  CHECK(refusal("order", "secnd") ==
        ": \"secnd\" given; allowed: one of \"first\", \"second\"; did you mean \"second\"?");
}

TEST_CASE("Half a pair of elastic constants, and both pairs, are refused", "[config]") {
  const std::string pairs =
      "the stiffness is given by \"young\" and \"poisson\" or by \"lambda\" and \"mu\": one pair, "
      "and "
      "both of it";
  const std::string m = "/bodies/0/material";
  CHECK(refused({m + "={\"type\": \"elastic\"}"}) ==
        "--set " + m + "={\"type\": \"elastic\"}: " + m + ": " + pairs);
  CHECK_THAT(refused({m + "={\"type\": \"elastic\", \"young\": 1}"}),
             Catch::EndsWith(m + "/young: 1 given; " + pairs));
  CHECK_THAT(refused({m + "/mu=1"}), Catch::EndsWith(m + "/young: 2.6 given; " + pairs));
  CHECK_THAT(refused({m + "={\"type\": \"elastic\", \"lambda\": -1, \"mu\": 1}"}),
             Catch::EndsWith("-1 given; the bulk modulus lambda + 2/3 mu is not positive"));
}

TEST_CASE("All errors are reported at once, in the order of the file", "[config]") {
  FakeComponents components = fakes();
  const std::string text = R"({
  "bodys": [],
  "bodies": [
    {"name": "a", "mesh": {"type": "rectngle"}, "density": 0,
     "material": {"type": "elastik"}, "thicknes": 1},
    {"name": "a", "mesh": {"type": "disk", "rings": 0}, "density": 1, "density": 2}],
  "integrator": {"type": "broken"},
  "supports": [{"body": "b", "fix": ["x", "x"]}, {"body": "b"}],
  "contact": {"broad_phase": {"type": "choosing", "from": [{"type": "choosing", "fom": []}]}}
})";
  CHECK(
      refusal_of(text, components) ==
      "scene.json:1:1: \"time\" is missing: an object {...}: How long, and in which steps\n"
      "scene.json:2:3: /bodys: unknown key \"bodys\"; did you mean \"bodies\"?\n"
      "scene.json:4:36: /bodies/0/mesh/type: \"rectngle\" is no mesh; did you mean \"rectangle\"?\n"
      "scene.json:4:60: /bodies/0/density: 0 given; allowed: a number > 0 [kg/m^3]\n"
      "scene.json:5:27: /bodies/0/material/type: \"elastik\" is no material; did you mean "
      "\"elastic\"?\n"
      "scene.json:5:39: /bodies/0/thicknes: unknown key \"thicknes\"; did you mean \"thickness\"?\n"
      "scene.json:6:5: /bodies/1: \"material\" is missing: a material: elastic\n"
      "scene.json:6:14: /bodies/1/name: the name \"a\" is taken by /bodies/0\n"
      "scene.json:6:53: /bodies/1/mesh/rings: 0 given; allowed: a whole number >= 1 and <= 1800\n"
      "scene.json:6:71: /bodies/1/density: the key \"density\" is given twice\n"
      "scene.json:7:26: /integrator/type: \"broken\" is no integrator; known: failing, plain; "
      "lib/broken.so was refused: it is truncated; build it again\n"
      "scene.json:8:25: /supports/0/body: \"b\" is no body; known: a\n"
      "scene.json:8:37: /supports/0/fix: [\"x\", \"x\"] given; the same component twice\n"
      "scene.json:8:59: /supports/1/body: \"b\" is no body; known: a\n"
      "scene.json:9:14: /contact: \"constraint\" is missing: a constraint: apart\n"
      "scene.json:9:14: /contact: \"solver\" is missing: a contact_solver: none\n"
      "scene.json:9:81: /contact/broad_phase/from/0/fom: unknown key \"fom\" with \"type\": "
      "\"choosing\"; "
      "did you mean \"from\"?");
}

TEST_CASE("A component is not made from options with errors, nor when it fails", "[config]") {
  CHECK_THAT(
      refused({"/integrator/type=failing"}),
      Catch::EndsWith("/integrator: integrator \"failing\" failed on its options: no such table"));
  FakeComponents components = fakes();
  try {
    read_configuration(Document::parse(kScene, "scene.json", {"/integrator/type=failing"}),
                       components);
    FAIL("accepted");
  } catch (const ConfigurationErrors& e) {
    CHECK(e.only_plugins());
    CHECK(e.kind() == ProblemKind::plugin);
    CHECK(e.count() == 1);
  }
}

TEST_CASE("Parts are made by the kernel and known under the names of their slots", "[config]") {
  const Configuration c =
      accepted(kScene, {R"(/contact={"broad_phase": {"type": "choosing", "from": [
        {"type": "choosing"}, {"type": "choosing", "from": [{"type": "choosing"}]}]},
        "constraint": {"type": "apart"}, "solver": {"type": "none"}})"})
          .configuration;
  const auto& parts = c.contact.broad_phase.parts;
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].slot == "from/0");
  CHECK(parts[1].slot == "from/1");
  CHECK(parts[2].slot == "from/1/from/0");
  const auto& outer =
      dynamic_cast<const Choosing&>(unguarded(*c.contact.broad_phase.object)).options.from;
  REQUIRE(outer.size() == 2);
  CHECK(outer[0].get() == parts[0].object);
  const auto& inner = dynamic_cast<const Choosing&>(unguarded(*outer[1])).options.from;
  CHECK(inner.at(0).get() == parts[2].object);
}

TEST_CASE("An array of bodies becomes copies row by row that share mesh and material", "[config]") {
  const Configuration c =
      accepted(kScene, {"/bodies/0/array={\"count\": [3, 2], \"spacing\": [1.5, 2]}",
                        "/bodies/0/translate=[10, 0]", "/supports=[{\"body\": \"a\"}]"})
          .configuration;
  REQUIRE(c.bodies.size() == 6);
  CHECK(c.materials.size() == 1);
  CHECK(c.meshes.size() == 1);
  CHECK(c.bodies[0].name == "a_1");
  CHECK(c.bodies[0].translate == std::vector<Real>{10, 0});
  CHECK(c.bodies[5].name == "a_6");
  CHECK(c.bodies[5].translate == std::vector<Real>{13, 2});
  CHECK(c.bodies[5].pointer == "/bodies/0");
  REQUIRE(c.supports.size() == 6);  // the array's name means each copy
  CHECK(c.supports[4].body == "a_5");
  CHECK(c.supports[4].body_index == 4);
}

TEST_CASE("A velocity is a list, an object, or objects that add up", "[config]") {
  const auto velocity = [](const std::string& json) {
    return accepted(kScene, {"/bodies/0/velocity=" + json}).configuration.bodies[0].velocity;
  };
  CHECK(velocity("[1, -2]").at(0).constant == std::vector<Real>{1, -2});
  CHECK(velocity("{\"spin\": 3}").at(0).spin == std::vector<Real>{3});
  const auto several = velocity(
      R"([{"group": "top", "constant": [1, 0]}, {"gradient": [[1, 2], [3, 4]], "about": [0, 5]}])");
  REQUIRE(several.size() == 2);
  CHECK(several[0].group == "top");
  CHECK(several[1].gradient == std::vector<Real>{1, 2, 3, 4});
  CHECK(several[1].about == std::vector<Real>{0, 5});
  CHECK_THAT(
      refused({"/bodies/0/velocity=[1]"}),
      Catch::EndsWith("[1] given; allowed: a list of 2 numbers [m/s], an object "
                      "with \"constant\", \"spin\", \"gradient\", \"amplitude\", or a list of "
                      "such objects"));
  CHECK_THAT(refused({"/bodies/0/velocity/about=[0, 0]"}),
             Catch::EndsWith("this is the centre of a \"gradient\", and none is given"));
}

TEST_CASE("Paths are relative to the folder of the configuration", "[config]") {
  CHECK_THAT(refused({"/bodies/0/mesh={\"type\": \"file\", \"path\": \"no.msh\"}"}),
             Catch::Contains(std::filesystem::current_path().string() + "/no.msh"));
  CHECK_THAT(refused({"/plugins=[\"no_such_folder\"]"}),
             Catch::EndsWith("/plugins: there is no \"" + std::filesystem::current_path().string() +
                             "/no_such_folder\"; paths are relative to the folder of the "
                             "configuration"));
  const Configuration c = accepted(kScene, {"/plugins=[\"..\", \"/usr\"]"}).configuration;
  CHECK(c.plugin_folders ==
        std::vector<std::string>{(std::filesystem::current_path() / "").string(), "/usr"});
}

TEST_CASE("Errors that come when the model is built point into the file", "[config]") {
  const Configuration c = accepted(kScene).configuration;
  Problems problems(c.places);
  problems.add(c.bodies[0].pointer + "/mesh/cells", "too coarse");
  problems.add("/time/end", "too late");
  problems.add("/time/end", "too late");  // said once
  CHECK(problems.text() ==
        "folder/scene.json:3:27: /bodies/0/mesh/cells: too coarse\n"
        "folder/scene.json:6:19: /time/end: too late");
}

TEST_CASE("Errors are of the kind of the gravest, and each line is of its own", "[config]") {
  const Places places;
  Problems problems(places);
  problems.add_misfit("/a", "does not go with b");
  CHECK(problems.errors().kind() == ProblemKind::misfit);
  problems.add("/b", "failed", ProblemKind::plugin);
  CHECK(problems.errors().kind() == ProblemKind::plugin);
  CHECK_FALSE(problems.errors().only_plugins());
  problems.add("/c", "no such name");
  CHECK(problems.errors().kind() == ProblemKind::mistake);
  CHECK(problems.errors().of(ProblemKind::mistake) ==
        std::vector<std::string>{"configuration: /c: no such name"});
}

TEST_CASE("The resolved configuration reads back to itself, with every default in it", "[config]") {
  const ReadConfiguration first = accepted(
      kScene, {"/bodies/0/array={\"count\": [2, 1], \"spacing\": [0.1, 0.30000000000000004]}",
               "/bodies/0/velocity={\"spin\": 1e-300}", "/bodies/0/rotate=-0.0"});
  const std::string text = to_text(first.resolved);
  CHECK_THAT(text, Catch::Contains("\"damping\": \"none\""));
  CHECK_THAT(text, Catch::Contains("\"step\": \"auto\""));
  CHECK_THAT(text, Catch::Contains("\"frames_every\": 0"));
  CHECK_THAT(text, Catch::Contains("\"young\": 2.6"));
  CHECK_THAT(text, !Catch::Contains("lambda"));  // not given stays out
  const ReadConfiguration again = accepted(text);
  CHECK(to_text(again.resolved) == text);
  CHECK(again.configuration.name == "scene");
  CHECK(again.configuration.bodies[1].translate == first.configuration.bodies[1].translate);
  CHECK(std::signbit(again.configuration.bodies[0].rotate.at(0)));
}

TEST_CASE("A list of the wrong size, however wrong, is one error", "[config]") {
  std::string points = "[";
  for (int i = 0; i < 100000; ++i) points += "[0, \"x\"],";
  points += "[0, 0]]";
  const std::string text =
      refused({"/bodies/-={\"type\": \"particles\", \"name\": \"p\", \"points\": " + points + "}"});
  CHECK(std::count(text.begin(), text.end(), '\n') == 0);
  CHECK_THAT(text, Catch::EndsWith("/bodies/-/points/0/1: \"x\" given; allowed: a list of 1 to "
                                   "1000000 rows of 2 numbers [m], as \"dimension\" is 2") ||
                       Catch::EndsWith("/bodies/1/points/0/1: \"x\" given; allowed: a list of 1 to "
                                       "1000000 rows of 2 numbers [m], as \"dimension\" is 2"));
}

TEST_CASE("More than a hundred errors are counted, not shown", "[config]") {
  std::string text = "{";
  for (int i = 0; i < 250; ++i) text += "\"k" + std::to_string(i) + "\": 0, ";
  FakeComponents components = fakes();
  const std::string refusal = refusal_of(text + "\"k\": 0}", components);
  CHECK_THAT(refusal, Catch::EndsWith("\n... and 154 more"));  // 251 keys, 3 members missing
}

TEST_CASE("No damage to a configuration ends otherwise than in acceptance or refusal", "[config]") {
  FakeComponents components = fakes();
  const auto read = [&](const std::string& text) {
    try {
      read_configuration(Document::parse(text, "scene.json"), components);
    } catch (const ConfigurationErrors& e) {
      CHECK(e.count() > 0);
      return false;
    }
    return true;
  };
  const std::string whole =
      to_text(accepted(kScene, {"/bodies/0/array={\"count\": [2, 1], \"spacing\": [1, 1]}",
                                "/bodies/0/velocity=[{\"spin\": 1}, {\"constant\": [1, 2]}]",
                                "/supports=[{\"body\": \"a\"}]"})
                  .resolved);
  CHECK(read(whole));
  for (std::size_t length = 0; length < whole.size(); ++length)
    CHECK_FALSE(read(whole.substr(0, length)));
  std::mt19937 random(1);
  const std::string bytes = std::string("{}[]\",:/*0-.eE\\ \n\xFF\x7F") + '\0';
  for (int i = 0; i < 5000; ++i) {
    std::string text = whole;
    for (int j = 0; j < 1 + i % 3; ++j) {
      const std::size_t at = random() % text.size();
      if (random() % 2 == 0)
        text[at] = bytes[random() % bytes.size()];
      else
        text.erase(at, 1 + random() % 30);
    }
    read(text);
  }
}

TEST_CASE("Errors of a model are located in the file, once for all copies of an array",
          "[config]") {
  const Configuration c =
      accepted(kScene,
               {"/bodies/-={\"name\": \"wall\", \"type\": \"obstacle\", \"mesh\": {\"type\": "
                "\"disk\"}}",
                "/bodies/0/array={\"count\": [2, 1], \"spacing\": [3, 3]}",
                "/supports=[{\"body\": \"a\"}, {\"body\": \"wall\"}]"})
          .configuration;
  REQUIRE(c.bodies.size() == 3);
  REQUIRE(c.supports.size() == 3);
  const ModelError error({{"/bodies/0/mesh", "too coarse"},
                          {"/bodies/1/mesh", "too coarse"},
                          {"/bodies/2", "too far"},
                          {"/supports/2/group", "not there"}});
  const std::string text = located(error, c).what();
  CHECK_THAT(text, Catch::StartsWith("folder/scene.json:3:27: /bodies/0/mesh: too coarse\n--set "));
  CHECK_THAT(text, Catch::Contains(": /bodies/1: too far\n"));
  CHECK_THAT(text, Catch::EndsWith(": /supports/1/group: not there"));
}
