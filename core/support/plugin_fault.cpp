#include "core/support/plugin_fault.hpp"

#include "core/support/float_modes.hpp"

namespace tactus::core {
namespace {

std::string put_modes_back() {
  const FloatModes now = FloatModes::now();
  FloatModes::at_start().set();
  return "it changed how floating-point numbers are computed: " +
         FloatModes::at_start().changes(now);
}

}  // namespace

void expect_undisturbed(const Called& called) {
  if (const ProcessState* state = CloseLook::of_suspects())
    if (const std::optional<Called> suspect = take_suspect())
      if (const std::string what = state->put_back(); !what.empty())
        throw PluginFault(suspect->kind, what, suspect->type ? suspect->type : "");
  const bool same_modes = FloatModes::are_at_start();
  const ProcessState* state = CloseLook::now(called);
  if (same_modes && !state) return;  // the usual case
  const std::string what = same_modes ? state->put_back() : put_modes_back();
  if (!what.empty()) throw PluginFault(called.kind, what, called.type ? called.type : "");
}

void expect_undisturbed(const ProcessState& state, std::string_view when) {
  const std::optional<Called> suspect = take_suspect();
  const std::string what = state.put_back();
  if (what.empty()) return;
  if (suspect) {
    const std::string name = suspect->type ? suspect->type : "";
    throw PluginRunError(PluginFault(suspect->kind, what, name), name, when);
  }
  throw PluginRunError("one of the plugins failed " + std::string(when) + ": " + what +
                       "; `tactus check-plugin` puts a plugin to the test");
}

}  // namespace tactus::core
