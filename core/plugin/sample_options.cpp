#include "core/plugin/sample_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "core/plugin/option_text.hpp"
#include "core/support/component_watch.hpp"

namespace tactus::core {
namespace {

/// Choice: set and get must be inverse to each other, or a configuration says one thing and gets
/// another.
std::string choice_fault(const ChoiceTarget& choice, const OptionInfo& info) {
  const Index count = static_cast<Index>(info.choices.size()), now = choice.get();
  if (count == 0) return "has no choices";
  if (now < 0 || now >= count) return "has a default that is none of its choices";
  std::string fault;
  for (Index i = 0; i < count; ++i) {
    choice.set(i);
    if (choice.get() != i) fault = "does not keep the choice that is made";
  }
  choice.set(now);
  return fault;
}

std::string list_fault(std::size_t count, const OptionInfo& info) {
  if (info.optional || info.required) return "";
  const auto entries = static_cast<Index>(count);
  return entries < info.least || entries > info.most ? "has a default of a length it does not allow"
                                                     : "";
}

std::string number_fault(Real value, const OptionInfo& info) {
  if (!info.word.empty() && value == info.word_value) return "";
  if (in_range(info, value) || info.required || (info.optional && !given(value))) return "";
  return fmt::format("has the default {}, outside of its range {}", value, range_text(info));
}

std::string target_fault(const OptionVisitor::Target& target, const OptionInfo& info) {
  return visit_target(
      target, Overloaded{
                  [&](Real& m) { return number_fault(m, info); },
                  [&](Index& m) { return number_fault(static_cast<Real>(m), info); },
                  [&](const ChoiceTarget& m) { return choice_fault(m, info); },
                  [&](std::vector<Real>& m) { return list_fault(m.size(), info); },
                  [&](std::vector<std::string>& m) { return list_fault(m.size(), info); },
                  [&](const RowsTarget& m) -> std::string {
                    if (m.columns == kPerAxis)
                      return m.values.empty() ? "" : "has rows per axis with a default";
                    if (m.columns < 1) return "has rows without columns";
                    if (m.values.size() % static_cast<std::size_t>(m.columns) != 0)
                      return "has a default that is no whole number of rows";
                    return list_fault(m.values.size() / static_cast<std::size_t>(m.columns), info);
                  },
                  [](const FileTarget& m) -> std::string {
                    return m.path.empty() ? "" : "has a default file, which only a user can name";
                  },
                  [](const auto&) { return std::string(); },
              });
}

class OptionCollector final : public OptionVisitor {
 public:
  void require(bool, std::string_view, std::string_view) override {}
  std::vector<CheckedOption> options;

 private:
  void visit(const Target& target, const OptionInfo& info) noexcept override {
    CheckedOption option{std::string(info.name), "", info.optional, target.type == Type::parts};
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789_";
    if (info.name.empty() || info.name.find_first_not_of(letters) != info.name.npos)
      option.fault = "has a name that is not in lower_case";
    else if (info.name == "type")
      option.fault = "has the name that chooses the component";
    else if (std::any_of(options.begin(), options.end(),
                         [&](const CheckedOption& o) { return o.name == info.name; }))
      option.fault = "is declared twice";
    else if (info.help.empty())
      option.fault = "has no help text";
    else if (info.unit.empty())
      option.fault = "has an empty unit; \"1\" is that of a pure number";
    else if (info.lower > info.upper || info.least > info.most)
      option.fault = "has an empty range";
    else
      option.fault = target_fault(target, info);
    options.push_back(std::move(option));
  }
};

/// What a sample is made of: the bits of the optional options that are set, and the least length of its lists.
struct Chosen {
  unsigned optional = 0;
  Index entries = 1;
};

/// Sets what is given, required options, and those optional ones that are chosen.
class Setter final : public OptionVisitor {
 public:
  Setter(Chosen chosen, const GivenOptions& given, const MakePart& make_part)
      : chosen_(chosen), given_(given), make_part_(make_part) {}
  void require(bool holds, std::string_view name, std::string_view message) override {
    if (!holds && fault.empty()) fault = fmt::format("\"{}\": {}", name, message);
  }
  std::string set, fault;
  std::string refusal;  ///< of a given value

 private:
  void visit(const Target& target, const OptionInfo& info) noexcept override {
    const bool choose = info.optional && (chosen_.optional >> optional_seen_ & 1);
    if (info.optional) ++optional_seen_;
    const auto text = given_.find(info.name);
    if (text != given_.end()) {
      if (std::string why = set_from_text(target, info, text->second, make_part_); !why.empty())
        refusal = std::move(why);
      note(info.name, text->second);
      return;
    }
    if (!info.required && !choose) return;
    const Real value = inside(info);
    std::string shown = fmt::format("{:g}", value);
    const auto entries = static_cast<std::size_t>(
        std::max({info.least, std::min(chosen_.entries, info.most), Index{1}}));
    if (target.type == Type::file) {
      if (fault.empty()) fault = fmt::format("\"{}\": a file is needed; give one", info.name);
      return;
    }
    visit_target(target, Overloaded{
                             [&](Real& m) { m = value; },
                             [&](Index& m) { m = static_cast<Index>(std::ceil(value)); },
                             [&](bool& m) { m = true; },
                             [&](std::string& m) { m = "sample"; },
                             [&](std::vector<Real>& m) {
                               m = different(entries, value, info);
                               shown = fmt::format("[{:g}]", fmt::join(m, ", "));
                             },
                             [&](std::vector<std::string>& m) { m.assign(entries, "sample"); },
                             [&](const RowsTarget& m) {
                               const Index columns = m.columns == kPerAxis ? 3 : m.columns;
                               m.values.assign(entries * static_cast<std::size_t>(columns), value);
                             },
                             [&](const AxesTarget& m) { m.values.assign(3, value); },
                             [](const auto&) {},
                         });
    note(info.name, shown);
  }
  void note(std::string_view name, std::string_view value) {
    set += fmt::format("{}{} = {}", set.empty() ? "" : ", ", name, value);
  }
  /// Entries that differ, because a plugin may take one for another: each half as far from the end of the range.
  static std::vector<Real> different(std::size_t entries, Real value, const OptionInfo& info) {
    if (entries == 1) return {value};
    std::vector<Real> list;
    const Real end = std::isfinite(info.lower) ? info.lower : 0;
    while (list.size() < entries) list.push_back(value = end + (value - end) / 2);
    return list;
  }
  Chosen chosen_;
  const GivenOptions& given_;
  const MakePart& make_part_;
  int optional_seen_ = 0;
};

}  // namespace

std::vector<CheckedOption> checked_options(const Registration& registration) {
  OptionCollector collector;
  const InCall in({registration.kind, registration.name, "when its options were described"});
  registration.describe(collector);
  return std::move(collector.options);
}

Sample make_sample(const Registration& registration, const GivenOptions& given,
                   const MakePart& make_part) {
  const auto options = checked_options(registration);
  const auto optional = std::count_if(options.begin(), options.end(),
                                      [](const CheckedOption& o) { return o.optional; });
  constexpr int kMostOptional = 10;
  std::vector<unsigned> sets(std::size_t{1} << std::min<std::ptrdiff_t>(optional, kMostOptional));
  for (unsigned i = 0; i < sets.size(); ++i) sets[i] = i;
  std::stable_sort(sets.begin(), sets.end(),
                   [](unsigned a, unsigned b) { return std::popcount(a) < std::popcount(b); });
  Sample sample;
  const InCall in({registration.kind, registration.name, "when it was made to try it"});
  std::vector<Chosen> choices;  // two entries in each list where that is allowed
  for (const unsigned set : sets)
    for (const Index entries : {2, 1}) choices.push_back({set, entries});
  for (const Chosen& chosen : choices) {
    Setter trial(chosen, given, make_part);
    registration.describe(trial);  // conditions first: a constructor may rely on them
    if (!trial.refusal.empty()) throw ConfigError(trial.refusal);
    if (!trial.fault.empty()) {
      if (sample.fault.empty()) sample.fault = trial.fault;
      continue;
    }
    Setter setter(chosen, given, make_part);
    sample.component.reset(registration.make(setter));
    sample.options = setter.set;
    sample.fault = sample.component ? "" : "make() returned nothing";
    return sample;
  }
  return sample;
}

}  // namespace tactus::core
