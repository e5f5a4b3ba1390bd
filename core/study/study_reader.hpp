/// \file study_reader.hpp  What the readers of a study's parts share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/config/options/object_reader.hpp"
#include "core/study/study.hpp"

namespace tactus::core {

inline constexpr std::size_t kLongestName = 100;  ///< of an axis, a label, a metric
inline constexpr std::size_t kMostAxes = 20;
inline constexpr std::size_t kMostAxisValues = 1000;  ///< of an axis

/// "range": evenly spaced; "geometric": a constant ratio.
struct AxisRange {
  Real from = 0, to = 0;
  Index count = 0;
  void describe(OptionVisitor& o);
};

/// A study in the making, and what is wrong with its file.
struct StudyReading {
  Reading& reading;
  Study& study;

  void problem(const Json& at, std::string pointer, std::string message) {
    reading.problem(at, std::move(pointer), std::move(message));
  }
  /// "X given; allowed: Y".
  void refuse(const Json& at, const std::string& pointer, std::string_view allowed);
  /// Members of an object at `pointer`; reports what is none. `what`: for the message.
  const Json::Object* members(const Json& value, const std::string& pointer, std::string_view what);
  /// Whether a new name can be used in formulas; reported at `at` where not. `what`: "an axis".
  bool take_name(const std::string& name, std::string_view what, const Json& at,
                 const std::string& pointer);
  /// The file that a configuration's name means; reported where it is none. `out`: left alone then.
  void read_base(const Json& value, const std::string& pointer, std::filesystem::path& out);
  /// "/json/pointer" for --set; reported where it is none.
  bool is_pointer(const std::string& text, const Json& at, const std::string& pointer);
  /// Settings {"/pointer": value, ...}.
  std::vector<Setting> settings(const Json& value, const std::string& pointer);

  /// Names that formulas may use: parameters, axes with numbers, metrics before.
  std::vector<std::string> known{};
  std::vector<std::string> taken{};  ///< all names, those that formulas may not use included
};

/// Of a label or a study's name: short, and nothing in it that ends a line.
bool is_plain(std::string_view text);

void read_axes(StudyReading& s, const Json& value);
/// Some values of some axes: {"law": "spring", "mesh": ["0", "1"]}.
/// @param several  whether a list of labels may stand for one label
std::optional<Selection> read_selection(StudyReading& s, const Json& value,
                                        const std::string& pointer, bool several);
void read_metrics(StudyReading& s, const Json& value);
/// A formula; reported at `pointer` where it is none or uses a name that is not known.
/// @param results  whether columns and values of the summary may be in it
std::optional<Expression> read_formula(StudyReading& s, const Json& value,
                                       const std::string& pointer, bool results);

}  // namespace tactus::core
