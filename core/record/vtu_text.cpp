#include "core/record/vtu_text.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <new>

namespace tactus::core {
namespace {

constexpr std::size_t kBlock = 1 << 18;  ///< bytes that are compressed at a time
constexpr std::size_t kAtOnce = 16;      ///< blocks in memory, each the work of a thread
constexpr std::size_t kSmall = 1 << 20;  ///< bytes; smaller frames are stored: zlib is slower
/// Room in the text for the place of an array, which is not known yet; meshio reads no number with zeros or
/// blanks before it
constexpr std::size_t kOffset = 16;

std::string compressed(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string result(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(result.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), Z_BEST_SPEED) != Z_OK)
    throw std::bad_alloc();
  result.resize(size);
  return result;
}

/// What zlib writes without compression (RFC 1950, 1951: 3.2.4). zlib itself prepares tables of 256 kB for
/// each stream, which took a fifth of the time of a run with many small frames.
std::string stored(std::string_view bytes) {
  constexpr std::size_t kMost = 0xffff;
  const auto check = static_cast<std::uint32_t>(adler32_z(
      adler32(0, nullptr, 0), reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  std::string result = "\x78\x01";
  result.reserve(bytes.size() + 5 * (bytes.size() / kMost + 1) + 6);
  const auto put = [&](std::size_t byte) { result += static_cast<char>(byte & 0xff); };
  do {
    const std::string_view part = bytes.substr(0, kMost);
    bytes.remove_prefix(part.size());
    put(bytes.empty() ? 1 : 0);
    for (const std::size_t size : {part.size(), ~part.size()}) put(size), put(size >> 8);
    result += part;
  } while (!bytes.empty());
  for (const int shift : {24, 16, 8, 0}) put(check >> shift);
  return result;
}

/// The last digits of measured numbers are noise, at which zlib works long for nothing. A sample tells:
/// where it shrinks by less than a tenth the block is stored.
std::string packed(std::string_view block, bool is_small) {
  constexpr std::size_t kPieces = 16, kPiece = 1024;
  if (is_small) return stored(block);
  if (block.size() < 2 * kPieces * kPiece) return compressed(block);
  std::string sample;
  for (std::size_t i = 0; i < kPieces; ++i)
    sample += block.substr(i * (block.size() - kPiece) / (kPieces - 1), kPiece);
  const bool shrinks = 10 * compressed(sample).size() < 9 * sample.size();
  return shrinks ? compressed(block) : stored(block);
}

std::string_view bytes_of(const std::vector<std::uint64_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::uint64_t)};
}

}  // namespace

std::string xml_comment(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at))
    text.replace(at, 2, "- -");
  return "<!-- " + std::move(text) + " -->";
}

VtuText::VtuText() {
  line(R"(<?xml version="1.0"?>)");
  line(fmt::format(
      R"(<VTKFile type="UnstructuredGrid" version="1.0" byte_order="{}" header_type="UInt64" )"
      R"(compressor="vtkZLibDataCompressor">)",
      std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian"));
  line("<UnstructuredGrid>");
}

void VtuText::time_value(double time) {
  line(fmt::format(R"(<DataArray type="Float64" Name="TimeValue" NumberOfComponents="1" )"
                   R"(NumberOfTuples="1" format="ascii">{}</DataArray>)",
                   time));
}

void VtuText::describe(std::string_view type, std::string_view name, std::size_t bytes,
                       int components, std::string_view attributes) {
  text_ +=
      fmt::format(R"(<DataArray type="{}" Name="{}" NumberOfComponents="{}"{} format="appended" )"
                  R"(offset=")",
                  type, name, components, attributes);
  arrays_.push_back({.offset_at = text_.size(), .bytes = bytes});
  line(std::string(kOffset, ' ') + "/>");
}

/// Before the blocks of an array stand their number, the size of each, that of a shorter one at the end,
/// or 0, and the sizes when compressed.
void VtuText::write(ByteSink& sink, Executor* executor) {
  line(R"(<AppendedData encoding="raw">)");
  text_ += "_";
  sink.add(text_);
  Index end = static_cast<Index>(text_.size());
  const Index start = end;
  std::size_t all = 0;
  for (const Array& array : arrays_) all += array.bytes;
  for (const Array& array : arrays_) {
    const std::size_t blocks = (array.bytes + kBlock - 1) / kBlock;
    std::vector<std::uint64_t> sizes{blocks, kBlock, array.bytes % kBlock};
    sizes.resize(3 + blocks);
    const Index header = end;
    sink.replace(static_cast<Index>(array.offset_at), fmt::format("{}\"", end - start));
    sink.add(bytes_of(sizes));
    end += static_cast<Index>(bytes_of(sizes).size());
    for (std::size_t first = 0; first < blocks; first += kAtOnce) {
      std::vector<std::string> ready(std::min(kAtOnce, blocks - first));
      const auto pack = [&](std::size_t i) {
        const std::size_t at = (first + i) * kBlock;
        std::string block(std::min(kBlock, array.bytes - at), '\0');
        array.fill(at, block.data(), block.size());
        ready[i] = packed(block, all < kSmall);
      };
      if (executor)
        executor->for_each(static_cast<Index>(ready.size()), 1, [&](Range range, Context&) {
          for (Index i = range.begin; i < range.end; ++i) pack(static_cast<std::size_t>(i));
        });
      else
        for (std::size_t i = 0; i < ready.size(); ++i) pack(i);
      for (std::size_t i = 0; i < ready.size(); ++i) {
        sink.add(ready[i]);
        sizes[3 + first + i] = ready[i].size();
        end += static_cast<Index>(ready[i].size());
      }
    }
    sink.replace(header, bytes_of(sizes));
  }
  sink.add("\n</AppendedData>\n</VTKFile>\n");
}

}  // namespace tactus::core
