#include "disk.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace tactus::sweep {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::shared_ptr<Node> scan(const fs::path& path) {
  auto node = std::make_shared<Node>();
  node->folder = fs::is_directory(path);
  if (!node->folder) {
    node->bytes = node->synced = bytes_of(path);
    node->synced_size = node->bytes.size();
    return node;
  }
  for (const auto& entry : fs::directory_iterator(path))
    node->entries[entry.path().filename().string()] = scan(entry.path());
  node->synced_entries = node->entries;
  return node;
}

std::string after_cut(const Node& file, Cut how) {
  if (how == Cut::lost) return file.synced;
  std::string bytes = file.bytes.substr(0, file.synced_size);
  if (how == Cut::zeros) bytes.resize(file.bytes.size(), '\0');
  return bytes;
}

void write_out(const Node& node, const fs::path& path, Cut how) {
  if (!node.folder) {
    std::ofstream(path, std::ios::binary) << after_cut(node, how);
    return;
  }
  fs::create_directories(path);
  for (const auto& [name, child] : how == Cut::lost ? node.synced_entries : node.entries)
    write_out(*child, path / name, how);
}

std::string first_difference(const Node& node, const fs::path& path) {
  if (fs::is_directory(path) != node.folder) return path.string() + " is of another kind";
  if (!node.folder)
    return bytes_of(path) == node.bytes ? "" : path.string() + " has bytes that nobody wrote";
  for (const auto& entry : fs::directory_iterator(path))
    if (!node.entries.contains(entry.path().filename().string()))
      return entry.path().string() + " was made unseen";
  for (const auto& [name, child] : node.entries) {
    if (!fs::exists(path / name)) return (path / name).string() + " was removed unseen";
    if (std::string text = first_difference(*child, path / name); !text.empty()) return text;
  }
  return "";
}

/// "a/b/c" as "a/b" and "c".
std::pair<std::string, std::string> split(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  if (slash == std::string::npos) return {"", name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

}  // namespace

Disk::Disk(fs::path root, const fs::path& start) : root_(std::move(root)), top_(scan(start)) {}

std::shared_ptr<Node> Disk::find(const std::string& name) const {
  std::shared_ptr<Node> node = top_;
  std::istringstream parts(name);
  for (std::string part; std::getline(parts, part, '/');) {
    const auto entry = node->entries.find(part);
    if (entry == node->entries.end()) return nullptr;
    node = entry->second;
  }
  return node;
}

Node& Disk::folder_at(const std::string& name) {
  Node* node = top_.get();
  fs::path path = root_;
  std::istringstream parts(name);
  for (std::string part; std::getline(parts, part, '/');) {
    path /= part;
    std::shared_ptr<Node>& entry = node->entries[part];
    if (!entry) entry = scan(path);  // made unseen
    node = entry.get();
  }
  return *node;
}

std::shared_ptr<Node> Disk::opened(const std::string& name, bool truncate) {
  std::shared_ptr<Node> node = find(name);
  if (!node) {
    node = std::make_shared<Node>();
    const auto [folder, last] = split(name);
    folder_at(folder).entries[last] = node;
  }
  if (truncate) resized(*node, 0);
  return node;
}

void Disk::made_folder(const std::string& name) {
  const auto [folder, last] = split(name);
  auto node = std::make_shared<Node>();
  node->folder = true;
  folder_at(folder).entries[last] = std::move(node);
}

void Disk::renamed(const std::string& from, const std::string& to) {
  const auto [folder, last] = split(to);
  std::shared_ptr<Node> node = find(from);
  folder_at(folder).entries[last] = node ? node : scan(root_ / to);
  removed(from);
}

void Disk::removed(const std::string& name) {
  const auto [folder, last] = split(name);
  folder_at(folder).entries.erase(last);
}

void Disk::written(Node& file, std::size_t at, std::string_view bytes) {
  file.synced_size = std::min(file.synced_size, at);
  if (file.bytes.size() < at + bytes.size()) file.bytes.resize(at + bytes.size(), '\0');
  file.bytes.replace(at, bytes.size(), bytes);
}

void Disk::resized(Node& file, std::size_t size) {
  file.bytes.resize(size, '\0');
  file.synced_size = std::min(file.synced_size, size);
}

void Disk::synced(Node& node) {
  node.synced = node.bytes;
  node.synced_size = node.bytes.size();
  node.synced_entries = node.entries;
}

void Disk::cut(Cut how) const {
  for (const auto& entry : fs::directory_iterator(root_)) fs::remove_all(entry.path());
  write_out(*top_, root_, how);
}

std::string Disk::difference() const { return first_difference(*top_, root_); }

}  // namespace tactus::sweep
