#include "apps/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "apps/report/frame_budget.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/origins.hpp"
#include "apps/report/page_text.hpp"
#include "apps/report/report_cell.hpp"
#include "apps/results/compare.hpp"
#include "core/support/atomic_file.hpp"
#include "core/support/nearest_path.hpp"

namespace tactus {
namespace fs = std::filesystem;
namespace core {
namespace {

constexpr std::size_t kFrameCharacters = 3'200'000;
constexpr std::size_t kCurveCharacters = 1'300'000;
constexpr std::size_t kOtherCharacters = 1'500;  // of each cell, about
constexpr std::size_t kFewestPoints = 64;        // with fewer points curves show too little

/// Everything that goes into a page.
struct Content {
  std::vector<Json> studies;
  std::vector<ReportCell> cells;
  std::vector<std::string> notes;
};

Content read(std::span<const fs::path> inputs, const std::optional<ChannelFilter>& filter) {
  Content content;
  const std::size_t points = points_per_curve(inputs.size());
  for (const fs::path& input : inputs) {
    if (is_there(input / "results.json")) {
      ReportStudy study = read_report_study(input, content.studies.size(), filter);
      content.studies.push_back(std::move(study.json));
      std::ranges::move(study.cells, std::back_inserter(content.cells));
    } else if (is_there(input / "resolved.json") || is_there(input / "summary.json")) {
      content.cells.push_back(read_report_run(input, points, filter));
    } else {
      throw ConfigError(fmt::format(
          "{}: is the folder of neither a run (it has no resolved.json) nor a study (it has no "
          "results.json); give a folder that tactus run or tactus study has written{}",
          input.string(), nearest_beside(input)));
    }
  }
  return content;
}

/// Distinguishes runs of the same name by their folders.
void tell_apart(std::vector<ReportCell>& cells) {
  const auto text = [](const ReportCell& cell, const char* key) {
    return *cell.json.find(key)->if_text();
  };
  std::vector<std::size_t> same;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i].json.find("study")->if_number()->value < 0 &&
        std::ranges::count_if(cells, [&](const ReportCell& other) {
          return text(other, "label") == text(cells[i], "label");
        }) > 1)
      same.push_back(i);
  for (const std::size_t i : same) cells[i].json.set("label", Json::of(text(cells[i], "folder")));
}

/// Number of values of all curves with at most `points` points.
std::size_t numbers_at(const Content& content, std::size_t points) {
  std::size_t sum = 0;
  for (const ReportCell& cell : content.cells)
    for (const Curve& curve : cell.curves.curves)
      if (!curve.constant) sum += std::min(points, cell.curves.points);
  return sum;
}

/// If even the smallest number of points is too much for all cells, only the first cells keep their
/// curves.
void leave_out_curves(Content& content) {
  std::size_t characters = 0, kept = 0;
  for (ReportCell& cell : content.cells) {
    const Json* data = cell.json.find("history")->find("data");
    if (!data) continue;
    characters += data->if_text()->size();
    if (characters <= kCurveCharacters)
      ++kept;
    else
      cell.json.set("history", Json());
  }
  content.notes.push_back(fmt::format(
      "Curves of the first {} cells are here; those of all would make the page too large. Write a "
      "report of the folders of others to see theirs.",
      kept));
}

/// Adds histories with as many points as fit; the page's list of columns grows with them.
void put_curves(Content& content, Json& page) {
  std::vector<std::string> names;
  std::size_t points = 2000, characters = 0;
  while (numbers_at(content, points) * sizeof(float) > 2 * kCurveCharacters &&
         points / 2 >= kFewestPoints)
    points /= 2;  // far too large: not worth compressing
  for (;; points /= 2) {
    names.clear();
    characters = 0;
    for (ReportCell& cell : content.cells) {
      cell.curves = thinned(cell.curves, points);
      Json history = cell.curves.points > 0 ? to_json(cell.curves, names) : Json();
      if (const Json* data = history.find("data")) characters += data->if_text()->size();
      cell.json.set("history", std::move(history));
    }
    if (characters <= kCurveCharacters || points / 2 < kFewestPoints) break;
  }
  if (characters > kCurveCharacters) leave_out_curves(content);
  page.set("columns", json_list(names));
}

void put_frames(Content& content) {
  std::vector<std::vector<fs::path>> files;
  for (const ReportCell& cell : content.cells) files.push_back(cell.frames);
  // What each cell has besides curves and frames makes pages of many cells large, too.
  const std::size_t rest = kOtherCharacters * content.cells.size();
  FrameShare share = share_frames(
      files, std::max(kFrameCharacters / 4, kFrameCharacters - std::min(kFrameCharacters, rest)));
  for (std::size_t i = 0; i < content.cells.size(); ++i) {
    content.cells[i].json.set("frames", std::move(share.frames[i]));
    if (!share.problems[i].empty()) content.cells[i].problems.push_back(share.problems[i]);
  }
  std::ranges::move(share.notes, std::back_inserter(content.notes));
}

void put_origins(Content& content, Json& page) {
  Origins origins;
  for (const ReportCell& cell : content.cells) origins.add(cell.resolved);
  for (std::size_t i = 0; i < content.cells.size(); ++i) origins.describe(i, content.cells[i].json);
  origins.describe_page(page);
}

/// Of two runs: the numbers at their ends and the curves in which they differ, the farthest apart
/// first.
Json differences_of(std::span<const fs::path> inputs, const Content& content,
                    ReportOutcome& outcome) {
  constexpr std::size_t kMostCurves = 12;
  constexpr Real kPartOfRounding = 1e-12;
  if (inputs.size() != 2 || !content.studies.empty()) return {};
  RunComparison found;
  try {
    found = compare_runs(inputs[0], inputs[1], {});
  } catch (const Error& e) {
    // Damaged files are told with the run that they belong to.
    const auto is_whole = [](const ReportCell& cell) { return cell.problems.empty(); };
    if (std::ranges::all_of(content.cells, is_whole))
      outcome.problems.push_back(fmt::format("the two runs are not compared: {}", e.what()));
    return {};
  }
  Json json = Json::object(), numbers = Json::array(), curves = Json::array();
  for (const NumberDifference& n : found.numbers) {
    Json one = Json::object();
    one.set("name", Json::of(n.name));
    one.set("first", Json::of(n.a));
    one.set("second", Json::of(n.b));
    numbers.if_array()->push_back(std::move(one));
  }
  std::map<std::string, Real> largest;  // by unit: beside it a column may be nothing but rounding
  for (const ColumnDifference& d : found.differences)
    largest[unit_of(d.column)] = std::max(largest[unit_of(d.column)], d.curve.size);
  std::erase_if(found.differences, [&](const ColumnDifference& d) {
    return std::isnan(d.curve.l2) || d.curve.size <= kPartOfRounding * largest[unit_of(d.column)];
  });
  std::ranges::stable_sort(found.differences, std::ranges::greater(), &ColumnDifference::relative);
  if (found.differences.size() > kMostCurves) found.differences.resize(kMostCurves);
  for (const ColumnDifference& d : found.differences) {
    Json one = Json::object();
    one.set("name", Json::of(d.column + (d.of.empty() ? "" : " (" + d.of + ")")));
    one.set("largest", Json::of(d.curve.max));
    one.set("of_size", Json::of(d.relative()));
    one.set("l2", Json::of(d.curve.l2));
    one.set("later_s", std::isnan(d.curve.shift) ? Json() : Json::of(d.curve.shift));
    curves.if_array()->push_back(std::move(one));
  }
  json.set("numbers", std::move(numbers));
  json.set("curves", std::move(curves));
  return json;
}

std::string title_of(const Content& content) {
  std::vector<std::string> names;
  for (const Json& study : content.studies) names.push_back(*study.find("name")->if_text());
  for (const ReportCell& cell : content.cells)
    if (cell.json.find("study")->if_number()->value < 0)
      names.push_back(*cell.json.find("label")->if_text());
  if (names.size() <= 3) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{}, {} and {} more", names[0], names[1], names.size() - 2);
}

Json page_of(std::span<const fs::path> inputs, Content& content, ReportOutcome& outcome) {
  Json page = Json::object();
  tell_apart(content.cells);
  page.set("tactus_report", Json::of(1.0));
  page.set("program", Json::of(std::string("tactus " TACTUS_VERSION)));
  page.set("title", Json::of(title_of(content)));
  put_curves(content, page);
  put_frames(content);
  put_origins(content, page);
  page.set("notes", json_list(content.notes));
  page.set("studies", json_list(content.studies));
  page.set("differences", differences_of(inputs, content, outcome));
  Json cells = Json::array();
  for (ReportCell& cell : content.cells) {
    std::ranges::copy(cell.problems, std::back_inserter(outcome.problems));
    cell.json.set("problems", json_list(cell.problems));
    cells.if_array()->push_back(std::move(cell.json));
  }
  outcome.cells = content.cells.size();
  page.set("cells", std::move(cells));
  return page;
}

/// The file that is replaced: of a link that to which it leads, which need not be there.
/// @throws FileError if it is something else than a file
fs::path file_behind(const fs::path& output) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  fs::path file = output;
  for (int k = 0; k < kMostLinks && fs::is_symlink(fs::symlink_status(file, error)); ++k)
    file = file.parent_path() / fs::read_symlink(file, error);
  const fs::file_status status = fs::symlink_status(file, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw FileError(output.string() +
                    " is no file that a report could replace; give another one with --out");
  return file;
}

}  // namespace
}  // namespace core

ReportOutcome write_report(std::span<const fs::path> inputs, const fs::path& output,
                           const std::optional<core::ChannelFilter>& filter) {
  ReportOutcome outcome;
  core::Content content = core::read(inputs, filter);
  const std::string text = core::page_text(core::page_of(inputs, content, outcome));
  core::write_file(core::file_behind(output), text, core::Durable::no);
  outcome.bytes = text.size();
  return outcome;
}

}  // namespace tactus
