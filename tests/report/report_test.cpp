// What a report's page holds: data of runs and studies, thinned, quantised and escaped; and that
// damaged files are sentences.
#include "apps/report/report.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <regex>

#include "apps/report/blob.hpp"
#include "apps/report/contact_curves.hpp"
#include "apps/report/frame_budget.hpp"
#include "apps/report/frames_pack.hpp"
#include "apps/report/history_pack.hpp"
#include "apps/report/page_text.hpp"
#include "apps/report/surface.hpp"
#include "core/record/vtu_writer.hpp"
#include "core/support/file_error.hpp"
#include "core/support/regular_file.hpp"
#include "core/support/sha256.hpp"
#include "tactus/error.hpp"
#include "tests/report/put.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::core;
using tactus::report_tests::put;
namespace fs = std::filesystem;
using Data = nlohmann::json;

namespace {

/// A strip of `cells` squares, two triangles each, and a particle; points are shaken by `noise`.
std::string strip(Index cells, Real time, Real noise = 0, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<Real> shake(-noise, noise);
  std::vector<Real> points, velocity, force, stress;
  std::vector<Index> elements, lone;
  for (Index i = 0; i <= cells; ++i)
    for (const Real y : {0.0, 1.0})
      points.insert(points.end(), {static_cast<Real>(i) + time + shake(random), y + shake(random)});
  for (Index i = 0; i < cells; ++i)
    for (const Index k : {2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3})
      elements.push_back(k);
  lone.push_back(static_cast<Index>(points.size()) / 2);
  points.insert(points.end(), {0.5, 2});
  for (std::size_t i = 0; i < points.size(); ++i) velocity.push_back(shake(random) + 3);
  force.assign(points.size(), 0);
  force[0] = -20, force[3] = 40;
  for (std::size_t i = 0; i < 6 * elements.size() / 3; ++i) stress.push_back(shake(random) + 1);
  std::vector<std::int32_t> body(elements.size() / 3, 0);
  body.push_back(1);
  FrameMesh mesh;
  mesh.elements = elements, mesh.lone_points = lone, mesh.cell_body = body;
  mesh.body_names = {"strip </script>", "\u7c92\u5b50"};
  FrameState state;
  state.time = time, state.points = points, state.velocity = velocity;
  state.contact_force = force, state.stress = stress;
  return vtu(mesh, state);
}

std::string resolved(const std::string& law) {
  return R"({"description": "a run", "time": {"end": 1, "step": 0.5}, "law": ")" + law +
         R"(", "resolved": {"tactus": "0.1.0", "compiler": "12", "fingerprint": "f",
         "machine": {"system": "Linux", "processor": "P", "cores": 2, "memory_MiB": 100},
         "plugins": [{"name": "grid", "version": "1", "sha256": "ab", "path": "/p"}]}})";
}

constexpr const char* kSummary =
    R"({"name": "r", "status": "completed", "reason": "", "sound": true,
  "findings": [{"says": "nothing overlaps", "fault": false}], "steps": 2, "retries": 0, "subdivided_steps": 0, "time_s": 1, "end_time_s": 1,
  "wall_s": 0.1, "energy": {"initial_J": 10, "final_J": 9, "scale_J": 50}})";

void put_run(const fs::path& folder, const std::string& law = "one", int frames = 2) {
  put(folder / "resolved.json", resolved(law));
  put(folder / "summary.json", kSummary);
  put(folder / "history.csv",
      "step,time_s,total_energy_J,contacts,depth_m\n0,0,10,0,\n1,0.5,nan,0,\n2,1,9,0,\n");
  for (int f = 0; f < frames; ++f)
    put(folder / "frames" / fmt::format("{:06}.vtu", f), strip(2, f));
}

/// The data of a page, as a browser finds them: up to the next end of a script element.
Data data_of(const std::string& page) {
  const std::string start = "id=\"tactus-data\">";
  const std::size_t from = page.find(start) + start.size();
  return Data::parse(page.substr(from, page.find("</script", from) - from));
}

Data report(const std::vector<fs::path>& inputs, const fs::path& out) {
  write_report(inputs, out);
  return data_of(read_file(out));
}

constexpr const char* kStudy = R"({"tactus_study": 1, "name": "laws", "description": "d",
  "parameters": {"v0": 2}, "baseline": {"law": "one"},
  "axes": [{"name": "law", "labels": ["one", "two", "lost"], "values": [null, null, null]}],
  "metrics": [{"name": "path_m", "unit": "m", "timing": false, "exact": 1, "accept": null},
              {"name": "solver_s", "unit": "s", "timing": true, "exact": null, "accept": null}],
  "orders": [], "cells": [
   {"index": 0, "folder": "cells/0", "axes": {"law": "one"}, "status": "ok", "reason": "",
    "metrics": {"path_m": 1.5, "solver_s": null}, "exact": {"path_m": 1}, "accepted": true},
   {"index": 1, "folder": "cells/1", "axes": {"law": "two"}, "status": "unsound", "reason": "deep",
    "metrics": {"path_m": 2, "solver_s": null}, "exact": {"path_m": 1}, "accepted": null},
   {"index": 2, "folder": "../outside", "axes": {"law": "lost"}, "status": "crashed",
    "reason": "</script><b>", "metrics": {"path_m": null}, "exact": {}, "accepted": null}]})";

}  // namespace

TEST_CASE("The page of a run has its summary, curves, frames, plugins and machine", "[report]") {
  const test::TemporaryFolder folder;
  put_run(folder.path() / "run");
  const Data page = report({folder.path() / "run"}, folder.path() / "page.html");
  CHECK(page["title"] == "run");
  REQUIRE(page["cells"].size() == 1);
  const Data& cell = page["cells"][0];
  CHECK(cell["study"] == -1);
  CHECK(cell["status"] == "completed");
  CHECK(cell["summary"]["findings"][0] == "nothing overlaps");
  CHECK(cell["summary"]["energy_change_J"] == -1);
  CHECK(cell["summary"]["energy_change"] == Approx(-0.1));  // of the initial energy
  CHECK(cell["problems"].empty());
  const Data& history = cell["history"];
  CHECK(history["rows"] == 3);
  CHECK(page["columns"] ==
        Data{"step", "time_s", "total_energy_J", "contacts"});  // depth_m is empty
  CHECK(history["columns"][2]["lost"] == 1);
  CHECK(history["columns"][3]["constant"] == 0);
  CHECK(cell["frames"]["count"] == 2);
  CHECK(cell["frames"]["bodies"] == Data{"strip </script>", "\u7c92\u5b50"});
  CHECK(cell["frames"]["force"] == 40);
  CHECK(page["plugins"][0]["sha256"] == "ab");
  CHECK(page["machines"][0]["processor"] == "P");
  CHECK(page["configuration"]["time"]["step"] == 0.5);
}

TEST_CASE("Probes are curves beside those of the history", "[report]") {
  const test::TemporaryFolder folder;
  put_run(folder.path() / "run");
  put(folder.path() / "run/probes.csv", "step,time_s,tip.u_x_m\n0,0,0\n1,0.5,0.25\n2,1,0.5\n");
  Data page = report({folder.path() / "run"}, folder.path() / "page.html");
  CHECK(page["columns"] == Data{"step", "time_s", "total_energy_J", "contacts", "tip.u_x_m"});
  CHECK(page["cells"][0]["history"]["columns"].size() == 5);
  put(folder.path() / "run/probes.csv", "step,time_s,tip.u_x_m\n0,0,0\n");  // cut off
  page = report({folder.path() / "run"}, folder.path() / "page.html");
  CHECK(page["columns"].size() == 4);
}

TEST_CASE("The page of a study has its cells with times, differences, and those without a folder",
          "[report]") {
  const test::TemporaryFolder folder;
  put_run(folder.path() / "cells/0");
  put_run(folder.path() / "cells/1", "two");
  put(folder.path() / "results.json", kStudy);
  put(folder.path() / "timings.csv",
      "cell,cell_wall_s,cell_memory_MiB,solver_s\n0,2,50,0.5\n1,3,60,0.7\n2,,,\n");
  const Data page = report({folder.path()}, folder.path() / "page.html");
  REQUIRE(page["cells"].size() == 3);
  CHECK(page["studies"][0]["metrics"].size() == 4);  // with those of cells
  CHECK(page["cells"][0]["metrics"]["solver_s"] == 0.5);
  CHECK(page["cells"][1]["metrics"]["cell_wall_s"] == 3);
  CHECK(page["cells"][2]["metrics"]["solver_s"].is_null());
  CHECK(page["cells"][1]["status"] == "unsound");
  CHECK(page["pointers"] == Data{"/law"});
  CHECK(page["cells"][1]["changes"] == Data{{0, "\"two\""}});
  CHECK(page["cells"][2]["reason"] == "</script><b>");
  CHECK(page["cells"][2]["frames"].is_null());
  CHECK(page["cells"][2]["problems"][0].get<std::string>().find("not inside its study") !=
        std::string::npos);
}

TEST_CASE("What the page could not read of an edited results.json is left out", "[report]") {
  const test::TemporaryFolder folder;
  put(folder / "results.json", R"({"tactus_study": 1, "name": 5, "baseline": 7, "parameters": [],
    "axes": [1, {"name": {}}, {"name": "a", "labels": ["x", 2], "values": [1, 2]},
             {"name": "b", "labels": ["x"], "values": [1, 2]},
             {"name": "c", "labels": ["x"], "values": [null]}],
    "metrics": ["m", {"name": 3}, {"name": "p", "unit": [], "exact": "1", "accept": 5}],
    "orders": [{"name": "o", "of": "p"}, {"name": "o", "of": "p", "along": "c", "rows": [
               5, {"observed": "2"}, {"axes": {"c": 1}, "order": "2", "steps": 3, "accepted": false,
               "uncertainty": 0.5, "observed": [7, {"order": "2", "cells": ["0"]}, {"order": 2, "cells": [0]},
                  {"order": null, "cells": ["0", "1"], "none_because": "it is zero", "more": 1}]},
               {"order": 2, "observed": [], "accepted": null, "none_because": 5}]}],
    "means": [{"name": "m"}, {"name": "m", "of": "p", "along": "c", "accept": 1, "rows": [
              5, {"cells": "2"}, {"axes": {"c": 1}, "mean": 0.5, "standard_error": [], "cells": 4,
              "accepted": true}]}],
    "cells": [null, {"axes": {"c": {}}, "metrics": {"p": "2"}, "exact": {"p": []}, "status": {}}]})");
  const Data page = report({folder.path()}, folder / "page.html");
  const Data& study = page["studies"][0];
  CHECK(study["axes"] == Data{{{"name", "c"}, {"labels", {"x"}}, {"values", {nullptr}}}});
  REQUIRE(study["metrics"].size() == 1);
  CHECK(study["metrics"][0]["unit"] == "");
  CHECK(study["metrics"][0]["accept"].is_null());
  REQUIRE(study["orders"].size() == 1);
  CHECK(study["orders"][0]["rows"] ==
        Data::parse(R"([{"axes": {}, "order": null, "extrapolated": null,
        "uncertainty": 0.5, "accepted": false, "observed": [{"order": null, "cells": ["0", "1"],
        "none_because": "it is zero"}]}, {"axes": {}, "order": 2, "extrapolated": null,
        "uncertainty": null, "observed": []}])"));
  REQUIRE(study["means"].size() == 1);
  CHECK(study["means"][0]["accept"].is_null());
  CHECK(study["means"][0]["rows"] == Data::parse(R"([{"axes": {}, "mean": 0.5,
        "standard_error": null, "cells": 4, "exact": null, "accepted": true}])"));
  CHECK(study["baseline"].is_null());
  REQUIRE(page["cells"].size() == 2);
  for (const char* key : {"axes", "metrics", "exact"})
    CHECK(page["cells"][1][key] == Data::object());
}

TEST_CASE("No text of a run ends the element of the data, and all texts come out as they were",
          "[report]") {
  for (const std::string text : {"</script><script>alert(1)</script>", "<!--<script>",
                                 "a\"b\\c\n\u2028", "{{tactus-data}}", "&lt;", "\u202e\u7c92"}) {
    Json data = Json::object();
    data.set(text, Json::of(text));
    const std::string embedded_text = embedded(data);
    CHECK(embedded_text.find('<') == std::string::npos);
    CHECK(data_of(page_text(data))[text] == text);
  }
}

TEST_CASE("The policy of a page allows its own script and style, and no request", "[report]") {
  const std::string page = page_text(Json::object());
  const std::regex policy(
      "Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-([^']*)'; "
      "style-src "
      "'sha256-([^']*)'; base-uri 'none'; form-action 'none'\"");
  std::smatch allowed;
  REQUIRE(std::regex_search(page, allowed, policy));
  const auto digest = [](const std::string& text) {
    const std::string digits = sha256(text);
    std::vector<std::uint8_t> bytes;
    for (std::size_t k = 0; k < digits.size(); k += 2)
      bytes.push_back(static_cast<std::uint8_t>(std::stoi(digits.substr(k, 2), nullptr, 16)));
    return base64(bytes);
  };
  const auto between = [&](const std::string& start, const std::string& end) {
    const std::size_t from = page.find(start) + start.size();
    return page.substr(from, page.find(end, from) - from);
  };
  CHECK(digest(between("<script>", "</script>")) == allowed[1]);
  CHECK(digest(between("<style>", "</style>")) == allowed[2]);
}

TEST_CASE("A page follows links in the folders that it is made from", "[report]") {
  const test::TemporaryFolder folder;
  put_run(folder.path() / "run");
  fs::create_directories(folder.path() / "links");
  for (const auto& entry : fs::directory_iterator(folder.path() / "run"))
    fs::create_symlink(entry.path(), folder.path() / "links" / entry.path().filename());
  const Data page = report({folder.path() / "links"}, folder.path() / "page.html");
  CHECK(page["cells"][0]["status"] == "completed");
}

TEST_CASE("A folder that is none of a run is refused; a damaged file is named and the rest stays",
          "[report]") {
  const test::TemporaryFolder folder;
  const fs::path run = folder.path() / "run", out = folder.path() / "page.html";
  fs::create_directories(run);
  CHECK_THROWS_WITH(write_report(std::array{run}, out), Catch::Contains("neither a run"));
  put(run / "results.json", "{}");
  CHECK_THROWS_WITH(write_report(std::array{run}, out), Catch::Contains("\"tactus_study\": 1"));
  fs::remove(run / "results.json");
  put_run(run);
  put(run / "history.csv", "step,time_s\n0,0\n1\n");
  put(run / "frames/000001.vtu", "no frame");
  const ReportOutcome outcome = write_report(std::array{run}, out);
  REQUIRE(outcome.problems.size() == 2);
  CHECK_THAT(outcome.problems[0], Catch::Contains("line 3 does not have 2 cells"));
  CHECK_THAT(outcome.problems[1], Catch::Contains("000001.vtu': it is no frame of a run"));
  const Data page = data_of(read_file(out));
  CHECK(page["cells"][0]["problems"].size() == 2);
  CHECK(page["cells"][0]["history"].is_null());
  CHECK(page["cells"][0]["summary"]["sound"] == true);
  put(run / "summary.json", "{");
  CHECK(write_report(std::array{run}, out).problems.size() == 3);
  // What is no file stays what it is; of a link the file that it leads to is replaced.
  const fs::path pipe = folder.path() / "pipe.html", link = folder.path() / "link.html";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(write_report(std::array{run}, pipe),
                    Catch::Contains("pipe.html is no file that a report could replace"));
  CHECK(fs::is_fifo(pipe));
  put(out, "old");
  fs::create_symlink(out, link);
  CHECK(write_report(std::array{run}, link).problems.size() == 3);
  CHECK(fs::is_symlink(link));
  CHECK(read_file(out).size() > 1000);
}

TEST_CASE("A frame that is cut off or edited anywhere is read or refused by a sentence",
          "[report]") {
  const std::string whole = strip(2, 1);
  const Frame frame = parse_frame(whole, "f");
  CHECK(frame.triangles.size() == 12);
  CHECK(frame.lone == std::vector<std::uint32_t>{6});
  CHECK(frame.bodies[0] == "strip </script>");
  CHECK(frame.contact_force[4] == 40);
  const std::size_t end = whole.rfind("\n</AppendedData>");
  for (std::size_t size = 0; size < end; ++size)
    CHECK_THROWS_AS(parse_frame(whole.substr(0, size), "f"), FileError);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (const char changed : {'\xff', '\0', '9'}) {
      std::string text = whole;
      text[i] = changed;
      try {
        const Frame edited = parse_frame(text, "f");
        for (const std::uint32_t corner : edited.triangles)
          REQUIRE(corner < edited.points.size() / 3);
      } catch (const FileError&) {
        ++refused;
      }
    }
  CHECK(refused > 100);
}

TEST_CASE("Quantised frames are within half a step of what the run wrote", "[report]") {
  const test::TemporaryFolder folder;
  for (int f = 0; f < 3; ++f)
    put(folder.path() / "frames" / fmt::format("{:06}.vtu", f), strip(5, 0.3 * f, 0.1, 7));
  const std::vector<fs::path> files = frame_files(folder.path());
  const FramePack pack = pack_frames(files, 2);
  REQUIRE(pack.times.size() == 2);
  const Frame frame = read_frame(files[2]);
  const std::size_t at = 2 * pack.points;  // of the second frame
  for (std::size_t i = 0; i < pack.points; ++i) {
    for (std::size_t d = 0; d < 2; ++d) {
      const Real step = (pack.high[d] - pack.low[d]) / 65535;
      const Real x = pack.low[d] + step * pack.positions[at + d * pack.points + i];
      CHECK(std::abs(x - frame.points[3 * i + d]) <= 0.5001 * step);
    }
    const Real speed = std::hypot(frame.velocity[3 * i], frame.velocity[3 * i + 1]);
    CHECK(std::abs(pack.speeds[pack.points + i] * pack.speed / 255 - speed) <=
          0.5001 * pack.speed / 255);
  }
  CHECK(pack.forces[1].size() == 2);
  CHECK(pack.forces[1][1].along[1] * pack.force / 32767 == Approx(40));
}

TEST_CASE("Many frames are thinned until they fit, the same number of each cell", "[report]") {
  const test::TemporaryFolder folder;
  std::vector<std::vector<fs::path>> files;
  for (int c = 0; c < 3; ++c) {
    const fs::path run = folder.path() / std::to_string(c);
    for (int f = 0; f < 12; ++f)
      put(run / "frames" / fmt::format("{:06}.vtu", f),
          strip(300, 0.1 * f, 0.2, static_cast<unsigned>(100 * c + f)));
    files.push_back(frame_files(run));
  }
  const auto characters = [](const FrameShare& share) {
    std::size_t sum = 0;
    for (const Json& frames : share.frames) sum += to_text(frames).size();
    return sum;
  };
  const FrameShare all = share_frames(files, 10'000'000), few = share_frames(files, 100'000),
                   first = share_frames(files, 30'000);
  CHECK(all.notes.empty());
  CHECK(all.frames[2].find("count")->if_number()->value == 12);
  CHECK(characters(few) < 105'000);
  for (const Json& frames : few.frames) {
    const Real count = frames.find("count")->if_number()->value;
    CHECK(count == few.frames[0].find("count")->if_number()->value);
    CHECK(count >= 2);
    CHECK(count < 12);
  }
  CHECK_THAT(few.notes.at(0), Catch::Contains("evenly spread"));
  CHECK(first.frames[2].is_null());
  CHECK_THAT(first.notes.back(), Catch::Contains("make the page too large"));
}

TEST_CASE("A long history keeps every extreme, and a small drift of a large value", "[report]") {
  const test::TemporaryFolder folder;
  std::string text = "step,time_s,energy_J,spike_N\n";
  for (int i = 0; i < 9000; ++i)
    text += fmt::format("{},{},{},{}\n", i, 1e-3 * i, 4.5e9 + 1e-3 * i, i == 7777 ? 5.0 : 0.0);
  put(folder.path() / "history.csv", text);
  const Curves curves = thinned(pack(Table::read(folder.path() / "history.csv"), 2000), 100);
  CHECK(curves.rows == 9000);
  CHECK(curves.points == 100);
  CHECK(curves.envelope);
  const std::vector<Real>& spike = curves.curves[3].values;
  CHECK(std::count(spike.begin(), spike.end(), 5.0) == 1);
  CHECK(curves.curves[1].values.front() == 0);
  CHECK(curves.curves[1].values.back() == Approx(8.999));
  std::vector<std::string> names;
  const Json json = to_json(curves, names);
  const Json& energy = (*json.find("columns")->if_array())[2];
  CHECK(energy.find("offset")->if_number()->value ==
        4.5e9);  // 9 J in 4.5e9 would be lost in a float
}

TEST_CASE("Contacts of the pairs that pushed hardest are curves over the rows of the history",
          "[report]") {
  const test::TemporaryFolder folder;
  put(folder / "history.csv", "step,time_s\n0,0\n2,0.5\n4,1\n6,1.5\n");
  put(folder / "contacts.csv",
      "step,time_s,body_a,body_b,contacts,impulse_x_N_s,impulse_y_N_s\n"
      "2,0.5,block,floor,1,0,3\n4,1,ball,block,1,1,0\n4,1,block,floor,2,4,3\n"
      "4,1,rod,floor,1,0.1,0\n9,2,block,floor,1,100,100\n");
  const std::vector<Column> columns =
      contact_columns(Table::read(folder / "history.csv"), Table::read(folder / "contacts.csv"), 2);
  REQUIRE(columns.size() == 6);
  CHECK(columns[0].name == "force_on_block_by_floor_N");
  CHECK(columns[0].numbers == std::vector<Real>{0, 6, 10, 0});
  CHECK(columns[1].name == "impulse_x_on_block_by_floor_N_s");
  CHECK(columns[1].numbers == std::vector<Real>{0, 0, 4, 4});
  CHECK(columns[2].numbers == std::vector<Real>{0, 3, 6, 6});
  CHECK(columns[3].name == "force_on_ball_by_block_N");
  put_run(folder / "run");
  put(folder / "run/contacts.csv",
      "step,time_s,body_a,body_b,contacts,impulse_x_N_s,impulse_y_N_s\n1,0.5,a,b,1,0,3\n");
  const Data page = report({folder / "run"}, folder / "page.html");
  CHECK(page["columns"].back() == "impulse_y_on_a_by_b_N_s");
  put(folder / "run/contacts.csv", "step,time_s,body_a\n1\n");
  CHECK_THAT(write_report(std::array{folder / "run"}, folder / "page.html").problems.at(0),
             Catch::Contains("contacts.csv"));
}

TEST_CASE("Forces of a page pass its filter, have its name, and impulses stay what they are",
          "[report]") {
  const test::TemporaryFolder folder;
  put_run(folder / "run");
  // A blow of 3 N s along y in the middle row, of rows 5 us apart.
  std::string rows = "step,time_s,total_energy_J\n";
  for (int i = 0; i <= 4000; ++i) rows += fmt::format("{},{},{}\n", i, 5e-6 * i, 10 - 1e-3 * i);
  put(folder / "run/history.csv", rows);
  put(folder / "run/contacts.csv",
      "step,time_s,body_a,body_b,contacts,impulse_x_N_s,impulse_y_N_s\n2000,0.01,a,b,1,0,3\n");
  const auto columns_with = [&](const std::optional<ChannelFilter>& filter) {
    CHECK(write_report(std::array{folder / "run"}, folder / "page.html", filter).problems.empty());
    return data_of(read_file(folder / "page.html"))["columns"].get<std::vector<std::string>>();
  };
  CHECK(columns_with({}) == std::vector<std::string>{"step", "time_s", "total_energy_J",
                                                     "force_on_a_by_b_N", "impulse_x_on_a_by_b_N_s",
                                                     "impulse_y_on_a_by_b_N_s"});
  const std::optional<ChannelFilter> filter = channel_filter("CFC600");
  CHECK(columns_with(filter) ==
        std::vector<std::string>{"step", "time_s", "total_energy_J", "force_on_a_by_b_CFC_600_N",
                                 "impulse_x_on_a_by_b_N_s", "impulse_y_on_a_by_b_N_s"});
  const std::vector<Column> columns = contact_columns(
      Table::read(folder / "run/history.csv"), Table::read(folder / "run/contacts.csv"), 3, filter);
  // 1/(1 + (w/d)^4), d = 2 pi 1000 Hz (sqrt(2) - 1)^-1/4, answers a blow J with J d/(2 sqrt(2)) at
  // most, in its middle.
  const Real d = 2 * std::acos(-1) * 1000 * std::pow(std::sqrt(2) - 1, -0.25);
  const std::vector<Real>& force = columns.at(0).numbers;
  CHECK(*std::ranges::max_element(force) == Approx(3 * d / (2 * std::sqrt(2))).epsilon(2e-3));
  CHECK(columns.at(2).numbers.back() == 3);
  // The answer e^-x (cos x + sin x) is below zero from x = 3 pi/4 to 7 pi/4 and so on, where its size is told: by
  // integration of e^-x cos x, the size has 1 + sqrt(2) e^(-3 pi/4)/(1 - e^-pi) of the impulse.
  Real impulse = 0;
  for (std::size_t i = 1; i < force.size(); ++i) impulse += (force[i] + force[i - 1]) / 2 * 5e-6;
  const Real pi = std::acos(-1);
  CHECK(impulse ==
        Approx(3 * (1 + std::sqrt(2) * std::exp(-0.75 * pi) / (1 - std::exp(-pi)))).epsilon(1e-3));
  // Rows that are too far apart for it are told; the rest of the page stays.
  put(folder / "run/history.csv",
      "step,time_s,total_energy_J\n0,0,10\n1000,0.005,9\n2000,0.01,9\n3000,0.015,9\n4000,0.02,9\n");
  const auto outcome = write_report(std::array{folder / "run"}, folder / "page.html", filter);
  REQUIRE(outcome.problems.size() == 1);
  CHECK_THAT(outcome.problems[0], Catch::Contains("history_every"));
}

TEST_CASE("Times of a study tie within their largest spread, where all were repeated", "[report]") {
  const test::TemporaryFolder folder;
  put(folder / "results.json", kStudy);
  const auto spread_with = [&](const std::string& table) {
    put(folder / "timings.csv", table);
    return report({folder.path()}, folder / "page.html")["studies"][0]["metrics"][1]["spread"];
  };
  const std::string head = "cell,solver_s,solver_s_runs,solver_s_spread\n";
  CHECK(spread_with(head + "0,0.5,3,0.02\n1,0.7,3,0.05\n2,0.6,2,0.01\n") == 0.05);
  CHECK(spread_with(head + "0,0.5,3,0.02\n1,0.7,3,0.05\n2,,,\n") == 0.05);  // one has no time
  CHECK(spread_with(head + "0,0.5,3,0.02\n1,0.7,1,0\n2,0.6,2,0.01\n").is_null());
  CHECK(spread_with(head + "0,0.5,3,0.02\n1,0.7,3,\n2,0.6,2,0.01\n").is_null());
  CHECK(spread_with("cell,solver_s\n0,0.5\n1,0.7\n2,0.6\n").is_null());
}

TEST_CASE("Base64 has the digits and the padding of RFC 4648", "[report]") {
  const std::string text = "foobar";
  const std::vector<std::string> expected = {"",         "Zg==",     "Zm8=",    "Zm9v",
                                             "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  for (std::size_t n = 0; n <= text.size(); ++n) {
    const Bytes bytes(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(n));
    CHECK(base64(bytes) == expected[n]);
  }
}
