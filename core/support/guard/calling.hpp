/// \file calling.hpp  Supervises a call of a component: whatever goes wrong in it is reported under its name.
#pragma once

#include <new>
#include <type_traits>
#include <utility>

#include "core/support/component_watch.hpp"
#include "core/support/file_error.hpp"
#include "core/support/plugin_fault.hpp"
#include "tactus/component.hpp"

namespace tactus::core {

/// Checks after a call that the component left the floating-point modes of this thread unchanged.
/// Changes are undone. @throws PluginFault
void expect_undisturbed(const Called& called);

/// Calls a component. Exceptions that the SDK allows (EvaluationError, ConfigError), faulty files
/// and lack of memory pass through. Any other exception is converted to a PluginFault, because it
/// would otherwise look like an error of the program itself.
template <class Call>
decltype(auto) calling(const Called& called, Call&& call) {
  const InCall in(called);
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
    throw PluginFault(called, e.what());
  } catch (...) {
    throw PluginFault(called, "it threw something that is no std::exception");
  }
}

/// The same for a member function of an object of the component.
template <class Object, class Function, class... Arguments>
decltype(auto) calling(const Called& called, Object& object, Function function,
                       Arguments&&... arguments) {
  return calling(called, [&]() -> decltype(auto) {
    return (object.*function)(std::forward<Arguments>(arguments)...);
  });
}

}  // namespace tactus::core
