/// What is told of the options: the page, explain, the schema.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "installation.hpp"
#include "json_schema.hpp"

using namespace tactus::cli_tests;
using nlohmann::json;

namespace {

/// The page by its headings.
std::map<std::string, std::string> parts_of(const std::string& page) {
  std::map<std::string, std::string> parts;
  std::string heading;
  std::stringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) heading = line;
    parts[heading] += line + "\n";
  }
  return parts;
}

json parsed(const std::string& text) { return json::parse(text, nullptr, true, true); }

}  // namespace

TEST_CASE("docs/configuration.md is what the declarations say", "[cli]") {
  const std::vector<std::string> plugins = all_plugins();
  // What one plugin's part says is not repeated in another's, so that the page is that of all plugins.
  if (std::ranges::find(plugins, "ipopt") == plugins.end()) return;
  const Installation tactus(plugins);
  const auto written = parts_of(text_of(fs::path(TACTUS_SOURCE_DIR) / "docs/configuration.md"));
  const auto declared = parts_of(tactus.run({"explain", "--markdown"}).out);
  CHECK(declared.size() > 20);
  for (const auto& [heading, text] : declared) {
    INFO("write the page anew: ./dev docs");
    CHECK(written.contains(heading));
    if (written.contains(heading)) CHECK(written.at(heading) == text);
  }
  for (const auto& [heading, text] : written) {
    INFO("a part that nothing declares: " << heading);
    CHECK(declared.contains(heading));
  }
}

TEST_CASE("The reference page tells an option of several types once", "[cli]") {
  const auto page = parts_of(Installation().run({"explain", "--markdown"}).out);
  CHECK_THAT(page.at("### body deformable"),
             Catch::Contains("- `thickness` (1; > 0 [m]): out of the plane") &&
                 Catch::Contains("- `scale` (1; "));
  CHECK_THAT(page.at("### body obstacle"),
             !Catch::Contains("- `scale`") && Catch::Contains("As above: `name`, `scale`,"));
  // The same name with another meaning is another option.
  CHECK_THAT(page.at("### body rigid"),
             Catch::Contains("- `mesh` ([mesh](#mesh)): a generator or a file; a disk"));
}

TEST_CASE("explain tells options with units, defaults and ranges", "[cli]") {
  const Installation tactus;
  const auto explained = [&](const std::vector<std::string>& what) {
    std::vector<std::string> arguments{"explain"};
    arguments.insert(arguments.end(), what.begin(), what.end());
    const Installation::Outcome outcome = tactus.run(arguments);
    CHECK(outcome.code == 0);
    return outcome.out;
  };
  CHECK(explained({"mesh", "disk"}) ==
        "mesh disk: A disk, its origin in the centre; group boundary\n\n"
        "  radius  0.5  a number > 0 [m]\n"
        "          radius of the outer ring's nodes\n"
        "  rings   6    a whole number >= 1 and <= 1800\n"
        "          rings of 6, 12, 18, ... nodes\n");
  CHECK(explained({"time"}) ==
        "time: How long, and in which steps\n\n"
        "  end   required  a number > 0 [s]\n"
        "        simulated time\n"
        "  step  \"auto\"    a number > 0 [s] or \"auto\"\n"
        "        time step; \"auto\": from the largest frequency, half of the stability limit; in "
        "space rigid bodies turn by at most 0.03 rad in it\n");
  CHECK_THAT(explained({"material", "linear_elastic"}),
             Catch::Contains("version 0.1.0, " +
                             (fs::canonical(tactus.root()) / "lib/tactus/plugins").string()) &&
                 Catch::Contains("young    not given  a number > 0 [Pa]\n") &&
                 Catch::Contains("provides  material.energy: ") &&
                 !Catch::Contains("material.objective"));
  CHECK_THAT(explained({"contact_solver", "local_sqp"}),
             Catch::Contains("needs     problem.separable: the tangent is diagonal and constant"));
  CHECK_THAT(
      explained({}),
      Catch::Contains("material        linear_elastic, neo_hookean\n") &&
          Catch::Contains(
              "mesh            rectangle, disk, ring, polygon, box, ball, cylinder, tube, file\n"));
}

TEST_CASE("The schema accepts what the program accepts, and what it wrote itself", "[cli]") {
  const Installation tactus(all_plugins());
  const json schema = json::parse(tactus.run({"schema"}).out);
  int accepted = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(TACTUS_SOURCE_DIR) / "configs")) {
    const bool is_study = entry.path().parent_path().filename() == "studies";
    if (entry.path().extension() != ".json" || is_study) continue;
    INFO(entry.path().string());
    CHECK(schema_fault(schema, schema, parsed(text_of(entry.path()))) == "");
    ++accepted;
  }
  CHECK(accepted >= 4);
  const fs::path squares = fs::path(TACTUS_SOURCE_DIR) / "configs/paper/four_squares.json";
  CHECK(tactus.run({"run", squares.string(), "--set", "/time/end=1e-6", "--out", "run"}).code == 0);
  const json resolved = json::parse(text_of(tactus.work() / "run/resolved.json"));
  CHECK(schema_fault(schema, schema, resolved) == "");
}

TEST_CASE("The schema refuses what can be said of a single value", "[cli]") {
  const Installation tactus;
  const json schema = json::parse(tactus.run({"schema"}).out);
  const std::vector<std::string> refused{"whole_is_a_list",
                                         "whole_is_empty",
                                         "whole_key_unknown",
                                         "whole_dimension_4",
                                         "bodies_none",
                                         "body_density_negative",
                                         "body_density_missing",
                                         "body_type_misspelt",
                                         "rectangle_cells_zero",
                                         "rectangle_cells_one_number",
                                         "polygon_two_points",
                                         "velocity_one_number",
                                         "material_type_unknown",
                                         "material_key_misspelt",
                                         "integrator_missing",
                                         "integrator_choice_misspelt",
                                         "contact_without_solver",
                                         "time_step_word",
                                         "time_step_negative",
                                         "output_audit_misspelt",
                                         "output_history_fraction"};
  for (const std::string& name : refused) {
    INFO(name);
    const fs::path file = fs::path(TACTUS_SOURCE_DIR) / "tests/cli/bad" / (name + ".json");
    CHECK(schema_fault(schema, schema, parsed(text_of(file))) != "");
  }
}

TEST_CASE("The schema of studies accepts those that ship", "[cli][study]") {
  const Installation tactus(kNoPlugins);
  const json schema = json::parse(tactus.run({"schema", "--study"}).out);
  int accepted = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(TACTUS_SOURCE_DIR) / "configs/studies")) {
    INFO(entry.path().string());
    json study = parsed(text_of(entry.path()));
    CHECK(schema_fault(schema, schema, study) == "");
    study["$schema"] = "tactus.study.schema.json";
    CHECK(schema_fault(schema, schema, study) == "");
    ++accepted;
  }
  CHECK(accepted >= 6);
}

TEST_CASE("The schema of studies refuses what can be said of a single value", "[cli][study]") {
  const Installation tactus(kNoPlugins);
  const json schema = json::parse(tactus.run({"schema", "--study"}).out);
  const json good = json::parse(R"({"base": "base.json", "repeat": 2, "limits": {"wall_s": "none"},
      "axes": [{"name": "step", "pointer": "/time/step", "range": {"from": 1, "to": 2, "count": 2}}],
      "metrics": {"end_s": {"of": "history/time_s", "exact": 1, "accept": {"relative": 0.1}},
                  "order": {"order_of": "end_s", "along": "step", "step": "/time/step"}}})");
  CHECK(schema_fault(schema, schema, good) == "");
  for (const auto& [pointer, value] : std::vector<std::pair<std::string, std::string>>{
           {"/metric", "{}"},
           {"/repeat", "-1"},
           {"/threads", "0.5"},
           {"/axes", "[]"},
           {"/axes/0/values", "[1]"},
           {"/axes/0/pointer", "\"time/step\""},
           {"/axes/0/name", "\"a step\""},
           {"/axes/0/range/count", "1"},
           {"/axes/0/range/ratio", "2"},
           {"/set", R"({"time": 1})"},
           {"/parameters", R"({"mu": "0.3"})"},
           {"/exclude", R"({"step": 1})"},
           {"/metrics/end_s/of", "[]"},
           {"/metrics/end_s/take", "\"median\""},
           {"/metrics/end_s/accept/relative", "0"},
           {"/metrics/order/take", "\"last\""},
           {"/metrics/2nd", R"({"of": "history/time_s"})"},
           {"/limits/wall_s", "\"long\""},
           {"/limits/disk_MiB", "1"}}) {
    INFO(pointer << " = " << value);
    json bad = good;
    bad[json::json_pointer(pointer)] = json::parse(value);
    CHECK(schema_fault(schema, schema, bad) != "");
  }
}
