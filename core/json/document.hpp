/// \file document.hpp  A configuration as text: the file, the changes made by --set, and the place
/// of each value.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/json/json.hpp"
#include "core/json/problems.hpp"

namespace tactus::core {

/// What messages call the value of a --set, which may be long.
std::string name_of_set(const std::string& set);

/// A configuration file together with the values of --set, parsed into one tree. It knows for each
/// value in which text and at which line it was written, so that every message can say so.
class Document {
 public:
  /// Reads a file. `sets`: "/json/pointer=value" with the value as JSON or, if it is not JSON, as a
  /// string; applied in order. Errors of the text are in problems(), and the tree is as complete as
  /// could be read.
  /// @throws ConfigError if the file does not exist or is too large; FileError if it cannot be
  /// read.
  static Document load(const std::filesystem::path& file, const std::vector<std::string>& sets);
  /// The same for a text in memory; `file` is its name and determines the folder to which paths are
  /// relative.
  static Document parse(std::string text, const std::filesystem::path& file,
                        const std::vector<std::string>& sets = {});

  const Json& root() const { return root_; }
  const std::filesystem::path& file() const { return file_; }
  const Places& places() const { return places_; }
  const std::vector<Problem>& problems() const { return problems_; }
  /// False after a syntax error, when there is nothing to read.
  bool readable() const { return readable_; }

  Place place(const Json& value) const { return place(value.source, value.offset); }
  Place place(std::uint32_t number, std::size_t offset) const;
  /// A value as shown in messages: a number as it was written, a string in quotes, otherwise its
  /// kind.
  std::string shown(const Json& value) const;

 private:
  /// One of the texts: the file, or the value of one --set.
  struct Source {
    std::string text;
    /// Offsets of the first characters of lines; empty: not a file
    std::vector<std::size_t> lines;
  };
  Json parse_source(std::uint32_t number, const std::string& prefix);
  void apply(const std::string& set);
  Json* reach(const std::vector<std::string>& tokens, std::uint32_t source);
  void note_places(const Json& value, std::string& pointer);

  std::filesystem::path file_;
  std::vector<Source> sources_;
  Json root_;
  Places places_;
  std::vector<Problem> problems_;
  bool readable_ = true;
};

}  // namespace tactus::core
