/// \file plugin_fault.hpp  What a component throws that is no error of the SDK, with its kind.
#pragma once

#include <new>
#include <string>

#include "tactus/component.hpp"
#include "tactus/error.hpp"

namespace tactus::core {

/// A component broke off in a way that the SDK does not know. Who calls the step loop knows which
/// component of this kind it was.
class PluginFault : public Error {
 public:
  PluginFault(Kind of, const std::string& what) : Error(what), kind(of) {}
  Kind kind;
};

/// Calls a component. Errors of the SDK, and memory that is lacking, go their way; anything else
/// is a PluginFault: it would look like a bug of ours otherwise.
template <class Call>
decltype(auto) calling(Kind kind, Call&& call) {
  try {
    return call();
  } catch (const Error&) {
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
