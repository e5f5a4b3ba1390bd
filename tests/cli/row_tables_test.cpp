// contacts.csv and supports.csv between two rows of the history, and what the summary makes of them.
#include <algorithm>
#include <cmath>

#include "run_scene.hpp"
#include "tests/support/csv_table.hpp"

using namespace tactus::cli_tests;
using tactus::testing::CsvTable;

namespace {

/// A block that is thrown on a floor which stands on two supports, one for each half of it.
std::string block_on_floor(const std::string& end, int history_every) {
  return R"({"bodies": [{"name": "block", "density": 1000, "translate": [0.4, 1.0001], "velocity": [0, -1],
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
     {"name": "floor", "density": 1000,
      "mesh": {"type": "rectangle", "size": [2, 1], "cells": [4, 2]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
    "supports": [{"body": "floor", "group": "bottom"},
                 {"body": "floor", "group": "left", "fix": ["x"]}],
    "integrator": {"type": "newmark", "impact": "stop"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"}},
    "time": {"step": 1e-4, "end": )" +
         end + R"(}, "output": {"history_every": )" + std::to_string(history_every) + "}}\n";
}

CsvTable rows_of(const fs::path& file) { return CsvTable(text_of(file)); }

/// The impulses of the rows of each step in two tables agree.
void check_supports_add_up(const fs::path& folder) {
  const CsvTable history = rows_of(folder / "history.csv"),
                 supports = rows_of(folder / "supports.csv");
  REQUIRE(supports.size() == 2 * (history.size() - 1));
  for (std::size_t row = 1; row < history.size(); ++row) {
    double x = 0, y = 0, size = 0;  // one component may be round-off of the other
    for (std::size_t i = 2 * row - 2; i < 2 * row; ++i) {
      CHECK(supports.text(i, "step") == history.text(row, "step"));
      CHECK(supports.text(i, "body") == "floor");
      x += supports.number(i, "impulse_x_N_s"), y += supports.number(i, "impulse_y_N_s");
      size += std::hypot(supports.number(i, "impulse_x_N_s"), supports.number(i, "impulse_y_N_s"));
    }
    CHECK(std::abs(x - history.number(row, "support_impulse_x_N_s")) <= 1e-12 * size);
    CHECK(std::abs(y - history.number(row, "support_impulse_y_N_s")) <= 1e-12 * size);
  }
  CHECK(supports.text(0, "support") == "/supports/0");
  CHECK(supports.text(0, "group") == "bottom");
  CHECK(supports.text(1, "support") == "/supports/1");
  CHECK(supports.text(1, "group") == "left");
}

}  // namespace

TEST_CASE("rows of every seventh step hold what those of each step add up to", "[cli][output]") {
  const Installation tactus;
  for (const int every : {1, 7}) {
    const std::string name = std::to_string(every);
    write_text(tactus.work() / (name + ".json"), block_on_floor("0.0203", every));
    const auto outcome = tactus.run({"run", name + ".json", "--quiet", "--out", name});
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    check_supports_add_up(tactus.work() / name);
  }
  const CsvTable each = rows_of(tactus.work() / "1/contacts.csv");
  const CsvTable seventh = rows_of(tactus.work() / "7/contacts.csv");
  REQUIRE(each.size() > 20);
  std::size_t from = 0;
  for (std::size_t row = 0; row < seventh.size(); ++row) {
    double impulse = 0, contacts = 0;
    for (; from < each.size() && each.number(from, "step") <= seventh.number(row, "step"); ++from) {
      impulse += each.number(from, "impulse_y_N_s");
      contacts = std::max(contacts, each.number(from, "contacts"));
    }
    CHECK(seventh.number(row, "impulse_y_N_s") == impulse);  // summed in the same order
    CHECK(seventh.number(row, "contacts") == contacts);
  }
  CHECK(from == each.size());
  CHECK(seventh.size() < each.size() / 3);

  const auto summary = nlohmann::json::parse(text_of(tactus.work() / "7/summary.json"));
  const auto& pair = summary["contact"]["impulses"][0];
  const double total = each.sum("impulse_y_N_s");
  double duration = 0, greatest = 0;  // all steps but the last two have the length 1e-4 s
  for (std::size_t row = 0; row < each.size(); ++row) {
    duration += 1e-4;
    greatest = std::max(
        greatest,
        std::hypot(each.number(row, "impulse_x_N_s"), each.number(row, "impulse_y_N_s")) / 1e-4);
  }
  CHECK(pair["impulse_N_s"][1].get<double>() == Approx(total).epsilon(1e-12));
  CHECK(pair["duration_s"].get<double>() == Approx(duration).epsilon(1e-9));
  CHECK(pair["greatest_force_in_one_step_N"].get<double>() == Approx(greatest).epsilon(1e-9));
  CHECK(pair["mean_force_N"].get<double>() ==
        Approx(std::hypot(total, each.sum("impulse_x_N_s")) / duration).epsilon(1e-9));
  CHECK(summary["contact"]["impact_zones"]["steps"] == 0);
  const CsvTable supports = rows_of(tactus.work() / "7/supports.csv");
  double bottom = 0;
  for (std::size_t row = 0; row < supports.size(); row += 2)
    bottom += supports.number(row, "impulse_y_N_s");
  CHECK(summary["supports"][0]["impulse_N_s"][1].get<double>() == Approx(bottom).epsilon(1e-12));
  CHECK(bottom > 0);
}

TEST_CASE("a run stopped between two rows goes on to the same tables", "[cli][resume]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", block_on_floor("2", 7));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "whole"}).code == 0);
  const auto stopped = tactus.script(
      "nice -n 19 \"$tactus\" run a.json --quiet --out out > /dev/null & pid=$!\n"
      "until [ -e out/checkpoint.h5 ]; do kill -0 $pid || exit 99; sleep 0.01; done\n"
      "sleep 0.05; kill -INT $pid; wait $pid");
  REQUIRE(stopped.code == 130);
  const auto resumed = tactus.run({"run", "a.json", "--quiet", "--out", "out", "--resume"});
  INFO(resumed.err);
  REQUIRE(resumed.code == 0);
  check_same_results(tactus.work() / "whole", tactus.work() / "out");
  const auto plain = [&](const char* folder) {
    auto summary =
        nlohmann::json::parse(text_of(tactus.work() / folder / "summary.json"), nullptr, false);
    for (const char* clock : {"wall_s", "processor_s", "machine_load"}) summary.erase(clock);
    return summary;
  };
  CHECK(plain("whole") == plain("out"));
  const auto clock = nlohmann::json::parse(text_of(tactus.work() / "out" / "summary.json"));
  CHECK(clock["processor_s"] > 0);  // both parts of the run together
  CHECK(clock["machine_load"] >= 0);
  CHECK_FALSE(clock["blas"].get<std::string>().empty());
}

TEST_CASE("the impulses of a belt stand in contacts.csv under its name", "[cli][output]") {
  const Installation tactus({"moreau_jean", "grid", "floor", "node_to_facet", "interior_point",
                             "nonsmooth_force", "neo_hookean"});
  const auto outcome =
      tactus.run({"run", std::string(TACTUS_SOURCE_DIR) + "/configs/gallery/conveyor.json",
                  "--quiet", "--set", "/time/end=0.2", "--out", "out"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const CsvTable rows = rows_of(tactus.work() / "out/contacts.csv");
  double x = 0, y = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.text(i, "body_a") != "crate") continue;
    CHECK(rows.text(i, "body_b") == "belt");
    x += rows.number(i, "impulse_x_N_s"), y += rows.number(i, "impulse_y_N_s");
  }
  // It was let go and lies on the belt, where it still slips: m g t, and the share of friction.
  const double weight = 300 * 0.6 * 0.4 * 9.81 * 0.2;
  CHECK(y == Approx(weight).epsilon(1e-12));
  CHECK(x == Approx(0.3 * weight).epsilon(1e-12));
}
