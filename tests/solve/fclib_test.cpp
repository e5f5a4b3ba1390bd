// FCLIB's local form: what is written is read back to the bit, the forms of the matrix that others
// write are read too, and damaged files are errors.
#include "apps/solve/fclib.hpp"

#include <hdf5.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <functional>

#include "apps/solve/soundness.hpp"
#include "core/support/regular_file.hpp"
#include "tactus/error.hpp"
#include "tests/support/reaction_chain.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::core;
using Catch::Contains;
using tactus::testing::ChainBlocks;
using tactus::testing::reaction_chain;

namespace {

void check_equal(const FrictionProblem& a, const FrictionProblem& b) {
  CHECK(a.dim == b.dim);
  CHECK(a.contacts == b.contacts);
  CHECK(a.friction == b.friction);
  CHECK(a.free_velocity == b.free_velocity);
  CHECK(a.start == b.start);
  CHECK(a.column == b.column);
  CHECK(a.value == b.value);
}

/// A file with a matrix as others write it, put together with the C interface of HDF5.
class Foreign {
 public:
  Foreign() {
    file_ = H5Fcreate(path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    for (const char* group : {"/fclib_local", "/fclib_local/W", "/fclib_local/vectors"})
      H5Gclose(H5Gcreate2(file_, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    integers("spacedim", {2});
  }
  std::string path() const { return folder_ / "foreign.hdf5"; }
  hid_t id() const { return file_; }
  void integers(const std::string& name, const std::vector<int>& values) {
    put(name, H5T_NATIVE_INT, values);
  }
  void reals(const std::string& name, const std::vector<Real>& values) {
    put(name, H5T_NATIVE_DOUBLE, values);
  }
  /// Contacts with W = diag(2, 3), [W_10 = (0 5; 0 0)], diag(4, 6).
  void vectors() { reals("vectors/q", {-1, 0, -2, 1}), reals("vectors/mu", {0.5, 0.25}); }
  void matrix(int nz, const std::vector<int>& p, const std::vector<int>& i,
              const std::vector<Real>& x) {
    integers("W/m", {4}), integers("W/n", {4}), integers("W/nz", {nz});
    integers("W/nzmax", {static_cast<int>(x.size())});
    integers("W/p", p), integers("W/i", i), reals("W/x", x);
  }
  FrictionProblem read() {
    if (file_ >= 0) H5Fclose(file_);
    file_ = -1;
    return read_problem(path());
  }
  ~Foreign() {
    if (file_ >= 0) H5Fclose(file_);
  }

 private:
  template <class T>
  void put(const std::string& name, hid_t type, const std::vector<T>& values) {
    const hsize_t count = values.size();
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    const hid_t set = H5Dcreate2(file_, ("/fclib_local/" + name).c_str(), type, space, H5P_DEFAULT,
                                 H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(set), H5Sclose(space);
  }
  test::TemporaryFolder folder_;
  hid_t file_ = -1;
};

void check_foreign(const FrictionProblem& p) {
  CHECK(p.start == std::vector<Index>{0, 1, 3});
  CHECK(p.column == std::vector<Index>{0, 0, 1});
  CHECK(p.value == std::vector<Real>{2, 0, 0, 3, 0, 5, 0, 0, 4, 0, 0, 6});
}

}  // namespace

TEST_CASE("a problem in FCLIB's form reads back to the bit", "[solve][fclib]") {
  const auto blocks = GENERATE(ChainBlocks::symmetric, ChainBlocks::one_sided);
  const FrictionProblem chain = reaction_chain(20, blocks);
  const std::vector<Real> reactions(40, 0.125);
  const bool with_reactions = GENERATE(false, true);
  const std::string bytes =
      fclib_bytes(chain, with_reactions ? View<Real>(reactions) : View<Real>());
  CHECK(is_hdf5(bytes));
  check_equal(read_fclib("chain.hdf5", bytes), chain);
}

TEST_CASE("matrices of FCLIB are read by rows, by columns and as triplets", "[solve][fclib]") {
  Foreign file;
  file.vectors();
  SECTION("rows") { file.matrix(-2, {0, 1, 2, 4, 5}, {0, 1, 1, 2, 3}, {2, 3, 5, 4, 6}); }
  SECTION("columns") { file.matrix(-1, {0, 1, 3, 4, 5}, {0, 1, 2, 2, 3}, {2, 3, 5, 4, 6}); }
  SECTION("triplets, in any order, equal places summed") {
    file.matrix(6, {3, 0, 2, 1, 2, 2}, {3, 0, 1, 1, 2, 2}, {6, 2, 5, 3, 1, 3});
  }
  check_foreign(file.read());
}

TEST_CASE("what is no local problem of FCLIB is refused in words", "[solve][fclib]") {
  Foreign file;
  const std::vector<int> p{0, 1, 2, 4, 5}, i{0, 1, 1, 2, 3};
  const std::vector<Real> x{2, 3, 5, 4, 6};
  SECTION("vectors are missing") {
    CHECK_THROWS_WITH(file.read(), Contains("/fclib_local/vectors/mu is missing"));
  }
  SECTION("the matrix is missing") {
    file.vectors();
    CHECK_THROWS_WITH(file.read(), Contains("/fclib_local/W/m is missing"));
  }
  SECTION("pointers that descend") {
    file.vectors();
    file.matrix(-2, {0, 3, 2, 4, 5}, i, x);
    CHECK_THROWS_WITH(file.read(), Contains("p does not ascend"));
  }
  SECTION("a column beyond the matrix") {
    file.vectors();
    file.matrix(-2, p, {0, 1, 1, 7, 3}, x);
    CHECK_THROWS_WITH(file.read(), Contains("row 2, column 7; allowed: 0 to 3"));
  }
  SECTION("friction below zero") {
    file.reals("vectors/q", {-1, 0, -2, 1}), file.reals("vectors/mu", {0.5, -0.25});
    file.matrix(-2, p, i, x);
    CHECK_THROWS_WITH(file.read(), Contains("friction -0.25 of contact 1"));
  }
  SECTION("a block that nothing can move") {
    file.vectors();
    file.matrix(-2, p, i, {0, 3, 5, 4, 6});
    CHECK_THROWS_WITH(file.read(), Contains("block 0 0 of contact 0 is not positive definite"));
  }
  SECTION("vectors of different lengths") {
    file.reals("vectors/q", {-1, 0, -2}), file.reals("vectors/mu", {0.5, 0.25});
    CHECK_THROWS_WITH(file.read(), Contains("q has 3 numbers; expected for 2 contacts: 4"));
  }
  SECTION("lists as text") {
    file.integers("vectors/mu", {1, 1});
    CHECK_THROWS_WITH(file.read(), Contains("is no list of real numbers"));
  }
}

TEST_CASE("a file of FCLIB's form that leads elsewhere is refused, and nothing else is opened",
          "[solve][fclib]") {
  const std::vector<int> p{0, 1, 2, 4, 5}, i{0, 1, 1, 2, 3};
  const std::vector<Real> x{2, 3, 5, 4, 6}, friction{0.5, 0.25};
  const test::TemporaryFolder folder;
  // What the file leads to: a pipe that nobody writes to would make the reading wait for ever.
  const std::string pipe = folder / "pipe", other = folder / "other.h5";
  REQUIRE(::mkfifo(pipe.c_str(), 0666) == 0);
  Foreign file;
  file.reals("vectors/q", {-1, 0, -2, 1});
  file.matrix(-2, p, i, x);
  const hsize_t two = 2;
  const hid_t space = H5Screate_simple(1, &two, nullptr), plan = H5Pcreate(H5P_DATASET_CREATE);
  const auto put = [&](hid_t type) {
    const hid_t set = H5Dcreate2(file.id(), "/fclib_local/vectors/mu", type, space, H5P_DEFAULT,
                                 plan, H5P_DEFAULT);
    REQUIRE(set >= 0);
    H5Dclose(set);
  };
  std::string words;
  SECTION("values in a pipe beside it") {
    H5Pset_external(plan, pipe.c_str(), 0, 16);
    put(H5T_NATIVE_DOUBLE);
    words = "mu lies in other files";
  }
  SECTION("a dataset put together from other files") {
    H5Pset_virtual(plan, space, pipe.c_str(), "/mu", space);
    put(H5T_NATIVE_DOUBLE);
    words = "mu lies in other files";
  }
  SECTION("a link to another file") {
    H5Lcreate_external(other.c_str(), "/mu", file.id(), "/fclib_local/vectors/mu", H5P_DEFAULT,
                       H5P_DEFAULT);
    words = "mu is a link to another place or file";
  }
  SECTION("a link within the file") {
    H5Lcreate_soft("/fclib_local/vectors/q", file.id(), "/fclib_local/vectors/mu", H5P_DEFAULT,
                   H5P_DEFAULT);
    words = "mu is a link to another place or file";
  }
  SECTION("a filter that HDF5 would look for in folders") {
    const unsigned level = 1;
    H5Pset_chunk(plan, 1, &two);
    H5Pset_filter(plan, 32015, H5Z_FLAG_OPTIONAL, 1, &level);
    put(H5T_NATIVE_DOUBLE);
    words = "mu is packed by filter 32015; allowed: deflate";
  }
  SECTION("a piece larger than any file of this size packs") {
    const hsize_t piece = hsize_t{1} << 27, unlimited = H5S_UNLIMITED;
    H5Pset_chunk(plan, 1, &piece);
    H5Pset_deflate(plan, 9);
    H5Sset_extent_simple(space, 1, &two, &unlimited);
    put(H5T_NATIVE_DOUBLE);
    words = "mu has pieces of more than";
  }
  H5Pclose(plan), H5Sclose(space);
  CHECK_THROWS_WITH(file.read(), Contains(file.path()) && Contains(words));
}

TEST_CASE("a packed file of FCLIB's form is read", "[solve][fclib]") {
  Foreign file;
  file.reals("vectors/mu", {0.5, 0.25});
  file.matrix(-2, {0, 1, 2, 4, 5}, {0, 1, 1, 2, 3}, {2, 3, 5, 4, 6});
  const hsize_t four = 4;
  const hid_t space = H5Screate_simple(1, &four, nullptr), plan = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(plan, 1, &four), H5Pset_shuffle(plan), H5Pset_deflate(plan, 9);
  const hid_t set = H5Dcreate2(file.id(), "/fclib_local/vectors/q", H5T_NATIVE_DOUBLE, space,
                               H5P_DEFAULT, plan, H5P_DEFAULT);
  const Real q[] = {-1, 0, -2, 1};
  REQUIRE(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, q) >= 0);
  H5Dclose(set), H5Pclose(plan), H5Sclose(space);
  check_foreign(file.read());
}

namespace {

int conversions = 0;
std::function<void()> conversion;

/// What HDF5 calls in these tests to read numbers of four bytes.
herr_t convert(hid_t, hid_t, H5T_cdata_t* data, std::size_t, std::size_t, std::size_t, void*, void*,
               hid_t) {
  if (data->command != H5T_CONV_CONV) return 0;
  ++conversions;
  conversion();
  return -1;
}

/// While it lives, HDF5 does this where numbers of four bytes are read.
struct Conversion {
  explicit Conversion(std::function<void()> what) {
    conversions = 0, conversion = std::move(what);
    REQUIRE(H5Tregister(H5T_PERS_HARD, "test", H5T_IEEE_F32LE, H5T_NATIVE_DOUBLE, convert) >= 0);
  }
  ~Conversion() { H5Tunregister(H5T_PERS_HARD, "test", -1, -1, convert); }
};

/// A problem whose q has numbers of four bytes.
struct ShortNumbers : Foreign {
  ShortNumbers() {
    reals("vectors/mu", {0.5, 0.25});
    matrix(-2, {0, 1, 2, 4, 5}, {0, 1, 1, 2, 3}, {2, 3, 5, 4, 6});
    const hsize_t four = 4;
    const hid_t space = H5Screate_simple(1, &four, nullptr);
    const hid_t set = H5Dcreate2(id(), "/fclib_local/vectors/q", H5T_IEEE_F32LE, space, H5P_DEFAULT,
                                 H5P_DEFAULT, H5P_DEFAULT);
    REQUIRE(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, q.data()) >= 0);
    H5Dclose(set), H5Sclose(space);
    CHECK(read().free_velocity == q);
  }
  std::vector<Real> q{-1, 0, -2, 1};
};

}  // namespace

TEST_CASE("a crash of HDF5 ends a process of its own, and is told in words", "[solve][fclib]") {
  ShortNumbers file;
  {
    const Conversion crash([] { std::raise(SIGSEGV); });
    CHECK_THROWS_WITH(file.read(), Contains(file.path()) &&
                                       Contains("the process in which HDF5 read it ended with "
                                                "signal 11 (Segmentation fault); the file is "
                                                "damaged"));
    CHECK(conversions == 0);  // in this process
  }
  CHECK(file.read().free_velocity == file.q);
}

TEST_CASE("a file that HDF5 never comes to the end of is told in words after a bounded time",
          "[solve][fclib]") {
  ShortNumbers file;
  const std::string bytes = read_file(file.path());
  const auto starts = std::chrono::steady_clock::now();
  const auto expect_words = [&] {
    CHECK_THROWS_WITH(read_fclib("strange.hdf5", bytes, 0.1),
                      Contains("strange.hdf5: the process in which HDF5 read it took longer than "
                               "0.1") &&
                          Contains(" s; the file is damaged"));
  };
  SECTION("as it goes round for ever") {
    const Conversion spin([] {
      volatile bool for_ever = true;
      while (for_ever) {
      }
    });
    expect_words();
  }
  SECTION("as it waits for ever") {
    const Conversion wait([] { std::raise(SIGSTOP); });
    expect_words();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - starts;
  CHECK(took.count() < 30);  // 0.1 s and 0.4 s, on a machine that does nothing else
  CHECK(conversions == 0);   // in this process
}

TEST_CASE("a file in which HDF5 goes round and takes memory each time takes little, and is refused",
          "[solve][fclib]") {
  // The first free block of a heap of names is said to be followed by itself.
  std::string bytes = fclib_bytes(reaction_chain(2, ChainBlocks::symmetric), {});
  const std::size_t heap = bytes.find("HEAP");
  REQUIRE(heap != bytes.npos);
  std::uint64_t free_block = 0, data = 0;
  std::memcpy(&free_block, &bytes[heap + 16], sizeof free_block);
  std::memcpy(&data, &bytes[heap + 24], sizeof data);
  std::memcpy(&bytes.at(data + free_block), &free_block, sizeof free_block);
  CHECK_THROWS_WITH(read_fclib("strange.hdf5", bytes),
                    Contains("strange.hdf5: ") && Contains("the file is damaged"));
  rusage used{};
  REQUIRE(::getrusage(RUSAGE_CHILDREN, &used) == 0);
  if (!kSanitized) CHECK(used.ru_maxrss < 700'000);  // KiB
}

TEST_CASE("a problem is the same bytes in FCLIB's form whenever it is written", "[solve][fclib]") {
  const test::TemporaryFolder folder;
  const std::string path = folder / "chain.hdf5";
  std::ofstream(path, std::ios::binary)
      << fclib_bytes(reaction_chain(2, ChainBlocks::symmetric), std::vector<Real>(4, 0.5));
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  REQUIRE(file >= 0);
  for (const char* name : {"/fclib_local", "/fclib_local/spacedim", "/fclib_local/W",
                           "/fclib_local/W/x", "/fclib_local/vectors/q", "/solution/r"}) {
    INFO(name);
    H5O_info_t facts{};
    REQUIRE(H5Oget_info_by_name(file, name, &facts, H5P_DEFAULT) >= 0);
    CHECK(facts.ctime == 0);  // no time of the clock is kept
  }
  H5Fclose(file);
}

TEST_CASE("a file of FCLIB's form that is cut off anywhere is refused, never a crash",
          "[solve][fclib]") {
  const std::string whole = fclib_bytes(reaction_chain(3, ChainBlocks::symmetric), {});
  const auto survives = [](const std::string& bytes) {
    try {
      return flaw_of(read_fclib("damaged.hdf5", bytes)).empty();
    } catch (const ConfigError&) {
      return true;
    }
  };
  for (std::size_t size = 8; size < whole.size(); size += whole.size() / 40)
    CHECK(survives(whole.substr(0, size)));
}
