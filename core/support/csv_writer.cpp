#include "core/support/csv_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

namespace tactus::core {
namespace {

constexpr std::size_t kLargestDelay = 1 << 16;  ///< bytes buffered at most
constexpr std::chrono::milliseconds kLongestDelay{500};
constexpr const char* kRemedy =
    "; put it back as it was, or run again with --force instead of --resume";

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) result.append(c == '"' ? 2 : 1, c);
  result += '"';
  return result;
}

std::string header_line(const std::vector<std::string>& columns) {
  std::string line;
  for (const std::string& name : columns) {
    if (!line.empty()) line += ',';
    line += csv_cell(name);
  }
  line += '\n';
  return line;
}

}  // namespace

CsvWriter::CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns)
    : path_(std::move(path)), columns_(columns.size()),
      file_(open_to_write(path_, O_APPEND | O_CREAT | O_TRUNC)), pending_(header_line(columns)) {
  position_ = static_cast<Index>(pending_.size());
  checksum_.add(pending_);
  flush();
}

CsvWriter::CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns,
                     const TableMark& mark)
    : path_(std::move(path)), columns_(columns.size()), position_(mark.bytes),
      unwritten_from_(mark.bytes) {
  check(header_line(columns), mark);
}

CsvWriter::~CsvWriter() {
  if (!file_.is_open()) return;
  try {
    flush();
  } catch (const Error&) {  // see the header: call flush() before to get errors
  }
}

/// Opened for appending, so that every write() goes to the current end of the file in one piece.
void CsvWriter::go_on() {
  file_ = open_to_write(path_, O_APPEND);
  if (::ftruncate(file_.get(), position_) != 0) fail("shorten");
}

bool CsvWriter::is_current() const {
  std::error_code error;
  return std::filesystem::file_size(path_, error) == static_cast<std::uintmax_t>(position_);
}

void CsvWriter::check(std::string_view header, const TableMark& mark) {
  if (!is_there(path_))
    throw FileError(
        fmt::format("'{}' is missing, which the checkpoint counts on{}", path_.string(), kRemedy));
  const Descriptor file = open_to_read(path_);
  std::string start;
  std::vector<char> block(std::size_t{1} << 16);
  Index left = mark.bytes;
  while (left > 0) {
    const auto wanted = std::min(block.size(), static_cast<std::size_t>(left));
    const std::size_t count = read_some(file, block.data(), wanted, path_);
    if (count == 0) break;
    if (start.size() < header.size())
      start.append(block.data(), std::min(count, header.size() - start.size()));
    checksum_.add({block.data(), count});
    left -= static_cast<Index>(count);
  }
  if (left > 0)
    throw FileError(
        fmt::format("'{}' is cut off: it has {} bytes, and there were {} when the checkpoint was "
                    "written{}",
                    path_.string(), mark.bytes - left, mark.bytes, kRemedy));
  if (start != header)
    throw FileError(
        fmt::format("'{}' has other columns than this run would write{}", path_.string(), kRemedy));
  if (checksum_.value() != mark.checksum)
    throw FileError(
        fmt::format("'{}' was edited: it is not as it was when the checkpoint was "
                    "written{}",
                    path_.string(), kRemedy));
}

void CsvWriter::separate() {
  if (cells_++ > 0) pending_ += ',';
}

void CsvWriter::put(Real value) {
  separate();
  fmt::format_to(std::back_inserter(pending_), "{}", value);
}

void CsvWriter::put(Index value) {
  separate();
  fmt::format_to(std::back_inserter(pending_), "{}", value);
}

void CsvWriter::put(std::string_view text) {
  separate();
  pending_ += csv_cell(text);
}

void CsvWriter::put_empty() { separate(); }

void CsvWriter::end_row() {
  if (cells_ != columns_)
    throw PreconditionError(
        fmt::format("'{}': a row of {} cells for {} columns", path_.string(), cells_, columns_));
  pending_ += '\n';
  cells_ = 0;
  checksum_.add(
      std::string_view(pending_).substr(static_cast<std::size_t>(position_ - unwritten_from_)));
  position_ = unwritten_from_ + static_cast<Index>(pending_.size());
  if (pending_.size() > kLargestDelay ||
      std::chrono::steady_clock::now() - last_flush_ > kLongestDelay)
    flush();
}

void CsvWriter::flush() {
  const std::size_t complete = static_cast<std::size_t>(position_ - unwritten_from_);
  if (const int error = write_all(file_.get(), std::string_view(pending_).substr(0, complete))) {
    [[maybe_unused]] const int cut =
        ::ftruncate(file_.get(), unwritten_from_);  // leaves no incomplete line
    file_.close();
    errno = error;
    fail("write");
  }
  pending_.erase(0, complete);
  unwritten_from_ = position_;
  last_flush_ = std::chrono::steady_clock::now();
}

void CsvWriter::sync() {
  flush();
  if (::fdatasync(file_.get()) != 0 && errno != EINVAL) fail("write");
}

void CsvWriter::fail(std::string_view action) const {
  throw FileError(fmt::format("cannot {} '{}': {}", action, path_.string(), std::strerror(errno)));
}

}  // namespace tactus::core
