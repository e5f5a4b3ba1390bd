#include "journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <utility>

namespace tactus::sweep {
namespace {

namespace fs = std::filesystem;

/// Stands before the bytes of an entry.
struct Head {
  char what = 0;
  std::uint64_t number = 0;  ///< of the file
  std::uint64_t place = 0;   ///< where bytes go, or how many there are, or whether to truncate
  std::uint64_t first = 0, second = 0;  ///< sizes of what follows
};

/// Entries in their order; `next` gives false behind the last one.
class Entries {
 public:
  explicit Entries(std::string text) : text_(std::move(text)), rest_(text_) {}
  Head head;
  std::string_view first, second;

  bool next() {
    if (rest_.size() < sizeof head) return false;
    std::memcpy(&head, rest_.data(), sizeof head);
    rest_.remove_prefix(sizeof head);
    first = take(head.first), second = take(head.second);
    return true;
  }

 private:
  std::string_view take(std::size_t size) {
    const std::string_view part = rest_.substr(0, size);
    rest_.remove_prefix(part.size());
    return part;
  }
  std::string text_;
  std::string_view rest_;
};

std::string text_of(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

Journal::Journal(const fs::path& file, fs::path start, fs::path root)
    : file_(file), start_(std::move(start)), root_(std::move(root)) {
  if (!fs::exists(start_)) fs::copy(root_, start_, fs::copy_options::recursive);
  descriptor_ = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
}

void Journal::add(char what, std::uint64_t number, std::uint64_t place, std::string_view first,
                  std::string_view second) const {
  Head head;
  head.what = what, head.number = number, head.place = place;
  head.first = first.size(), head.second = second.size();
  std::string entry(reinterpret_cast<const char*>(&head), sizeof head);
  entry.append(first).append(second);
  [[maybe_unused]] const ssize_t ignored = ::write(descriptor_, entry.data(), entry.size());
}

void Journal::opened(const std::string& name, ino_t file, bool truncate) const {
  add('o', file, truncate ? 1 : 0, name);
}
void Journal::made_folder(const std::string& name) const { add('m', 0, 0, name); }
void Journal::renamed(const std::string& from, const std::string& to) const {
  add('r', 0, 0, from, to);
}
void Journal::removed(const std::string& name) const { add('d', 0, 0, name); }
void Journal::written(ino_t file, std::uint64_t at, std::string_view bytes) const {
  add('w', file, at, bytes);
}
void Journal::resized(ino_t file, std::uint64_t size) const { add('t', file, size, {}); }
void Journal::synced(ino_t file) const { add('s', file, 0, {}); }

Disk Journal::disk() const {
  Disk disk(root_, start_);
  std::map<std::uint64_t, std::shared_ptr<Node>> files;
  Entries entry(text_of(file_));
  while (entry.next()) {
    const std::string name(entry.first);
    const Head& head = entry.head;
    if (head.what == 'o') files[head.number] = disk.opened(name, head.place != 0);
    if (head.what == 'm') disk.made_folder(name);
    if (head.what == 'r') disk.renamed(name, std::string(entry.second));
    if (head.what == 'd') disk.removed(name);
    if (head.what == 'w') Disk::written(*files.at(head.number), head.place, entry.first);
    if (head.what == 't') Disk::resized(*files.at(head.number), head.place);
    if (head.what == 's') Disk::synced(*files.at(head.number));
  }
  return disk;
}

}  // namespace tactus::sweep
