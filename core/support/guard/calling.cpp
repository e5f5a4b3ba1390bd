#include "core/support/guard/calling.hpp"

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
  if (FloatModes::are_at_start()) return;  // the usual case
  throw PluginFault(called, put_modes_back());
}

}  // namespace tactus::core
