// Implements reactions/elimination.hpp: the order of elimination, the pattern of the factors, and a
// small store of both. rounds.cpp divides the work among threads.
#include "tactus/reactions/elimination.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

#include "rounds.hpp"

namespace tactus {
namespace {

constexpr std::size_t kMostPatterns = 64;
constexpr Index kMostBlocks = Index{1} << 22;  ///< of all patterns together: some 50 MB

using Pattern = std::vector<std::vector<std::int32_t>>;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Approximate minimum degree on the graph of W + W'.
void find_order(const SparseView& W, Elimination& e) {
  Eigen::SparseMatrix<double, Eigen::ColMajor, int> graph(static_cast<int>(W.rows),
                                                          static_cast<int>(W.rows));
  graph.resizeNonZeros(static_cast<int>(W.column.size()));
  std::copy(W.start.begin(), W.start.end(), graph.outerIndexPtr());
  std::copy(W.column.begin(), W.column.end(), graph.innerIndexPtr());
  std::fill_n(graph.valuePtr(), W.column.size(), 1.0);
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(graph, permutation);
  e.contact.assign(permutation.indices().data(), permutation.indices().data() + W.rows);
  e.place.resize(e.contact.size());
  for (std::size_t k = 0; k < e.contact.size(); ++k)
    e.place[at(e.contact[k])] = static_cast<std::int32_t>(k);
}

/// The later neighbours of each place before any elimination, each possibly twice.
Pattern later_neighbours(const SparseView& W, const Elimination& e) {
  Pattern later(at(W.rows));
  for (Index i = 0; i < W.rows; ++i)
    for (Index k = W.start[at(i)]; k < W.start[at(i) + 1]; ++k) {
      const std::int32_t a = e.place[at(i)], b = e.place[at(W.column[at(k)])];
      if (a != b) later[at(std::min(a, b))].push_back(std::max(a, b));
    }
  return later;
}

/// The pattern behind each place: its own neighbours, and those of earlier places whose first
/// neighbour it is.
Pattern find_pattern(const SparseView& W, const Elimination& e) {
  Pattern later = later_neighbours(W, e), children(at(W.rows));
  for (std::int32_t k = 0; k < static_cast<std::int32_t>(W.rows); ++k) {
    auto& mine = later[at(k)];
    for (const std::int32_t child : children[at(k)])
      std::copy_if(later[at(child)].begin(), later[at(child)].end(), std::back_inserter(mine),
                   [k](std::int32_t place) { return place != k; });
    std::sort(mine.begin(), mine.end());
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    if (!mine.empty()) children[at(mine.front())].push_back(k);
  }
  return later;
}

/// The rows of U and L of all places, and where the blocks of W are among them.
void store_pattern(const SparseView& W, const Pattern& later, Elimination& e) {
  std::vector<Index> before(at(W.rows), 0);
  e.upper_start.assign(1, 0);
  for (const auto& mine : later) {
    for (const std::int32_t place : mine) ++before[at(place)];
    e.upper.insert(e.upper.end(), mine.begin(), mine.end());
    e.upper_start.push_back(static_cast<Index>(e.upper.size()));
    const auto count = static_cast<Index>(mine.size());
    e.products += count * (count + 1) + 1;
  }
  e.lower_start.assign(1, 0);
  for (const Index count : before) e.lower_start.push_back(e.lower_start.back() + count);
  e.lower.resize(e.upper.size());
  std::vector<Index> next(e.lower_start.begin(), e.lower_start.end() - 1);
  for (std::size_t k = 0; k < later.size(); ++k)
    for (const std::int32_t place : later[k])
      e.lower[at(next[at(place)]++)] = static_cast<std::int32_t>(k);
  e.place_of_column.resize(W.column.size());
  for (std::size_t k = 0; k < W.column.size(); ++k) e.place_of_column[k] = e.place[at(W.column[k])];
}

}  // namespace

Elimination find_elimination(const SparseView& W) {
  Elimination e;
  e.start.assign(W.start.begin(), W.start.end());
  e.column.assign(W.column.begin(), W.column.end());
  find_order(W, e);
  store_pattern(W, find_pattern(W, e), e);
  find_rounds(e);
  return e;
}

const Elimination& EliminationCache::of(const SparseView& W) {
  ++uses_;
  for (Entry& entry : entries_)
    if (std::ranges::equal(entry.elimination->start, W.start) &&
        std::ranges::equal(entry.elimination->column, W.column)) {
      entry.last_use = uses_;
      return *entry.elimination;
    }
  ++orders_found_;
  auto found = std::make_unique<Elimination>(find_elimination(W));
  forget_old_ones(found->blocks());
  entries_.push_back({std::move(found), uses_});
  return *entries_.back().elimination;
}

/// Makes room for a pattern of `blocks` blocks.
void EliminationCache::forget_old_ones(Index blocks) {
  for (const Entry& entry : entries_) blocks += entry.elimination->blocks();
  while (!entries_.empty() && (entries_.size() >= kMostPatterns || blocks > kMostBlocks)) {
    const auto oldest =
        std::min_element(entries_.begin(), entries_.end(),
                         [](const Entry& a, const Entry& b) { return a.last_use < b.last_use; });
    blocks -= oldest->elimination->blocks();
    entries_.erase(oldest);
  }
}

}  // namespace tactus
