/// What a study used to run without a word: the same mesh three times, a seed where nothing is random, names of
/// bodies that there are none of, files that are not there, repeats without a metric of times.
#include "tests/cli/run_scene.hpp"
#include "tests/study/base_scene.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;

namespace {

class SilentPlace : public Installation {
 public:
  explicit SilentPlace(const std::vector<std::string>& plugins = kPlanePlugins)
      : Installation(plugins) {
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

constexpr const char* kMomentumOfSilent = R"("p": {"of": "history/linear_momentum_x_kg_m_per_s"})";
constexpr const char* kMeshes =
    R"({"name": "mesh", "pointer": "/bodies/0/mesh", "labels": ["coarse", "middle", "fine"],
    "values": [{"type": "file", "path": "coarse.msh"}, {"type": "file", "path": "middle.msh"},
               {"type": "file", "path": "fine.msh"}]})";

}  // namespace

TEST_CASE("A study says which of its meshes are the same file under other names", "[study]") {
  const SilentPlace tactus;
  for (const char* name : {"coarse", "fine"})
    write_text(tactus.work() / (std::string(name) + ".msh"), square_mesh());
  write_text(tactus.work() / "middle.msh", square_mesh("1.5"));
  const auto two = tactus.study(kMeshes, kMomentumOfSilent, "");
  INFO(two.out << two.err);
  CHECK(two.code == 0);
  CHECK_THAT(
      two.out,
      Contains("note: the values coarse and fine of the axis mesh give the same runs: meshes of "
               "SHA-256 "));
  write_text(tactus.work() / "middle.msh", square_mesh());
  CHECK_THAT(
      tactus.study(kMeshes, kMomentumOfSilent, "").out,
      Contains("note: the values coarse, middle and fine of the axis mesh give the same runs"));
  CHECK_THAT(tactus.study(kMeshes, kMomentumOfSilent, "", {}).err,
             Contains("coarse, middle and fine"));
  write_text(tactus.work() / "middle.msh", square_mesh("1.5"));
  write_text(tactus.work() / "fine.msh", square_mesh("1.25"));
  CHECK_THAT(tactus.study(kMeshes, kMomentumOfSilent, "").out, !Contains("same runs"));
}

TEST_CASE("A study over seeds says that nothing is random", "[study]") {
  const SilentPlace tactus;
  const auto outcome = tactus.study(
      R"({"name": "seed", "pointer": "/random/seed", "values": [1, 2, 3]})", kMomentumOfSilent, "");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out,
             Contains("note: all cells: /random/seed is given, and no component has an option that "
                      "is \"random\""));
}

TEST_CASE("A study whose \"where\" names no body is refused with the nearest name", "[study]") {
  const SilentPlace tactus;
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

TEST_CASE("A study whose cells need files that are not there is not started, and names them",
          "[study]") {
  const SilentPlace tactus;
  write_text(tactus.work() / "coarse.msh", square_mesh());
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--dry-run"}, {}, {"--only", "2"}}) {
    const auto outcome = tactus.study(kMeshes, kMomentumOfSilent, "", more);
    const std::string said = outcome.out + outcome.err;
    INFO(said);
    CHECK(outcome.code == 2);
    CHECK_THAT(said, Contains("study.json:1:32: /axes/0: /bodies/0/mesh/path: there is no file") &&
                         Contains("(mesh=fine)\n") && !Contains("coarse.msh\""));
    CHECK_FALSE(fs::exists(tactus.work() / "runs"));
  }
}

TEST_CASE("What one cell alone is asked for says nothing of the others", "[study]") {
  const SilentPlace tactus;
  const auto axis = R"({"name": "v", "pointer": "/bodies/0/velocity/0", "values": [1, 2, 3]})";
  const auto outcome = tactus.study(axis, kMomentumOfSilent, "", {"--dry-run", "--only", "1"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, !Contains("give the same runs") && !Contains("for lack of time") &&
                              Contains("from a few steps of 1 cell; 0 extrapolated"));
}

TEST_CASE("A study that repeats what no metric measures says so", "[study]") {
  const SilentPlace tactus;
  const auto axis = R"({"name": "v", "pointer": "/bodies/0/velocity/0", "values": [1, 2]})";
  CHECK_THAT(tactus.study(axis, kMomentumOfSilent, R"(, "repeat": 3)").out,
             Contains("note: \"repeat\" is given, and no metric is made of times"));
  CHECK_THAT(tactus
                 .study(axis, R"("t_s": {"of": "history/wall_elements_s", "take": "sum"})",
                        R"(, "repeat": 3)")
                 .out,
             !Contains("note:"));
}

namespace {

constexpr const char* kWithMistake =
    R"({"name": "step", "pointer": "/time/step", "values": [1e-4, -1]},
       {"name": "v", "pointer": "/bodies/0/velocity/0", "values": [1, 2, 3]})";
constexpr const char* kToldOnce =
    "study.json:1:32: /axes/0: /time/step: -1 given; allowed: a number > 0 [s] or \"auto\" "
    "(step=-1)\n";

std::size_t count_of(const std::string& text, const std::string& words) {
  std::size_t count = 0;
  for (auto at = text.find(words); at != text.npos; at = text.find(words, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("A mistake in an axis is told once, before the first cell runs", "[study]") {
  const SilentPlace tactus;
  const auto outcome = tactus.study(kWithMistake, kMomentumOfSilent, "", {});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 2);
  CHECK(outcome.err == std::string(kToldOnce) +
                           "3 of 6 cells have none of these mistakes; --despite-mistakes runs "
                           "them\n1 error; nothing was written\n");
  CHECK_FALSE(fs::exists(tactus.work() / "runs"));
  const auto dry = tactus.study(kWithMistake, kMomentumOfSilent, "");
  CHECK(dry.code == 2);
  CHECK_THAT(dry.out, Catch::StartsWith("invalid: " + std::string(kToldOnce)) &&
                          Contains("0003  step=-1, v=1  (invalid)\n"));
}

TEST_CASE("Cells with mistakes are invalid, never parts that do not fit together", "[study]") {
  const SilentPlace tactus;
  const std::string metrics =
      R"("p": {"of": "history/linear_momentum_x_kg_m_per_s", "exact": 0},
         "order": {"order_of": "p", "along": "v", "step": "/bodies/0/velocity/0",
                   "accept": {"above": -9}})";
  const auto outcome = tactus.study(kWithMistake, metrics, "", {"--despite-mistakes"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 2);
  CHECK(count_of(outcome.err, kToldOnce) == 1);
  CHECK_THAT(outcome.out, Contains("6 cells: 3 invalid, 3 ok\n"));
  const fs::path folder = tactus.work() / "runs/study";
  const auto results = nlohmann::json::parse(text_of(folder / "results.json"));
  CHECK(results["cells"][0]["status"] == "ok");
  CHECK(results["cells"][3]["status"] == "invalid");
  CHECK(results["orders"][0]["rows"][0]["accepted"] == true);
  CHECK(results["orders"][0]["rows"][1]["accepted"] == false);
  CHECK(results["answer"][0]["says"] ==
        "3 of 6 cells have mistakes in their configurations, and no result.");
  CHECK_THAT(text_of(folder / "results.csv"), Contains(",invalid,"));
  CHECK_THAT(text_of(folder / "results.md"), Contains("6 cells: 3 invalid, 3 ok."));
  CHECK_THAT(text_of(folder / "results.tex"),
             Contains("invalid: ") && !Contains("do not fit together"));
  CHECK_THAT(text_of(folder / "report.html"), Contains("\"status\": \"invalid\""));
  // The mistake is mended, and its cells run.
  const auto mended = tactus.study(
      R"({"name": "step", "pointer": "/time/step", "values": [1e-4, 5e-5]},
         {"name": "v", "pointer": "/bodies/0/velocity/0", "values": [1, 2, 3]})",
      metrics, "", {});
  CHECK_THAT(mended.out, Contains("6 cells: 6 ok\n"));
}

TEST_CASE("A group that is misspelt is a mistake, an overlap at the start is none", "[study]") {
  const SilentPlace tactus;
  write_text(tactus.work() / "base.json", two_blocks("1e-4"));
  const std::string axis = R"({"name": "case", "variants": {"good": {},
          "typo": {"/supports": [{"body": "target", "group": "botom"}]},
          "overlap": {"/bodies/1/translate": [0.5, 0.1]}}})";
  const auto told = tactus.study(axis, kMomentumOfSilent, "", {});
  CHECK(told.code == 2);
  CHECK_THAT(told.err,
             Contains("no group \"botom\"; it has \"bottom\", ") && Contains(" (case=typo)\n"));
  CHECK_FALSE(fs::exists(tactus.work() / "runs"));
  const auto outcome = tactus.study(axis, kMomentumOfSilent, "", {"--despite-mistakes"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 2);
  const auto cells =
      nlohmann::json::parse(text_of(tactus.work() / "runs/study/results.json"))["cells"];
  CHECK(cells[0]["status"] == "ok");
  CHECK(cells[1]["status"] == "invalid");
  CHECK_THAT(std::string(cells[1]["reason"]), Contains("no group \"botom\""));
  CHECK(cells[2]["status"] == "refused");
}

TEST_CASE("A library that cannot be read makes its cell fail until it can", "[study]") {
  const SilentPlace tactus;
  const fs::path library = tactus.work() / "own/newmark_2.so";
  fs::create_directories(library.parent_path());
  write_text(library, "not a library");
  const auto study = [&] {
    return tactus.study(R"({"name": "case", "variants": {"good": {}, "broken": {
        "/plugins": ["own"], "/integrator/type": "newmark_2"}}})",
                        kMomentumOfSilent, "", {"--retry"});
  };
  const auto outcome = study();
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  const auto cells =
      nlohmann::json::parse(text_of(tactus.work() / "runs/study/results.json"))["cells"];
  CHECK(cells[1]["status"] == "crashed");
  CHECK_THAT(std::string(cells[1]["reason"]), Contains("is a text file, not a library"));
}

TEST_CASE("All mistakes of a study and of its cells are told in one go", "[study]") {
  const SilentPlace tactus;
  std::string base = kBase;
  base.replace(base.find("1000"), 4, "-1000");
  write_text(tactus.work() / "base.json", base);
  const auto outcome =
      tactus.study(R"({"name": "step", "pointer": "/time/step", "values": [1e-4, -1]})",
                   R"("p": {"of": "history/tme_s"}, "q": {"of": "history/time_s", "take": "lst"})",
                   R"(, "repeat": -1)", {});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err,
             Contains("/repeat: -1 given") && Contains("/metrics/q/take: \"lst\" given") &&
                 Contains("/metrics/p/of: \"history/tme_s\" is no column of any cell; did you "
                          "mean \"history/time_s\"?") &&
                 Contains("base.json:1:42: /bodies/0/density: -1000 given") &&
                 Contains("(all cells)\n") && Contains("/axes/0: /time/step: -1 given") &&
                 Contains("\n5 errors; nothing was written\n"));
  CHECK(count_of(outcome.err, "/bodies/0/density") == 1);
}

TEST_CASE("Studies of space know forces along z, and those of the plane that there are none",
          "[study]") {
  const SilentPlace tactus(all_plugins());
  const std::string force = R"("f_N_s": {"of": "contacts/impulse_z_N_s", "take": "sum"},
                               "s_N_s": {"of": "supports/impulse_z_N_s", "take": "sum"})",
                    axis = R"({"name": "end", "pointer": "/time/end", "values": [1e-4]})";
  CHECK_THAT(tactus.study(axis, force, "").err,
             Contains("\"contacts/impulse_z_N_s\" is no column of any cell; did you mean "
                      "\"contacts/impulse_x_N_s\"?"));
  write_text(tactus.work() / "base.json", R"({"dimension": 3, "bodies": [
    {"name": "ball", "type": "rigid", "radius": 0.1, "density": 1000, "translate": [0, 0, 0.1],
     "velocity": [0, 0, -1]},
    {"name": "ground", "type": "obstacle", "half_space": {"point": [0, 0, 0], "normal": [0, 0, 1]}}],
    "integrator": {"type": "moreau_jean"}, "time": {"end": 1e-4, "step": 1e-4},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "half_space"},
      "solver": {"type": "gauss_seidel"},
      "laws": [{"between": ["*", "*"], "type": "nonsmooth_force"}]}})");
  const auto outcome = tactus.study(axis, force, "");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
}
