#include "apps/study/study_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/study/matrix.hpp"
#include "apps/study/mistakes.hpp"
#include "apps/study/results_files.hpp"
#include "core/json/document.hpp"
#include "core/support/nearest_name.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// A source without components, because a study itself has none.
class NoComponents final : public ComponentSource {
  std::vector<std::string> names(Kind) const override { return {}; }
  const Registration* find(Kind, std::string_view) override { return nullptr; }
  std::string refusal(std::string_view) const override { return {}; }
};

void read_parameters(StudyReading& s, const Json& value) {
  const Json::Object* object =
      s.members(value, "/parameters", "numbers for formulas, each with its name");
  if (!object) return;
  for (const JsonMember& m : *object) {
    const std::string pointer = "/parameters/" + pointer_token(m.key);
    if (!s.take_name(m.key, "a parameter", m.value, pointer)) continue;
    if (const Json::Number* n = m.value.if_number())
      s.study.parameters.emplace_back(m.key, n->value), s.known.push_back(m.key);
    else
      s.refuse(m.value, pointer, "a number");
  }
}

void read_exclusions(StudyReading& s, const Json& value) {
  const Json::Array* list = value.if_array();
  if (!list)
    return s.refuse(value, "/exclude",
                    "a list of objects, each with labels of some axes: [{\"law\": \"spring\"}]");
  for (std::size_t i = 0; i < list->size(); ++i)
    if (auto selection = read_selection(s, (*list)[i], fmt::format("/exclude/{}", i), true))
      s.study.exclude.push_back(std::move(*selection));
  if (s.reading.problems.empty() && cells_of(s.study).empty())
    s.problem(value, "/exclude", "excludes every combination of the axes: no cell is left");
}

bool has_bases(const Study& study) {
  return std::ranges::any_of(study.axes, [](const Axis& axis) {
    return std::ranges::all_of(axis.values, [](const AxisValue& v) { return !v.base.empty(); });
  });
}

void read_base(StudyReading& s, ObjectReader& root) {
  const Json* base = root.member("base");
  if (!base && !has_bases(s.study) && root.readable())
    root.problem("base",
                 "\"base\" is missing: the configuration that is varied, relative to this file");
  if (!base) return;
  s.read_base(*base, "/base", s.study.base);
}

/// Checks that the baseline, with which others are compared, is a cell.
void check_baseline(StudyReading& s, const Json& value) {
  if (!s.study.baseline || !s.reading.problems.empty()) return;
  const auto is_it = [&](const Cell& cell) { return matches(*s.study.baseline, cell); };
  if (std::ranges::none_of(cells_of(s.study), is_it))
    s.problem(value, "/baseline", "\"exclude\" takes every cell with these labels away");
}

/// Metrics and axes may be called what a table calls something else: "status", or "work_exact" beside a metric "work"
/// with an exact value.
void check_columns(const StudyReading& s, ObjectReader& root) {
  if (!s.reading.problems.empty()) return;
  std::vector<std::string> all = timings_columns(s.study);
  // The columns that say which cell it is, up to "status", are in both tables.
  const std::size_t shared = s.study.axes.size() + 3;
  const std::vector<std::string> results = results_columns(s.study);
  all.insert(all.end(), results.begin() + static_cast<std::ptrdiff_t>(shared), results.end());
  std::ranges::sort(all);
  if (const auto twice = std::ranges::adjacent_find(all); twice != all.end())
    root.problem("metrics",
                 fmt::format("the tables of the study would have two columns \"{}\"; give the "
                             "metric or axis that has or makes this name another one",
                             *twice));
}

/// Reads what decides which cells there are.
void read_cells(StudyReading& s, ObjectReader& root) {
  const std::size_t before = s.reading.problems.count();
  if (const Json* v = root.member("set")) s.study.settings = s.settings(*v, "/set");
  if (const Json* v = root.required_member("axes", "a list of what is varied")) read_axes(s, *v);
  read_base(s, root);
  if (const Json* v = root.member("exclude")) read_exclusions(s, *v);
  s.study.has_cells = s.reading.problems.count() == before;
}

void read_all(StudyReading& s, ObjectReader& root) {
  root.options([&](OptionVisitor& o) { s.study.describe(o); });
  root.member("$schema");
  if (s.study.name.empty()) s.study.name = s.study.file.stem().string();
  if (s.study.name.find_first_of("\"*/,") != std::string::npos || s.study.name.starts_with('.') ||
      !is_plain(s.study.name))
    root.problem(
        "name", "a name is without \" , * / and control characters, and does not begin with a dot");
  if (const Json* v = root.member("parameters")) read_parameters(s, *v);
  read_cells(s, root);
  if (const Json* v = root.required_member("metrics", "what is read off each run"))
    read_metrics(s, *v);
  if (const Json* v = root.member("baseline")) {
    s.study.baseline = read_selection(s, *v, "/baseline", false);
    check_baseline(s, *v);
  }
  if (const Json* v = root.member("limits")) {
    ObjectReader limits(s.reading, *v, "/limits", "limits of each cell");
    limits.options([&](OptionVisitor& o) { s.study.limits.describe(o); });
    limits.finish();
  }
  const std::size_t before = s.reading.problems.count();
  root.finish();  // a key that is misspelt may be one of those above
  s.study.has_cells = s.study.has_cells && s.reading.problems.count() == before;
  check_columns(s, root);
}

}  // namespace

void StudyReading::refuse(const Json& at, const std::string& pointer, std::string_view allowed) {
  problem(at, pointer, fmt::format("{} given; allowed: {}", reading.document.shown(at), allowed));
}

const Json::Object* StudyReading::members(const Json& value, const std::string& pointer,
                                          std::string_view what) {
  const Json::Object* object = value.if_object();
  if (!object) refuse(value, pointer, fmt::format("an object {{...}}, {}", what));
  return object;
}

bool StudyReading::take_name(const std::string& name, std::string_view what, const Json& at,
                             const std::string& pointer) {
  std::string why;
  if (!is_identifier(name))
    why = fmt::format("{} is no name for {}: letters, digits and \"_\", no digit first",
                      quoted_short(name), what);
  else if (name.size() > kLongestName)
    why = fmt::format("{} is longer than {} characters", quoted_short(name), kLongestName);
  else if (is_reserved(name))
    why = fmt::format("\"{}\" means something in formulas; give {} another name", name, what);
  else if (std::ranges::find(taken, name) != taken.end())
    why = fmt::format(
        "\"{}\" is the name of something else already: parameters, axes and metrics "
        "share their names",
        name);
  if (why.empty()) return taken.push_back(name), true;
  problem(at, pointer, why);
  return false;
}

void StudyReading::read_base(const Json& value, const std::string& pointer, fs::path& out) {
  constexpr std::size_t kLongestPath = 4000;
  const std::string* text = value.if_text();
  if (!text || text->empty() || text->size() > kLongestPath)
    return refuse(value, pointer, "the name of a configuration, relative to this file");
  out = (study.file.parent_path() / *text).lexically_normal();
  if (!fs::exists(status_of(out)))
    problem(value, pointer,
            fmt::format("there is no {}; paths are relative to the study's folder",
                        quoted_short(out.string(), 200)));
}

bool is_plain(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName && std::ranges::none_of(text, [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
  });
}

bool StudyReading::is_pointer(const std::string& text, const Json& at, const std::string& pointer) {
  if (text.starts_with('/') && text.find('=') == text.npos) return true;
  problem(at, pointer,
          fmt::format("{} is no JSON pointer into the configuration; it looks like /time/step",
                      quoted_short(text)));
  return false;
}

std::vector<Setting> StudyReading::settings(const Json& value, const std::string& pointer) {
  std::vector<Setting> found;
  const Json::Object* object = members(value, pointer, "JSON pointers with their values");
  if (!object) return found;
  for (const JsonMember& m : *object)
    if (is_pointer(m.key, m.value, pointer + "/" + pointer_token(m.key)))
      found.push_back({m.key, m.value});
  return found;
}

Study read_study(const fs::path& file) {
  std::vector<std::string> errors;
  Study study = read_study(file, errors);
  if (!errors.empty()) throw errors_of(errors);
  return study;
}

Study read_study(const fs::path& file, std::vector<std::string>& errors) {
  const Document document = Document::load(file, {});
  Problems problems(document.places());
  for (const Problem& p : document.problems()) problems.add(p);
  if (!document.readable()) problems.throw_if_any();
  if (document.root().find("bodies") && !document.root().find("axes"))
    throw ConfigError(fmt::format("{} is a configuration, not a study; run it with: tactus run {}",
                                  file.string(), file.string()));
  NoComponents none;
  Reading reading{document, problems, none};
  Study study;
  study.file = file;
  study.text = document.root();
  study.places = document.places();
  ObjectReader root(reading, document.root(), "", "a study");
  StudyReading s{reading, study};
  if (root.readable()) read_all(s, root);
  study.has_cells = study.has_cells && root.readable() && document.problems().empty();
  errors = problems.errors().of(ProblemKind::mistake);
  return study;
}

}  // namespace tactus::core
