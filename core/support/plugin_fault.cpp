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
  const bool same_modes = FloatModes::are_at_start();
  const ProcessState* state = CloseLook::now(called.kind, called.type);
  if (same_modes && !state) return;  // almost always
  const std::string what = same_modes ? state->put_back() : put_modes_back();
  if (!what.empty()) throw PluginFault(called.kind, what, called.type ? called.type : "");
}

void expect_undisturbed(const ProcessState& state, std::string_view when) {
  const std::string what = state.put_back();
  if (what.empty()) return;
  throw PluginRunError("one of the plugins failed " + std::string(when) + ": " + what +
                       "; `tactus check-plugin` puts a plugin to the test");
}

}  // namespace tactus::core
