#include "apps/kit/value_trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "apps/kit/promises.hpp"

namespace tactus::core {
namespace {

/// Of a contact solver: what does not depend on how accurate it is told to be.
constexpr std::string_view kWhateverAccuracy[] = {"without contact the predictor is the solution",
                                                  "what has no solution is said to have none",
                                                  "asked to stop it stops, and says so",
                                                  "an answer depends on the question alone",
                                                  "a rejected step leaves no trace in reactions",
                                                  "reactions depend on the question alone",
                                                  "is not above its own tolerance",
                                                  "threads do not matter for reactions"};

/// Of a contact law: what does, where it ends its iterations early and counts failures.
constexpr std::string_view kNeedsAccuracy[] = {
    "reactions are in the cone of friction",
    "it pushes what touches, and only that",
    "friction takes energy out",
    "solve() satisfies Signorini's law without friction",
    "solve() satisfies Coulomb's law",
    "what arrives leaves with e times its speed",
    "four worked contacts",
    "without friction there is none, with very much nothing slides",
    "where it starts from does not matter",
    "units do not matter",
    "tangents may be turned",
    "what is exactly straight is nothing special",
    "a projection step stands still at solutions only",
    "C = 0 is the law, and dC its slope (differences)",
    "deep contacts are contacts like others"};

/// Of a broad phase: what is left out.
constexpr std::string_view kLong[] = {"of two sets is missed", "the order of boxes"};

class ValueTrial final : public conformance::Check {
 public:
  ValueTrial(Kind kind, bool counts) : kind_(kind), count_(counts) {}
  bool promise(std::string_view what, FunctionRef<Finding()> test) override {
    if (!wanted(what)) return true;
    const Finding finding = conformance::found_by(test);
    ++count;
    if (finding.kept) return true;
    if (first.empty()) first = fmt::format("{}: {}", what, finding.text);
    ++broken_promises;
    return false;
  }
  void skip(std::string_view, std::string_view) override {}

  int count = 0, broken_promises = 0;
  std::string first;

 private:
  bool wanted(std::string_view what) const {
    const auto ends = [&](std::string_view name) { return what.ends_with(name); };
    const auto holds = [&](std::string_view part) { return what.find(part) != what.npos; };
    if (ends("serves four threads") || ends("many calls change nothing")) return false;
    if (kind_ == Kind::contact_solver) return std::ranges::any_of(kWhateverAccuracy, ends);
    if (kind_ == Kind::contact_law && count_) return std::ranges::none_of(kNeedsAccuracy, ends);
    if (kind_ == Kind::load) return !ends("it loads something");  // a stiffness of zero is one
    return kind_ != Kind::broad_phase || std::ranges::none_of(kLong, holds);
  }
  Kind kind_;
  bool count_;
};

}  // namespace

Finding trial_of_value(Kind kind, const OptionValue& value, FunctionRef<Sample()> make) {
  try {
    const Sample sample = make();
    if (!sample.component) return kept("refused: " + sample.fault);
  } catch (const ConfigError& e) {
    return kept(std::string("refused: ") + e.what());
  }
  ValueTrial trial(kind, value.count);
  promise_test_of(kind)([&] { return make().component; }, trial);
  if (trial.broken_promises == 0) return kept(fmt::format("{} promises", trial.count));
  return broken(
      fmt::format("{} of {} promises; {}", trial.broken_promises, trial.count, trial.first));
}

}  // namespace tactus::core
