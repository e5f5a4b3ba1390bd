/// \file plugin_fault.hpp  What a component throws that is no error of the SDK, with its kind.
#pragma once

#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "core/support/component_watch.hpp"
#include "core/support/file_error.hpp"
#include "core/support/process_state.hpp"
#include "tactus/component.hpp"
#include "tactus/error.hpp"
#include "tactus/plugin.hpp"

namespace tactus::core {

/// A component broke off in a way that the SDK does not know. Where it is thrown its kind is known;
/// who calls knows which component of this kind it was, if that is not said here, and what for.
class PluginFault : public Error {
 public:
  PluginFault(Kind of, const std::string& what, std::string name = {})
      : Error(what), kind(of), type(std::move(name)) {}
  Kind kind;
  std::string type;  ///< name of the component; empty: the only one of its kind
};

/// A plugin threw in a run what is no error of the SDK; in words, with its name.
class __attribute__((visibility("default"))) PluginRunError : public Error {
 public:
  /// @param type  name of the component; may be empty
  /// @param when  "in step 3 at t = 0.1 s"
  PluginRunError(const PluginFault& fault, std::string_view type, std::string_view when)
      : Error(in_words(fault, type, when)) {}
  /// Nobody knows which plugin it was.
  explicit PluginRunError(const std::string& text) : Error(text) {}

 private:
  static std::string in_words(const PluginFault& fault, std::string_view type,
                              std::string_view when) {
    std::string text(kind_name(fault.kind));
    if (!type.empty()) text.append(" \"").append(type).append("\"");
    return text.append(" failed ").append(when).append(": ").append(fault.what()) +
           "; `tactus check-plugin` puts a plugin to the test";
  }
};

/// Whether a component that has returned left this thread and the program as they were: how floating
/// point numbers are computed always, the rest where a CloseLook is under way. What it changed is put
/// back. @throws PluginFault
void expect_undisturbed(const Called& called);

/// As above, for what was changed while nobody looked. @throws PluginRunError, which names no plugin
void expect_undisturbed(const ProcessState& state, std::string_view when);

/// Calls a component. What the SDK lets it say (EvaluationError, ConfigError), files that fail and
/// memory that is lacking go their way; anything else is a PluginFault: it would look like a bug of
/// ours otherwise.
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
