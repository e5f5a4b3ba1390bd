// What contacts remember by key from one accepted step to the next, against a map.
#include "core/contact/key_history.hpp"

#include <catch2/catch.hpp>

#include "tactus/conformance/memory_archive.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

std::vector<Real> remembered(const KeyHistory& history, const ContactKey& key) {
  std::vector<Real> numbers;
  history.append(history.find(key), numbers);
  return numbers;
}

}  // namespace

TEST_CASE(
    "A contact finds its numbers by key, whatever the order of contacts, and a new one zeros") {
  KeyHistory history(2);
  CHECK(history.find({1, 1}) == kNone);
  history.replace({{2, 1}, {1, 9}, {1, 2}}, {21, 21.5, 19, 19.5, 12, 12.5});
  CHECK(remembered(history, {1, 9}) == std::vector<Real>{19, 19.5});
  CHECK(remembered(history, {1, 2}) == std::vector<Real>{12, 12.5});
  CHECK(remembered(history, {2, 1}) == std::vector<Real>{21, 21.5});
  CHECK(remembered(history, {9, 1}) == std::vector<Real>{0, 0});  // high and low are not exchanged
  std::vector<Real> in_a_row{7};
  history.append(history.find({1, 2}), in_a_row);
  history.append(kNone, in_a_row);
  CHECK(in_a_row == std::vector<Real>{7, 12, 12.5, 0, 0});
}

TEST_CASE("A contact that is absent in a step is forgotten, unless its law wants it kept") {
  KeyHistory history(1);
  history.replace({{1, 0}, {2, 0}, {3, 0}}, {1, -2, 3});
  history.replace({{3, 0}, {4, 0}}, {30, 40},
                  [](const ContactKey&, View<Real> own) { return own[0] < 0; });
  CHECK(history.find({1, 0}) == kNone);
  CHECK(remembered(history, {2, 0}) == std::vector<Real>{-2});
  CHECK(remembered(history, {3, 0}) == std::vector<Real>{30});  // present: the new number counts
  CHECK(remembered(history, {4, 0}) == std::vector<Real>{40});
  history.replace({{2, 0}}, {5}, [](const ContactKey&, View<Real>) { return true; });
  CHECK(remembered(history, {2, 0}) == std::vector<Real>{5});
  CHECK(remembered(history, {3, 0}) == std::vector<Real>{30});
  history.replace({}, {});
  CHECK(history.find({2, 0}) == kNone);
}

TEST_CASE("Numbers by key survive a checkpoint with keys of all bits, and others are refused") {
  const ContactKey large{~std::uint64_t{0}, std::uint64_t{1} << 63};
  KeyHistory history(3), copy(3), narrow(2);
  history.replace({large, {0, 5}}, {1, 2, 3, -0.0, 1e-310, 6});
  conformance::MemoryArchive archive;
  history.save(archive, "law");
  copy.load(archive, "law");
  CHECK(remembered(copy, large) == std::vector<Real>{1, 2, 3});
  CHECK(remembered(copy, {0, 5}) == std::vector<Real>{-0.0, 1e-310, 6});
  CHECK_THROWS_AS(narrow.load(archive, "law"), Error);
}
