#include "core/support/plugin_fault.hpp"

#include "core/support/float_modes.hpp"

namespace tactus::core {

void expect_undisturbed(const Called& called) {
  std::string what;
  if (const FloatModes now = FloatModes::now(); !(now == FloatModes::at_start())) {
    FloatModes::at_start().set();
    what = "it changed how floating-point numbers are computed: " +
           FloatModes::at_start().changes(now);
  } else if (const ProcessState* state = CloseLook::now()) {
    what = state->put_back();
  }
  if (!what.empty()) throw PluginFault(called.kind, what, called.type ? called.type : "");
}

void expect_undisturbed(const ProcessState& state, std::string_view when) {
  const std::string what = state.put_back();
  if (what.empty()) return;
  throw PluginRunError("one of the plugins failed " + std::string(when) + ": " + what +
                       "; `tactus check-plugin` puts a plugin to the test");
}

}  // namespace tactus::core
