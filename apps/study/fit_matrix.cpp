#include "apps/study/fit_matrix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "apps/study/read_apart.hpp"
#include "core/run/parts.hpp"
#include "core/scene/load.hpp"
#include "core/scene/served.hpp"

namespace tactus::core {
namespace {

/// A component as a configuration asks for it; without a type there is none, as for laws.
struct Choice {
  std::string label;
  Json value;
};

/// For one configuration, which takes a hundredth of a second.
constexpr Real kPatience = 10;  // s

/// The components of another source, none of which is advised: a cell of the matrix asks whether a combination
/// fits, and what would fit in its place are other cells.
class WithoutAdvice final : public ComponentSource {
 public:
  explicit WithoutAdvice(ComponentSource& source) : source_(source) {}
  std::vector<std::string> names(Kind /*kind*/) const override { return {}; }
  const Registration* find(Kind kind, std::string_view name) override {
    return source_.find(kind, name);
  }
  std::string refusal(std::string_view name) const override { return source_.refusal(name); }

 private:
  ComponentSource& source_;
};

class FitMatrix {
 public:
  FitMatrix(ComponentSource& components, const Json& data)
      : components_(components), data_(data), constraints_(choices(Kind::constraint)),
        solvers_(choices(Kind::contact_solver)), laws_(choices(Kind::contact_law)) {
    laws_.insert(laws_.begin(), Choice{"none", {}});
  }

  std::string page() {
    std::string text =
        "# What goes with what\n\n"
        "Written by `tactus list --matrix` from the check that precedes every run, with the "
        "default\n"
        "options of all plugins. A row names combinations that run, and in parentheses the scenes "
        "in\n"
        "which they do. Every other combination is refused: `tactus check` says why, and what "
        "would fit.\n";
    const std::vector<Choice> integrators = choices(Kind::integrator);
    ask(integrators);
    for (const Section& section : sections(integrators)) text += text_of(section);
    for (std::size_t i = 0; i < failures_.size(); ++i)
      text += fmt::format("{}- {}\n", i == 0 ? "\n## Not known\n\n" : "", failures_[i]);
    return text;
  }

 private:
  std::vector<Choice> choices(Kind kind) const {
    std::vector<Choice> found;
    const Json* variants = data_.find("variants")->find(kind_name(kind));
    for (const std::string& name : components_.names(kind)) {
      const Json* of_name = variants ? variants->find(name) : nullptr;
      Json plain = Json::object();
      plain.set("type", Json::of(name));
      if (!of_name) found.push_back({name, plain});
      if (of_name)
        for (const JsonMember& variant : *of_name->if_object()) {
          Json value = plain;
          for (const JsonMember& option : *variant.value.if_object())
            value.set(option.key, option.value);
          found.push_back({variant.key.empty() ? name : fmt::format("{} ({})", name, variant.key),
                           std::move(value)});
        }
    }
    return found;
  }

  /// The scenes of a constraint, which are those of all unless it has scenes of its own.
  const Json::Object& scenes_of(const Choice& constraint) const {
    const Json* own = data_.find("scenes_of")->find(*constraint.value.find("type")->if_text());
    return *(own ? own : data_.find("scenes"))->if_object();
  }

  /// Tries each combination in each scene, in the order in which `sections` reads the answers.
  void ask(const std::vector<Choice>& integrators) {
    std::vector<Json> roots;
    for (const Choice& integrator : integrators)
      for (const Choice& solver : solvers_)
        for (const Choice& constraint : constraints_)
          for (const Choice& law : laws_)
            for (const JsonMember& scene : scenes_of(constraint))
              roots.push_back(configuration(scene.value, integrator, constraint, solver, law));
    const auto answer = [&](std::size_t i) { return refusal(roots[i]); };
    answers_ = read_apart(roots.size(), answer, kPatience);
  }

  /// Any of the solvers with any of the constraints and any of the laws runs in these scenes.
  struct Row {
    std::vector<std::string> solvers, constraints, laws;
    std::string scenes;
    bool operator==(const Row&) const = default;
  };

  /// Integrators that go with the same combinations.
  struct Section {
    std::vector<std::string> integrators;
    std::vector<Row> rows;
  };

  std::vector<Section> sections(const std::vector<Choice>& integrators) {
    std::vector<Section> found;
    for (const Choice& integrator : integrators) {
      std::vector<Row> rows;
      for (const Choice& solver : solvers_)
        for (const Row& row : rows_of(solver)) merge(rows, row, &Row::solvers);
      const auto same = std::ranges::find(found, rows, &Section::rows);
      if (same == found.end())
        found.push_back({{integrator.label}, std::move(rows)});
      else
        same->integrators.push_back(integrator.label);
    }
    return found;
  }

  std::vector<Row> rows_of(const Choice& solver) {
    std::vector<Row> rows;
    for (const Choice& constraint : constraints_) {
      std::vector<Row> of_constraint;
      for (const Choice& law : laws_)
        if (std::string scenes = scenes_in_which_it_runs(constraint); !scenes.empty())
          merge(of_constraint, {{solver.label}, {constraint.label}, {law.label}, std::move(scenes)},
                &Row::laws);
      for (const Row& row : of_constraint) merge(rows, row, &Row::constraints);
    }
    return rows;
  }

  /// Adds a row, or its `names` to one that differs from it in these alone.
  static void merge(std::vector<Row>& rows, const Row& row, std::vector<std::string> Row::*names) {
    for (Row& known : rows) {
      Row other = row;
      other.*names = known.*names;
      if (other != known) continue;
      (known.*names).insert((known.*names).end(), (row.*names).begin(), (row.*names).end());
      return;
    }
    rows.push_back(row);
  }

  std::string scenes_in_which_it_runs(const Choice& constraint) {
    std::string runs;
    for (const JsonMember& scene : scenes_of(constraint)) {
      const ReadApart& answer = answers_[answer_++];
      if (answer.end == ReadApart::End::answered && answer.text.empty())
        runs += (runs.empty() ? "" : ", ") + scene.key;
      if (answer.end != ReadApart::End::answered &&
          std::ranges::find(failures_, answer.text) == failures_.end())
        failures_.push_back(answer.text);
    }
    return runs;
  }

  static std::string text_of(const Section& section) {
    std::string text = fmt::format("\n## {}\n\n", fmt::join(section.integrators, ", "));
    if (section.rows.empty()) return text + "Without contact only.\n";
    std::vector<Row> groups;  // with the scenes behind their constraints
    for (const Row& row : section.rows) {
      const std::string where =
          fmt::format("{} ({})", fmt::join(row.constraints, ", "), row.scenes);
      merge(groups, {row.solvers, {where}, row.laws, {}}, &Row::constraints);
    }
    text += "| solver | law | constraints (scenes) |\n|---|---|---|\n";
    for (const Row& row : groups)
      text += fmt::format("| {} | {} | {} |\n", fmt::join(row.solvers, ", "),
                          fmt::join(row.laws, ", "), fmt::join(row.constraints, "; "));
    return text;
  }

  Json configuration(const Json& scene, const Choice& integrator, const Choice& constraint,
                     const Choice& solver, const Choice& law) const {
    Json root = Json::object(), contact = Json::object(), of_scene = constraint.value;
    for (const JsonMember& member : *scene.if_object())
      if (member.key != "constraint") root.set(member.key, member.value);
    if (const Json* members =
            data_.find("first_body")->find(*integrator.value.find("type")->if_text())) {
      Json bodies = *scene.find("bodies");
      for (const JsonMember& member : *members->if_object())
        bodies.if_array()->front().set(member.key, member.value);
      root.set("bodies", std::move(bodies));
    }
    if (const Json* options = scene.find("constraint"))
      for (const JsonMember& option : *options->if_object()) of_scene.set(option.key, option.value);
    root.set("integrator", integrator.value);
    contact.set("broad_phase", *data_.find("broad_phase"));
    contact.set("constraint", std::move(of_scene));
    contact.set("solver", solver.value);
    if (law.value.if_object()) {
      Json laws = Json::array(), entry = law.value, any = Json::array();
      for (int side = 0; side < 2; ++side) any.if_array()->push_back(Json::of(std::string("*")));
      entry.set("between", std::move(any));
      laws.if_array()->push_back(std::move(entry));
      contact.set("laws", std::move(laws));
    }
    root.set("contact", std::move(contact));
    return root;
  }

  /// The first line of the errors of a configuration, in its text or in its model; empty if there is none.
  std::string refusal(const Json& root) {
    try {
      const Document document = Document::parse(to_text(root), "scene");
      WithoutAdvice components(components_);
      ReadConfiguration read = read_configuration(document, components);
      Problems problems(read.configuration.places);
      refuse_not_served(read.configuration, problems);
      problems.throw_if_any();
      try {
        const Parts parts(read.configuration, 1, {}, [](std::string_view) {});
      } catch (const ModelError& e) {
        throw located(e, read.configuration);
      }
      return {};
    } catch (const ConfigError& e) {
      const std::string text = e.what();
      return text.substr(0, text.find('\n'));
    }
  }

  ComponentSource& components_;
  const Json& data_;
  std::vector<Choice> constraints_, solvers_, laws_;
  std::vector<ReadApart> answers_;
  std::size_t answer_ = 0;             ///< the next that a table shows
  std::vector<std::string> failures_;  ///< of plugins, in words
};

}  // namespace

std::string fit_matrix(ComponentSource& components, std::string_view scenes) {
  std::vector<JsonFault> faults;
  const Json data = parse_json(scenes, 0, faults);
  return FitMatrix(components, data).page();
}

}  // namespace tactus::core
