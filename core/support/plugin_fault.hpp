/// \file plugin_fault.hpp  What a component throws that is no error of the SDK, with its kind.
#pragma once

#include <new>
#include <string>

#include "core/support/file_error.hpp"
#include "tactus/component.hpp"
#include "tactus/error.hpp"
#include "tactus/plugin.hpp"

namespace tactus::core {

/// A component broke off in a way that the SDK does not know. Where it is thrown its kind is known;
/// who calls knows which component of this kind it was, and what for.
class PluginFault : public Error {
 public:
  PluginFault(Kind of, const std::string& what) : Error(what), kind(of) {}
  Kind kind;
};

/// A plugin threw in a run what is no error of the SDK; in words, with its name.
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

/// Calls a component. What the SDK lets it say (EvaluationError, ConfigError), files that fail and
/// memory that is lacking go their way; anything else is a PluginFault: it would look like a bug of
/// ours otherwise.
template <class Call>
decltype(auto) calling(Kind kind, Call&& call) {
  try {
    return call();
  } catch (const PluginFault&) {
    throw;
  } catch (const EvaluationError&) {
    throw;
  } catch (const ConfigError&) {
    throw;
  } catch (const FileError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    throw PluginFault(kind, e.what());
  } catch (...) {
    throw PluginFault(kind, "it threw something that is no std::exception");
  }
}

}  // namespace tactus::core
