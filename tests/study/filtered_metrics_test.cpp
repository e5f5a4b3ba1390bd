/// Metrics that pass a filter: one force by whichever table tells of it and however often rows are written, and what is
/// refused because no force comes of it.
#include <nlohmann/json.hpp>

#include "tests/cli/run_scene.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;
using nlohmann::json;

namespace {

/// A block that meets a floor; "on_block" is what the block feels.
constexpr const char* kProbe =
    R"("probes": [{"type": "contact", "name": "on_block", "body": "block"}])";

/// Nothing touches at the start and at the end. Studies the meeting with rows of each step and of every third, the last of which are of other lengths.
Installation::Outcome study(const Installation& tactus, const std::string& metrics) {
  write_text(tactus.work() / "base.json",
             falling_block(
                 "1.03", "", "",
                 R"("time": {"step": 1.3e-4, "end": 0.2}, "output": {}, )" + std::string(kProbe)));
  write_text(tactus.work() / "study.json",
             R"({"base": "base.json", "metrics": {)" + metrics +
                 R"(}, "axes": [{"name": "every", "pointer": "/output/history_every",
                                 "values": [1, 3]}]})");
  return tactus.run({"study", "study.json", "--quiet"});
}

std::string metric(const std::string& name, const std::string& of,
                   const std::string& more = R"("take": "max")") {
  return "\"" + name + R"(": {"of": ")" + of + R"(", "filter": 100, )" + more + "}";
}

}  // namespace

TEST_CASE("A filtered force is one whether contacts or probes tell of it and at any rows",
          "[study][filter]") {
  const Installation tactus;
  const auto outcome =
      study(tactus, metric("contact", "contacts/impulse_y_N_s",
                           R"("take": "max", "where": {"body_a": "block"})") +
                        ", " + metric("probe", "probes/on_block.impulse_y_N_s") + ", " +
                        metric("force", "probes/on_block.force_y_N") + ", " +
                        metric("half", "probes/on_block.impulse_y_N_s / 2") + ", " +
                        metric("support", "supports/impulse_y_N_s") + ", " +
                        metric("held", "history/support_impulse_y_N_s") + ", " +
                        metric("power", "history/contact_energy_J", R"("take": "min")") + ", " +
                        metric("impulse", "probes/on_block.impulse_y_N_s",
                               R"("take": "integral", "unit": "N s")") +
                        R"(, "sum": {"of": "probes/on_block.impulse_y_N_s", "take": "sum"})");
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.code == 0);
  const json results = json::parse(text_of(tactus.work() / "runs/study/results.json"));
  const std::vector<std::string> units{"N", "N", "N", "", "N", "N", "W", "N s", "N s"};
  for (std::size_t m = 0; m < units.size(); ++m)
    CHECK(results["metrics"][m].value("unit", "") == units[m]);
  const json &often = results["cells"][0]["metrics"], &rarely = results["cells"][1]["metrics"];
  for (const json* cell : {&often, &rarely}) {
    const auto value = [&](const char* name) { return (*cell)[name].get<double>(); };
    CHECK(value("probe") == Approx(value("contact")).epsilon(1e-9));
    CHECK(value("force") == Approx(value("contact")).epsilon(1e-9));
    CHECK(value("half") == Approx(value("contact") / 2).epsilon(1e-9));
    CHECK(value("held") == Approx(value("support")).epsilon(1e-9));
    CHECK(value("impulse") == Approx(value("sum")).epsilon(2e-3));  // what a filter leaves as it is
  }
  for (const char* name : {"probe", "support", "power"})  // to what three steps are of a period
    CHECK(rarely[name].get<double>() == Approx(often[name].get<double>()).epsilon(0.02));
}

TEST_CASE("A running mean is over all rows of the time whether something happened in them or not",
          "[study][filter]") {
  const Installation tactus;
  const auto smooth = [](const std::string& name, const std::string& of, const char* more = "") {
    return "\"" + name + R"(": {"of": ")" + of + R"(", "take": "max", "smooth_s": 0.01)" + more +
           "}";
  };
  const auto outcome = study(
      tactus, smooth("contact", "contacts/impulse_y_N_s", R"(, "where": {"body_a": "block"})") +
                  ", " + smooth("probe", "probes/on_block.impulse_y_N_s") + ", " +
                  smooth("force", "probes/on_block.force_y_N") + ", " +
                  smooth("late", "probes/on_block.force_y_N", R"(, "over_s": [0.06, 0.065])"));
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.code == 0);
  const json results = json::parse(text_of(tactus.work() / "runs/study/results.json"));
  const json &often = results["cells"][0]["metrics"], &rarely = results["cells"][1]["metrics"];
  const auto value = [](const json& cell, const char* name) { return cell[name].get<double>(); };
  for (const json* cell : {&often, &rarely})
    CHECK(value(*cell, "probe") == Approx(value(*cell, "contact")).epsilon(1e-9));
  CHECK(value(often, "force") > 0);
  // Where single rows chatter the greatest mean is known to one of them alone, and elsewhere to a part of it.
  CHECK(value(rarely, "late") == Approx(value(often, "late")).epsilon(0.04));
}

TEST_CASE("What no force comes of is refused by a filter with the reason", "[study][filter]") {
  const Installation tactus;
  const auto refusal = [&](const std::string& of) {
    const auto outcome = study(tactus, metric("m", of));
    CHECK(outcome.code == 2);
    return outcome.err;
  };
  CHECK_THAT(refusal("probes/on_block.impulse_y_N_s + probes/on_block.force_y_N"),
             Contains("leave \"dt_s\" out, and give others a metric of their own"));
  CHECK_THAT(refusal("history/support_impulse_y_N_s / history/dt_s"),
             Contains("leave \"dt_s\" out, and give others a metric of their own"));
  CHECK_THAT(refusal("contacts/contacts"), Contains("impulses alone can be smoothed"));
  const auto smooth = study(tactus, R"("m": {"of": "contacts/contacts", "smooth_s": 0.01})");
  CHECK_THAT(smooth.err,
             Contains("/metrics/m/smooth_s") && Contains("impulses alone can be smoothed"));
  const auto when = study(
      tactus, R"("m": {"of": "history/time_s", "when": "history/contacts > 0", "smooth_s": 0.01})");
  CHECK_THAT(when.err, Contains("there is nothing to smooth"));
  const auto negative = study(tactus, R"("m": {"of": "history/kinetic_energy_J", "filter": -50})");
  CHECK_THAT(negative.err, Contains("/metrics/m/filter: -50 given; allowed: CFC60, CFC180"));
}
