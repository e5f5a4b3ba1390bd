/// \file vtu_text.hpp  Puts a VTU file together: its XML text, and behind it the numbers of its arrays as
/// blocks that zlib compressed, as VTK's vtkZLibDataCompressor does.
///
/// An array is described in the text before its numbers exist: they are asked for block by block when the
/// file is written, so that no frame is held in memory as a whole. What is written does not depend on the number of threads.
#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/byte_sink.hpp"
#include "tactus/context.hpp"

namespace tactus::core {

namespace vtk {
template <class T>
constexpr std::string_view kName = "";
template <>
inline constexpr std::string_view kName<double> = "Float64";
template <>
inline constexpr std::string_view kName<float> = "Float32";
template <>
inline constexpr std::string_view kName<std::int64_t> = "Int64";
template <>
inline constexpr std::string_view kName<std::int32_t> = "Int32";
template <>
inline constexpr std::string_view kName<std::uint8_t> = "UInt8";
}  // namespace vtk

/// Makes a text valid as an XML comment, which must not contain "--", end with '-' or contain
/// control characters.
std::string xml_comment(std::string text);

class VtuText {
 public:
  VtuText();  ///< begins the file

  void line(std::string_view text) { text_.append(text).append("\n"); }
  /// For field data. @param time  s, of what the file shows
  void time_value(double time);

  /// An array of `size` numbers; the i-th of them is value(i), which write() asks for, on any thread.
  template <class T, class Value>
  void array(std::string_view name, std::size_t size, Value value, int components = 1,
             std::string_view attributes = "") {
    describe(vtk::kName<T>, name, size * sizeof(T), components, attributes);
    arrays_.back().fill = [value](std::size_t byte, char* to, std::size_t bytes) {
      for (std::size_t i = 0; i < bytes / sizeof(T); ++i) {
        const T number = static_cast<T>(value(byte / sizeof(T) + i));
        std::memcpy(to + i * sizeof(T), &number, sizeof number);
      }
    };
  }

  /// Writes text and arrays. @param executor  null: one thread
  void write(ByteSink& sink, Executor* executor);

 private:
  struct Array {
    std::size_t offset_at = 0;  ///< where in the text its place in the block is told
    std::size_t bytes = 0;
    std::function<void(std::size_t byte, char* to, std::size_t bytes)> fill{};
  };
  void describe(std::string_view type, std::string_view name, std::size_t bytes, int components,
                std::string_view attributes);

  std::string text_;
  std::vector<Array> arrays_;
};

}  // namespace tactus::core
