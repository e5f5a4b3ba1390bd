// probes.csv against the frames and the other tables of the same run; stopped and resumed; and what is
// wrong with probes, all of it at once.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "apps/report/vtu_reader.hpp"
#include "run_scene.hpp"
#include "tests/support/csv_table.hpp"
#include "tests/support/sanitized.hpp"

using namespace tactus::cli_tests;
using tactus::testing::CsvTable;

namespace {

constexpr const char* kProbes = R"([
    {"type": "node", "name": "corner", "body": "block", "point": [0.39, 1.0]},
    {"type": "node", "name": "third", "body": "block", "node": 3},
    {"type": "group", "name": "base", "body": "block", "group": "bottom"},
    {"type": "group", "name": "whole", "body": "block"},
    {"type": "contact", "name": "on_block", "body": "block"},
    {"type": "contact", "name": "on_floor", "body": "floor", "with": "block"},
    {"type": "contact", "name": "on_box", "body": "floor", "with": "box"},
    {"type": "contact", "name": "on_top", "body": "floor", "group": "top"},
    {"type": "contact", "name": "on_bottom", "body": "floor", "group": "bottom"},
    {"type": "energy", "name": "of_block", "body": "block"},
    {"type": "energy", "name": "of_floor", "body": "floor"},
    {"type": "energy", "name": "of_box", "body": "box"}])";

/// The falling block with probes of all of it.
std::string probed_scene(const std::string& end, int history_every,
                         const std::string& probes = kProbes) {
  return falling_block("1.0001", "", R"(, "impact": "stop")",
                       R"("time": {"step": 1e-4, "end": )" + end + R"(}, "probes": )" + probes +
                           R"(, "output": {"frames_every": 0.004, "history_every": )" +
                           std::to_string(history_every) + "}");
}

CsvTable table(const fs::path& file) { return CsvTable(text_of(file)); }

void run_scene(const Installation& tactus, const std::string& name, const std::string& scene) {
  write_text(tactus.work() / (name + ".json"), scene);
  const auto outcome = tactus.run({"run", name + ".json", "--quiet", "--out", name});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
}

std::size_t row_at(const CsvTable& t, double time) {
  for (std::size_t row = 0; row < t.size(); ++row)
    if (t.number(row, "time_s") == time) return row;
  FAIL("no row at the time of a frame");
  return 0;
}

/// A frame's numbers of a node; nodes are those of the block first.
struct AtNode {
  const tactus::core::Frame& frame;
  std::size_t node;
  double point(int d) const { return frame.points[3 * node + static_cast<std::size_t>(d)]; }
  double velocity(int d) const { return frame.velocity[3 * node + static_cast<std::size_t>(d)]; }
};

}  // namespace

TEST_CASE("probes of nodes and groups are what frames show of them, to the bit", "[cli][probes]") {
  const Installation tactus;
  run_scene(tactus, "a", probed_scene("0.0203", 1));
  const CsvTable probes = table(tactus.work() / "a/probes.csv");
  REQUIRE(probes.size() == table(tactus.work() / "a/history.csv").size());
  std::size_t frames = 0;
  for (const auto& entry : fs::directory_iterator(tactus.work() / "a/frames")) {
    const tactus::core::Frame frame = tactus::core::read_frame(entry.path());
    const std::size_t row = row_at(probes, frame.time);
    ++frames;
    const std::pair<std::string, std::size_t> nodes[] = {{"corner", 0}, {"third", 2}};
    for (const auto& [name, node] : nodes)
      for (const int d : {0, 1}) {
        const std::string axis = d == 0 ? "x" : "y";
        const AtNode at{frame, node};
        CHECK(probes.number(row, name + "." + axis + "_m") == at.point(d));
        CHECK(probes.number(row, name + ".v_" + axis + "_m_per_s") == at.velocity(d));
        CHECK(std::abs(probes.number(row, name + ".u_" + axis + "_m") -
                       (at.point(d) - probes.number(0, name + "." + axis + "_m"))) < 1e-15 * 4);
      }
    double base = 0, whole = 0;
    for (std::size_t node = 0; node < 13; ++node) {
      if (node < 3) base += AtNode{frame, node}.point(1);
      whole += AtNode{frame, node}.velocity(0);
    }
    CHECK(probes.number(row, "base.y_m") == base / 3);
    CHECK(probes.number(row, "whole.v_x_m_per_s") == whole / 13);
  }
  CHECK(frames == 7);
  CHECK(probes.number(0, "corner.x_m") == Approx(0.4).epsilon(1e-15));
  CHECK(probes.number(0, "third.x_m") == Approx(1.4).epsilon(1e-15));
}

TEST_CASE("probes of contact and energy add up to the other tables", "[cli][probes]") {
  const Installation tactus;
  run_scene(tactus, "a", probed_scene("0.0203", 7));
  const CsvTable probes = table(tactus.work() / "a/probes.csv");
  const CsvTable history = table(tactus.work() / "a/history.csv");
  const CsvTable contacts = table(tactus.work() / "a/contacts.csv");
  REQUIRE(probes.size() == history.size());
  std::size_t pair = 0, slipped = 0;
  for (std::size_t row = 0; row < probes.size(); ++row) {
    INFO("row " << row);
    const auto at = [&](const std::string& column) { return probes.number(row, column); };
    double impulse[2] = {}, count = 0;
    if (pair < contacts.size() && contacts.text(pair, "step") == probes.text(row, "step")) {
      impulse[0] = contacts.number(pair, "impulse_x_N_s");
      impulse[1] = contacts.number(pair, "impulse_y_N_s");
      count = contacts.number(pair++, "contacts");
    }
    CHECK(at("on_block.impulse_x_N_s") == impulse[0]);
    CHECK(at("on_block.impulse_y_N_s") == impulse[1]);
    CHECK(at("on_floor.impulse_y_N_s") == -impulse[1]);
    CHECK(at("on_block.contacts") == count);
    // Without friction whatever is pressed slips.
    CHECK(at("on_top.sticking") == 0);
    CHECK(at("on_top.slipping") <= at("on_top.contacts"));
    CHECK((at("on_top.pressure_max_Pa") > 0) == (at("on_top.slipping") > 0));
    CHECK(at("on_bottom.pressure_max_Pa") == 0);
    slipped += at("on_block.slipping") > 0;
    CHECK(at("on_box.impulse_y_N_s") == 0);
    CHECK(at("on_bottom.impulse_y_N_s") == 0);
    CHECK(std::abs(at("on_top.impulse_y_N_s") + impulse[1]) <= 1e-13 * std::abs(impulse[1]));
    if (row == 0) {
      CHECK(probes.text(row, "on_block.force_y_N").empty());
    } else {
      const double passed = at("time_s") - probes.number(row - 1, "time_s");
      CHECK(at("on_block.force_y_N") == Approx(impulse[1] / passed).epsilon(1e-10));
    }
    double kinetic = 0, strain = 0;
    for (const std::string body : {"of_block", "of_floor", "of_box"}) {
      kinetic += at(body + ".kinetic_energy_J");
      strain += at(body + ".strain_energy_J");
    }
    CHECK(kinetic == Approx(history.number(row, "kinetic_energy_J")).epsilon(1e-14));
    CHECK(std::abs(strain - history.number(row, "strain_energy_J")) <= 1e-14 * strain);
  }
  CHECK(pair == contacts.size());
  CHECK(pair > 5);
  CHECK(slipped > 5);
  const double mass = 500;  // of the box, whose inertia is a sixth of that
  CHECK(probes.number(3, "of_box.kinetic_energy_J") ==
        Approx(mass / 2 * 5 + mass / 6 * 9 / 2).epsilon(1e-12));
}

TEST_CASE("probes of a stopped run, and on two threads, are those of a run in one go",
          "[cli][probes][resume]") {
  const Installation tactus;
  const std::string scene = probed_scene("2", 7);
  run_scene(tactus, "whole", scene);
  const std::string expected = text_of(tactus.work() / "whole/probes.csv");
  const auto stopped = tactus.script(signalled_run("run whole.json --threads 2", "out", "INT"));
  REQUIRE(stopped.code == 130);
  CHECK(text_of(tactus.work() / "out/probes.csv").size() < expected.size());
  const auto other = tactus.run({"run", "whole.json", "--quiet", "--out", "out", "--resume",
                                 "--set", "/probes/0/point=[1,1]"});
  CHECK(other.code == 2);
  CHECK_THAT(other.err, Catch::Contains("/probes/0/point"));
  const auto resumed = tactus.run({"run", "whole.json", "--quiet", "--out", "out", "--resume"});
  INFO(resumed.err);
  REQUIRE(resumed.code == 0);
  CHECK(text_of(tactus.work() / "out/probes.csv") == expected);
  std::string edited = expected;
  edited[edited.size() / 2] = edited[edited.size() / 2] == '1' ? '2' : '1';
  write_text(tactus.work() / "out/probes.csv", edited);
  const auto refused = tactus.run(
      {"run", "whole.json", "--quiet", "--out", "out", "--resume", "--set", "/time/end=2.1"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::Contains("probes.csv"));
}

TEST_CASE("a run without probes leaves no table of them, nor one of the run before",
          "[cli][probes]") {
  const Installation tactus;
  run_scene(tactus, "a", probed_scene("0.001", 1));
  CHECK(fs::exists(tactus.work() / "a/probes.csv"));
  write_text(tactus.work() / "a.json", probed_scene("0.001", 1, "[]"));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "a", "--force"}).code == 0);
  CHECK_FALSE(fs::exists(tactus.work() / "a/probes.csv"));
}

TEST_CASE("probes are read and recorded in time that grows with their number", "[cli][probes]") {
  if (tactus::kSanitized) return;
  const Installation tactus;
  const char* number = std::getenv("TACTUS_PROBES");  // 100000 in ./dev check faults
  const int many = number ? std::atoi(number) : 30000;
  for (const auto& [name, count] : {std::pair{"few", many / 10}, {"many", many}}) {
    std::string probes = "[";
    for (int i = 0; i < count; ++i)
      probes += std::string(i == 0 ? "" : ",\n") +
                R"({"type": "node", "body": "block", "node": 1, "name": "p)" + std::to_string(i) +
                "\"}";
    write_text(tactus.work() / (std::string(name) + ".json"),
               probed_scene("1e-3", 10, probes + "]"));
  }
  const auto processor_seconds = [&](const std::string& command) {
    const auto outcome = tactus.script("TIMEFORMAT='%U %S'\ntime \"$tactus\" " + command);
    INFO(outcome.err.substr(0, 500));
    REQUIRE(outcome.code == 0);
    std::istringstream times(
        outcome.err.substr(outcome.err.rfind('\n', outcome.err.size() - 2) + 1));
    double user = 0, system = 0;
    REQUIRE(times >> user >> system);
    return user + system;
  };
  for (const char* command : {"check ", "run --quiet "}) {
    const double few = processor_seconds(command + std::string("few.json")),
                 all = processor_seconds(command + std::string("many.json"));
    INFO(command << ": " << few << " s for " << many / 10 << ", " << all << " s for " << many);
    std::printf("%s%d probes: %.2f s, %d: %.2f s\n", command, many / 10, few, many, all);
    // Ten times as much. If each were looked at beside each other one it would be a hundred times.
    CHECK(all < 25 * few);
  }
}

TEST_CASE("groups and nodes of probes that are not there are named, all at once", "[cli][probes]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", probed_scene("0.001", 1, R"([
    {"type": "node", "name": "a", "body": "block", "node": 14},
    {"type": "group", "name": "b", "body": "block", "group": "botom"},
    {"type": "contact", "name": "c", "body": "floor", "group": "toes"},
    {"type": "node", "name": "d", "body": "block", "point": [430, -80]}])"));
  const auto outcome = tactus.run({"check", "a.json"});
  CHECK(outcome.code == 2);
  CHECK(
      outcome.err ==
      "a.json:15:60: /probes/0/node: 14 given; the mesh of body \"block\" has nodes 1 to 13\n"
      "a.json:16:62: /probes/1/group: the mesh of body \"block\" has no group \"botom\"; it has "
      "\"bottom\", \"right\", \"top\", \"left\"\n"
      "a.json:17:64: /probes/2/group: the mesh of body \"floor\" has no group \"toes\"; it has "
      "\"bottom\", \"right\", \"top\", \"left\"\n"
      "a.json:18:61: /probes/3/point: [430, -80] given, and the nearest node of body \"block\" is "
      "429 m away, while the body is 1 m wide; points are those of the scene at the start, in "
      "metres\n4 errors; nothing was written\n");
}
