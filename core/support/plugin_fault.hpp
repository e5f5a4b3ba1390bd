/// \file plugin_fault.hpp  The exception for a component that failed in a way the SDK does not
/// provide for.
#pragma once

#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/support/component_watch.hpp"
#include "core/support/file_error.hpp"
#include "tactus/component.hpp"
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
  Kind kind;
  std::string type;  ///< name of the component; empty: the only one of its kind
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

/// Checks after a call that the component left the floating-point modes of this thread unchanged.
/// Changes are undone. @throws PluginFault
void expect_undisturbed(const Called& called);

/// Calls a component. Exceptions that the SDK allows (EvaluationError, ConfigError), faulty files
/// and lack of memory pass through. Any other exception is converted to a PluginFault, because it
/// would otherwise look like an error of the program itself.
template <class Call>
decltype(auto) calling(const Called& called, Call&& call) {
  const InCall in(called);
  const auto fault = [&](const std::string& what) {
    return PluginFault(called.kind, what, called.type ? called.type : "");
  };
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Call>>) {
      call();
      expect_undisturbed(called);
    } else {
      decltype(auto) result = call();
      expect_undisturbed(called);
      return result;
    }
  } catch (const PluginFault&) {
    throw;
  } catch (const EvaluationError&) {
    expect_undisturbed(called);
    throw;
  } catch (const ConfigError&) {
    throw;
  } catch (const FileError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    throw fault(e.what());
  } catch (...) {
    throw fault("it threw something that is no std::exception");
  }
}
template <class Call>
decltype(auto) calling(Kind kind, Call&& call) {
  return calling(Called{.kind = kind}, std::forward<Call>(call));
}

}  // namespace tactus::core
