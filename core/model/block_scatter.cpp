#include "core/model/block_scatter.hpp"

#include <algorithm>
#include <numeric>

namespace tactus::core {

template <int D>
BlockScatter<D>::BlockScatter(const ElementTiles<D>& tiles, const BlockMatrix& matrix)
    : pattern(matrix.pattern()) {
  // A block of a chunk: numbers of its nodes within the chunk. Rows of own nodes have the smaller numbers.
  struct Pair {
    std::int32_t row = 0, column = 0;
    auto operator<=>(const Pair&) const = default;
  };
  constexpr Index N = D + 1;
  block.assign(tiles.tiles.size() * kLanes * N * N, 0);
  std::vector<Pair> pairs;
  std::vector<Index> of_slot;  // the place of each slot
  for (const Chunk& chunk : tiles.chunks) {
    const auto each = [&](auto&& use) {
      for (Index t = chunk.first_tile; t < chunk.first_tile + chunk.tiles; ++t)
        for (int l = 0; l < kLanes; ++l)
          for (Index a = 0; a < N; ++a)
            for (Index b = 0; b < N; ++b)
              use((t * kLanes + l) * N * N + a * N + b,
                  Pair{tiles.tiles[t].node[a][l], tiles.tiles[t].node[b][l]});
    };
    pairs.clear();
    each([&](Index, const Pair& pair) { pairs.push_back(pair); });
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    each([&](Index at, const Pair& pair) {
      block[at] = static_cast<std::int32_t>(std::ranges::lower_bound(pairs, pair) - pairs.begin());
    });
    OfChunk& of = chunks.emplace_back();
    of.first_block = static_cast<Index>(place.size());
    of.blocks = static_cast<Index>(pairs.size());
    of.first_slot = static_cast<Index>(of_slot.size());
    for (const Pair& pair : pairs) {
      const std::int32_t* const node = tiles.nodes.data() + chunk.first_node;
      place.push_back(matrix.place(node[pair.row], node[pair.column]));
      if (pair.row < chunk.own)
        ++of.own;
      else
        of_slot.push_back(place.back());
    }
  }
  slots = static_cast<Index>(of_slot.size());
  slot.resize(of_slot.size());
  std::iota(slot.begin(), slot.end(), Index{0});
  std::ranges::stable_sort(slot, [&](Index s, Index t) { return of_slot[s] < of_slot[t]; });
  for (Index s = 0; s < slots; ++s)
    if (s == 0 || of_slot[slot[s]] != shared.back()) {
      shared.push_back(of_slot[slot[s]]);
      slot_start.push_back(s);
    }
  slot_start.push_back(slots);
  std::vector<std::uint8_t> is_touched(matrix.sparse()->value.size() / (D * D), 0);
  for (const Index at : place) is_touched[static_cast<std::size_t>(at / (D * D))] = 1;
  for (std::size_t k = 0; k < is_touched.size(); ++k)
    if (!is_touched[k]) untouched.push_back(static_cast<Index>(k) * D * D);
}

template <int D>
void BlockScatter<D>::write(const OfChunk& of, View<Real> sums, BlockMatrix& matrix,
                            Out<Real> to_slots) const {
  Real* const value = matrix.values().data();
  for (Index k = 0; k < of.own; ++k) {
    Real* const to = value + place[of.first_block + k];
    for (Index i = 0; i < D * D; ++i) to[i] = sums[k * D * D + i];
  }
  std::copy(sums.begin() + of.own * D * D, sums.end(), to_slots.begin() + of.first_slot * D * D);
}

template <int D>
void BlockScatter<D>::write_shared(Range blocks, View<Real> from, BlockMatrix& matrix) const {
  for (Index k = blocks.begin; k < blocks.end; ++k) {
    Real* const to = matrix.values().data() + shared[k];
    std::fill_n(to, D * D, Real{0});
    for (Index s = slot_start[k]; s < slot_start[k + 1]; ++s)
      for (Index i = 0; i < D * D; ++i) to[i] += from[slot[s] * D * D + i];
  }
}

template <int D>
void BlockScatter<D>::clear_untouched(BlockMatrix& matrix) const {
  for (const Index at : untouched) std::fill_n(matrix.values().data() + at, D * D, Real{0});
}

template struct BlockScatter<2>;
template struct BlockScatter<3>;

}  // namespace tactus::core
