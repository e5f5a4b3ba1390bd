#include "core/plugin/elf.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <fstream>
#include <vector>

#include "core/support/plugin_error.hpp"

namespace tactus::core {
namespace {

#if defined(__x86_64__)
constexpr unsigned kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kMachine = EM_AARCH64;
#elif defined(__riscv)
constexpr unsigned kMachine = EM_RISCV;
#endif
constexpr unsigned char kByteOrder =
    std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
constexpr std::uint64_t kLargestSection = 1 << 20;  ///< limit for sections that are read

std::string machine_name(unsigned machine) {
  switch (machine) {
    case EM_386:
      return "32-bit x86";
    case EM_X86_64:
      return "x86-64";
    case EM_ARM:
      return "32-bit ARM";
    case EM_AARCH64:
      return "64-bit ARM";
    case EM_RISCV:
      return "RISC-V";
    case EM_PPC64:
      return "64-bit PowerPC";
    default:
      return fmt::format("a processor with the number {}", machine);
  }
}

/// One file and its size; never reads beyond its end.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : path_(path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found)
      refuse("there is no such file",
             "Build it, or correct the path (a symbolic link may point nowhere)");
    if (!std::filesystem::is_regular_file(status))
      refuse("is not a file", "Name the library itself, or remove it from the folder");
    size_ = std::filesystem::file_size(path, error);
    file_.open(path, std::ios::binary);
    if (error || !file_) refuse("cannot be read", "Give yourself the right to read it: chmod +r");
    if (size_ == 0) refuse("is empty", "Build it or copy it again");
  }

  std::uint64_t size() const { return size_; }
  bool is_called_library() const { return path_.extension() == ".so"; }

  [[noreturn]] void refuse(std::string cause, std::string remedy) const {
    throw PluginError(path_, std::move(cause), std::move(remedy));
  }
  /// @throws PluginError unless [offset, offset + bytes) lies within the file.
  void expect_extent(std::uint64_t offset, std::uint64_t bytes) const {
    if (bytes <= size_ && offset <= size_ - bytes) return;
    const std::uint64_t end = offset > UINT64_MAX - bytes ? UINT64_MAX : offset + bytes;
    refuse(fmt::format("is cut off or damaged: of at least {} bytes, {} are there", end, size_),
           "Build it or copy it again");
  }
  void read(std::uint64_t offset, void* to, std::uint64_t bytes) {
    expect_extent(offset, bytes);
    file_.seekg(static_cast<std::streamoff>(offset));
    if (!file_.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes)))
      refuse("cannot be read to its end", "Build it or copy it again");
  }
  template <class T>
  std::vector<T> table(std::uint64_t offset, std::uint64_t count) {
    expect_extent(offset, count * sizeof(T));  // no overflow, since count has 16 bits
    std::vector<T> entries(count);
    if (count > 0) read(offset, entries.data(), count * sizeof(T));
    return entries;
  }

 private:
  std::filesystem::path path_;
  std::ifstream file_;
  std::uint64_t size_ = 0;
};

void expect_magic(Reader& file) {
  unsigned char start[SELFMAG] = {};
  const std::uint64_t bytes = std::min<std::uint64_t>(SELFMAG, file.size());
  file.read(0, start, bytes);
  if (bytes == SELFMAG && std::equal(start, start + SELFMAG, ELFMAG)) return;
  const bool text = std::all_of(start, start + bytes,
                                [](unsigned char c) { return std::isprint(c) || std::isspace(c); });
  file.refuse(text ? "is a text file, not a library" : "is not a shared library (no ELF file)",
              file.is_called_library()
                  ? "Remove it from the folder, or give it another ending than .so"
                  : "Name the library that was built: its name ends with .so");
}

/// Reads the file header; it must be that of a shared library for this processor.
Elf64_Ehdr read_header(Reader& file) {
  expect_magic(file);
  Elf64_Ehdr header{};
  unsigned char identity[EI_NIDENT];
  file.read(0, identity, EI_NIDENT);
  if (identity[EI_CLASS] != ELFCLASS64 || identity[EI_DATA] != kByteOrder)
    file.refuse(fmt::format("is built for another kind of processor ({})",
                            identity[EI_CLASS] == ELFCLASS32 ? "32 bits" : "another byte order"),
                fmt::format("Build it for {}", machine_name(kMachine)));
  file.read(0, &header, sizeof header);
  if (header.e_machine != kMachine)
    file.refuse(fmt::format("is built for another processor: {} there, {} here",
                            machine_name(header.e_machine), machine_name(kMachine)),
                fmt::format("Build it for {}", machine_name(kMachine)));
  if (header.e_type != ET_DYN)
    file.refuse(header.e_type == ET_REL ? "is an object file, not a shared library"
                                        : "is not a shared library",
                "Link it with -shared: tactus_add_plugin() does");
  if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum == 0 ||
      header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shnum == 0)
    file.refuse("has no usable table of segments and sections",
                "Build it again, and strip it with "
                "nothing stronger than strip");
  return header;
}

}  // namespace

std::string read_elf_section(const std::filesystem::path& library, std::string_view name) {
  Reader file(library);
  const Elf64_Ehdr header = read_header(file);
  for (const auto& segment : file.table<Elf64_Phdr>(header.e_phoff, header.e_phnum))
    file.expect_extent(segment.p_offset, segment.p_filesz);
  const auto sections = file.table<Elf64_Shdr>(header.e_shoff, header.e_shnum);
  for (const auto& section : sections)
    if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL)
      file.expect_extent(section.sh_offset, section.sh_size);
  if (header.e_shstrndx >= sections.size() || sections[header.e_shstrndx].sh_type != SHT_STRTAB ||
      sections[header.e_shstrndx].sh_size > kLargestSection)
    file.refuse("has sections without names", "Build it again");

  const auto& table = sections[header.e_shstrndx];
  std::string names(table.sh_size, '\0');
  file.read(table.sh_offset, names.data(), names.size());
  for (const auto& section : sections) {
    if (section.sh_name >= names.size() || section.sh_type == SHT_NOBITS) continue;
    const std::string_view rest = std::string_view(names).substr(section.sh_name);
    if (rest.substr(0, rest.find('\0')) != name) continue;
    if (section.sh_size > kLargestSection)
      file.refuse(
          fmt::format("has a section {} of {} bytes, more than any has", name, section.sh_size),
          "Build it again");
    std::string bytes(section.sh_size, '\0');
    file.read(section.sh_offset, bytes.data(), bytes.size());
    return bytes;
  }
  return "";
}

}  // namespace tactus::core
