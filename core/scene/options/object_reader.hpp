/// \file object_reader.hpp  Reads one object of the configuration: binds its options, hands out its
/// members, and reports keys that nobody asked for. At the same time it builds the resolved object.
#pragma once

#include <set>
#include <string>

#include "core/json/document.hpp"
#include "core/scene/options/component_config.hpp"
#include "core/scene/options/component_source.hpp"
#include "tactus/function_ref.hpp"
#include "tactus/options.hpp"

namespace tactus::core {

/// The state that all parts of the reader share.
struct Reading {
  const Document& document;
  Problems& problems;
  ComponentSource& components;
  int dim = 2;          ///< axes of the scene, for options with a number for each
  bool random = false;  ///< an option that was read is set to "random"

  void problem(const Json& at, std::string pointer, std::string message,
               ProblemKind kind = ProblemKind::mistake) {
    problems.add({document.place(at), std::move(pointer), std::move(message), kind});
  }
};

class ObjectReader {
 public:
  /// Reports a value that is not an object; nothing is read then. `what`: "a body", for the
  /// message.
  ObjectReader(Reading& reading, const Json& value, std::string pointer, std::string_view what);

  bool readable() const { return readable_; }
  Reading& reading() const { return reading_; }
  const Json& value() const { return value_; }
  const std::string& pointer() const { return pointer_; }
  std::string pointer_to(std::string_view key) const { return pointer_ + "/" + pointer_token(key); }

  /// Binds the options that `describe` declares. Every error is reported; options with errors keep
  /// their defaults. @returns whether there were no errors.
  bool options(FunctionRef<void(OptionVisitor&)> describe);
  /// A member that is not an option; null if it is not given.
  const Json* member(std::string_view key);
  /// The same, but reports a missing member: "...: "mesh" is missing: what is needed".
  const Json* required_member(std::string_view key, std::string_view needed);
  /// Sets the value of a member in the resolved configuration.
  void resolve(std::string_view key, Json value) { resolved_.set(key, std::move(value)); }
  Json take_resolved() { return std::move(resolved_); }

  /// Reports a problem at a member, or at the object if the member is not given.
  void problem(std::string_view key, std::string message, ProblemKind kind = ProblemKind::mistake);
  void misfit(std::string_view key, std::string message) {
    problem(key, std::move(message), ProblemKind::misfit);
  }
  /// Reports every key that is neither an option nor a member.
  void finish();

 private:
  friend class OptionBinder;
  Reading& reading_;
  const Json& value_;
  std::string pointer_;
  Json resolved_ = Json::object();
  std::set<std::string, std::less<>> known_;
  bool readable_;
};

/// Checks a component, and creates it if neither it nor `beside` has an error.
/// @param beside  options of the kernel in the same object as the plugin's ("between" of a law)
/// @param resolved  out
ComponentConfig read_component(Reading& reading, const Json& value, const std::string& pointer,
                               Kind kind, FunctionRef<void(OptionVisitor&)> beside, Json& resolved);
/// The same where there are members of the kernel, too, in the same object ("factor" of a load).
ComponentConfig read_component_with(Reading& reading, const Json& value, const std::string& pointer,
                                    Kind kind, FunctionRef<void(ObjectReader&)> beside,
                                    Json& resolved);

}  // namespace tactus::core
