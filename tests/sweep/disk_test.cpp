// The model of the disk itself: what a power cut leaves is what was synced, by its three rules.
#include "library/disk.hpp"

#include <catch2/catch.hpp>

#include "library/journal.hpp"
#include "results.hpp"
#include "tests/cli/installation.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus::sweep;
using tactus::cli_tests::write_text;

namespace {

namespace fs = std::filesystem;

/// A folder with a file "old", and a model of it that is told what is done.
struct Folder {
  tactus::test::TemporaryFolder folder;
  fs::path root = fs::canonical(folder.path());
  Disk disk = (write_text(root / "old", "first"), Disk(root));

  void append(const std::string& name, const std::string& bytes) {
    const auto file = disk.opened(name, false);
    Disk::written(*file, file->bytes.size(), bytes);
    std::ofstream(root / name, std::ios::app) << bytes;
  }
  void sync(const std::string& name) const { Disk::synced(*disk.find(name)); }
  Files after(Cut how) const {
    disk.cut(how);
    return files_in(root);
  }
};

}  // namespace

TEST_CASE(
    "a power cut takes bytes that were not synced, and the end, or the bytes with the size kept",
    "[sweep]") {
  Folder f;
  f.append("old", " second");
  f.sync("old");
  f.append("old", " third");
  CHECK(f.disk.difference() == "");
  CHECK(f.after(Cut::lost) == Files{{"old", "first second"}});
  CHECK(f.after(Cut::names) == Files{{"old", "first second"}});
  CHECK(f.after(Cut::zeros) == Files{{"old", "first second" + std::string(6, '\0')}});
}

TEST_CASE("a new name is lost until its folder is synced", "[sweep]") {
  Folder f;
  f.append("new", "bytes");
  f.sync("new");
  CHECK(f.after(Cut::lost) == Files{{"old", "first"}});
  CHECK(f.after(Cut::names) == Files{{"old", "first"}, {"new", "bytes"}});
  f.sync("");
  CHECK(f.after(Cut::lost) == Files{{"old", "first"}, {"new", "bytes"}});
}

TEST_CASE("a file put in the place of another one is the old one until the folder is synced",
          "[sweep]") {
  Folder f;
  f.append("old.part", "other");
  f.disk.renamed("old.part", "old");
  CHECK(f.after(Cut::lost) == Files{{"old", "first"}});
  CHECK(f.after(Cut::names) == Files{{"old", ""}});  // the new file, whose bytes were not synced
  f.sync("old");
  f.sync("");
  CHECK(f.after(Cut::lost) == Files{{"old", "other"}});
}

TEST_CASE("a removed file comes back unless its folder was synced", "[sweep]") {
  Folder f;
  f.disk.removed("old");
  CHECK(f.after(Cut::lost) == Files{{"old", "first"}});
  CHECK(f.after(Cut::names).empty());
  f.sync("");
  CHECK(f.after(Cut::lost).empty());
}

TEST_CASE("a power cut takes what any of several processes has not synced", "[sweep]") {
  const tactus::test::TemporaryFolder beside;
  Folder f;
  const Journal study(beside.path() / "journal", beside.path() / "start", f.root);
  const Journal cell(beside.path() / "journal", beside.path() / "start", f.root);
  study.opened("record", 7, false);
  study.written(7, 0, "bytes");
  cell.opened("record", 7, false);
  cell.synced(7);  // whoever wrote them
  study.written(7, 5, " more");
  study.made_folder("cells");
  cell.renamed("record", "cells/record");
  cell.opened("", 1, false);
  cell.synced(1);
  const Cut how = GENERATE(Cut::lost, Cut::names, Cut::zeros);
  study.disk().cut(how);
  const std::string end = how == Cut::zeros ? std::string(5, '\0') : "";
  Files left{{"old", "first"}};  // the name of a record is lost until the folder it is in is synced
  if (how != Cut::lost) left["cells/record"] = "bytes" + end;
  CHECK(files_in(f.root) == left);
  cell.opened("cells", 2, false);
  cell.synced(2);
  study.disk().cut(Cut::lost);
  CHECK(files_in(f.root) == Files{{"old", "first"}, {"cells/record", "bytes"}});
}

TEST_CASE("a call that the model was not told of is noticed", "[sweep]") {
  Folder f;
  SECTION("bytes") { write_text(f.root / "old", "other"); }
  SECTION("a new file") { write_text(f.root / "new", ""); }
  SECTION("a removed file") { fs::remove(f.root / "old"); }
  SECTION("a folder in the place of a file") {
    fs::remove(f.root / "old");
    fs::create_directory(f.root / "old");
  }
  CHECK(f.disk.difference() != "");
}
