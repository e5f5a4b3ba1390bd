#include "core/contact/remembered_rows.hpp"

#include <algorithm>

namespace tactus::core {
namespace {

ContactSet::Row row_of(const ContactSet& set, Index row) {
  const auto r = static_cast<std::size_t>(row);
  return {.key = set.key[r],
          .stencil = set.stencil(row),
          .branch = set.branch[r],
          .event = kNone,
          .owner = set.owner[r],
          .lower = set.lower[r],
          .scale = set.scale[r],
          .patch_own = set.patch[2 * r],
          .patch_other = set.patch[2 * r + 1],
          .outside = set.outside[r]};
}

}  // namespace

void RememberedRows::keep(const ContactSet& set, View<Index> rows, const ConstraintList* list) {
  rows_.clear();
  entry_.clear();
  for (const Index row : rows) {
    rows_.add(row_of(set, row));
    entry_.push_back(list ? static_cast<Index>(list->entry_of(row)) : 0);
  }
}

Index RememberedRows::add_missing(ContactSet& set, ConstraintList* list) const {
  if (rows_.rows() == 0) return 0;
  std::vector<ContactKey> found = set.key;
  std::ranges::sort(found);
  Index added = 0;
  for (Index row = 0; row < rows_.rows(); ++row) {
    if (std::ranges::binary_search(found, rows_.key[static_cast<std::size_t>(row)])) continue;
    ++added;
    if (list)
      list->add(static_cast<std::size_t>(entry_[static_cast<std::size_t>(row)]), row_of(rows_, row),
                set);
    else
      set.add(row_of(rows_, row));
  }
  return added;
}

void RememberedRows::save(Archive& archive) const {
  save_keys(archive, "remembered_rows", rows_.key);
  std::vector<Index> numbers, stencils(rows_.stencils.all().begin(), rows_.stencils.all().end());
  std::vector<Real> lengths;
  for (std::size_t r = 0; r < rows_.key.size(); ++r) {
    numbers.insert(numbers.end(), {rows_.stencils.range(static_cast<Index>(r)).size(),
                                   rows_.branch[r], rows_.owner[r], rows_.patch[2 * r],
                                   rows_.patch[2 * r + 1], rows_.outside[r], entry_[r]});
    lengths.insert(lengths.end(), {rows_.lower[r], rows_.scale[r]});
  }
  archive.write("remembered_numbers", View<Index>(numbers));
  archive.write("remembered_stencils", View<Index>(stencils));
  archive.write("remembered_lengths", View<Real>(lengths));
}

void RememberedRows::load(Archive& archive) {
  const std::vector<ContactKey> keys = load_keys(archive, "remembered_rows");
  std::vector<Index> numbers, stencils;
  std::vector<Real> lengths;
  archive.read("remembered_numbers", numbers);
  archive.read("remembered_stencils", stencils);
  archive.read("remembered_lengths", lengths);
  constexpr std::size_t kNumbers = 7;
  if (numbers.size() != kNumbers * keys.size() || lengths.size() != 2 * keys.size())
    throw Error("the checkpoint's remembered rows are not of this program");
  rows_.clear();
  entry_.clear();
  View<Index> stencil = stencils;
  for (std::size_t r = 0; r < keys.size(); ++r) {
    const Index* n = numbers.data() + kNumbers * r;
    const auto size = static_cast<std::size_t>(n[0]);
    if (size > stencil.size()) throw Error("the checkpoint's remembered rows are not complete");
    rows_.add({.key = keys[r],
               .stencil = stencil.first(size),
               .branch = static_cast<std::int32_t>(n[1]),
               .owner = n[2],
               .lower = lengths[2 * r],
               .scale = lengths[2 * r + 1],
               .patch_own = static_cast<std::int32_t>(n[3]),
               .patch_other = static_cast<std::int32_t>(n[4]),
               .outside = static_cast<std::int32_t>(n[5])});
    entry_.push_back(n[6]);
    stencil = stencil.subspan(size);
  }
}

}  // namespace tactus::core
