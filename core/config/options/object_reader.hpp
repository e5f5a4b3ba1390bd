/// \file object_reader.hpp  One object of the configuration: its options bound, its members handed
/// out, what nobody asked for reported. Writes the object as resolved on the way.
#pragma once

#include <set>
#include <string>

#include "core/config/json/document.hpp"
#include "core/config/options/component_config.hpp"
#include "core/config/options/component_source.hpp"
#include "tactus/options.hpp"

namespace tactus::core {

/// What every part of the reader works with.
struct Reading {
  const Document& document;
  Problems& problems;
  ComponentSource& components;

  void problem(const Json& at, std::string pointer, std::string message, bool plugin = false) {
    problems.add({document.place(at), std::move(pointer), std::move(message), plugin});
  }
};

class ObjectReader {
 public:
  /// Reports a value that is no object; then nothing is read. `what`: "a body", for the message.
  ObjectReader(Reading& reading, const Json& value, std::string pointer, std::string_view what);

  bool readable() const { return readable_; }
  Reading& reading() const { return reading_; }
  const Json& value() const { return value_; }
  const std::string& pointer() const { return pointer_; }
  std::string pointer_to(std::string_view key) const { return pointer_ + "/" + pointer_token(key); }

  /// Binds what `describe` declares. Every error is reported; members of options with errors keep
  /// their defaults. @returns whether there were none.
  bool options(FunctionRef<void(OptionVisitor&)> describe);
  /// A member that is no option; null where it is not given.
  const Json* member(std::string_view key);
  /// The same, reported where it is missing: "...: "mesh" is missing: what is needed".
  const Json* required_member(std::string_view key, std::string_view needed);
  /// What to write for a member into the resolved configuration.
  void resolve(std::string_view key, Json value) { resolved_.set(key, std::move(value)); }
  Json take_resolved() { return std::move(resolved_); }

  /// At a member, or at the object where it is not given.
  void problem(std::string_view key, std::string message);
  /// Reports every key that was neither an option nor a member.
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

/// Checks a component, and makes it if neither it nor `beside` has an error.
/// @param beside  options of the kernel that stand beside the plugin's ("between" of a law)
/// @param resolved  out
ComponentConfig read_component(Reading& reading, const Json& value, const std::string& pointer,
                               Kind kind, FunctionRef<void(OptionVisitor&)> beside, Json& resolved);

}  // namespace tactus::core
