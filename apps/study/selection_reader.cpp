// Reads which cells of a study are meant: those with these labels of some axes, as in "baseline" and "exclude".
#include <fmt/format.h>

#include <algorithm>

#include "apps/study/study_reader.hpp"
#include "core/support/nearest_name.hpp"

namespace tactus::core {
namespace {

/// The position of the value that a label or a number refers to.
std::optional<std::size_t> find_value(const Axis& axis, const Json& given) {
  for (std::size_t i = 0; i < axis.values.size(); ++i) {
    const AxisValue& v = axis.values[i];
    if (given.if_text() && *given.if_text() == v.label) return i;
    if (given.if_number() && (v.number == given.if_number()->value || v.label == to_text(given)))
      return i;
  }
  return std::nullopt;
}

bool add_label(StudyReading& s, const Axis& axis, const Json& label, const std::string& pointer,
               std::vector<std::size_t>& places) {
  if (const auto found = find_value(axis, label)) return places.push_back(*found), true;
  std::vector<std::string> labels;
  for (const AxisValue& v : axis.values) labels.push_back(v.label);
  const std::string word = label.if_text() ? *label.if_text() : "";
  s.problem(label, pointer,
            fmt::format("{} is no label of the axis \"{}\"; {}", s.reading.document.shown(label),
                        axis.name, suggestion(word, labels)));
  return false;
}

}  // namespace

std::optional<Selection> read_selection(StudyReading& s, const Json& value,
                                        const std::string& pointer, bool several) {
  const Json::Object* object =
      s.members(value, pointer, "labels of some axes: {\"law\": \"spring\"}");
  if (!object) return std::nullopt;
  Selection selection;
  bool good = true;
  for (const JsonMember& m : *object) {
    const std::string at = pointer + "/" + pointer_token(m.key);
    const auto found = s.study.axis_named(m.key);
    if (!found) {
      std::vector<std::string> names;
      for (const Axis& a : s.study.axes) names.push_back(a.name);
      s.problem(m.value, at,
                fmt::format("{} is no axis; {}", quoted_short(m.key), suggestion(m.key, names)));
      good = false;
      continue;
    }
    const Axis& axis = s.study.axes[*found];
    std::vector<std::size_t> places;
    const Json::Array* labels = several ? m.value.if_array() : nullptr;
    if (labels && labels->empty()) {
      s.problem(m.value, at, "an empty list names no value; give at least one label");
      good = false;
    }
    if (labels)
      for (std::size_t i = 0; i < labels->size(); ++i)
        good &= add_label(s, axis, (*labels)[i], fmt::format("{}/{}", at, i), places);
    else
      good &= add_label(s, axis, m.value, at, places);
    selection.emplace_back(*found, std::move(places));
  }
  if (good && selection.empty()) {
    s.problem(value, pointer, "names no axis; give a label of at least one");
    good = false;
  }
  return good ? std::optional(std::move(selection)) : std::nullopt;
}

}  // namespace tactus::core
