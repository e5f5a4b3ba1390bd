#include "core/plugin/value_trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/plugin/promises.hpp"

namespace tactus::core {
namespace {

/// Of a contact solver: what does not depend on how accurate it is told to be.
constexpr std::string_view kWhateverAccuracy[] = {"without contact the predictor is the solution",
                                                  "what has no solution is said to have none",
                                                  "rows without a value are no success",
                                                  "asked to stop it stops, and says so",
                                                  "fixed degrees of freedom stay",
                                                  "an answer depends on the question alone",
                                                  "threads and the order of work do not matter",
                                                  "a rejected step leaves no trace in reactions",
                                                  "reactions depend on the question alone",
                                                  "threads do not matter for reactions"};

class ValueTrial final : public conformance::Check {
 public:
  explicit ValueTrial(Kind kind) : kind_(kind) {}
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
    if (what.ends_with("serves four threads")) return false;
    return kind_ != Kind::contact_solver ||
           std::ranges::any_of(kWhateverAccuracy, [&](auto name) { return what.ends_with(name); });
  }
  Kind kind_;
};

}  // namespace

Finding trial_of_value(Kind kind, FunctionRef<Sample()> make) {
  try {
    const Sample sample = make();
    if (!sample.component) return kept("refused: " + sample.fault);
  } catch (const ConfigError& e) {
    return kept(std::string("refused: ") + e.what());
  }
  ValueTrial trial(kind);
  promise_test_of(kind)([&] { return make().component; }, trial);
  if (trial.broken_promises == 0) return kept(fmt::format("{} promises", trial.count));
  return broken(
      fmt::format("{} of {} promises; {}", trial.broken_promises, trial.count, trial.first));
}

}  // namespace tactus::core
