// Reads the axes of a study: values of one pointer, several pointers that vary together, or named variants.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "apps/study/study_reader.hpp"
#include "core/support/nearest_name.hpp"

namespace tactus::core {

void AxisRange::describe(OptionVisitor& o) {
  o.real("from", from).required().help("the first value");
  o.real("to", to).required().help("the last value");
  o.integer("count", count).at_least(2).at_most(kMostAxisValues).required().help("how many values");
}

namespace {

class AxisReader {
 public:
  AxisReader(StudyReading& s, const Json& value, std::string pointer)
      : s_(s), object_(s.reading, value, std::move(pointer), "an axis of the study") {}

  void read() {
    if (!object_.readable()) return;
    read_name();
    const std::vector<std::string> forms{"values", "range", "geometric", "zip", "variants"};
    std::vector<std::string> given;
    for (const std::string& form : forms)
      if (object_.member(form)) given.push_back(form);
    object_.member("pointer"), object_.member("labels"), object_.member("numbers");
    if (given.size() == 1)
      read_form(given.front());
    else
      object_.problem("values", fmt::format("{} given; an axis has one of \"{}\"",
                                            given.empty() ? std::string("none of its forms is")
                                                          : fmt::format("\"{}\" are",
                                                                        fmt::join(given, "\", \"")),
                                            fmt::join(forms, "\", \"")));
    read_labels();
    read_numbers();
    object_.finish();
    check_labels();
    if (axis_.has_numbers() && !axis_.values.empty()) s_.known.push_back(axis_.name);
    s_.study.axes.push_back(std::move(axis_));
  }

 private:
  void read_name() {
    const Json* name = object_.required_member("name", "what the axis is called in tables");
    if (!name) return;
    if (const std::string* text = name->if_text()) {
      axis_.name = *text;
      s_.take_name(*text, "an axis", *name, object_.pointer_to("name"));
    } else {
      s_.refuse(*name, object_.pointer_to("name"), "a string");
    }
  }

  void read_form(const std::string& form) {
    const Json& value = *object_.value().find(form);
    const std::string at = object_.pointer_to(form);
    if (form == "zip") return read_zip(value, at);
    if (form == "variants") return read_variants(value, at);
    const std::string pointer = read_pointer();
    if (form == "values") return read_values(value, at, pointer);
    AxisRange range;
    ObjectReader object(s_.reading, value, at, "with \"from\", \"to\" and \"count\"");
    const bool good = object.options([&](OptionVisitor& o) { range.describe(o); });
    object.finish();
    if (!good) return;
    const bool one_sign = range.from > 0 ? range.to > 0 : range.from < 0 && range.to < 0;
    if (form == "geometric" && !one_sign)
      return s_.problem(value, at,
                        "a geometric range needs \"from\" and \"to\" of one sign, not 0");
    for (Index i = 0; i < range.count; ++i) {
      const Real v = form == "geometric" ? geometric(range, i) : evenly(range, i);
      add(pointer, Json::of(i == 0 ? v : i + 1 == range.count ? range.to : as_written(v)));
    }
    shorten_labels();
  }

  /// Gives fractions six digits, or as many as tell the values apart: 1.33333, not 1.3333333333333333.
  void shorten_labels() {
    for (int digits = 6; digits < 15; ++digits) {
      std::set<std::string> labels;
      const auto is_new = [&](const AxisValue& v) {
        return labels.insert(shortened(v, digits)).second;
      };
      if (!std::ranges::all_of(axis_.values, is_new)) continue;
      for (AxisValue& v : axis_.values) v.label = shortened(v, digits);
      return;
    }
  }
  static std::string shortened(const AxisValue& v, int digits) {
    const bool is_long = v.label.size() > 12 && v.number != std::rint(v.number);
    return is_long ? fmt::format("{:.{}g}", v.number, digits) : v.label;
  }

  /// The difference of the ends may exceed what a number can hold, although all values in between are numbers.
  static Real evenly(const AxisRange& range, Index i) {
    const Real steps = static_cast<Real>(range.count - 1), part = static_cast<Real>(i) / steps;
    // The quotient last: whole numbers stay whole, as a seed has to be.
    const Real way = static_cast<Real>(i) * (range.to - range.from);
    return std::isfinite(way) ? range.from + way / steps : std::lerp(range.from, range.to, part);
  }
  static Real geometric(const AxisRange& range, Index i) {
    const long double from = range.from, part = static_cast<long double>(i) / (range.count - 1);
    return static_cast<Real>(from * std::pow(range.to / from, part));
  }

  /// The number with the fewest digits that differs from v by no more than its rounding: 100, not 99.99999999999997.
  static Real as_written(Real v) {
    if (v == std::rint(v) && std::abs(v) < 0x1p53) return v;
    for (int digits = 1; digits < 15; ++digits)
      if (const Real shorter = std::stod(fmt::format("{:.{}g}", v, digits));
          std::abs(shorter - v) <= 0x1p-51 * std::abs(v))
        return shorter;
    return v;
  }

  std::string read_pointer() {
    const Json* given =
        object_.required_member("pointer", "which value is varied, as in \"/time/step\"");
    if (!given) return {};
    const std::string* text = given->if_text();
    if (!text) return s_.refuse(*given, object_.pointer_to("pointer"), "a string"), "";
    s_.is_pointer(*text, *given, object_.pointer_to("pointer"));
    return *text;
  }

  const Json::Array* list(const Json& value, const std::string& at, std::string_view what) {
    const Json::Array* entries = value.if_array();
    if (entries && !entries->empty() && entries->size() <= kMostAxisValues) return entries;
    s_.refuse(value, at, fmt::format("a list of 1 to {} {}", kMostAxisValues, what));
    return nullptr;
  }

  void read_values(const Json& value, const std::string& at, const std::string& pointer) {
    if (const Json::Array* entries = list(value, at, "values"))
      for (const Json& entry : *entries) add(pointer, entry);
  }

  /// Adds a label. A number or a word is its own label; a component is labelled by its type.
  void add(const std::string& pointer, const Json& value) {
    AxisValue v;
    v.label = std::to_string(axis_.values.size());
    const Json* type = value.find("type");
    if (const Json::Number* n = value.if_number())
      v.number = n->value, v.label = to_text(value);
    else if (const std::string* text = value.if_text(); text && is_plain(*text))
      v.label = *text;
    else if (const bool* flag = value.if_flag())
      v.label = *flag ? "true" : "false";
    else if (type && type->if_text() && is_plain(*type->if_text()))
      v.label = *type->if_text();
    v.settings.push_back({pointer, value});
    axis_.values.push_back(std::move(v));
  }

  void read_zip(const Json& value, const std::string& at) {
    const Json::Object* object =
        s_.members(value, at, "JSON pointers, each with a list of values of the same length");
    if (!object) return;
    if (object->empty()) return s_.problem(value, at, "nothing is varied: give a JSON pointer");
    std::size_t length = 0;
    for (const JsonMember& m : *object) {
      const std::string pointer = at + "/" + pointer_token(m.key);
      const Json::Array* entries = list(m.value, pointer, "values");
      if (!s_.is_pointer(m.key, m.value, pointer) || !entries) continue;
      if (length == 0) axis_.values.resize(length = entries->size());
      if (entries->size() != length) {
        s_.problem(m.value, pointer,
                   fmt::format("a list of {} given; the one before has {}, and values that go "
                               "together need lists of one length",
                               entries->size(), length));
        continue;
      }
      for (std::size_t i = 0; i < length; ++i) {
        axis_.values[i].label = std::to_string(i);
        axis_.values[i].settings.push_back({m.key, (*entries)[i]});
      }
    }
  }

  void read_variants(const Json& value, const std::string& at) {
    const Json::Object* object =
        s_.members(value, at, "labels, each with the values that are set: {\"soft\": {...}}");
    if (!object) return;
    if (object->empty() || object->size() > kMostAxisValues)
      return s_.problem(
          value, at,
          fmt::format("{} variants given; allowed: 1 to {}", object->size(), kMostAxisValues));
    for (const JsonMember& m : *object) {
      AxisValue v;
      v.label = m.key;
      read_variant(m.value, at + "/" + pointer_token(m.key), v);
      axis_.values.push_back(std::move(v));
    }
  }

  void read_variant(const Json& value, const std::string& at, AxisValue& v) {
    const Json::Object* object =
        s_.members(value, at, "JSON pointers with their values, or \"base\" with a configuration");
    if (!object) return;
    for (const JsonMember& m : *object) {
      const std::string pointer = at + "/" + pointer_token(m.key);
      if (m.key == "base") {
        s_.read_base(m.value, pointer, v.base);
      } else if (s_.is_pointer(m.key, m.value, pointer)) {
        v.settings.push_back({m.key, m.value});
      }
    }
  }

  void read_labels() {
    const Json* value = object_.value().find("labels");
    if (!value) return;
    const std::string at = object_.pointer_to("labels");
    const Json::Array* labels = value->if_array();
    const bool texts = labels && std::ranges::all_of(
                                     *labels, [](const Json& v) { return v.if_text() != nullptr; });
    if (!texts || labels->size() != axis_.values.size())
      return s_.refuse(
          *value, at, fmt::format("a list of {} strings, one for each value", axis_.values.size()));
    for (std::size_t i = 0; i < labels->size(); ++i)
      axis_.values[i].label = *(*labels)[i].if_text();
  }

  void read_numbers() {
    const Json* value = object_.value().find("numbers");
    if (!value) return;
    const Json::Array* list = value->if_array();
    const bool good = list && list->size() == axis_.values.size() &&
                      std::ranges::all_of(*list, [](const Json& v) { return v.if_number(); });
    if (!good)
      return s_.refuse(*value, object_.pointer_to("numbers"),
                       fmt::format("a list of {} numbers, one for each value: what the axis stands "
                                   "for in formulas",
                                   axis_.values.size()));
    const bool are_labels =
        !object_.value().find("labels") && object_.value().find("zip") && are_different(*list);
    for (std::size_t i = 0; i < list->size(); ++i) {
      axis_.values[i].number = (*list)[i].if_number()->value;
      if (are_labels) axis_.values[i].label = to_text((*list)[i]);
    }
  }

  static bool are_different(const Json::Array& numbers) {
    std::set<std::string> texts;
    return std::ranges::all_of(numbers,
                               [&](const Json& n) { return texts.insert(to_text(n)).second; });
  }

  void check_labels() {
    for (const AxisValue& v : axis_.values)
      if (!is_plain(v.label))
        return s_.problem(object_.value(), object_.pointer(),
                          fmt::format("{} is no label: 1 to {} characters, none of them a control "
                                      "character",
                                      quoted_short(v.label), kLongestName));
    for (std::size_t i = 0; i < axis_.values.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (axis_.values[i].label == axis_.values[j].label)
          return s_.problem(object_.value(), object_.pointer(),
                            fmt::format("two values are labelled {}; give \"labels\"",
                                        quoted_short(axis_.values[i].label)));
  }

  StudyReading& s_;
  ObjectReader object_;
  Axis axis_;
};

/// Whether each value of the axis sets this place of the configuration.
bool always_sets(const Axis& axis, const std::string& pointer) {
  return !axis.values.empty() && std::ranges::all_of(axis.values, [&](const AxisValue& v) {
    return std::ranges::find(v.settings, pointer, &Setting::pointer) != v.settings.end();
  });
}

/// Refuses an axis that has no effect because the next one sets the same places again.
void check_overrides(StudyReading& s, const Json& value) {
  const std::vector<Axis>& axes = s.study.axes;
  for (std::size_t later = 1; later < axes.size(); ++later)
    for (std::size_t first = 0; first < later; ++first)
      if (!axes[first].values.empty())
        for (const Setting& set : axes[first].values.front().settings)
          if (always_sets(axes[first], set.pointer) && always_sets(axes[later], set.pointer))
            s.problem((*value.if_array())[later], fmt::format("/axes/{}", later),
                      fmt::format("sets {} in each of its values, and so does the axis \"{}\", "
                                  "which then changes nothing there",
                                  quoted_short(set.pointer), axes[first].name));
}

}  // namespace

void read_axes(StudyReading& s, const Json& value) {
  const Json::Array* list = value.if_array();
  if (!list || list->empty() || list->size() > kMostAxes)
    return s.refuse(value, "/axes",
                    fmt::format("a list of 1 to {} objects, each an axis", kMostAxes));
  for (std::size_t i = 0; i < list->size(); ++i)
    AxisReader(s, (*list)[i], fmt::format("/axes/{}", i)).read();
  Real cells = 1;
  for (const Axis& axis : s.study.axes) cells *= static_cast<Real>(axis.values.size());
  if (cells > static_cast<Real>(kMostCells))
    s.problem(value, "/axes",
              fmt::format("the axes have {:.6g} combinations; at most {} cells are run, fewer "
                          "values or another study would do",
                          cells, kMostCells));
  if (s.reading.problems.empty()) check_overrides(s, value);
}

}  // namespace tactus::core
