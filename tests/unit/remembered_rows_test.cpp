// The rows that a solver of increments remembers: they are added again as they were, and what a checkpoint
// says of them is bounded by the model, because constraints take their numbers as they are.
#include "core/contact/remembered_rows.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <string>

#include "tactus/conformance/memory_archive.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

const RememberedRows::Bounds kModel{.vertices = 9, .patches = 3, .outside = {{1}}};
/// Positions of the numbers of a row in "remembered_numbers".
enum Number : std::uint8_t { size, branch, owner, patch_own, patch_other, outside, entry };

const std::vector<Index> kFirst{8, 0, 3}, kSecond{5};

ContactSet two_rows() {
  ContactSet set;
  set.add({.key = {1, 2}, .stencil = kFirst, .branch = 1, .owner = 8, .lower = 1e-6});
  set.add({.key = {1, 4}, .stencil = kSecond, .patch_own = 2, .outside = 1});
  return set;
}

conformance::MemoryArchive checkpoint() {
  RememberedRows rows;
  rows.keep(two_rows(), std::vector<Index>{0, 1}, nullptr);
  conformance::MemoryArchive archive;
  rows.save(archive);
  return archive;
}

template <class T>
conformance::MemoryArchive changed(const char* name, std::size_t at, T value) {
  conformance::MemoryArchive archive = checkpoint();
  std::vector<T> data;
  REQUIRE(archive.read(name, data));
  data.at(at) = value;
  archive.write(name, View<T>(data));
  return archive;
}

std::string refusal(conformance::MemoryArchive archive) {
  RememberedRows rows;
  try {
    rows.load(archive, kModel);
  } catch (const Error& error) {
    ContactSet none;
    CHECK(rows.add_missing(none, nullptr) == 0);  // nothing of it is used
    return error.what();
  }
  return "";
}

std::string with_number(std::size_t row, Number which, Index value) {
  return refusal(changed("remembered_numbers", 7 * row + which, value));
}

}  // namespace

TEST_CASE("remembered rows come back from a checkpoint as they were, unless detection found them") {
  conformance::MemoryArchive archive = checkpoint();
  RememberedRows rows;
  rows.load(archive, kModel);
  const ContactSet before = two_rows();
  ContactSet set;
  CHECK(rows.add_missing(set, nullptr) == 2);
  CHECK(set.key == before.key);
  CHECK(std::ranges::equal(set.stencils.all(), before.stencils.all()));
  CHECK(std::ranges::equal(set.stencils.starts(), before.stencils.starts()));
  CHECK(set.branch == before.branch);
  CHECK(set.owner == before.owner);
  CHECK(set.lower == before.lower);
  CHECK(set.scale == before.scale);
  CHECK(set.patch == before.patch);
  CHECK(set.outside == before.outside);
  CHECK(rows.add_missing(set, nullptr) == 0);
}

TEST_CASE(
    "remembered rows of a damaged checkpoint are refused with the array, the row and the bound") {
  const auto says = [](const std::string& words) { return Catch::Contains(words); };
  for (const Index vertex : {Index{-1}, Index{9}})
    CHECK_THAT(
        refusal(changed("remembered_stencils", 1, vertex)),
        says("\"remembered_stencils\", row 0: there is no vertex " + std::to_string(vertex)));
  CHECK_THAT(refusal(changed("remembered_stencils", 1, Index{8})),
             says("\"remembered_stencils\", row 0: the vertex 8 is there twice"));
  for (const Index other : {Index{-1}, Index{1}, Index{1} << 40})
    CHECK_THAT(
        with_number(1, entry, other),
        says("\"remembered_numbers\", row 1: there is no constraint " + std::to_string(other)));
  for (const Index other : {Index{-1}, Index{0}, Index{2}, Index{1} << 62})
    CHECK_THAT(with_number(1, size, other), says("row 1: it cannot have " + std::to_string(other)));
  CHECK_THAT(with_number(0, size, 2), says("\"remembered_stencils\" has 4 vertices for 3"));
  CHECK_THAT(with_number(0, owner, 9), says("row 0: there is no vertex 9"));
  CHECK_THAT(with_number(0, owner, -2), says("row 0: there is no vertex -2"));
  for (const Index other : {Index{-2}, Index{0}, Index{2}, Index{1} << 32})
    CHECK_THAT(with_number(1, outside, other),
               says("row 1: constraint 0 names no number " + std::to_string(other)));
  CHECK_THAT(with_number(1, patch_own, 3), says("row 1: there is no named surface 3"));
  CHECK_THAT(with_number(1, patch_other, -2), says("row 1: there is no named surface -2"));
  CHECK_THAT(with_number(0, branch, Index{1} << 32), says("row 0: there is no branch 4294967296"));
  CHECK_THAT(refusal(changed("remembered_lengths", 1, Real{0})),
             says("\"remembered_lengths\", row 0: its scale is 0"));
  CHECK_THAT(refusal(changed("remembered_lengths", 2, std::numeric_limits<Real>::quiet_NaN())),
             says("\"remembered_lengths\", row 1: its bound is nan"));
}

TEST_CASE("arrays of remembered rows that do not fit each other are refused") {
  const std::string name = GENERATE("remembered_rows", "remembered_numbers", "remembered_stencils");
  conformance::MemoryArchive archive = checkpoint();
  std::vector<Index> data;
  REQUIRE(archive.read(name, data));
  data.resize(data.size() - (name == "remembered_rows" ? 2 : 1));
  archive.write(name, View<Index>(data));
  CHECK_THAT(refusal(archive), Catch::Contains("the checkpoint's remembered rows"));
}
