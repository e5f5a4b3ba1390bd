#include "core/mesh/gmsh_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/mesh/mesh_error.hpp"

namespace tactus::core {
namespace {

constexpr const char* kCutOff = "the file ends here: it is cut off; write it again";

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// The first characters of an arbitrary text in a form suitable for messages.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 24)) {
    if (is_space(c)) break;
    out += c > 32 && c < 127 ? c : '?';
  }
  return out;
}

}  // namespace

GmshCursor::GmshCursor(std::string name, std::string bytes)
    : path_(std::move(name)), bytes_(std::move(bytes)) {
  if (bytes_.empty()) fail_file("the file is empty; write it again");
}

void GmshCursor::fail_at(std::string_view text, const std::string& sentence) {
  at_ = static_cast<std::size_t>(text.data() - bytes_.data());
  fail(sentence);
}

void GmshCursor::fail_file(const std::string& sentence) const {
  throw MeshError(fmt::format("{}: {}", path_, sentence));
}

void GmshCursor::fail(const std::string& sentence) const {
  const std::size_t at = std::min(at_, bytes_.size());
  if (mode == GmshMode::binary)
    throw MeshError(fmt::format("{}, byte {}: {}", path_, at, sentence));
  const auto lines =
      std::count(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  throw MeshError(fmt::format("{}, line {}: {}", path_, lines + 1, sentence));
}

void GmshCursor::skip_space() {
  while (at_ < bytes_.size() && is_space(bytes_[at_])) ++at_;
}

template <class T>
T GmshCursor::ascii(const char* expected) {
  skip_space();
  if (at_ == bytes_.size()) fail(kCutOff);
  const char *begin = bytes_.data() + at_, *end = bytes_.data() + bytes_.size();
  T value{};
  const auto [last, error] = std::from_chars(begin, end, value);
  if (error == std::errc::result_out_of_range)
    fail(
        fmt::format("\"{}\" is beyond the numbers of 64 bits where {} is expected; the file is "
                    "damaged, write it again",
                    shown(rest()), expected));
  if (error != std::errc() || (last != end && !is_space(*last)))
    fail(fmt::format("\"{}\" stands where {} is expected; the file is damaged, write it again",
                     shown(rest()), expected));
  at_ += static_cast<std::size_t>(last - begin);
  return value;
}

template <class T>
T GmshCursor::raw() {
  if (bytes_.size() - at_ < sizeof(T)) fail(kCutOff);
  T value;
  std::memcpy(&value, bytes_.data() + at_, sizeof(T));
  at_ += sizeof(T);
  return value;
}

Index GmshCursor::int32() {
  const Index value =
      mode == GmshMode::ascii ? ascii<Index>("a whole number") : Index{raw<std::int32_t>()};
  if (value != static_cast<std::int32_t>(value))
    fail(fmt::format("{} is beyond the whole numbers of 32 bits; the file is damaged", value));
  return value;
}

Index GmshCursor::size() {
  const Index value =
      mode == GmshMode::ascii ? ascii<Index>("a whole number") : raw<std::int64_t>();
  if (value < 0)
    fail(
        fmt::format("{} stands where a count or a number of 0 or more is expected; the file is "
                    "damaged, write it again",
                    value));
  return value;
}

Real GmshCursor::real() {
  const Real value = mode == GmshMode::ascii ? ascii<Real>("a number") : raw<Real>();
  if (!std::isfinite(value))
    fail(fmt::format("a coordinate is {}; coordinates are finite, mesh the body again", value));
  return value;
}

Index GmshCursor::checked(Index count, Index ascii_bytes, Index binary_bytes,
                          const char* things) const {
  if (count < 0) fail(fmt::format("{} {} cannot be; the file is damaged", count, things));
  const auto left = static_cast<Index>(bytes_.size() - at_) + 1;
  if (count > left / (mode == GmshMode::ascii ? ascii_bytes : binary_bytes))
    fail(
        fmt::format("{} {} are announced, but only {} bytes follow: the file is cut off or the "
                    "number is damaged; write it again",
                    count, things, left - 1));
  return count;
}

std::string_view GmshCursor::line() {
  std::string_view text = rest();
  const std::size_t length = text.find('\n');
  at_ = length == std::string_view::npos ? bytes_.size() : at_ + length + 1;
  text = text.substr(0, length);
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view GmshCursor::quoted() {
  skip_space();
  const std::string_view text = rest();
  const std::size_t closing = text.empty() || text[0] != '"' ? text.npos : text.find('"', 1);
  if (closing == text.npos || text.find('\n') < closing)
    fail("a name in double quotes is expected; the file is damaged, write it again");
  at_ += closing + 1;
  return text.substr(1, closing - 1);
}

std::string_view GmshCursor::section() {
  skip_space();
  if (at_ == bytes_.size()) return {};
  if (bytes_[at_] != '$')
    fail(fmt::format("\"{}\" stands where a section ($Name) begins; is this a Gmsh file?",
                     shown(rest())));
  const std::string_view name = line().substr(1);
  if (name.empty()) fail_at(name, "a section has no name; the file is damaged, write it again");
  return name;
}

void GmshCursor::end(std::string_view name) {
  skip_space();
  const std::string expected = fmt::format("$End{}", name);
  if (at_ == bytes_.size()) fail(kCutOff);
  if (rest().substr(0, expected.size()) != expected)
    fail(fmt::format("\"{}\" stands where {} is expected; the file is damaged, write it again",
                     shown(rest()), expected));
  at_ += expected.size();
  if (at_ < bytes_.size() && !is_space(bytes_[at_]))
    fail(fmt::format("the section {} ends in an unknown word", name));
}

void GmshCursor::skip(std::string_view name) {
  const std::string closing = fmt::format("\n$End{}", name);
  // The section is empty: the line break has already been read
  std::size_t found = at_ == 0 ? 0 : at_ - 1;
  found = bytes_.find(closing, found);
  if (found == std::string::npos)
    fail_at(name,
            fmt::format("the section ${} is never closed: the file is cut off; write it again",
                        shown(name)));
  at_ = found + closing.size();
}

}  // namespace tactus::core
