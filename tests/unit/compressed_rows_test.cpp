#include "tactus/compressed_rows.hpp"

#include <catch2/catch.hpp>

using namespace tactus;

namespace {

using Lists = std::vector<std::vector<Index>>;

Lists lists_of(const CompressedRows<>& rows) {
  Lists lists;
  for (Index r = 0; r < rows.rows(); ++r) lists.emplace_back(rows[r].begin(), rows[r].end());
  return lists;
}

}  // namespace

TEST_CASE("compressed rows are the lists that were added, empty ones too", "[sdk]") {
  CompressedRows<> rows;
  CHECK(rows.rows() == 0);
  CHECK(rows.starts().size() == 1);
  rows.add_row(std::vector<Index>{4, 2});
  rows.add_row({});
  rows.push(8);
  rows.insert(0, 7);
  CHECK(rows.under_way().size() == 2);
  rows.end_row();
  CHECK(rows.under_way().empty());
  CHECK(lists_of(rows) == Lists{{4, 2}, {}, {7, 8}});
  CHECK(rows.entries() == 4);
  CHECK(rows.range(2).begin == 2);
  CHECK(rows.range(2).size() == 2);
  CHECK(rows.starts().back() == 4);
}

TEST_CASE("cleared rows are filled again in the same memory", "[sdk]") {
  CompressedRows<> rows;
  for (Index i = 0; i < 10; ++i) rows.add_row(std::vector<Index>{i, i, i});
  const Index *entries = rows.all().data(), *starts = rows.starts().data();
  const CompressedRows<> before = rows;
  rows.clear();
  CHECK(rows.rows() == 0);
  CHECK(rows.entries() == 0);
  for (Index i = 0; i < 10; ++i) rows.add_row(std::vector<Index>{i, i, i});
  CHECK(rows == before);
  CHECK(rows.all().data() == entries);
  CHECK(rows.starts().data() == starts);
}

TEST_CASE("rows are made of sorted pairs and of the row of each item", "[sdk]") {
  const std::vector<std::pair<Index, Index>> pairs{{1, 5}, {1, 3}, {4, 2}};
  CompressedRows<> rows;
  rows.add_row(std::vector<Index>{77});
  rows.assign_sorted(6, pairs);
  CHECK(lists_of(rows) == Lists{{}, {5, 3}, {}, {}, {2}, {}});

  const std::vector<Index> row_of{2, 0, 2, 3, 0, 2};
  rows.assign_by_row(5, row_of, [](Index i) { return 10 * i; });
  CHECK(lists_of(rows) == Lists{{10, 40}, {}, {0, 20, 50}, {30}, {}});
  rows.assign_by_row(0, {}, [](Index i) { return i; });
  CHECK(rows.rows() == 0);
}

TEST_CASE("vectors of numbers are mapped as views of them are, and may be written through",
          "[sdk]") {
  std::vector<Real> a{1, 2, 3};
  const std::vector<Real> b{10, 20, 30};
  map(a) += 2 * map(b);
  CHECK(a == std::vector<Real>{21, 42, 63});
  CHECK(map(View<Real>(a)).sum() == 126);
  static_assert(std::is_same_v<decltype(map(b)), ConstMap>);
  static_assert(std::is_same_v<decltype(map(a)), Map>);
}
