// Options of a component under test: text is turned into values, and ranges into values to try.
#include "core/plugin/option_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>

#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace {

template <class T>
std::optional<T> number_of(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

/// The entries of "[a, b]" or of "a, b", without blanks and quotes round them.
std::vector<std::string> entries_of(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  std::vector<std::string> entries;
  while (!text.empty()) {
    std::string_view one = text.substr(0, text.find(','));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    constexpr std::string_view around = " \"[]";
    one.remove_prefix(std::min(one.find_first_not_of(around), one.size()));
    one = one.substr(0, one.find_last_not_of(around) + 1);
    entries.emplace_back(one);
  }
  return entries;
}

/// Reads the text of one option; `why` says what is allowed where it cannot be read.
struct TextReader {
  const OptionInfo& info;
  const std::string& text;
  const MakePart& make_part;

  std::string refused(const std::string& allowed) const {
    return fmt::format("{}={} is not possible; allowed: {}", info.name, text, allowed);
  }
  std::string allowed_numbers(std::string_view what) const {
    std::string all = fmt::format("{} in {}", what, range_text(info));
    if (!info.word.empty()) all += fmt::format(", or {}", info.word);
    return all;
  }
  std::string operator()(Real& m) const {
    if (!info.word.empty() && text == info.word) return m = info.word_value, "";
    const auto value = number_of<Real>(text);
    if (!value || !in_range(info, *value)) return refused(allowed_numbers("a number"));
    return m = *value, "";
  }
  std::string operator()(Index& m) const {
    const auto value = number_of<Index>(text);
    if (!value || !in_range(info, static_cast<Real>(*value)))
      return refused(allowed_numbers("a whole number"));
    return m = *value, "";
  }
  std::string operator()(bool& m) const {
    if (text != "true" && text != "false") return refused("true or false");
    return m = text == "true", "";
  }
  std::string operator()(std::string& m) const { return m = text, ""; }
  std::string operator()(const FileTarget& m) const {
    const auto path = std::filesystem::absolute(text).lexically_normal();
    const std::string why = is_there(path) ? why_no_file(path) : "does not exist";
    if (!why.empty()) return refused(fmt::format("a file; this one {}", why));
    return m.path = path.string(), "";
  }
  std::string operator()(std::vector<std::string>& m) const {
    m = entries_of(text);
    return length_fault(m.size());
  }
  std::string operator()(std::vector<Real>& m) const { return read_numbers(m, 1); }
  std::string operator()(const RowsTarget& m) const {
    return read_numbers(m.values, m.columns == kPerAxis ? 3 : m.columns);
  }
  std::string operator()(const AxesTarget& m) const { return read_numbers(m.values, 1); }
  std::string operator()(const TurnTarget& m) const { return read_numbers(m.values, 1); }
  std::string operator()(const ObjectTarget&) const {
    return refused("none here; options of a nested object keep their defaults");
  }
  std::string operator()(const ChoiceTarget& m) const {
    const auto found = std::find(info.choices.begin(), info.choices.end(), text);
    if (found == info.choices.end())
      return refused(fmt::format("{}", fmt::join(info.choices, ", ")));
    m.set(found - info.choices.begin());
    return "";
  }
  std::string operator()(const PartTarget& m) const {
    const std::vector<std::string> names = entries_of(text);
    if (std::string fault = length_fault(names.size()); !fault.empty() || !make_part) return fault;
    for (const std::string& name : names) m.add(make_part(m.kind(), name));
    return "";
  }

 private:
  std::string length_fault(std::size_t entries) const {
    const auto count = static_cast<Index>(entries);
    if (count >= info.least && count <= info.most) return "";
    return refused(info.least == info.most
                       ? fmt::format("{} entries", info.least)
                       : fmt::format("at least {} and at most {} entries", info.least, info.most));
  }
  std::string read_numbers(std::vector<Real>& values, Index columns) const {
    values.clear();
    for (const std::string& entry : entries_of(text)) {
      const auto value = number_of<Real>(entry);
      if (!value || !in_range(info, *value)) return refused(allowed_numbers("numbers"));
      values.push_back(*value);
    }
    const auto size = static_cast<std::size_t>(columns);
    if (values.size() % size != 0) return refused(fmt::format("rows of {} numbers", columns));
    return length_fault(values.size() / size);
  }
};

/// Visits an object with its defaults and notes which values to try.
class ValueFinder final : public OptionVisitor {
 public:
  explicit ValueFinder(const GivenOptions& given) : given_(given) {}
  void require(bool, std::string_view, std::string_view) override {}
  std::vector<OptionValue> values;

 private:
  void visit(const Target& target, const OptionInfo& info) noexcept override {
    if (given_.contains(info.name)) return;
    visit_target(target,
                 Overloaded{
                     [&](Real& m) { try_reals(info, m); },
                     [&](Index& m) {
                       count_ = true;
                       try_integers(info, m);
                       count_ = false;
                     },
                     [&](bool& m) { add(info, m ? "false" : "true", kWithin); },
                     [&](const ChoiceTarget& m) {
                       const Index now = m.get();
                       for (std::size_t i = 0; i < info.choices.size(); ++i)
                         if (static_cast<Index>(i) != now)
                           add(info, std::string(info.choices[i]), kWithin);
                     },
                     [&](const AxesTarget&) { try_axes(info, 3); },
                     [&](const std::vector<Real>&) {  // which a scene gives a number per axis
                       for (const Index axes : {2, 3})
                         if (info.most == 3 && axes >= info.least) try_axes(info, axes);
                     },
                     [](const auto&) {},
                 });
  }
  void try_reals(const OptionInfo& info, Real start) {
    const bool low = std::isfinite(info.lower), high = std::isfinite(info.upper);
    if (!std::isfinite(start) || !in_range(info, start)) start = inside(info);
    const Real span = low && high ? info.upper - info.lower : std::max(std::abs(start), Real(1));
    const auto text = [](Real value) { return fmt::format("{}", value); };
    if (low)
      add(info, text(info.lower_open ? info.lower + 1e-3 * span : info.lower),
          info.lower_open ? kNear : kEnd);
    if (high)
      add(info, text(info.upper_open ? info.upper - 1e-3 * span : info.upper),
          info.upper_open ? kNear : kEnd);
    for (const Real value : {start / 2, start * 2, start + (low ? 0.3 : 1) * span})
      if (value != start && in_range(info, value)) add(info, text(value), kWithin);
    // What is refused in one half of a range is often meant to be taken from the other.
    // Its middle is often a rule of its own, as 1/4 of beta and 1/2 of theta.
    if (low && high && !info.lower_open && !info.upper_open)
      for (const Real value : {inside(info), (info.lower + info.upper) / 2})
        add(info, text(value), kWithin);
    if (!info.word.empty()) add(info, std::string(info.word), kEnd);
  }
  /// Unlike numbers, of which one is along no axis, and the second axis alone: whoever mixes axes up finds one.
  void try_axes(const OptionInfo& info, Index count) {
    for (const std::array<Real, 3>& axes : {std::array<Real, 3>{0.25, -0.5, 0.75}, {0, 0.5, 0}})
      if (std::ranges::all_of(axes, [&](Real value) { return in_range(info, value); }))
        add(info, fmt::format("{}", fmt::join(axes.begin(), axes.begin() + count, ",")), kWithin);
  }
  void try_integers(const OptionInfo& info, Index start) {
    if (std::isfinite(info.lower)) add(info, fmt::format("{:.0f}", std::ceil(info.lower)), kEnd);
    if (std::isfinite(info.upper)) add(info, fmt::format("{:.0f}", std::floor(info.upper)), kEnd);
    for (const Index value : {start / 2, start + 1, start * 2})
      if (value != start && in_range(info, static_cast<Real>(value)))
        add(info, fmt::format("{}", value), kWithin);
  }
  void add(const OptionInfo& info, std::string text, std::string_view place) {
    for (const OptionValue& value : values)
      if (value.name == info.name && value.text == text) return;
    values.push_back({std::string(info.name), std::move(text), place, count_});
  }
  bool count_ = false;
  static constexpr std::string_view kEnd = "an end of its range",
                                    kNear = "near an end of its range",
                                    kWithin = "within its range";
  const GivenOptions& given_;
};

}  // namespace

bool in_range(const OptionInfo& info, Real value) {
  return (info.lower_open ? value > info.lower : value >= info.lower) &&
         (info.upper_open ? value < info.upper : value <= info.upper);
}

std::string range_text(const OptionInfo& info) {
  return fmt::format("{}{}, {}{}", info.lower_open ? "(" : "[", info.lower, info.upper,
                     info.upper_open ? ")" : "]");
}

Real inside(const OptionInfo& info) {
  const bool low = std::isfinite(info.lower), high = std::isfinite(info.upper);
  if (low && high) return info.lower + 0.75 * (info.upper - info.lower);
  if (low) return info.lower + 1;
  if (high) return info.upper - 1;
  return 1;
}

std::string set_from_text(const OptionVisitor::Target& target, const OptionInfo& info,
                          const std::string& text, const MakePart& make_part) noexcept {
  try {
    return visit_target(target, TextReader{info, text, make_part});
  } catch (const std::exception& e) {  // of a component for a slot
    return fmt::format("{}={} is not possible: {}", info.name, text, e.what());
  }
}

std::vector<OptionValue> values_to_try(const Registration& registration,
                                       const GivenOptions& given) {
  ValueFinder finder(given);
  registration.describe(finder);
  return std::move(finder.values);
}

}  // namespace tactus::core
