// Files that are no library, or no longer one: refused by their bytes, before anything is loaded.
#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "apps/kit/check_plugin.hpp"
#include "core/plugin/elf.hpp"
#include "sandbox.hpp"

using namespace tactus;
using namespace tactus::faults;

namespace {

/// A sound library with one field of its file header changed.
template <class T>
std::string with_header(T Elf64_Ehdr::*field, T value) {
  std::string bytes = bytes_of(library("sound"));
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  header.*field = value;
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

void check_refusal(const Sandbox& box, const fs::path& path, const std::string& cause,
                   const std::string& remedy) {
  const core::PluginRefusal refusal = refusal_in(box);
  CHECK(refusal.path == path);
  CHECK(refusal.cause == cause);
  CHECK(refusal.remedy == remedy);
}

}  // namespace

TEST_CASE("a sound plugin is found, loaded and makes its component", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put("sound");
  core::Registry registry = box.registry();
  CHECK(registry.refusals().empty());
  CHECK(registry.find(Kind::material, "fault_sound").summary ==
        std::string("Linear in F: for tests of loading"));
  CHECK(registry.file_of(Kind::material, "fault_sound").path == path);
  CHECK(registry.file_of(Kind::material, "fault_sound").notes.empty());
}

TEST_CASE("a library cut off at any length is refused and nothing crashes", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put("sound");
  const auto whole = fs::file_size(path);
  REQUIRE(whole > 4096);
  std::size_t cut_off = 0;
  for (auto size = whole; size-- > 0;) {
    fs::resize_file(path, size);
    try {
      core::read_elf_section(path, "tactus_manifest");
      FAIL("accepted at " << size << " of " << whole << " bytes");
    } catch (const core::PluginError& e) {
      if (e.cause.starts_with("is cut off")) ++cut_off;
      if (e.remedy.empty()) FAIL("no remedy at " << size << " bytes");
    }
  }
  CHECK(cut_off > whole - 100);  // but for the first bytes, which say nothing yet
}

TEST_CASE("a library cut off in its middle is refused with both sizes", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put("sound");
  const auto whole = fs::file_size(path);
  fs::resize_file(path, 5000);
  const core::Registry registry = box.registry();
  REQUIRE(registry.refusals().size() == 1);
  // How much there has to be at least is read from headers; it depends on the compiler's options.
  unsigned long least = 0;
  int end = 0;
  const std::string cause = registry.refusals()[0].cause;
  REQUIRE(std::sscanf(cause.c_str(),
                      "is cut off or damaged: of at least %lu bytes, 5000 are there%n", &least,
                      &end) == 1);
  CHECK(static_cast<std::size_t>(end) == cause.size());
  CHECK(least > 5000);
  CHECK(least <= whole);
  CHECK(registry.refusals()[0].remedy == "Build it or copy it again");
}

TEST_CASE("a library cut off and filled up with zeros is refused", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put("sound");
  const auto whole = fs::file_size(path);
  fs::resize_file(path, 4096);
  fs::resize_file(path, whole);
  check_refusal(box, path, "has sections without names", "Build it again");
}

TEST_CASE("an empty file is refused", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put_bytes("empty.so", "");
  check_refusal(box, path, "is empty", "Build it or copy it again");
}

TEST_CASE("a text file is refused", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put_bytes("text.so", "GROUP ( libm.so.6 )\n");
  check_refusal(box, path, "is a text file, not a library",
                "Remove it from the folder, or give it another ending than .so");
}

TEST_CASE("a file of other bytes is refused", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put_bytes("picture.so", "\x89PNG\r\n\x1a\n");
  check_refusal(box, path, "is not a shared library (no ELF file)",
                "Remove it from the folder, or give it another ending than .so");
}

TEST_CASE("a library for another processor is refused and both are named", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put_bytes(
      "arm.so", with_header(&Elf64_Ehdr::e_machine, static_cast<Elf64_Half>(EM_AARCH64)));
  check_refusal(box, path, "is built for another processor: 64-bit ARM there, x86-64 here",
                "Build it for x86-64");
}

TEST_CASE("a 32-bit library is refused", "[faults]") {
  const Sandbox box;
  std::string bytes = bytes_of(library("sound"));
  bytes[EI_CLASS] = ELFCLASS32;
  const fs::path path = box.put_bytes("small.so", bytes);
  check_refusal(box, path, "is built for another kind of processor (32 bits)",
                "Build it for x86-64");
}

TEST_CASE("an object file is refused", "[faults]") {
  const Sandbox box;
  const fs::path path =
      box.put_bytes("object.so", with_header(&Elf64_Ehdr::e_type, static_cast<Elf64_Half>(ET_REL)));
  check_refusal(box, path, "is an object file, not a shared library",
                "Link it with -shared: tactus_add_plugin() does");
}

TEST_CASE("a library without section headers is refused", "[faults]") {
  const Sandbox box;
  const fs::path path =
      box.put_bytes("bare.so", with_header(&Elf64_Ehdr::e_shnum, static_cast<Elf64_Half>(0)));
  check_refusal(box, path, "has no usable table of segments and sections",
                "Build it again, and strip it with nothing stronger than strip");
}

TEST_CASE("section headers at an absurd place are refused and not followed", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put_bytes(
      "far.so", with_header(&Elf64_Ehdr::e_shoff, static_cast<Elf64_Off>(0xffffffffffffff00)));
  CHECK(refusal_in(box).cause.starts_with("is cut off or damaged: of at least "));
}

TEST_CASE("any single byte of the headers may be wrong and nothing crashes", "[faults]") {
  const Sandbox box;
  const std::string bytes = bytes_of(library("sound"));
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const fs::path path = box.put_bytes("broken.so", bytes);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const auto put = [&](std::size_t at, char byte) {
    file.seekp(static_cast<std::streamoff>(at)).put(byte).flush();
  };
  const auto try_byte = [&](std::size_t at) {
    put(at, static_cast<char>(bytes[at] ^ 0xff));
    try {
      core::read_elf_section(path, "tactus_manifest");
    } catch (const core::PluginError&) {
    }
    put(at, bytes[at]);
  };
  for (std::size_t at = 0; at < sizeof header; ++at) try_byte(at);
  for (std::size_t at = header.e_shoff; at < bytes.size(); ++at) try_byte(at);
  CHECK(bytes_of(path) == bytes);
}

TEST_CASE("a link that points nowhere is refused", "[faults]") {
  const Sandbox box;
  const fs::path path = box.plugins() / "gone.so";
  fs::create_symlink(box.root() / "nothing", path);
  check_refusal(box, path, "there is no such file",
                "Build it, or correct the path (a symbolic link may point nowhere)");
}

TEST_CASE("a folder called like a library and a pipe are refused without waiting", "[faults]") {
  const Sandbox box;
  SECTION("folder") { fs::create_directory(box.plugins() / "folder.so"); }
  SECTION("pipe") { REQUIRE(mkfifo((box.plugins() / "pipe.so").c_str(), 0600) == 0); }
  CHECK(refusal_in(box).cause == "is not a file");
}

TEST_CASE("a file that must not be read is refused", "[faults]") {
  if (geteuid() == 0) return;  // root may read all
  const Sandbox box;
  const fs::path path = box.put("sound");
  fs::permissions(path, fs::perms::none);
  check_refusal(box, path, "cannot be read", "Give yourself the right to read it: chmod +r");
}

TEST_CASE("a library that is no plugin is refused", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put("no_plugin");
  check_refusal(box, path, "is a library, but not a plugin: it carries no manifest",
                "End its source with TACTUS_PLUGIN(...), or remove it from the folder");
}

TEST_CASE("a helper library beside a plugin is left alone, unless it is named itself", "[faults]") {
  const Sandbox box;
  const fs::path path = box.put_bytes("libhelper.so", bytes_of(library("no_plugin")));
  CHECK(box.registry().refusals().empty());
  const core::Registry named(core::PluginSearch{.command_line = {path}});
  REQUIRE(named.refusals().size() == 1);
  CHECK(named.refusals().front().cause == "is a library, but not a plugin: it carries no manifest");
}

TEST_CASE("a library with two components of one name is refused, also by check-plugin",
          "[faults]") {
  const Sandbox box;
  const std::string cause = "has two components of one name, material \"fault_sound\"";
  const fs::path library = box.put("twins");
  check_refusal(box, library, cause, "Give one of them another name in TACTUS_PLUGINS(...)");
  CHECK_THROWS_WITH(core::check_plugin(library), Catch::Contains(cause));
}

TEST_CASE("a manifest with damaged bytes is refused", "[faults]") {
  const Sandbox box;
  std::string bytes = bytes_of(library("sound"));
  const std::string part = GENERATE(
      "TACTUS-MANIFEST-1", "\ncomponent=", "\nfingerprint=", "\tfault_sound\t", "material\t");
  const std::size_t at = bytes.find(part);
  REQUIRE(at != bytes.npos);
  bytes.replace(at, 1, "#");
  const fs::path path = box.put_bytes("damaged.so", bytes);
  check_refusal(box, path, "has a manifest that cannot be read",
                "Build it again with the SDK that came with this program");
}
