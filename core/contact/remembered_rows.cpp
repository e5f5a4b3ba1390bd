#include "core/contact/remembered_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

constexpr std::size_t kNumbers = 7;  ///< of a row, in "remembered_numbers"

[[noreturn]] void refuse(const char* array, std::size_t row, const std::string& why) {
  throw Error(
      fmt::format("the checkpoint's remembered rows do not fit this model: \"{}\", row {}: {}",
                  array, row, why));
}

bool is_among(Index number, const std::vector<std::int32_t>& all) {
  return std::ranges::find(all, number) != all.end();
}

/// @param rest  the vertices of this row and of all behind it
void check_stencil(std::size_t row, Index size, View<Index> rest, Index vertices) {
  if (size < 1 || static_cast<std::size_t>(size) > rest.size())
    refuse("remembered_numbers", row,
           fmt::format("it cannot have {} vertices of {} that are left", size, rest.size()));
  std::vector<Index> stencil(rest.begin(), rest.begin() + size);
  std::ranges::sort(stencil);
  for (const Index v : {stencil.front(), stencil.back()})
    if (v < 0 || v >= vertices)
      refuse("remembered_stencils", row, fmt::format("there is no vertex {} of {}", v, vertices));
  if (const auto twice = std::ranges::adjacent_find(stencil); twice != stencil.end())
    refuse("remembered_stencils", row, fmt::format("the vertex {} is there twice", *twice));
}

void check_numbers(std::size_t row, View<Index> numbers, View<Index> rest,
                   const RememberedRows::Bounds& bounds) {
  const auto bound = [&](const char* thing, Index number, Index count) {
    if (number < kNone || number >= count)
      refuse("remembered_numbers", row,
             fmt::format("there is no {} {} of {}", thing, number, count));
  };
  static_assert(kNone == -1, "as of a surface and of what is outside");
  check_stencil(row, numbers[0], rest, bounds.vertices);
  using Branch = std::numeric_limits<std::int32_t>;
  if (numbers[1] < Branch::min() || numbers[1] > Branch::max())
    refuse("remembered_numbers", row, fmt::format("there is no branch {}", numbers[1]));
  bound("vertex", numbers[2], bounds.vertices);
  for (const Index patch : {numbers[3], numbers[4]}) bound("named surface", patch, bounds.patches);
  const Index entry = numbers[6];
  if (entry < 0 || entry >= static_cast<Index>(bounds.outside.size()))
    refuse("remembered_numbers", row,
           fmt::format("there is no constraint {} of {}", entry, bounds.outside.size()));
  if (numbers[5] != kNone && !is_among(numbers[5], bounds.outside[static_cast<std::size_t>(entry)]))
    refuse("remembered_numbers", row,
           fmt::format("constraint {} names no number {} outside of the model", entry, numbers[5]));
}

void check_lengths(std::size_t row, const ContactSet::Row& lengths) {
  if (!std::isfinite(lengths.lower))
    refuse("remembered_lengths", row, fmt::format("its bound is {}", lengths.lower));
  if (!(lengths.scale > 0) || !std::isfinite(lengths.scale))
    refuse("remembered_lengths", row, fmt::format("its scale is {}", lengths.scale));
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

void RememberedRows::load(Archive& archive, const Bounds& bounds) {
  rows_.clear();
  entry_.clear();
  const std::vector<ContactKey> keys = load_keys(archive, "remembered_rows");
  std::vector<Index> numbers, stencils;
  std::vector<Real> lengths;
  archive.read("remembered_numbers", numbers);
  archive.read("remembered_stencils", stencils);
  archive.read("remembered_lengths", lengths);
  if (numbers.size() != kNumbers * keys.size() || lengths.size() != 2 * keys.size())
    throw Error("the checkpoint's remembered rows are not of this program");
  ContactSet rows;
  std::vector<Index> entries;
  View<Index> stencil = stencils;
  for (std::size_t r = 0; r < keys.size(); ++r) {
    const View<Index> n = View<Index>(numbers).subspan(kNumbers * r, kNumbers);
    check_numbers(r, n, stencil, bounds);
    const auto size = static_cast<std::size_t>(n[0]);
    const ContactSet::Row row{.key = keys[r],
                              .stencil = stencil.first(size),
                              .branch = static_cast<std::int32_t>(n[1]),
                              .owner = n[2],
                              .lower = lengths[2 * r],
                              .scale = lengths[2 * r + 1],
                              .patch_own = static_cast<std::int32_t>(n[3]),
                              .patch_other = static_cast<std::int32_t>(n[4]),
                              .outside = static_cast<std::int32_t>(n[5])};
    check_lengths(r, row);
    rows.add(row);
    entries.push_back(n[6]);
    stencil = stencil.subspan(size);
  }
  if (!stencil.empty())
    throw Error(
        fmt::format("the checkpoint's remembered rows do not fit: \"remembered_stencils\" has "
                    "{} vertices for {}",
                    stencils.size(), stencils.size() - stencil.size()));
  rows_ = std::move(rows);
  entry_ = std::move(entries);
}

}  // namespace tactus::core
