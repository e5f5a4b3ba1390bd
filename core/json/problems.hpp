/// \file problems.hpp  Collects all errors of a configuration before they are thrown together, each
/// with file, line, column and JSON pointer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/configuration_errors.hpp"

namespace tactus::core {

/// The place of a value. Line 0: not in a file (an option of the command line, or unknown).
struct Place {
  std::uint32_t source = 0;  ///< position in Places::sources
  std::uint32_t line = 0, column = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// Where each value of a configuration was written. It is kept with the configuration, so that errors found while the
/// model is built also refer to the file. Numbers in lists have the place of their list.
struct Places {
  std::vector<std::string> sources{"configuration"};  ///< the file, then each --set
  std::map<std::string, Place, std::less<>> at;       ///< by JSON pointer

  /// The place of the value, or of the nearest enclosing one.
  Place find(std::string_view pointer) const;
  std::string text(Place place) const;  ///< "scene.json:12:5"
};

struct Problem {
  Place place;
  std::string pointer, message;
  ProblemKind kind = ProblemKind::mistake;
};

/// Collects problems and throws them all at once.
class Problems {
 public:
  explicit Problems(const Places& places) : places_(places) {}

  /// Adds a problem at a value of the configuration, given by its JSON pointer.
  void add(std::string_view pointer, std::string message, ProblemKind kind = ProblemKind::mistake) {
    add({places_.find(pointer), std::string(pointer), std::move(message), kind});
  }
  void add_misfit(std::string_view pointer, std::string message) {
    add(pointer, std::move(message), ProblemKind::misfit);
  }
  void add(Problem problem);

  std::size_t count() const { return count_; }
  std::size_t different() const { return count_ - repeated_; }
  bool empty() const { return count_ == 0; }
  /// Whether one was told of this value or of something inside it.
  bool are_at(std::string_view pointer) const;
  /// Whether one was told of this value itself.
  bool is_at(std::string_view pointer) const;
  /// Whether others were told of each value of which one was told here, but for that at `besides`.
  bool are_among(const Problems& others, std::string_view besides) const;
  bool full() const {
    return problems_.size() >= kMost;
  }  ///< further problems are counted, not shown

  /// One line per problem, in the order of the file: "scene.json:12:5: /bodies/0/density: what is wrong".
  std::string text() const { return errors().what(); }
  ConfigurationErrors errors() const;
  /// @throws ConfigurationErrors if there are any.
  void throw_if_any() const;

 private:
  const Places& places_;
  std::vector<Problem> problems_;  ///< the first kMost
  std::size_t count_ = 0, repeated_ = 0;
  static constexpr std::size_t kMost = 100;
};

}  // namespace tactus::core
