/// \file disk.hpp  What one folder holds at this moment, and what of it would survive a power cut.
///
/// A file system keeps its promise only for what was synced: the bytes of a file by fsync of that
/// file, a name by fsync of the folder that the name is in. The model follows the calls of the
/// program with this rule alone, which is stricter than most file systems are.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace tactus::sweep {

/// What a power cut leaves of changes that were not synced.
enum class Cut {
  lost,   ///< nothing: the old names and the old bytes
  names,  ///< all names; files end where they ended when they were last synced
  zeros,  ///< all names and sizes; bytes that were not synced are zero
};

/// A file or a folder; it may have several names, or none any more.
struct Node {
  bool folder = false;
  std::string bytes, synced;    ///< of a file: now, and when it was last synced
  std::size_t synced_size = 0;  ///< bytes at the front that have not changed since
  std::map<std::string, std::shared_ptr<Node>> entries, synced_entries;  ///< of a folder
};

class Disk {
 public:
  /// Takes what is below `root` as synced.
  explicit Disk(const std::filesystem::path& root) : Disk(root, root) {}

  /// The disk that `root` is, as it was when it was copied to `start`: with all of that synced.
  Disk(std::filesystem::path root, const std::filesystem::path& start);

  /// The node of that name, or nothing.
  std::shared_ptr<Node> find(const std::string& name) const;

  std::shared_ptr<Node> opened(const std::string& name, bool truncate);
  void made_folder(const std::string& name);
  void renamed(const std::string& from, const std::string& to);
  void removed(const std::string& name);
  static void written(Node& file, std::size_t at, std::string_view bytes);
  static void resized(Node& file, std::size_t size);
  static void synced(Node& node);

  /// Makes the folder what it would be after a power cut at this moment.
  void cut(Cut how) const;

  /// What is on the disk and not in the model, or the other way round: a call was not seen.
  /// Empty where both agree.
  std::string difference() const;

 private:
  /// The folder of that name, which may be new to the model.
  Node& folder_at(const std::string& name);

  std::filesystem::path root_;
  std::shared_ptr<Node> top_;
};

}  // namespace tactus::sweep
