/// \file gmsh_cursor.hpp  A position in the bytes of a Gmsh file: reads numbers and reports errors
/// with file and line (in binary data: byte).
#pragma once

#include <string>
#include <string_view>

#include "tactus/types.hpp"

namespace tactus::core {

/// The encoding of numbers at the cursor.
enum class GmshMode : std::uint8_t { ascii, binary };

class GmshCursor {
 public:
  /// Uses these bytes as the content of a file of that name. @throws MeshError if there are none.
  GmshCursor(std::string name, std::string bytes);

  GmshMode mode = GmshMode::ascii;

  /// The next number; in binary data int32, uint64 or double as Gmsh writes them.
  Index int32();
  Index size();
  Real real();  ///< always finite

  /// Checks a count of things of at least `ascii_bytes` or `binary_bytes` each. It is refused if
  /// the rest of the file is too short for them, so that a damaged count does not cause a huge
  /// allocation.
  Index checked(Index count, Index ascii_bytes, Index binary_bytes, const char* things) const;

  /// The rest of the line without surrounding white space; the cursor moves to the next line.
  std::string_view line();
  /// Reads a text in double quotes.
  std::string_view quoted();
  /// Reads the next word, "$Name"; empty at the end of the file.
  std::string_view section();
  /// Expects "$EndName" as the next word.
  void end(std::string_view name);
  /// Moves the cursor behind "$EndName".
  void skip(std::string_view name);

  std::size_t position() const { return at_; }

  /// @throws MeshError "FILE, line N: sentence".
  [[noreturn]] void fail(const std::string& sentence) const;
  /// The same, at a text that line() or section() returned.
  [[noreturn]] void fail_at(std::string_view text, const std::string& sentence);
  /// The same without a line, about the file as a whole.
  [[noreturn]] void fail_file(const std::string& sentence) const;

 private:
  std::string_view rest() const { return std::string_view(bytes_).substr(at_); }
  void skip_space();
  template <class T>
  T ascii(const char* expected);
  template <class T>
  T raw();

  std::string path_, bytes_;
  std::size_t at_ = 0;
};

}  // namespace tactus::core
