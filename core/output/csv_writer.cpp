#include "core/output/csv_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

namespace tactus::core {
namespace {

constexpr std::size_t kLargestDelay = 1 << 16;  ///< bytes kept back
constexpr std::chrono::milliseconds kLongestDelay{500};

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
    : path_(std::move(path)), columns_(columns.size()), pending_(header_line(columns)) {
  open(O_CREAT | O_TRUNC);
  position_ = static_cast<Index>(pending_.size());
  flush();
}

CsvWriter::CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns,
                     Index position)
    : path_(std::move(path)), columns_(columns.size()), position_(position),
      unwritten_from_(position) {
  check_header(header_line(columns), position);
  open(0);
  if (::ftruncate(file_, position) != 0) fail("shorten");
}

CsvWriter::CsvWriter(CsvWriter&& other) noexcept
    : path_(std::move(other.path_)), columns_(other.columns_), cells_(other.cells_),
      file_(std::exchange(other.file_, -1)), position_(other.position_),
      unwritten_from_(other.unwritten_from_), pending_(std::move(other.pending_)),
      last_flush_(other.last_flush_) {}

CsvWriter::~CsvWriter() {
  if (file_ < 0) return;
  try {
    flush();
  } catch (const Error&) {  // said in the header: who wants to know calls flush()
  }
  ::close(file_);
}

/// Appending: every write() goes to the end as it is then, in one piece.
void CsvWriter::open(int flags) {
  file_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | flags, 0666);
  if (file_ < 0) fail("write");
}

void CsvWriter::check_header(std::string_view header, Index position) const {
  const std::string content = read_file(path_);
  if (static_cast<Index>(content.size()) < position ||
      position < static_cast<Index>(header.size()) || content[position - 1] != '\n')
    throw FileError(fmt::format(
        "'{}' is not the file that the checkpoint goes with: it has {} bytes, and the checkpoint "
        "was written when there were {}; run again without --resume",
        path_.string(), content.size(), position));
  if (!content.starts_with(header))
    throw FileError(
        fmt::format("'{}' has other columns than this run would write; run again without --resume",
                    path_.string()));
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
  position_ = unwritten_from_ + static_cast<Index>(pending_.size());
  if (pending_.size() > kLargestDelay ||
      std::chrono::steady_clock::now() - last_flush_ > kLongestDelay)
    flush();
}

void CsvWriter::flush() {
  const std::size_t complete = static_cast<std::size_t>(position_ - unwritten_from_);
  if (const int error = write_all(file_, std::string_view(pending_).substr(0, complete))) {
    [[maybe_unused]] const int cut = ::ftruncate(file_, unwritten_from_);  // no half line is left
    ::close(std::exchange(file_, -1));
    errno = error;
    fail("write");
  }
  pending_.erase(0, complete);
  unwritten_from_ = position_;
  last_flush_ = std::chrono::steady_clock::now();
}

void CsvWriter::sync() {
  flush();
  if (::fdatasync(file_) != 0 && errno != EINVAL) fail("write");
}

void CsvWriter::fail(std::string_view action) const {
  throw FileError(fmt::format("cannot {} '{}': {}", action, path_.string(), std::strerror(errno)));
}

}  // namespace tactus::core
