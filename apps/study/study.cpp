#include "apps/study/study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "apps/study/machine_memory.hpp"

namespace tactus::core {
namespace {

constexpr std::array<std::string_view, 12> kTakes{
    "last",  "first",          "max",           "min",  "mean", "sum", "integral", "change",
    "drift", "max_difference", "l2_difference", "shift"};
constexpr std::array<std::string_view, 4> kBests{"automatic", "least", "greatest", "none"};

}  // namespace

std::string_view to_string(Take take) { return kTakes[static_cast<std::size_t>(take)]; }
std::string_view to_string(Best best) { return kBests[static_cast<std::size_t>(best)]; }

std::string Setting::as_set() const { return pointer + "=" + to_text(value, 1'000'000); }

bool Axis::has_numbers() const {
  return std::ranges::all_of(values, [](const AxisValue& v) { return given(v.number); });
}

void Acceptance::describe(OptionVisitor& o) {
  o.real("relative", relative).above(0).optional().help("Largest |value - exact| / |exact|");
  o.real("absolute", absolute)
      .above(0)
      .optional()
      .help("Largest |value - exact|, in the metric's unit");
  o.real("below", below).optional().help("The value must be less than this");
  o.real("above", above).optional().help("The value must be more than this");
}

bool Acceptance::asked() const {
  return needs_exact() || tactus::given(below) || tactus::given(above);
}

bool Acceptance::holds(Real value, Real exact) const {
  if (!std::isfinite(value) || (needs_exact() && !std::isfinite(exact))) return false;
  const Real error = std::abs(value - exact);
  if (tactus::given(relative) && !(error <= relative * std::abs(exact))) return false;
  if (tactus::given(absolute) && !(error <= absolute)) return false;
  return !(tactus::given(below) && !(value < below)) && !(tactus::given(above) && !(value > above));
}

std::string Acceptance::verdict(std::optional<bool> accepted, Real exact) const {
  if (!accepted) return "";
  std::vector<std::string> parts;
  if (tactus::given(relative))
    parts.push_back(fmt::format("within {:.3g} % of {:.6g}", 100 * relative, exact));
  if (tactus::given(absolute))
    parts.push_back(fmt::format("within {:.3g} of {:.6g}", absolute, exact));
  if (tactus::given(above)) parts.push_back(fmt::format("above {:.6g}", above));
  if (tactus::given(below)) parts.push_back(fmt::format("below {:.6g}", below));
  return fmt::format("; it has to be {}: {}", fmt::join(parts, ", "),
                     *accepted ? "accepted" : "NOT ACCEPTED");
}

void Metric::describe(OptionVisitor& o) {
  o.text("unit", unit)
      .help("Unit in tables; default: from the end of the name, or of the column in \"of\"");
  o.text("description", description).help("What it is");
  o.text("title", title).length(0, 100).help("What tables call it; default: its name");
  o.integer("digits", digits).at_least(1).at_most(17).help("Significant digits in tables");
  o.flag("in_paper", in_paper).help("A column of results.tex");
  o.flag("timing", timing).help("Made of times by the clock: kept out of results.*");
  o.choice("take", take).choices(kTakes).help("What is taken of the rows");
  o.choice("best", best).choices(kBests).help("Which value of a column is marked");
  o.real("smooth_s", smooth).unit("s").at_least(0).help("Width of a running mean");
  o.reals("over_s", over).unit("s").length(2).optional().help("From and to: rows in between");
}

void Order::describe(OptionVisitor& o) {
  o.text("order_of", of).required().help("The metric");
  o.text("along", along).required().help("The axis along which it converges");
  o.text("description", description).help("What it is");
}

void Mean::describe(OptionVisitor& o) {
  o.text("mean_of", of).required().help("The metric");
  o.text("along", along).required().help("The axis over whose values the mean is taken");
  o.text("description", description).help("What it is");
}

Real Limits::all_memory() const {
  return given(memory_in_all) ? memory_in_all : kMemoryShare * available_memory_MiB();
}

void Limits::describe(OptionVisitor& o) {
  constexpr Real kNone = std::numeric_limits<Real>::infinity();
  o.real("wall_s", wall)
      .unit("s")
      .above(0)
      .or_word("none", kNone)
      .help("A cell that takes longer is ended");
  o.real("memory_MiB", memory)
      .unit("MiB")
      .above(0)
      .or_word("none", kNone)
      .help("A cell that holds more memory is ended");
  o.real("memory_in_all_MiB", memory_in_all)
      .unit("MiB")
      .above(0)
      .or_word("none", kNone)
      .optional()
      .help(
          "Memory of all cells that run at the same time: beyond it the largest one is ended and "
          "run again alone, later; default: 80 % of the machine's memory");
}

std::optional<std::size_t> Study::axis_named(std::string_view axis) const {
  const auto found = std::ranges::find(axes, axis, &Axis::name);
  if (found == axes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - axes.begin());
}

void Study::describe(OptionVisitor& o) {
  o.text("name", name).length(0, 100).help("Name of the folder in runs/; default: the file's name");
  o.text("description", description).help("What is compared, and why");
  o.integer("repeat", repeat)
      .at_least(0)
      .at_most(1000)
      .help("Runs of each cell, one at a time, for metrics made of times; 0: none");
  o.integer("threads", threads).at_least(1).at_most(1024).help("Threads of each cell");
}

}  // namespace tactus::core
