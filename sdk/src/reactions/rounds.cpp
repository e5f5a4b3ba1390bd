// Implements rounds.hpp. The work of a subtree is the number of products of two blocks in its rows.
// The first round takes all subtrees with at most an eighth of the work, the next ones what is left
// of those with a quarter and with half of it, and the last one the rest.
#include "rounds.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace tactus {
namespace {

constexpr Index kSmall = 20000;  ///< products that are not worth a second thread
constexpr std::array<Index, 4> kParts{8, 4, 2, 1};

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

struct Tree {
  std::vector<std::int32_t> parent;      ///< of a place, or -1
  std::vector<Index> products, subtree;  ///< of the row of a place; of the rows of its subtree
};

Tree tree_of(const Elimination& e) {
  Tree t;
  t.subtree.assign(e.contact.size(), 0);
  for (std::size_t k = 0; k < e.contact.size(); ++k) {
    Index products = 1;
    for (Index n = e.lower_start[k]; n < e.lower_start[k + 1]; ++n) {
      const auto earlier = at(e.lower[at(n)]);
      products += 1 + e.upper_start[earlier + 1] - e.upper_start[earlier];
    }
    const bool root = e.upper_start[k] == e.upper_start[k + 1];
    t.parent.push_back(root ? -1 : e.upper[at(e.upper_start[k])]);
    t.products.push_back(products);
    t.subtree[k] += products;
    if (!root) t.subtree[at(t.parent[k])] += t.subtree[k];
  }
  return t;
}

/// The last place of the part of a subtree that is eliminated in the same round as each place.
std::vector<std::int32_t> find_heads(const Tree& t, const std::vector<std::size_t>& round) {
  std::vector<std::int32_t> head(round.size());
  for (std::size_t k = round.size(); k-- > 0;) {
    const std::int32_t p = t.parent[k];
    head[k] = p >= 0 && round[at(p)] == round[k] ? head[at(p)] : static_cast<std::int32_t>(k);
  }
  return head;
}

/// Puts the earlier places in each row of L that belong to earlier rounds before the others.
void sort_by_round(const std::vector<std::size_t>& round, Elimination& e) {
  const auto before = [&](std::int32_t a, std::int32_t b) {
    return std::pair(round[at(a)], a) < std::pair(round[at(b)], b);
  };
  e.lower_here.resize(round.size());
  for (std::size_t k = 0; k < round.size(); ++k) {
    const auto first = e.lower.begin() + e.lower_start[k],
               last = e.lower.begin() + e.lower_start[k + 1];
    std::sort(first, last, before);
    const auto here = std::partition_point(
        first, last, [&](std::int32_t place) { return round[at(place)] < round[k]; });
    e.lower_here[k] = here - e.lower.begin();
  }
}

}  // namespace

void find_rounds(Elimination& e) {
  const Tree t = tree_of(e);
  const auto share = [&](std::size_t r) { return e.products / kParts[r]; };
  std::vector<std::size_t> round(t.parent.size(), kParts.size() - 1);
  for (std::size_t k = 0; k < round.size() && e.products > kSmall; ++k)
    for (round[k] = 0; t.subtree[k] > share(round[k]);) ++round[k];
  sort_by_round(round, e);
  const std::vector<std::int32_t> head = find_heads(t, round);
  e.turn.resize(round.size());
  for (std::size_t k = 0; k < round.size(); ++k) e.turn[k] = static_cast<std::int32_t>(k);
  const auto before = [&](std::int32_t a, std::int32_t b) {
    return std::tuple(round[at(a)], head[at(a)], a) < std::tuple(round[at(b)], head[at(b)], b);
  };
  std::sort(e.turn.begin(), e.turn.end(), before);
  Index work = 0;  // of the last task
  for (Index n = 0; n < static_cast<Index>(e.turn.size()); ++n) {
    const auto k = at(e.turn[at(n)]), last = n == 0 ? k : at(e.turn[at(n - 1)]);
    const bool new_round = n == 0 || round[k] != round[last];
    // Parts of subtrees go to one thread together while that leaves enough for the others.
    if (new_round || (head[k] != head[last] && work > share(round[k]) / 2)) {
      if (new_round) e.round.push_back({static_cast<Index>(e.task.size()), 0});
      e.task.push_back({n, n}), work = 0;
    }
    e.task.back().end = n + 1, e.round.back().end = static_cast<Index>(e.task.size());
    work += t.products[k];
  }
}

}  // namespace tactus
