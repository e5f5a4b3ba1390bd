// Folders are made with those above them, and what cannot be made is told with its cause.
#include "core/support/folders.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "core/support/file_error.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
namespace fs = std::filesystem;

TEST_CASE("folders are made from the outermost one on, and told", "[support]") {
  const test::TemporaryFolder place;
  const fs::path top = place.path();
  std::vector<fs::path> made;
  CHECK_FALSE(core::make_folders(top / "a/b/c", made));
  CHECK(made == std::vector<fs::path>{top / "a", top / "a/b", top / "a/b/c"});
  CHECK(fs::is_directory(top / "a/b/c"));
  made.clear();
  CHECK_FALSE(core::make_folders(top / "a/b/c", made));
  CHECK(made.empty());
  CHECK_FALSE(core::make_folders(top / "a/d/", made));
  CHECK(made == std::vector<fs::path>{top / "a/d"});
  CHECK(made.back().has_filename());
  CHECK(fs::is_directory(top / "a/d"));
  CHECK_FALSE(core::make_folders("/", made));
}

TEST_CASE("what is in the place of a folder is no folder", "[support]") {
  const test::TemporaryFolder place;
  const fs::path file = place.path() / "file";
  std::ofstream(file) << "text";
  std::vector<fs::path> made;
  CHECK(core::make_folders(file, made) == std::errc::file_exists);
  CHECK(core::make_folders(file / "inside", made) == std::errc::not_a_directory);
  CHECK(core::make_folders("/proc/new/folder", made) == std::errc::no_such_file_or_directory);
  CHECK(made.empty());
  CHECK_THROWS_WITH(core::make_folders(file), "cannot make '" + file.string() + "': File exists");
}
