#include "core/plugin/check_plugin.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/plugin/child.hpp"
#include "core/plugin/loader.hpp"
#include "core/plugin/manifest.hpp"
#include "core/plugin/promises.hpp"
#include "core/plugin/sample_options.hpp"

namespace tactus::core {
namespace {

using Result = PromiseVerdict::Result;

Finding options_are_sound(const std::vector<CheckedOption>& options) {
  std::string names;
  for (const CheckedOption& option : options) {
    if (!option.fault.empty()) return broken(fmt::format("\"{}\" {}", option.name, option.fault));
    names += (names.empty() ? "" : ", ") + option.name;
  }
  return kept(names.empty() ? "none" : names);
}

/// Runs all tests of one component, in a child process.
void check_component(const Registration& registration, Verdicts& verdicts) {
  std::vector<CheckedOption> options;
  const bool declared = verdicts.promise("options are declared soundly", [&] {
    options = checked_options(registration);
    return options_are_sound(options);
  });
  if (!declared) return;
  const bool has_parts =
      std::any_of(options.begin(), options.end(), [](const CheckedOption& o) { return o.part; });
  if (has_parts) {
    verdicts.skip("is made from its options", "it has slots for other components");
    return;
  }
  const bool made = verdicts.promise("is made from its options", [&] {
    const Sample sample = make_sample(registration);
    if (!sample.component) return broken("no values satisfy it: " + sample.fault);
    return kept(sample.options.empty() ? "its defaults" : sample.options);
  });
  if (!made) return;
  promise_test_of(registration.kind)([&] { return make_sample(registration).component; }, verdicts);
}

constexpr int kCrashes = 5, kHangs = 2;

/// Records the test during which a process ended as broken. @return false if no test was running,
/// so that there is nothing to continue with.
bool note_end(std::vector<PromiseVerdict>& verdicts, const ChildReport& report) {
  const bool at_a_test = !verdicts.empty() && verdicts.back().result == Result::begun;
  if (!at_a_test) verdicts.push_back({Result::begun, "ends well", ""});
  verdicts.back().result = Result::broken;
  verdicts.back().text = "the process " + report.end_and_last_words();
  return at_a_test;
}

ComponentCheck check_in_child(PluginFile file, std::size_t number, double time_limit_s) {
  ComponentCheck check{file.items[number], {}};
  int crashes = 0, hangs = 0;
  while (true) {
    const ChildReport report = run_in_child(
        [&](const Say& say) {
          Verdicts verdicts(say, check.verdicts);
          check_component(load_here(file)[number], verdicts);
        },
        time_limit_s);
    const std::vector<PromiseVerdict> news = Verdicts::parse(report.said);
    check.verdicts.insert(check.verdicts.end(), news.begin(), news.end());
    if (report.finished || !note_end(check.verdicts, report)) return check;
    ++(report.timed_out ? hangs : crashes);
    if (crashes < kCrashes && hangs < kHangs) continue;
    check.verdicts.push_back({Result::skipped, "the rest", "it crashed or hung too often"});
    return check;
  }
}

}  // namespace

bool ComponentCheck::passed() const {
  return std::none_of(verdicts.begin(), verdicts.end(),
                      [](const PromiseVerdict& v) { return v.result == Result::broken; });
}

bool PluginCheck::passed() const {
  return std::all_of(components.begin(), components.end(),
                     [](const ComponentCheck& c) { return c.passed(); });
}

PluginCheck check_plugin(const std::filesystem::path& library, double time_limit_s) {
  PluginCheck check{read_manifest(std::filesystem::absolute(library)), {}};
  expect_compatible(check.file);
  load(check.file);
  for (std::size_t i = 0; i < check.file.items.size(); ++i)
    check.components.push_back(check_in_child(check.file, i, time_limit_s));
  return check;
}

}  // namespace tactus::core
