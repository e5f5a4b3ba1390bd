// docs/output.md tells of every column and field that a run writes, and of the limits by which runs are judged.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "core/record/history.hpp"
#include "core/record/probe_table.hpp"
#include "core/record/recorded.hpp"
#include "core/record/summary.hpp"
#include "core/record/vtu_writer.hpp"
#include "tests/support/vtu_file.hpp"

using namespace tactus;

namespace {

std::string page() {
  std::ifstream in(TACTUS_SOURCE_DIR "/docs/output.md");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// What stands below a heading of the page.
std::string section_of(const std::string& heading) {
  const std::string text = page();
  const std::size_t begin = text.find("\n## " + heading);
  REQUIRE(begin != std::string::npos);
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

/// The names in the first column of the tables of a section.
std::set<std::string> names_told(const std::string& section) {
  std::set<std::string> names;
  std::istringstream lines(section);
  const std::regex name("`([^`]*)`");
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string first = line.substr(0, line.find(" | ", 1));
    for (std::sregex_iterator it(first.begin(), first.end(), name), last; it != last; ++it)
      names.insert((*it)[1]);
  }
  return names;
}

void collect_fields(const core::FrameMesh& mesh, const core::FrameState& state,
                    std::set<std::string>& names) {
  const test::VtuFile file = test::parse(core::vtu(mesh, state));
  for (const auto* fields : {&file.point_data, &file.cell_data})
    for (const auto& [name, array] : *fields) names.insert(name);
}

}  // namespace

TEST_CASE("the page's tables of the history are those of the declared numbers", "[output]") {
  const std::string text = page();
  using Runs = core::Measure::Runs;
  const std::string head = "| column | what it is |\n|---|---|\n",
                    wall =
                        "| `wall_elements_s`, `wall_detection_s`, `wall_solver_s`, `wall_output_s` "
                        "| of each part "
                        "of the step |\n";
  for (const auto& [runs, more] :
       {std::pair(Runs::all, wall), std::pair(Runs::reactions, std::string()),
        std::pair(Runs::dissipation, std::string()), std::pair(Runs::statics, std::string())}) {
    const std::string table = head + core::page_of(runs) + more + "\n";
    INFO("docs/output.md should have this table:\n" << table);
    CHECK(text.find(table) != std::string::npos);
  }
}

TEST_CASE("the page of what a run leaves behind has every column of the tables beside the history",
          "[output]") {
  for (const auto& [table, columns] :
       {std::pair(std::string("contacts.csv"), core::contacts_columns(2)),
        std::pair(std::string("supports.csv"), core::supports_columns(2)),
        std::pair(std::string("residuals.csv"), core::residuals_columns())}) {
    INFO(table);
    CHECK(names_told(section_of(table)) == std::set<std::string>(columns.begin(), columns.end()));
  }
  const std::string probes = section_of("probes.csv");
  for (const std::string& column : core::probes_columns({}))
    CHECK(probes.find("`" + column + "`") != std::string::npos);
}

TEST_CASE("the page has the fields of frames, and no other", "[output]") {
  const test::PlaneFrame frame;
  const std::vector<Real> numbers(7, 0);
  const std::vector<std::uint8_t> marks(7, 0);
  core::FrameState state = frame.state();
  state.contact_pressure = state.contact_shear = numbers, state.contact_state = marks;
  std::set<std::string> written;
  collect_fields(frame.mesh(), state, written);
  const std::vector<Index> kept{0, 1}, behind{0};
  core::FrameMesh surface = frame.mesh();
  surface.elements = kept, surface.lone_points = {}, surface.is_boundary = true;
  surface.cell_body = surface.cell_body.first(1);
  surface.kept = kept, surface.behind = behind;
  collect_fields(surface, state, written);
  std::set<std::string> told = names_told(section_of("frames.pvd"));
  for (const char* of_a_material : {"plastic_strain", "dissipated"})
    CHECK(told.erase(of_a_material) == 1);
  CHECK(told == written);
}

TEST_CASE("the limits of a sound run on the page are those by which it is judged", "[output]") {
  const std::string section = section_of("When a run is sound");
  const std::string text = std::regex_replace(section, std::regex("\\s+"), " ");
  using core::Summary;
  struct Limit {
    std::string words;
    Real value;
    std::function<void(Summary&, Real)> set;
  };
  const std::vector<Limit> limits{
      {"contact gained at no time more than 0.1 % of the scale", 1e-3,
       [](Summary& s, Real x) { s.account.contact_share = x; }},
      {"time integration or changes of the step no more than 1 %", 1e-2,
       [](Summary& s, Real x) { s.account.integration_share = x; }},
      {"changes of the step no more than 1 %", 1e-2,
       [](Summary& s, Real x) { s.account.step_change_share = x; }},
      {"the total energy never stood more than 0.1 % above the start", 1e-3,
       [](Summary& s, Real x) { s.account.kept = false, s.energy.max = 1 + x; }},
      {"and contact never put in more than that in one step", 1e-3,
       [](Summary& s, Real x) {
         s.account.kept = false, s.contact.enabled = true, s.contact.largest_work = x;
       }},
      {"kept to 1e-10 of sum m|v|", 1e-10, [](Summary& s, Real x) { s.momentum.linear = x; }},
      {"angular momentum to 1e-10 of sum m|v||x - c|", 1e-10,
       [](Summary& s, Real x) { s.momentum.angular = x; }},
      {"or 1e-2 if the integrator does not claim to keep it", 1e-2,
       [](Summary& s, Real x) {
         s.integrator.keeps_angular_momentum = false, s.momentum.angular = x;
       }},
      {"turned by more than 0.1 rad", 0.1,
       [](Summary& s, Real x) {
         s.rotation = {"body", "linear_elastic", x, 1};
       }},
      {"in equilibrium to 1e-8 of the largest nodal force", 1e-8,
       [](Summary& s, Real x) { s.equilibrium_residual = x; }}};
  for (const Limit& limit : limits) {
    INFO(limit.words);
    CHECK(text.find(limit.words) != std::string::npos);
    for (const Real part : {0.999, 1.001}) {
      Summary s;
      s.steps = s.audit.checked = 100;
      s.energy = {.initial = 1, .last = 1, .max = 1, .scale = 1, .rounding = 0};
      s.account.kept = true;
      s.momentum.linear_scale = s.momentum.angular_scale = 1;
      limit.set(s, part * limit.value);
      CHECK(core::judge(s).sound == (part < 1));
    }
  }
}

TEST_CASE("the page of what a run leaves behind has a section for every table", "[output]") {
  const std::string text = page();
  for (const std::string_view table : core::kTables) {
    INFO(table);
    CHECK(text.find("\n## " + std::string(table) + ".csv\n") != std::string::npos);
  }
}

TEST_CASE("shipped configurations tell to look at tables that runs write", "[output]") {
  const std::regex table("([a-z]+)\\.csv");
  int told = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(TACTUS_SOURCE_DIR "/configs")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in(entry.path());
    std::string description =
        nlohmann::json::parse(in, nullptr, true, true).value("description", "");
    for (std::smatch found; std::regex_search(description, found, table); ++told) {
      INFO(entry.path() << ": " << found[0]);
      CHECK(std::ranges::count(core::kTables, std::string_view(found[1].str())) == 1);
      description = found.suffix();
    }
  }
  CHECK(told > 10);
}

TEST_CASE("the page of what a run leaves behind has every column of probes", "[output]") {
  const std::string text = page();
  using core::ProbeType;
  for (const ProbeType type : {ProbeType::contact, ProbeType::energy})
    for (const std::string& column : core::probe_columns(type, 2)) {
      INFO(column);
      CHECK(text.find("`NAME." + column + "`") != std::string::npos);
    }
}

TEST_CASE("the page of what a run leaves behind has every key of the summary", "[output]") {
  const std::string text = page();
  core::Summary summary;
  summary.contact.reactions.solved = true;
  summary.contact.reactions.angular_momentum_error = {0};
  const auto flat = nlohmann::json::parse(core::to_json(summary)).flatten();
  for (const auto& [pointer, value] : flat.items()) {
    std::istringstream keys(pointer.substr(1));
    for (std::string key; std::getline(keys, key, '/');) {
      INFO(pointer);
      CHECK((key.find_first_not_of("0123456789") == std::string::npos ||
             text.find("`" + key + "`") != std::string::npos));
    }
  }
}
