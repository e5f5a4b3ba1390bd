// Libraries that are what they should be until they are opened.
#include <elf.h>

#include <cfenv>
#include <chrono>
#include <cstring>
#include <limits>

#include "core/plugin/loader.hpp"
#include "core/plugin/manifest.hpp"
#include "core/plugin/verdict_cache.hpp"
#include "core/support/sha256.hpp"
#include "sandbox.hpp"

using namespace tactus;
using namespace tactus::faults;

namespace {

struct LoadingCase {
  std::string library, component, cause, remedy;
};

const std::string kRegisterOnly = "Let the entry do nothing but register: TACTUS_PLUGIN does";
const std::string kBothWritten = "Register with TACTUS_PLUGIN, which writes both";
const std::string kUnsafe =
    "Let its static initialisers do nothing that can fail, or build it again if the file is "
    "damaged";

const std::vector<LoadingCase> kLoadingCases = {
    {"other_hash", "fault_sound", "has no entry tactus_register_4_" TACTUS_TEXT(TACTUS_ABI_HASH),
     "Build it again with tactus_add_plugin() of the package that came with this program"},
    {"entry_throws", "fault_entry", "threw while registering: the table of constants is missing",
     kRegisterOnly},
    {"entry_throws_number", "fault_entry", "threw something while registering", kRegisterOnly},
    {"entry_terminates", "fault_entry",
     "cannot be opened safely: a process that tried to ended with signal 6 (Aborted), saying: "
     "terminate called after throwing an instance of 'std::runtime_error'   what():  the table of "
     "constants is missing",
     kUnsafe},
    {"entry_forgets", "fault_entry", "registers other components than its manifest names",
     kBothWritten},
    {"entry_lies", "fault_entry", "registers other components than its manifest names",
     kBothWritten},
    {"static_throws", "fault_sound",
     "cannot be opened safely: a process that tried to ended with signal 6 (Aborted), saying: "
     "terminate called after throwing an instance of 'std::runtime_error'   what():  no licence "
     "found",
     kUnsafe},
    {"static_exits", "fault_sound",
     "cannot be opened safely: a process that tried to ended with exit code 0", kUnsafe},
    {"undefined_symbol", "fault_sound", "cannot be opened: nobody defines acme::stiffness(int)",
     "Define it in the plugin, or link the library that does (LIBRARIES of tactus_add_plugin)"},
    {"needs_library", "fault_sound",
     "cannot be opened: it needs libfault_companion.so, which is not found",
     "Install that library, or name its folder in LD_LIBRARY_PATH"},
};

}  // namespace

TEST_CASE("a library that fails when it is opened is listed, and refused when it is asked for",
          "[faults]") {
  const Sandbox box;
  const LoadingCase expected = GENERATE(from_range(kLoadingCases));
  INFO(expected.library);
  const fs::path path = box.put(expected.library);
  core::Registry registry = box.registry();  // loads nothing: even a bad library is only read
  CHECK(registry.refusals().empty());
  const core::PluginError error = error_of(registry, expected.component);
  CHECK(error.path == path);
  CHECK(error.cause == expected.cause);
  CHECK(error.remedy == expected.remedy);
  CHECK(std::string(error_of(registry, expected.component).what()) == error.what());
}

TEST_CASE("a library with damaged relocations ends a copy of the program and not the program",
          "[faults]") {
  const Sandbox box;
  std::string bytes = bytes_of(library("sound"));
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (int s = 0; s < header.e_shnum; ++s) {
    Elf64_Shdr section;
    std::memcpy(&section, bytes.data() + header.e_shoff + s * sizeof section, sizeof section);
    if (section.sh_type != SHT_RELA) continue;
    const Elf64_Addr nowhere = 0x7ffffff00000;  // r_offset, the first member: where it will write
    std::memcpy(bytes.data() + section.sh_offset, &nowhere, sizeof nowhere);
  }
  box.put_bytes("damaged.so", bytes);
  core::Registry registry = box.registry();
  const core::PluginError error = error_of(registry, "fault_sound");
  CHECK(error.cause ==
        "cannot be opened safely: a process that tried to ended with signal 11 "
        "(Segmentation fault)");
  CHECK(error.remedy == kUnsafe);
}

TEST_CASE("a library that never returns from being opened is refused after the time limit",
          "[faults]") {
  const Sandbox box;
  core::PluginFile file = core::read_manifest(box.put("static_hangs"));
  const auto start = std::chrono::steady_clock::now();
  try {
    core::load(file, 0.2);
    FAIL("it returned");
  } catch (const core::PluginError& e) {
    CHECK(e.cause == "cannot be opened safely: a process that tried to took longer than 0.2 s");
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

TEST_CASE("a library linked with -ffast-math is loaded, its change undone and said", "[faults]") {
  const Sandbox box;
  box.put("fast_math");
  core::Registry registry = box.registry();
  registry.find(Kind::material, "fault_sound");
  volatile double smallest = std::numeric_limits<double>::min();
  CHECK(smallest / 2 > 0);  // subnormal numbers are still there
  CHECK(std::fegetround() == FE_TONEAREST);
  const auto& notes = registry.file_of(Kind::material, "fault_sound").notes;
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] ==
        "loading it changed how the processor computes (flush-to-zero switched on, "
        "subnormal numbers taken for zero), which was undone. Build it without "
        "-ffast-math");
}

TEST_CASE("a name that two libraries have is an error that names both", "[faults]") {
  const Sandbox box;
  const fs::path first = box.put("sound", "a"), second = box.put("fast_math", "b");
  core::Registry registry = box.registry();
  const std::string cause =
      "has a material \"fault_sound\", and so has " + first.string() + ": neither is used";
  REQUIRE(registry.refusals().size() == 1);
  CHECK(registry.refusals()[0].path == second);
  CHECK(registry.refusals()[0].cause == cause);
  CHECK(registry.refusals()[0].remedy ==
        "Remove or rename one of them, or name the library that you want (itself, not its folder) "
        "with --plugin-dir or under \"plugins\"");
  CHECK(error_of(registry, "fault_sound").cause == cause);
}

TEST_CASE("a library that is named itself wins over one of the same name in a folder", "[faults]") {
  const Sandbox box;
  box.put("fast_math", "b");
  const core::Registry registry(
      {.command_line = {box.plugins()}, .configuration = {library("sound")}});
  CHECK(registry.refusals().empty());
  CHECK(registry.file_of(Kind::material, "fault_sound").path == library("sound"));
}

TEST_CASE("copies of one library are one plugin", "[faults]") {
  const Sandbox box;
  box.put("sound", "a");
  box.put("sound", "b");
  core::Registry registry = box.registry();
  CHECK(registry.refusals().empty());
  CHECK_NOTHROW(registry.find(Kind::material, "fault_sound"));
}

TEST_CASE("one file found by two ways is one plugin", "[faults]") {
  const Sandbox box;
  box.put("sound");
  fs::create_symlink(box.plugins(), box.root() / "link");
  core::Registry registry({.command_line = {box.plugins(), box.root() / "link"}});
  CHECK(registry.refusals().empty());
  CHECK_NOTHROW(registry.find(Kind::material, "fault_sound"));
}

TEST_CASE("a library is opened in a copy of the program once, and known by its SHA-256 afterwards",
          "[faults]") {
  const Sandbox box;
  const std::string sha = core::sha256_of_file(box.put("sound"));
  const core::VerdictCache cache(box.root() / "cache/tactus");
  CHECK_FALSE(cache.knows(sha));
  core::Registry registry = box.registry();
  registry.find(Kind::material, "fault_sound");
  CHECK(registry.file_of(Kind::material, "fault_sound").sha256 == sha);
  CHECK(cache.knows(sha));
  CHECK_FALSE(cache.knows(std::string(64, '0')));
  for (const auto& file : fs::directory_iterator(box.root() / "cache/tactus/plugins")) {
    REQUIRE(file.path().filename().string().starts_with(sha));
    write_bytes(file.path(), "half a verd");
  }
  CHECK_FALSE(cache.knows(sha));  // half-written by another hand
}

TEST_CASE("a library that was refused is tried again the next time", "[faults]") {
  const Sandbox box;
  box.put("entry_throws");
  core::Registry registry = box.registry();
  error_of(registry, "fault_entry");
  CHECK_FALSE(fs::exists(box.root() / "cache/tactus/plugins"));
}

TEST_CASE("a cache folder that cannot be used is no error", "[faults]") {
  const Sandbox box;
  box.put("sound");
  SECTION("a file in its place") { write_bytes(box.root() / "cache", "not a folder"); }
  SECTION("a folder under /proc") { setenv("XDG_CACHE_HOME", "/proc/nowhere", 1); }
  SECTION("no home at all") {
    setenv("XDG_CACHE_HOME", "", 1);
    const std::string home = getenv("HOME") ? getenv("HOME") : "";
    unsetenv("HOME");
    core::Registry registry = box.registry();
    CHECK_NOTHROW(registry.find(Kind::material, "fault_sound"));
    setenv("HOME", home.c_str(), 1);
    return;
  }
  core::Registry registry = box.registry();
  CHECK_NOTHROW(registry.find(Kind::material, "fault_sound"));
}

TEST_CASE("a name that no library has is a mistake of the configuration", "[faults]") {
  const Sandbox box;
  core::Registry registry = box.registry();
  CHECK_FALSE(registry.known(Kind::material, "no_such_material"));
  CHECK_THROWS_AS(registry.find(Kind::material, "no_such_material"), ConfigError);
}

TEST_CASE("a hundred plugins are inspected without loading one", "[faults]") {
  const Sandbox box;
  const std::string bytes = bytes_of(library("sound"));
  for (int i = 100; i < 200; ++i) {
    std::string other = bytes;
    const std::string name = "\tfault_sound\t";
    other.replace(other.find(name), name.size(), "\tfault_s_" + std::to_string(i) + "\t");
    box.put_bytes("fault_" + std::to_string(i) + ".so", other);
  }
  box.put_bytes("fault_1_sound.so", bytes);
  core::Registry registry = box.registry();
  REQUIRE(registry.refusals().empty());
  REQUIRE(registry.known(Kind::material, "fault_s_199"));
  const auto has_loaded = [](const std::string& file) {
    return bytes_of("/proc/self/maps").find(file) != std::string::npos;
  };
  CHECK_FALSE(has_loaded("/fault_1"));
  registry.find(Kind::material, "fault_sound");
  CHECK(has_loaded("/fault_1_sound.so"));
}
