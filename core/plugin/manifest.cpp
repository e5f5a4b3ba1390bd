#include "core/plugin/manifest.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "core/plugin/elf.hpp"
#include "core/plugin/fingerprint.hpp"

namespace tactus::core {
namespace {

constexpr std::string_view kSection = "tactus_manifest";

[[noreturn]] void damaged(const std::filesystem::path& library) {
  throw PluginError(library, "has a manifest that cannot be read",
                    "Build it again with the SDK that came with this program");
}

std::optional<Kind> find_kind(std::string_view name) {
  for (const Kind kind : kAllKinds)
    if (kind_name(kind) == name) return kind;
  return {};
}

int parse_minor(const std::filesystem::path& library, std::string_view text) {
  std::uint16_t minor = 0;
  const char* const end = text.data() + text.size();
  if (const auto read = std::from_chars(text.data(), end, minor);
      read.ec != std::errc() || read.ptr != end)
    damaged(library);
  return minor;
}

/// Parses "kind<tab>name<tab>summary".
PluginFile::Item parse_component(const std::filesystem::path& library, std::string_view text) {
  const std::size_t first = text.find('\t');
  const std::size_t second = first == text.npos ? text.npos : text.find('\t', first + 1);
  if (second == text.npos) damaged(library);
  const auto kind = find_kind(text.substr(0, first));
  if (!kind) damaged(library);
  return {*kind, std::string(text.substr(first + 1, second - first - 1)),
          std::string(text.substr(second + 1))};
}

}  // namespace

PluginFile read_manifest(const std::filesystem::path& library) {
  const std::string section = read_elf_section(library, kSection);
  std::string_view text = section;
  if (text.empty())
    throw PluginError(library, "is a library, but not a plugin: it carries no manifest",
                      "End its source with TACTUS_PLUGIN(...), or remove it from the folder");
  text = text.substr(0, text.find('\0'));
  if (!text.starts_with(manifest::kFirstLine)) damaged(library);
  text.remove_prefix(manifest::kFirstLine.size());

  PluginFile file;
  file.path = library;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t equal = line.find('=');
    if (equal == line.npos) damaged(library);
    const std::string_view key = line.substr(0, equal), value = line.substr(equal + 1);
    if (key == "name") file.name = value;
    if (key == "version") file.version = value;
    if (key == "fingerprint") file.fingerprint = value;
    if (key == "minor") file.minor = parse_minor(library, value);
    if (key == "compiler") file.compiler = value;
    if (key == "instructions") file.instructions = value;
    if (key == "component") file.items.push_back(parse_component(library, value));
  }
  if (file.fingerprint.empty() || file.items.empty()) damaged(library);
  if (file.name.empty()) file.name = library.stem().string();
  return file;
}

bool is_helper_library(const std::filesystem::path& library) {
  if (!library.filename().string().starts_with("lib")) return false;
  try {
    return read_elf_section(library, kSection).empty();
  } catch (const PluginError&) {
    return false;  // not a shared library at all, which deserves a message
  }
}

void expect_distinct_names(const PluginFile& file) {
  for (std::size_t i = 0; i < file.items.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (file.items[i].kind == file.items[j].kind && file.items[i].name == file.items[j].name)
        throw PluginError(file.path,
                          fmt::format("has two components of one name, {} \"{}\"",
                                      kind_name(file.items[i].kind), file.items[i].name),
                          "Give one of them another name in TACTUS_PLUGINS(...)");
}

void expect_compatible(const PluginFile& file) {
  auto mismatch = compare_fingerprint(file.fingerprint);
  if (!mismatch) mismatch = compare_minor(file.minor);
  if (!mismatch) mismatch = compare_instructions(file.instructions);
  if (mismatch) throw PluginError(file.path, mismatch->cause, mismatch->remedy);
}

}  // namespace tactus::core
