/// \file plugin_fault.hpp  The exception for a component that failed in a way the SDK does not
/// provide for.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/support/component_watch.hpp"
#include "tactus/error.hpp"
#include "tactus/plugin.hpp"

namespace tactus::core {

/// A component failed in a way that the SDK does not provide for. Its kind is known where this is
/// thrown. The caller adds which component of this kind it was, unless it is given here, and the
/// purpose of the call.
class PluginFault : public Error {
 public:
  PluginFault(Kind of, const std::string& what, std::string name = {})
      : Error(what), kind(of), type(std::move(name)) {}
  PluginFault(const Called& called, const std::string& what)
      : PluginFault(called.kind, what, called.type ? called.type : "") {
    if (called.when) when = called.when;
  }
  Kind kind;
  std::string type;  ///< name of the component; empty: the only one of its kind
  std::string when;  ///< "when its state was read"; empty: in the step under way
};

/// A plugin failed during a run; the message names it.
class __attribute__((visibility("default"))) PluginRunError : public Error {
 public:
  /// @param type  name of the component; may be empty
  /// @param when  "in step 3 at t = 0.1 s"
  PluginRunError(const PluginFault& fault, std::string_view type, std::string_view when)
      : Error(in_words(fault, type, when)) {}

 private:
  static std::string in_words(const PluginFault& fault, std::string_view type,
                              std::string_view when) {
    std::string text(kind_name(fault.kind));
    if (!type.empty()) text.append(" \"").append(type).append("\"");
    return text.append(" failed ").append(when).append(": ").append(fault.what()) +
           "; `tactus check-plugin` puts a plugin to the test";
  }
};

}  // namespace tactus::core
