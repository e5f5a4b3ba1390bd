/// \file study.hpp  The content of a study file as values: a configuration, what is varied in it
/// (axes), what is evaluated in each run (metrics), and how the runs are made. The reader fills it
/// and reports all errors.
///
/// A combination of one value of each axis is called a cell. It is an ordinary run of the base
/// configuration with some of its values replaced.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/study/expression.hpp"
#include "core/json/json.hpp"
#include "core/json/problems.hpp"
#include "tactus/options.hpp"

namespace tactus::core {

/// A value to be set in the base configuration, as --set does.
struct Setting {
  std::string pointer;
  Json value;
  std::string as_set() const;  ///< "/time/step=0.001"
};

struct AxisValue {
  std::string label;
  std::vector<Setting> settings;
  std::filesystem::path base;  ///< replaces the study's configuration; empty: it is kept
  Real number = kNotGiven;     ///< value of the axis in formulas
};

struct Axis {
  std::string name;
  std::vector<AxisValue> values;
  bool has_numbers() const;
};

/// For some axes the positions of some of their values.
using Selection = std::vector<std::pair<std::size_t, std::vector<std::size_t>>>;

/// Limits for the value of a metric; all that are given must be satisfied.
struct Acceptance {
  Real relative = kNotGiven;  ///< |value - exact| / |exact| is at most this
  Real absolute = kNotGiven;  ///< |value - exact| is at most this
  Real below = kNotGiven, above = kNotGiven;
  void describe(OptionVisitor& o);
  bool asked() const;
  bool needs_exact() const { return tactus::given(relative) || tactus::given(absolute); }
  bool holds(Real value, Real exact) const;
  /// "; it has to be within 0.1 of 2, above 1.95: accepted"; empty where nothing was judged.
  std::string verdict(std::optional<bool> accepted, Real exact) const;
  Json given{};  ///< as written
};

/// The last three compare a curve over time with that of the baseline.
enum class Take : std::uint8_t {
  last,
  first,
  max,
  min,
  mean,
  sum,
  integral,
  change,
  drift,
  max_difference,
  l2_difference,
  shift
};
/// Whether a value is taken of two curves: that of the cell, and that of the baseline.
inline bool compares_curves(Take take) { return take >= Take::max_difference; }
enum class Best : std::uint8_t { automatic, least, greatest, none };

struct Metric {
  std::string name, unit, description;
  std::string title;     ///< what tables call it; empty: its name
  Index digits = 6;      ///< significant, in tables
  bool in_paper = true;  ///< a column of results.tex
  bool timing = false;   ///< made of wall times, and therefore never in results.*
  Take take = Take::last;
  Best best = Best::automatic;
  Real smooth = 0;         ///< s, width of a moving average that is applied first
  std::string filter;      ///< a filter that is applied first: see channel_filter.hpp; or empty
  std::vector<Real> over;  ///< s, from and to; or empty
  /// Column of texts, and the text that is wanted
  std::vector<std::pair<std::string, std::string>> where;
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

/// Mean of a metric over the values of an axis: over seeds, the share of runs that took one way.
struct Mean {
  std::string name, of, along, description;
  std::optional<Expression> exact;
  Acceptance accept;
  std::string pointer;
  void describe(OptionVisitor& o);
};

struct Limits {
  Real wall = std::numeric_limits<Real>::infinity();    ///< s, a cell
  Real memory = std::numeric_limits<Real>::infinity();  ///< MiB, a cell
  Real memory_in_all = kNotGiven;  ///< MiB, of all cells that run at the same time
  /// The same, or a share of the machine's memory where the study does not say.
  Real all_memory() const;
  void describe(OptionVisitor& o);
};

struct Study {
  std::string name, description;
  std::filesystem::path file, base;  ///< base: made absolute if relative
  std::vector<std::pair<std::string, Real>> parameters;
  std::vector<Setting> settings;  ///< of all cells; those of axes follow
  std::vector<Axis> axes;
  std::vector<Selection> exclude;
  std::vector<Metric> metrics;
  std::vector<Order> orders;
  std::vector<Mean> means;
  std::optional<Selection> baseline;  ///< one value of each of some axes
  Limits limits;
  Index repeat = 0;       ///< runs for wall times, not counting the first one, which is not used
  Index threads = 1;      ///< per cell
  bool has_cells = true;  ///< false: errors of the file leave open which cells there are
  Json text;              ///< the file's content
  Places places;
  void describe(OptionVisitor& o);
  /// Position of the axis of this name; nothing if there is none.
  std::optional<std::size_t> axis_named(std::string_view axis) const;
};

inline constexpr std::size_t kMostCells = 10'000;

/// Reads what can be read of a study file.
/// @param errors  out: a line for each error of the file
/// @throws ConfigError if there is nothing to read
Study read_study(const std::filesystem::path& file, std::vector<std::string>& errors);
/// @throws ConfigurationErrors with all its errors, ConfigError if it cannot be read.
Study read_study(const std::filesystem::path& file);

std::string_view to_string(Take take);
std::string_view to_string(Best best);

}  // namespace tactus::core
