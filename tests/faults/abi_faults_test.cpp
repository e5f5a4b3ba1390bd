// Libraries that load cleanly and then corrupt memory: refused by their fingerprint.
#include "core/plugin/fingerprint.hpp"
#include "sandbox.hpp"

using namespace tactus;
using namespace tactus::faults;

namespace {

struct AbiCase {
  std::string library, cause, remedy;
};

const std::vector<AbiCase> kAbiCases = {
    {"old_string",
     "does not fit this program: the ABI of std::string (_GLIBCXX_USE_CXX11_ABI) is 0 there and 1 "
     "here",
     "Build it with -D_GLIBCXX_USE_CXX11_ABI=1"},
    {"debug_library",
     "does not fit this program: the debug mode of the standard library (_GLIBCXX_DEBUG) is 1 "
     "there "
     "and 0 here",
     "Build it without -D_GLIBCXX_DEBUG"},
    {"max_align",
     "does not fit this program: Eigen's alignment (EIGEN_MAX_ALIGN_BYTES) is 32 there and 64 here",
     "Build it with -DEIGEN_MAX_ALIGN_BYTES=64"},
    {"static_align",
     "does not fit this program: Eigen's alignment of fixed sizes (EIGEN_MAX_STATIC_ALIGN_BYTES) "
     "is "
     "32 there and 16 here",
     "Build it with -DEIGEN_MAX_STATIC_ALIGN_BYTES=16"},
    {"row_major",
     "does not fit this program: Eigen's storage order (EIGEN_DEFAULT_TO_ROW_MAJOR) is row there "
     "and "
     "column here",
     "Build it without -DEIGEN_DEFAULT_TO_ROW_MAJOR"},
    {"no_rtti", "does not fit this program: run-time type information is 0 there and 1 here",
     "Build it without -fno-rtti"},
    {"next_sdk", "does not fit this program: the SDK's ABI number is 5 there and 4 here",
     "Build it again with the SDK that came with this program"},
    {"next_minor", "needs Tactus SDK 4.1, this is 4.0",
     "Use the program that its SDK came with, or build it with the SDK of this one"},
    {"two_faults",
     "does not fit this program: the ABI of std::string (_GLIBCXX_USE_CXX11_ABI) is 0 there and 1 "
     "here; the debug mode of the standard library (_GLIBCXX_DEBUG) is 1 there and 0 here",
     "Build it with -D_GLIBCXX_USE_CXX11_ABI=1, and build it without -D_GLIBCXX_DEBUG"},
};

}  // namespace

TEST_CASE("a library of another ABI is refused with both values and the flag to change",
          "[faults]") {
  const Sandbox box;
  const AbiCase expected = GENERATE(from_range(kAbiCases));
  INFO(expected.library);
  const fs::path path = box.put(expected.library);
  core::Registry registry = box.registry();
  REQUIRE(registry.refusals().size() == 1);
  CHECK(registry.refusals()[0].path == path);
  CHECK(registry.refusals()[0].cause == expected.cause);
  CHECK(registry.refusals()[0].remedy == expected.remedy);
  // Asked for by name, it is not "unknown": the same sentence comes as an error.
  CHECK(registry.known(Kind::material, "fault_sound"));
  CHECK_THAT(registry.names(Kind::material), !Catch::VectorContains(std::string("fault_sound")));
  const core::PluginError error = error_of(registry, "fault_sound");
  CHECK(std::string(error.what()) ==
        path.string() + ": " + expected.cause + ". " + expected.remedy + ".");
}

TEST_CASE("a library of another C++ ABI or Eigen is refused", "[faults]") {
  const Sandbox box;
  std::string bytes = bytes_of(library("sound"));
  const auto patch = [&](const std::string& from, const std::string& to) {
    REQUIRE(from.size() == to.size());
    bytes.replace(bytes.find(from), from.size(), to);
  };
  SECTION("C++ ABI") {
    patch("cxx_abi=itanium", "cxx_abi=msvc-14");
    box.put_bytes("other.so", bytes);
    CHECK(refusal_in(box).cause ==
          "does not fit this program: the compiler's C++ ABI is msvc-14 there and itanium here");
    CHECK(refusal_in(box).remedy == "Build it with gcc or clang");
  }
  SECTION("Eigen") {
    patch("eigen=3.4.0", "eigen=3.3.9");
    box.put_bytes("other.so", bytes);
    CHECK(refusal_in(box).cause ==
          "does not fit this program: Eigen's version is 3.3.9 there and 3.4.0 here");
    CHECK(refusal_in(box).remedy == "Build it with Eigen 3.4.0: -DEigen3_DIR");
  }
  SECTION("a key that is missing") {
    patch("static_align=16", "static_xxxxx=16");
    box.put_bytes("other.so", bytes);
    CHECK(refusal_in(box).cause ==
          "does not fit this program: Eigen's alignment of fixed sizes "
          "(EIGEN_MAX_STATIC_ALIGN_BYTES) is not stated there and 16 here");
  }
  SECTION("a key that this program does not know") {
    patch("index=int64\n", "index=int64;");
    box.put_bytes("other.so", bytes);
    CHECK(refusal_in(box).cause ==
          "does not fit this program: its fingerprint has entries that "
          "this program does not know");
  }
}

TEST_CASE("a library of another C++ standard is loaded, and its compiler is known", "[faults]") {
  const Sandbox box;
  box.put("other_standard");
  core::Registry registry = box.registry();
  CHECK(registry.refusals().empty());
  CHECK(registry.find(Kind::material, "fault_sound").make != nullptr);
  CHECK_THAT(registry.file_of(Kind::material, "fault_sound").compiler,
             Catch::Contains("C++ 202100L"));
  CHECK_THAT(std::string(kCompiler), Catch::Contains("C++ 202002L"));
}

TEST_CASE("a library that wants a newer standard library is refused with the version", "[faults]") {
  const Sandbox box;
  std::string bytes = bytes_of(library("sound"));
  const std::string wanted("CXXABI_1.3.9"), newer("CXXABI_9.3.9");
  const std::size_t at = bytes.find(wanted);
  REQUIRE(at != bytes.npos);
  bytes.replace(at, wanted.size(), newer);
  box.put_bytes("newer.so", bytes);
  core::Registry registry = box.registry();
  const core::PluginError error = error_of(registry, "fault_sound");
  CHECK(error.cause == "was built on a newer system: it needs " + newer +
                           " of libstdc++.so.6, which has no such version here");
  CHECK(error.remedy == "Build it on this system, or with a compiler that is not newer than its");
}

TEST_CASE("instructions that the processor lacks are a reason to refuse", "[faults]") {
  const bool here = __builtin_cpu_supports("avx512f");
  CHECK(core::compare_instructions("sse4.2 avx512f ").has_value() == !here);
  CHECK_FALSE(core::compare_instructions("").has_value());
  if (!here)
    CHECK(core::compare_instructions("avx512f ")->cause ==
          "uses instructions that this processor does not have: avx512f");
}
