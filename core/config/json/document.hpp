/// \file document.hpp  A configuration as text: the file, what --set changed in it, and where each
/// value stands.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/config/json/json.hpp"
#include "core/config/json/problems.hpp"

namespace tactus::core {

class Document {
 public:
  /// From a file. `sets`: "/json/pointer=value", the value as JSON, or else as a string; applied in
  /// order. What is wrong with the text is in problems(), and the tree is as far as it could be read.
  /// @throws ConfigError where there is no such file, or it is too large; FileError where it cannot
  /// be read.
  static Document load(const std::filesystem::path& file, const std::vector<std::string>& sets);
  /// The same from memory; `file` is its name, and the folder that paths are relative to.
  static Document parse(std::string text, const std::filesystem::path& file,
                        const std::vector<std::string>& sets = {});

  const Json& root() const { return root_; }
  const std::filesystem::path& file() const { return file_; }
  const Places& places() const { return places_; }
  const std::vector<Problem>& problems() const { return problems_; }
  /// False after a fault of the grammar: there is nothing to look at.
  bool readable() const { return readable_; }

  Place place(const Json& value) const { return place(value.source, value.offset); }
  Place place(std::uint32_t number, std::size_t offset) const;
  /// A value for a message: a number as it was written, a string in quotes, else what it is.
  std::string shown(const Json& value) const;

 private:
  struct Source {
    std::string text;
    std::vector<std::size_t> lines;  ///< offsets of the lines' first characters; empty: no file
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
