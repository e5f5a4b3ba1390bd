/// \file study.hpp  What a study file says, as values: a configuration, what is varied in it (axes), what
/// is read off each run (metrics), and how the runs are made. The reader fills it and reports every error.
///
/// One combination of values, one of each axis, is a cell: an ordinary run of the base configuration with
/// some of its values set.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/config/json/json.hpp"
#include "core/config/json/problems.hpp"
#include "core/study/expression.hpp"
#include "tactus/options.hpp"

namespace tactus::core {

/// A value put into the base configuration, as --set does.
struct Setting {
  std::string pointer;
  Json value;
  std::string as_set() const;  ///< "/time/step=0.001"
};

struct AxisValue {
  std::string label;
  std::vector<Setting> settings;
  std::filesystem::path base;  ///< another configuration than the study's; empty: the study's
  Real number = kNotGiven;     ///< what the axis' name stands for in formulas
};

struct Axis {
  std::string name;
  std::vector<AxisValue> values;
  bool has_numbers() const;
};

/// For some axes the positions of some of their values.
using Selection = std::vector<std::pair<std::size_t, std::vector<std::size_t>>>;

/// Limits of a metric's value; all that are given must hold.
struct Acceptance {
  Real relative = kNotGiven;  ///< |value - exact| / |exact| is at most this
  Real absolute = kNotGiven;  ///< |value - exact| is at most this
  Real below = kNotGiven, above = kNotGiven;
  void describe(OptionVisitor& o);
  bool asked() const;
  bool needs_exact() const { return tactus::given(relative) || tactus::given(absolute); }
  bool holds(Real value, Real exact) const;
  Json given{};  ///< as written
};

enum class Take : std::uint8_t { last, first, max, min, mean, sum, integral, change, drift };
enum class Best : std::uint8_t { automatic, least, greatest, none };

struct Metric {
  std::string name, unit, description;
  bool timing = false;  ///< made of times by the clock: never in results.*
  Take take = Take::last;
  Best best = Best::automatic;
  Real smooth = 0;         ///< s, width of a running mean before anything is taken
  std::vector<Real> over;  ///< s, from and to; or empty
  std::vector<std::pair<std::string, std::string>> where;  ///< column of texts and the text wanted
  std::optional<Expression> of, when, exact;
  Acceptance accept;
  std::string pointer;  ///< in the study file
  void describe(OptionVisitor& o);
};

/// Observed orders of convergence of a metric along an axis.
struct Order {
  std::string name, of, along, description;
  std::string step;  ///< a JSON pointer into the configuration; or empty
  std::optional<Expression> step_formula, exact;
  Acceptance accept;
  std::string pointer;
  void describe(OptionVisitor& o);
};

struct Limits {
  Real wall = std::numeric_limits<Real>::infinity();    ///< s, a cell
  Real memory = std::numeric_limits<Real>::infinity();  ///< MiB, a cell
  void describe(OptionVisitor& o);
};

struct Study {
  std::string name, description;
  std::filesystem::path file, base;  ///< base: relative paths are made absolute
  std::vector<std::pair<std::string, Real>> parameters;
  std::vector<Setting> settings;  ///< of all cells, before those of axes
  std::vector<Axis> axes;
  std::vector<Selection> exclude;
  std::vector<Metric> metrics;
  std::vector<Order> orders;
  std::optional<Selection> baseline;  ///< one value of each of some axes
  Limits limits;
  Index repeat = 0;   ///< runs for times by the clock, beside one that is dropped
  Index threads = 1;  ///< of a cell
  Json text;          ///< the file's content
  Places places;
  void describe(OptionVisitor& o);
};

inline constexpr std::size_t kMostCells = 10'000;

/// @param file  a study file. @throws ConfigurationErrors with all its errors, ConfigError where it cannot
/// be read.
Study read_study(const std::filesystem::path& file, const std::vector<std::string>& sets = {});

std::string_view to_string(Take take);

}  // namespace tactus::core
