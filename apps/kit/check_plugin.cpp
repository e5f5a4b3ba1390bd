#include "apps/kit/check_plugin.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/kit/allocation_count.hpp"
#include "apps/kit/promises.hpp"
#include "apps/kit/value_trial.hpp"
#include "core/plugin/loader.hpp"
#include "core/plugin/manifest.hpp"
#include "core/support/child.hpp"
#include "core/support/nearest_name.hpp"

namespace tactus::core {
namespace {

using Result = PromiseVerdict::Result;

constexpr std::string_view kDeclared = "options are declared soundly",
                           kMade = "is made from its options", kRest = "the rest";

Finding options_are_sound(const std::vector<CheckedOption>& options) {
  std::string names;
  for (const CheckedOption& option : options) {
    if (!option.fault.empty()) return broken(fmt::format("\"{}\" {}", option.name, option.fault));
    names += (names.empty() ? "" : ", ") + option.name;
  }
  return kept(names.empty() ? "none" : names);
}

/// An option that is given and not declared, or a slot that is empty; "" if there is neither.
std::string misfit(const std::vector<CheckedOption>& options, const GivenOptions& given) {
  std::vector<std::string> names;
  names.reserve(options.size());
  for (const CheckedOption& option : options) names.push_back(option.name);
  for (const auto& [name, text] : given)
    if (std::find(names.begin(), names.end(), name) == names.end())
      return fmt::format("has no option \"{}\"; {}", name, key_suggestion(name, names));
  return "";
}

/// Components for slots, from every library that is found.
class Parts {
 public:
  explicit Parts(const CheckRequest& request)
      : registry_({.command_line = request.plugin_folders}) {}
  std::unique_ptr<Component> make(Kind kind, const std::string& name) {
    if (!registry_.known(kind, name))
      throw ConfigError(fmt::format("\"{}\" is no {}; {}", name, kind_name(kind),
                                    suggestion(name, registry_.names(kind))));
    Sample sample = make_sample(registry_.find(kind, name));
    if (!sample.component) throw ConfigError(fmt::format("{}: {}", name, sample.fault));
    return std::move(sample.component);
  }

 private:
  Registry registry_;
};

/// All tests of one component with one set of options, in the copy of the process.
class ComponentTest {
 public:
  ComponentTest(const Registration& registration, const CheckRequest& request)
      : registration_(registration), request_(request) {}

  void run(Verdicts& verdicts) {
    std::vector<CheckedOption> options;
    const bool declared = verdicts.promise(kDeclared, [&] {
      options = checked_options(registration_);
      return options_are_sound(options);
    });
    if (!declared) return;
    if (options.empty()) options = checked_options(registration_);  // known from an earlier copy
    if (const std::string why = misfit(options, request_.options); !why.empty())
      return verdicts.note(Result::refused, kMade, why);
    for (const CheckedOption& option : options)
      if (option.part && !request_.options.contains(option.name))
        return verdicts.skip(kMade, fmt::format("it has slots for other components; fill them with "
                                                "--set {}=NAME",
                                                option.name));
    std::string refusal;
    const bool made = verdicts.promise(kMade, [&] { return make_once(refusal); });
    if (!refusal.empty()) return verdicts.note(Result::refused, kMade, refusal);
    if (!made) return;
    promise_test_of(registration_.kind)([&] { return sample(request_.options).component; },
                                        verdicts);
    if (!verdicts.all_kept() || request_.defaults_only) return;
    for (const OptionValue& value : values_to_try(registration_, request_.options))
      verdicts.note(Result::value, value.name,
                    fmt::format("{}\n{}{}", value.text, value.count ? '#' : ' ', value.place));
  }
  void run_with(const OptionValue& value, Verdicts& verdicts) {
    const auto with = [&](const std::string& text) {
      GivenOptions given = request_.options;
      given[value.name] = text;
      return sample(given);
    };
    verdicts.promise(text_of_trial(value), [&] {
      const Finding idle = numbers_matter(registration_.kind, value, with);
      if (!idle.kept) return idle;
      const Finding alone =
          trial_of_value(registration_.kind, value, [&] { return with(value.text); });
      return alone.kept && registration_.kind == Kind::integrator ? with_others(value, alone)
                                                                  : alone;
    });
  }
  static std::string text_of_trial(const OptionValue& value) {
    return fmt::format("with {} = {} ({})", value.name, value.text, value.place);
  }

 private:
  Finding make_once(std::string& refusal) {
    try {
      const Sample made = sample(request_.options);
      if (!made.component) return broken("no values satisfy it: " + made.fault);
      return kept(made.options.empty() ? "its defaults" : made.options);
    } catch (const ConfigError& e) {
      if (request_.options.empty()) throw;
      refusal = e.what();
      return kept();
    }
  }
  /// Of integrators, whose options make one rule together, two values at a time are tried.
  Finding with_others(const OptionValue& value, const Finding& alone) {
    for (const OptionValue& other : values_to_try(registration_, request_.options)) {
      if (other.name <= value.name) continue;
      GivenOptions both = request_.options;
      both[value.name] = value.text, both[other.name] = other.text;
      const Finding found = trial_of_value(registration_.kind, other, [&] { return sample(both); });
      if (!found.kept)
        return broken(fmt::format("and with {} = {}: {}", other.name, other.text, found.text));
    }
    return alone;
  }
  Sample sample(const GivenOptions& given) {
    return make_sample(registration_, given, [this](Kind kind, const std::string& name) {
      if (!parts_) parts_ = std::make_unique<Parts>(request_);
      return parts_->make(kind, name);
    });
  }
  const Registration& registration_;
  const CheckRequest& request_;
  std::unique_ptr<Parts> parts_;
};

constexpr int kCrashes = 5, kHangs = 2;

/// One component, in copies of the process.
class ComponentRun {
 public:
  ComponentRun(PluginFile file, std::size_t number, const CheckRequest& request)
      : file_(std::move(file)), number_(number),
        request_(request), check_{file_.items[number], {}} {}
  ComponentCheck run() {
    while (go_on("what it promises",
                 [&](ComponentTest& test, Verdicts& verdicts) { test.run(verdicts); })) {
    }
    std::vector<OptionValue> values;
    std::erase_if(check_.verdicts, [&](const PromiseVerdict& v) {
      if (v.result != Result::value) return false;
      const std::size_t line = v.text.find('\n');
      places_.push_back(v.text.substr(line + 2));
      values.push_back({v.promise, v.text.substr(0, line), "", v.text[line + 1] == '#'});
      return true;
    });
    for (std::size_t i = 0; i < values.size() && !given_up_; ++i) {
      values[i].place = places_[i];
      (void)go_on(
          ComponentTest::text_of_trial(values[i]),
          [&](ComponentTest& test, Verdicts& verdicts) { test.run_with(values[i], verdicts); },
          true);
    }
    if (given_up_) check_.verdicts.push_back({Result::skipped, std::string(kRest), kTooOften});
    return std::move(check_);
  }

 private:
  static constexpr const char* kTooOften = "it crashed or hung too often";

  /// Runs tests in a copy. @returns whether another copy is to go on with the rest.
  bool go_on(std::string_view what, FunctionRef<void(ComponentTest&, Verdicts&)> work,
             bool afresh = false) {
    if (request_.progress)
      request_.progress(
          fmt::format("{} {}: {}", kind_name(check_.component.kind), check_.component.name, what));
    const ChildReport report = run_in_child(
        [&](const Say& say) {
          Verdicts verdicts(say, afresh ? std::vector<PromiseVerdict>() : check_.verdicts);
          const Registration registration = load_here(file_)[number_];
          if (count_allocations_of(file_.path)) verdicts.count_allocations_by(counted_allocations);
          ComponentTest test(registration, request_);
          work(test, verdicts);
        },
        request_.time_limit_s);
    const std::vector<PromiseVerdict> news = Verdicts::parse(report.said);
    check_.verdicts.insert(check_.verdicts.end(), news.begin(), news.end());
    for (const PromiseVerdict& v : news)
      if (v.result == Result::refused)
        throw ConfigError(fmt::format("--set: {} {} {}", kind_name(check_.component.kind),
                                      check_.component.name, v.text));
    if (report.finished) return false;
    const bool more = note_end(report);
    ++(report.timed_out ? hangs_ : crashes_);
    given_up_ = crashes_ >= kCrashes || hangs_ >= kHangs;
    return more && !given_up_;
  }
  /// The test that a process was at when it ended is the one that was broken. @return false where
  /// there was none to go on after.
  bool note_end(const ChildReport& report) {
    std::vector<PromiseVerdict>& verdicts = check_.verdicts;
    const bool at_a_test = !verdicts.empty() && verdicts.back().result == Result::begun;
    if (!at_a_test) verdicts.push_back({Result::begun, "ends well", ""});
    verdicts.back().result = Result::broken;
    verdicts.back().text = "the process " + report.end_and_last_words();
    if (report.timed_out) verdicts.back().text += "; --time-limit allows more";
    return at_a_test;
  }

  PluginFile file_;
  std::size_t number_;
  const CheckRequest& request_;
  ComponentCheck check_;
  std::vector<std::string> places_;
  int crashes_ = 0, hangs_ = 0;
  bool given_up_ = false;
};

/// Which of a library's components are tested. @throws ConfigError
std::vector<std::size_t> chosen_numbers(const PluginFile& file, const CheckRequest& request) {
  std::vector<std::size_t> numbers;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < file.items.size(); ++i) {
    names.push_back(file.items[i].name);
    if (request.component.empty() || request.component == names.back()) numbers.push_back(i);
  }
  if (!request.component.empty() && numbers.empty())
    throw ConfigError(fmt::format("--component: {} has no component \"{}\"; {}",
                                  file.path.filename().string(), request.component,
                                  suggestion(request.component, names)));
  if (!request.options.empty() && numbers.size() > 1)
    throw ConfigError(
        fmt::format("--set: {} has {} components; say with --component which one has "
                    "the option",
                    file.path.filename().string(), numbers.size()));
  return numbers;
}

}  // namespace

bool ComponentCheck::passed() const {
  return std::none_of(verdicts.begin(), verdicts.end(),
                      [](const PromiseVerdict& v) { return v.result == Result::broken; });
}

bool ComponentCheck::tested() const {
  return std::any_of(verdicts.begin(), verdicts.end(), [](const PromiseVerdict& v) {
    return (v.result == Result::kept && v.promise != kDeclared && v.promise != kMade) ||
           v.result == Result::broken;
  });
}

PluginCheck::Verdict PluginCheck::verdict() const {
  const auto passed = [](const ComponentCheck& c) { return c.passed(); };
  const auto tested = [](const ComponentCheck& c) { return c.tested(); };
  if (!std::all_of(components.begin(), components.end(), passed)) return Verdict::broken;
  if (components.empty() || !std::all_of(components.begin(), components.end(), tested))
    return Verdict::not_tested;
  return Verdict::passed;
}

PluginCheck check_plugin(const std::filesystem::path& library, const CheckRequest& request) {
  PluginCheck check{read_manifest(std::filesystem::absolute(library)), {}};
  expect_distinct_names(check.file);
  expect_compatible(check.file);
  const std::vector<std::size_t> numbers = chosen_numbers(check.file, request);
  load(check.file);
  for (const std::size_t number : numbers)
    check.components.push_back(ComponentRun(check.file, number, request).run());
  return check;
}

}  // namespace tactus::core
