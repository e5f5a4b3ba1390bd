/// What a study used to run without a word: the same mesh three times, a seed where nothing is random, names of
/// bodies that there are none of, files that are not there, repeats without a metric of times.
#include "tests/cli/run_scene.hpp"
#include "tests/study/base_scene.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;

namespace {

class Place : public Installation {
 public:
  explicit Place(const std::vector<std::string>& plugins = kPlanePlugins) : Installation(plugins) {
    write_text(work() / "base.json", kBase);
  }
  Outcome study(const std::string& axes, const std::string& metrics, const std::string& rest,
                const std::vector<std::string>& more = {"--dry-run"}) const {
    write_text(work() / "study.json", R"({"base": "base.json", "axes": [)" + axes +
                                          R"(], "metrics": {)" + metrics + "}" + rest + "}");
    std::vector<std::string> arguments{"study", "study.json", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

constexpr const char* kMomentum = R"("p": {"of": "history/linear_momentum_x_kg_m_per_s"})";
constexpr const char* kMeshes =
    R"({"name": "mesh", "pointer": "/bodies/0/mesh", "labels": ["coarse", "middle", "fine"],
    "values": [{"type": "file", "path": "coarse.msh"}, {"type": "file", "path": "middle.msh"},
               {"type": "file", "path": "fine.msh"}]})";

}  // namespace

TEST_CASE("A study says which of its meshes are the same file under other names", "[study]") {
  const Place tactus;
  for (const char* name : {"coarse", "fine"})
    write_text(tactus.work() / (std::string(name) + ".msh"), square_mesh());
  write_text(tactus.work() / "middle.msh", square_mesh("1.5"));
  const auto two = tactus.study(kMeshes, kMomentum, "");
  INFO(two.out << two.err);
  CHECK(two.code == 0);
  CHECK_THAT(
      two.out,
      Contains("note: the values coarse and fine of the axis mesh give the same runs: meshes of "
               "SHA-256 "));
  write_text(tactus.work() / "middle.msh", square_mesh());
  CHECK_THAT(
      tactus.study(kMeshes, kMomentum, "").out,
      Contains("note: the values coarse, middle and fine of the axis mesh give the same runs"));
  CHECK_THAT(tactus.study(kMeshes, kMomentum, "", {}).err, Contains("coarse, middle and fine"));
  write_text(tactus.work() / "middle.msh", square_mesh("1.5"));
  write_text(tactus.work() / "fine.msh", square_mesh("1.25"));
  CHECK_THAT(tactus.study(kMeshes, kMomentum, "").out, !Contains("same runs"));
}

TEST_CASE("A study over seeds says that nothing is random", "[study]") {
  const Place tactus;
  const auto outcome = tactus.study(
      R"({"name": "seed", "pointer": "/random/seed", "values": [1, 2, 3]})", kMomentum, "");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out,
             Contains("note: all cells: /random/seed is given, and no component has an option that "
                      "is \"random\""));
}

TEST_CASE("A study whose \"where\" names no body is refused with the nearest name", "[study]") {
  const Place tactus;
  write_text(tactus.work() / "base.json", two_blocks("1e-4"));
  const auto axis = R"({"name": "v", "pointer": "/bodies/0/velocity/0", "values": [1, 2]})";
  const auto metric = [](const std::string& body) {
    return R"("i": {"of": "contacts/impulse_x_N_s", "take": "sum", "where": {"body_a": ")" + body +
           "\"}}";
  };
  const auto outcome = tactus.study(axis, metric("blok"), "");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err,
             Contains("/metrics/i/where/body_a: \"blok\" is no body of any cell; did you mean "
                      "\"block\"?"));
  CHECK(tactus.study(axis, metric("block"), "").code == 0);
}

TEST_CASE("A study whose cells need files that are not there is refused, and names them",
          "[study]") {
  const Place tactus;
  write_text(tactus.work() / "coarse.msh", square_mesh());
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--dry-run"}, {}, {"--only", "2"}}) {
    const auto outcome = tactus.study(kMeshes, kMomentum, "", more);
    INFO(outcome.out << outcome.err);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("cells need files that are not there:") &&
                                Contains("fine.msh\" (mesh=fine)") && !Contains("coarse.msh\""));
    CHECK_FALSE(fs::exists(tactus.work() / "runs"));
  }
}

TEST_CASE("What one cell alone is asked for says nothing of the others", "[study]") {
  const Place tactus;
  const auto axis = R"({"name": "v", "pointer": "/bodies/0/velocity/0", "values": [1, 2, 3]})";
  const auto outcome = tactus.study(axis, kMomentum, "", {"--dry-run", "--only", "1"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, !Contains("give the same runs") && !Contains("for lack of time") &&
                              Contains("from a few steps of 1 cells; 0 extrapolated"));
}

TEST_CASE("A study that repeats what no metric measures says so", "[study]") {
  const Place tactus;
  const auto axis = R"({"name": "v", "pointer": "/bodies/0/velocity/0", "values": [1, 2]})";
  CHECK_THAT(tactus.study(axis, kMomentum, R"(, "repeat": 3)").out,
             Contains("note: \"repeat\" is given, and no metric is made of times"));
  CHECK_THAT(tactus
                 .study(axis, R"("t_s": {"of": "history/wall_elements_s", "take": "sum"})",
                        R"(, "repeat": 3)")
                 .out,
             !Contains("note:"));
}
