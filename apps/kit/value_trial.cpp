#include "apps/kit/value_trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "apps/kit/promises.hpp"
#include "tactus/conformance/contact_scene.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tactus/load.hpp"

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
    "C = 0 is the law, in steps of any length",
    "dC is the slope of C (differences)",
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

/// Forces on the corners of a triangle or a tetrahedron at two times.
std::vector<Real> answers_of(Load& load, Index dim) {
  const auto D = static_cast<std::size_t>(dim);
  std::vector<Real> place, mass, force((D + 1) * D), answers;
  std::vector<Index> facet;
  for (std::size_t p = 0; p <= D; ++p) {
    for (std::size_t d = 0; d < D; ++d)
      place.push_back((p == d + 1 ? 1 : 0.1) + 0.03 * (p + 2. * d));
    mass.push_back(1 + 0.25 * p);
    for (Index corner = 0; corner <= dim; ++corner)
      if (corner != static_cast<Index>(p)) facet.push_back(corner);
  }
  const std::vector<Real> origin(D, 0);
  const LoadTarget target{.dim = static_cast<int>(dim),
                          .reference = place,
                          .mass = mass,
                          .facet = facet,
                          .origin = origin};
  conformance::SerialContext context;
  load.setup(target);
  for (const Real time : {0.0, 0.75}) {
    for (Real& x : place) x += 0.01;
    load.force({.factor = 1, .time = time, .position = place}, force, context.context());
    answers.insert(answers.end(), force.begin(), force.end());
  }
  return answers;
}

/// Values of rows against what is outside, and its velocity, at two times.
std::vector<Real> answers_of(Constraint& constraint, Index dim) {
  if (constraint.outside().empty()) return {};
  const conformance::ContactScene scene(static_cast<int>(dim), true);
  const Surface& surface = scene.surface();
  conformance::SerialContext context;
  context.context().scales = scene.scales();
  std::vector<PatchPair> pairs;
  for (std::size_t k = 0; k < constraint.outside().size(); ++k)
    pairs.push_back({0, -1 - static_cast<std::int32_t>(k)});
  constraint.setup({.surface = &surface, .pairs = pairs}, context.context());
  const std::vector<Real> y = scene.tangled();
  const std::vector<std::uint8_t> movable(static_cast<std::size_t>(surface.vertices), 1);
  ContactSet set;
  set.dim = static_cast<int>(dim);
  DetectQuery query{.surface = &surface, .candidates = {}, .list = 1};
  query.y_list = y, query.y_old = y, query.y = y;
  query.movable = movable, query.reach = 1e3;
  constraint.detect(query, set, context.context());
  std::vector<Real> answers;
  for (const Real time : {0.0, 0.75})
    for (Index row = 0; row < set.rows(); ++row) {
      Real value = 0, velocity[3] = {};
      constraint.evaluate({.set = &set, .rows = {&row, 1}, .y = y, .time = time},
                          {.value = &value, .outside_velocity = velocity}, context.context());
      answers.insert(answers.end(), {value, velocity[0], velocity[1], velocity[2]});
    }
  return answers;
}

/// In the plane and in space; of a component that is for one of them, or refuses, there.
std::vector<Real> answers_of(Kind kind, FunctionRef<Sample()> make) {
  std::vector<Real> all;
  for (const Index dim : {2, 3}) try {
      const std::unique_ptr<Component> component = make().component;
      if (!component) continue;
      const std::vector<Real> some = kind == Kind::load
                                         ? answers_of(static_cast<Load&>(*component), dim)
                                         : answers_of(static_cast<Constraint&>(*component), dim);
      all.insert(all.end(), some.begin(), some.end());
    } catch (const ConfigError&) {
    }
  return all;
}

}  // namespace

Finding numbers_matter(Kind kind, const OptionValue& value,
                       FunctionRef<Sample(const std::string&)> make_with) {
  if ((kind != Kind::load && kind != Kind::constraint) || value.text.find(',') == std::string::npos)
    return kept();
  const std::vector<Real> whole = answers_of(kind, [&] { return make_with(value.text); });
  for (std::size_t first = 0, number = 0; first < value.text.size() && !whole.empty(); ++number) {
    const std::size_t end = std::min(value.text.find(',', first), value.text.size());
    std::string text = value.text;
    text.replace(first, end - first, "0");
    if (text != value.text && answers_of(kind, [&] { return make_with(text); }) == whole)
      return broken(
          fmt::format("number {} of the list changes nothing: all is as with {}", number, text));
    first = end + 1;
  }
  return kept();
}

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
