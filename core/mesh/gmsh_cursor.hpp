/// \file gmsh_cursor.hpp  The bytes of a Gmsh file and a place in them: numbers out, errors with
/// file and line (in binary data: byte).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tactus/types.hpp"

namespace tactus::core {

/// How numbers are written where the cursor stands.
enum class GmshMode : std::uint8_t { ascii, binary };

class GmshCursor {
 public:
  /// Reads the whole file. @throws MeshError if that fails or it is empty.
  explicit GmshCursor(const std::filesystem::path& path);
  /// The bytes of a file of that name.
  GmshCursor(std::string name, std::string bytes);

  GmshMode mode = GmshMode::ascii;

  /// The next number; binary: int32, uint64 or double as Gmsh writes them.
  Index int32();
  Index size();
  Real real();  ///< always finite

  /// A count of things that take at least `ascii_bytes` or `binary_bytes` each: refused where the
  /// rest of the file cannot hold as many, so that nobody allocates what a damaged number says.
  Index checked(Index count, Index ascii_bytes, Index binary_bytes, const char* things) const;

  /// Rest of the line, without white space round it; the cursor moves to the next line.
  std::string_view line();
  /// A text in double quotes.
  std::string_view quoted();
  /// "$Name" as the next word; empty at the end of the file.
  std::string_view section();
  /// Expects "$EndName" as the next word.
  void end(std::string_view name);
  /// Moves behind "$EndName".
  void skip(std::string_view name);

  std::size_t position() const { return at_; }
  void move_to(std::size_t position) { at_ = position; }

  /// @throws MeshError "FILE, line N: sentence".
  [[noreturn]] void fail(const std::string& sentence) const;
  /// The same at a text that line() or section() gave.
  [[noreturn]] void fail_at(std::string_view text, const std::string& sentence);
  /// The same without a place: about the file as a whole.
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
