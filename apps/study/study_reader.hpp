/// \file study_reader.hpp  Declarations shared by the readers of the parts of a study.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/study/study.hpp"
#include "core/scene/options/object_reader.hpp"

namespace tactus::core {

/// Characters in the name of an axis, a label or a metric
inline constexpr std::size_t kLongestName = 100;
inline constexpr std::size_t kMostAxes = 20;
inline constexpr std::size_t kMostAxisValues = 1000;  ///< of an axis

/// "range": evenly spaced; "geometric": a constant ratio.
struct AxisRange {
  Real from = 0, to = 0;
  Index count = 0;
  void describe(OptionVisitor& o);
};

/// The study being read, and the errors of its file.
struct StudyReading {
  Reading& reading;
  Study& study;

  void problem(const Json& at, std::string pointer, std::string message) {
    reading.problem(at, std::move(pointer), std::move(message));
  }
  /// Adds the error "X given; allowed: Y".
  void refuse(const Json& at, const std::string& pointer, std::string_view allowed);
  /// Members of an object at `pointer`; reports anything that is not an object. `what`: for the
  /// message.
  const Json::Object* members(const Json& value, const std::string& pointer, std::string_view what);
  /// Checks that a new name can be used in formulas and reports an error at `at` if not. `what`:
  /// "an axis".
  bool take_name(const std::string& name, std::string_view what, const Json& at,
                 const std::string& pointer);
  /// The file to which the name of a configuration refers; reports a missing one and leaves `out`
  /// unchanged.
  void read_base(const Json& value, const std::string& pointer, std::filesystem::path& out);
  /// Checks that a text is a pointer for --set, "/json/pointer", and reports an error if not.
  bool is_pointer(const std::string& text, const Json& at, const std::string& pointer);
  /// Reads settings {"/pointer": value, ...}.
  std::vector<Setting> settings(const Json& value, const std::string& pointer);

  /// Names that formulas may use: parameters, axes with numbers, and previous metrics.
  std::vector<std::string> known{};
  std::vector<std::string> taken{};  ///< all names, including those that formulas may not use
};

/// Whether a text is suitable as a label or name of a study: short and without line breaks.
bool is_plain(std::string_view text);

void read_axes(StudyReading& s, const Json& value);
/// Reads some values of some axes: {"law": "spring", "mesh": ["0", "1"]}.
/// @param several  whether a list of labels may be used in place of one label
std::optional<Selection> read_selection(StudyReading& s, const Json& value,
                                        const std::string& pointer, bool several);
void read_metrics(StudyReading& s, const Json& value);
/// Reads a formula; reports an error at `pointer` if it is invalid or uses an unknown name.
/// @param results  whether it may use columns and values of the summary
std::optional<Expression> read_formula(StudyReading& s, const Json& value,
                                       const std::string& pointer, bool results);

}  // namespace tactus::core
