#include "core/record/checkpoint_header.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/support/regular_file.hpp"
#include "core/support/sha256.hpp"

namespace tactus::core {
namespace {

constexpr std::size_t kHeaderSize = 512;  ///< the smallest user block of HDF5
constexpr std::string_view kMagic = "tactus checkpoint\n";

/// SHA-256 of the HDF5 file and of the program's name, which nothing else protects.
std::string digest(std::string_view program, std::string_view image) {
  Sha256 hash;
  hash.add(program);
  hash.add(image);
  return hash.hex();
}

/// The rest of the line after "key ", or nothing.
std::string_view header_value(std::string_view header, std::string_view key) {
  std::size_t at = header.find(fmt::format("\n{} ", key));
  if (at == std::string_view::npos) return {};
  at += key.size() + 2;
  return header.substr(at, header.find('\n', at) - at);
}

/// The program that wrote a checkpoint. The first format does not contain it, but resolved.json
/// beside it does.
std::string writer_of(const std::string& path, std::string_view header) {
  if (const std::string_view program = header_value(header, "program"); !program.empty())
    return std::string(program);
  constexpr std::string_view kKey = "\"tactus\": \"";
  std::string resolved;
  try {
    resolved = read_file(std::filesystem::path(path).parent_path() / "resolved.json");
  } catch (const FileError&) {
    return "an earlier tactus";
  }
  const std::size_t at = resolved.rfind(kKey);
  if (at == std::string::npos) return "an earlier tactus";
  const std::size_t begin = at + kKey.size();
  return "tactus " +
         resolved.substr(begin,
                         std::min<std::size_t>(resolved.find('"', begin), begin + 40) - begin);
}

void check_format(const std::string& path, std::string_view header) {
  if (header.size() < kHeaderSize || !header.starts_with(kMagic))
    throw FileError(fmt::format("'{}' is no checkpoint of Tactus{}", path, kCheckpointRemedy));
  const std::string_view version = header_value(header, "version");
  if (version == fmt::format("{}", kCheckpointVersion)) return;
  throw FileError(fmt::format(
      "'{}' is a checkpoint of format {}, written by {}; this program, tactus {}, reads "
      "format {}; resume with the program that wrote it or run again with --force",
      path, version, writer_of(path, header), TACTUS_VERSION, kCheckpointVersion));
}

}  // namespace

std::string checkpoint_header(std::string_view fingerprint, std::string_view image) {
  constexpr std::string_view program = "tactus " TACTUS_VERSION;
  std::string text =
      fmt::format("{}version {}\nprogram {}\nfingerprint {}\nbytes {}\nsha256 {}\n", kMagic,
                  kCheckpointVersion, program, fingerprint, image.size(), digest(program, image));
  text.resize(kHeaderSize, '\0');
  return text;
}

std::string checkpoint_image(const std::filesystem::path& file, std::string_view fingerprint) {
  const std::string path = file.string(), content = read_file(file);
  const std::string_view header = std::string_view(content).substr(0, kHeaderSize);
  check_format(path, header);
  const std::string_view image = std::string_view(content).substr(kHeaderSize);
  if (header_value(header, "bytes") != fmt::format("{}", image.size()) ||
      header_value(header, "sha256") != digest(header_value(header, "program"), image))
    throw FileError(fmt::format("'{}' is damaged: its content does not agree with its checksum{}",
                                path, kCheckpointRemedy));
  if (header_value(header, "fingerprint") != fingerprint)
    throw FileError(
        fmt::format("'{}' belongs to another run: its fingerprint is {}, that of this run is {}; "
                    "the configuration, the program or a plugin has changed since: go on with "
                    "what wrote it, or run again with --force",
                    path, header_value(header, "fingerprint"), fingerprint));
  return content.substr(kHeaderSize);
}

void check_checkpoint_format(const std::filesystem::path& path) {
  std::string header(kHeaderSize, '\0');
  header.resize(read_some(open_to_read(path), header.data(), kHeaderSize, path));
  check_format(path.string(), header);
}

}  // namespace tactus::core
