#include "core/record/checkpoint.hpp"

#include <hdf5.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "core/record/checkpoint_group.hpp"
#include "core/record/checkpoint_header.hpp"
#include "core/record/output_marks.hpp"
#include "core/support/sha256.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {
using namespace tactus;
using namespace tactus::core;
using test::TemporaryFolder;

const std::string kIdentity = "sha256:0123";

bool same_bits(View<Real> a, View<Real> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// State, a component, an empty group.
void write_example(const std::filesystem::path& path) {
  CheckpointWriter writer(kIdentity);
  CheckpointGroup state = writer.group("state");
  const std::vector<Real> q{1.5, -0.0, 1e-310, kUnlimited, std::numeric_limits<Real>::quiet_NaN(),
                            0.1};
  state.write("q", q);
  state.write_real("time", 0.3), state.write_integer("step", 42);
  const std::vector<Index> keys{7, -1, 1LL << 62};
  CheckpointGroup component = writer.group("components/contact solver/1");
  component.write("keys", keys);
  component.write_text("mode", "squares, \"left\"\n");
  component.write("nothing", View<Real>{});
  writer.group("empty");
  writer.commit(path);
}

/// What a reader says of the file, or "" where it takes it.
std::string refusal(const std::filesystem::path& path) {
  try {
    CheckpointReader reader(path, kIdentity);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("A checkpoint gives back every bit", "[checkpoint]") {
  const TemporaryFolder folder;
  const auto path = folder / "checkpoint.h5";
  write_example(path);
  const CheckpointReader reader(path, kIdentity);
  CheckpointGroup state = reader.group("state");
  std::vector<Real> q;
  CHECK(state.read("q", q));
  CHECK(same_bits(q, std::vector<Real>{1.5, -0.0, 1e-310, kUnlimited,
                                       std::numeric_limits<Real>::quiet_NaN(), 0.1}));
  std::vector<Real> filled(6);
  state.fill("q", filled);
  CHECK(same_bits(q, filled));
  CHECK(state.real("time") == 0.3);
  CHECK(state.integer("step") == 42);
  CheckpointGroup component = reader.group("components/contact solver/1");
  std::vector<Index> keys;
  CHECK(component.read("keys", keys));
  CHECK(keys == std::vector<Index>{7, -1, 1LL << 62});
  CHECK(component.text("mode") == "squares, \"left\"\n");
  std::vector<Real> nothing{1};
  CHECK(component.read("nothing", nothing));
  CHECK(nothing.empty());
  CHECK_FALSE(component.read("none", nothing));
  CHECK(reader.has_group("empty"));
  CHECK(reader.has_group("components/contact solver"));
  CHECK_FALSE(reader.has_group("components/law"));
  CHECK_FALSE(reader.has_group("nowhere/at/all"));
}

TEST_CASE("Names may hold any characters", "[checkpoint]") {
  const TemporaryFolder folder;
  const std::vector<std::string> names{"", ".", "..", "/", "a/b", "%2F", "\xc3\xa4 \n", "x.y"};
  CheckpointWriter writer(kIdentity);
  {
    CheckpointGroup group = writer.group("g");
    for (std::size_t i = 0; i < names.size(); ++i)
      group.write_integer(names[i], static_cast<Index>(i));
  }
  writer.commit(folder / "c.h5");
  const CheckpointReader reader(folder / "c.h5", kIdentity);
  for (std::size_t i = 0; i < names.size(); ++i)
    CHECK(reader.group("g").integer(names[i]) == static_cast<Index>(i));
}

TEST_CASE("The same content gives the same bytes", "[checkpoint]") {
  const TemporaryFolder folder;
  write_example(folder / "a.h5"), write_example(folder / "b.h5");
  CHECK(read_file(folder / "a.h5") == read_file(folder / "b.h5"));
}

TEST_CASE("What is not in a checkpoint, or is something else, is a sentence", "[checkpoint]") {
  const TemporaryFolder folder;
  write_example(folder / "c.h5");
  const CheckpointReader reader(folder / "c.h5", kIdentity);
  CheckpointGroup state = reader.group("state");
  std::vector<Index> whole;
  std::vector<Real> two(2);
  CHECK_THROWS_WITH(reader.group("law"), Catch::Contains("holds no group 'law'"));
  CHECK_THROWS_WITH(state.real("speed"), Catch::Contains("holds no 'speed'"));
  CHECK_THROWS_WITH(state.read("q", whole), Catch::Contains("does not hold whole numbers"));
  CHECK_THROWS_WITH(state.fill("q", two), Catch::Contains("has 6 values where 2 are expected"));
  CHECK_THROWS_AS(state.write_real("x", 1), PreconditionError);
  CheckpointWriter writer(kIdentity);
  CheckpointGroup group = writer.group("state");
  group.write_real("x", 1);
  CHECK_THROWS_WITH(group.write_real("x", 2), Catch::Contains("given twice"));
  CHECK_THROWS_WITH(writer.group("state"), Catch::Contains("made twice"));
  CHECK_THROWS_AS(CheckpointWriter("two\nlines"), PreconditionError);
}

TEST_CASE("A name is taken once, be it of a single value or of an array", "[checkpoint]") {
  CheckpointWriter writer(kIdentity);
  CheckpointGroup group = writer.group("state");
  group.write_real("time", 1);
  const std::vector<Real> array{1, 2};
  CHECK_THROWS_WITH(group.write("time", array),
                    Catch::Contains("'time'") && Catch::Contains("given twice"));
  CHECK_THROWS_AS(group.write_integer("time", 1), PreconditionError);
  group.write("q", array);
  CHECK_THROWS_AS(group.write_real("q", 1), PreconditionError);
  const TemporaryFolder folder;
  writer.commit(folder / "c.h5");
  CHECK_THROWS_AS(group.write_real("late", 1), PreconditionError);
  const CheckpointReader reader(folder / "c.h5", kIdentity);
  CHECK_THROWS_WITH(reader.group("state").integer("time"),
                    Catch::Contains("does not hold whole numbers"));
  CHECK_THROWS_WITH(reader.group("state").text("time"), Catch::Contains("holds no 'time'"));
}

TEST_CASE("A checkpoint of another run, program or kind is refused with what to do",
          "[checkpoint]") {
  const TemporaryFolder folder;
  const auto path = folder / "c.h5";
  CHECK_THAT(refusal(path), Catch::Contains("No such file"));
  write_example(path);
  CHECK(refusal(path).empty());
  CHECK_THROWS_WITH(
      CheckpointReader(path, "sha256:other"),
      Catch::Contains("fingerprint is sha256:0123, that of this run is sha256:other"));
  std::string content = read_file(path);
  content.replace(content.find("version 13"), 10, "version 9");
  write_file(path, content);
  CHECK_THAT(refusal(path), Catch::Contains("of format 9, written by tactus ") &&
                                Catch::Contains("reads format 13"));
  write_file(path, "");
  CHECK_THAT(refusal(path), Catch::Contains("is no checkpoint of Tactus"));
  write_file(path, std::string(5000, 'x'));
  CHECK_THAT(refusal(path), Catch::Contains("is no checkpoint of Tactus"));
  CHECK_THAT(refusal(folder.path()), Catch::Contains("is a folder, not a file"));
}

TEST_CASE("A checkpoint that was cut short anywhere is refused", "[checkpoint]") {
  const TemporaryFolder folder;
  const auto path = folder / "c.h5";
  write_example(path);
  const std::string whole = read_file(path);
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 97) {
    write_file(path, whole.substr(0, size), Durable::no);
    CAPTURE(size);
    CHECK_THAT(refusal(path), Catch::Contains("is damaged") || Catch::Contains("no checkpoint"));
  }
  write_file(path, whole + "x");
  CHECK_THAT(refusal(path), Catch::Contains("is damaged"));
}

TEST_CASE("A checkpoint with one bit turned over is refused", "[checkpoint]") {
  const TemporaryFolder folder;
  const auto path = folder / "c.h5";
  write_example(path);
  const std::string whole = read_file(path);
  const std::size_t text = whole.find('\0');  // up to there the header says something
  std::mt19937 random(5);
  for (int i = 0; i < 400; ++i) {
    std::size_t at = random() % (i < 200 ? whole.size() : text);
    if (at >= text && at < 512) at = text - 1;  // filling of the header
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
    write_file(path, damaged, Durable::no);
    CAPTURE(at);
    CHECK_FALSE(refusal(path).empty());
  }
}

TEST_CASE("A checkpoint whose checksum was made to fit its damage does not crash the program",
          "[checkpoint]") {
  const TemporaryFolder folder;
  const auto path = folder / "c.h5";
  // The checksum is right and the HDF5 file is not one.
  CheckpointWriter(kIdentity).commit(path);
  CHECK(refusal(path).empty());
  std::string content = read_file(path).substr(0, 512);
  content.replace(content.find("bytes "), content.find('\0') - content.find("bytes "),
                  "bytes 3\nsha256 " + sha256("tactus " TACTUS_VERSION "abc") + '\n');
  content.resize(512, '\0');
  write_file(path, content + "abc");
  CHECK_THAT(refusal(path), Catch::Contains("holds no HDF5 file"));
}

TEST_CASE("A forged checkpoint leads nowhere and takes no memory for what is not in it",
          "[checkpoint]") {
  const TemporaryFolder folder;
  const auto path = folder / "c.h5", bare = folder / "bare.h5";
  write_example(path);
  write_file(bare, checkpoint_image(path, kIdentity));
  const hid_t file = H5Fopen(bare.c_str(), H5F_ACC_RDWR, H5P_DEFAULT),
              plan = H5Pcreate(H5P_DATASET_CREATE);
  REQUIRE(file >= 0);
  const auto put = [&](const char* name, hsize_t count) {
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    const hid_t set = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    REQUIRE(set >= 0);
    H5Dclose(set), H5Sclose(space);
  };
  put("/state/huge", hsize_t{1} << 40);  // nothing is allocated until somebody writes
  H5Pset_external(plan, (folder / "pipe").c_str(), 0, 16);
  put("/state/outside", 2);
  H5Lcreate_external("other.h5", "/x", file, "/state/link", H5P_DEFAULT, H5P_DEFAULT);
  H5Pclose(plan), H5Fclose(file);
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0666) == 0);
  const std::string image = read_file(bare);
  write_file(path, checkpoint_header(kIdentity, image) + image);
  const CheckpointReader reader(path, kIdentity);
  CheckpointGroup state = reader.group("state");
  CHECK(state.real("time") == 0.3);
  std::vector<Real> data;
  CHECK_THROWS_WITH(state.read("huge", data), Catch::Contains("'huge' of group 'state'") &&
                                                  Catch::Contains("does not lie in the file"));
  CHECK_THROWS_WITH(state.read("outside", data), Catch::Contains("does not lie in the file"));
  CHECK_THROWS_WITH(state.read("link", data), Catch::Contains("is a link"));
}

TEST_CASE("A large checkpoint is quick enough to be written often", "[checkpoint]") {
  const TemporaryFolder folder;
  std::vector<Real> x(1000000, 0.5);
  CheckpointWriter writer(kIdentity);
  writer.group("state").write("q", x);
  writer.commit(folder / "c.h5");
  CHECK(std::filesystem::file_size(folder / "c.h5") < 8 * x.size() + (2 << 20));
  std::vector<Real> back(x.size());
  CheckpointReader(folder / "c.h5", kIdentity).group("state").fill("q", back);
  CHECK(same_bits(x, back));
}

TEST_CASE("frames are known again by their time, length and checksum", "[checkpoint]") {
  const TemporaryFolder folder;
  const std::vector<FrameMark> frames{{0, 100, 7}, {0.5, 200, 1LL << 62}};
  CheckpointWriter writer(kIdentity);
  CheckpointGroup group = writer.group("frames");
  save_frames(group, frames);
  writer.group("other");
  writer.commit(folder / "c.h5");
  const CheckpointReader reader(folder / "c.h5", kIdentity);
  CheckpointGroup read = reader.group("frames"), other = reader.group("other");
  const std::vector<FrameMark> found = load_frames(read);
  REQUIRE(found.size() == 2);
  CHECK(found[1].time == 0.5);
  CHECK(found[1].bytes == 200);
  CHECK(found[1].checksum == 1LL << 62);
  CHECK_THROWS_AS(load_frames(other), FileError);
}
