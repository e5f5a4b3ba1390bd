/// \file block_scatter.hpp  Where the blocks of element matrices go: found once for the pattern of a
/// matrix, so that assembly searches for nothing.
///
/// A chunk of elements sums the blocks of its nodes in memory of its own. A row that no other chunk has is
/// written to the matrix at once, by any thread. Blocks in rows of shared nodes go to slots and are summed
/// afterwards in the order of the chunks. As with forces, sums are the same for any number of threads.
#pragma once

#include <memory>
#include <vector>

#include "core/model/block_matrix.hpp"
#include "core/model/element_tiles.hpp"

namespace tactus::core {

template <int D>
struct BlockScatter {
  /// A chunk's blocks, rows of its own nodes first.
  struct OfChunk {
    Index first_block = 0, blocks = 0;
    Index own = 0;         ///< blocks in rows of nodes that no other chunk has
    Index first_slot = 0;  ///< of the other blocks
  };

  BlockScatter(const ElementTiles<D>& tiles, const BlockMatrix& matrix);

  /// Numbers within the chunk of the (D + 1)^2 blocks of an element.
  const std::int32_t* blocks_of(Index tile, int lane) const {
    return block.data() + (tile * kLanes + lane) * (D + 1) * (D + 1);
  }
  // Together these three write every block of the matrix once, so that it need not be cleared before.
  /// Writes sums of a chunk to the rows that it alone has, and copies the others to slots.
  void write(const OfChunk& of, View<Real> sums, BlockMatrix& matrix, Out<Real> slots) const;
  /// Writes the sums of the slots of some shared blocks.
  void write_shared(Range blocks, View<Real> slots, BlockMatrix& matrix) const;
  /// Clears the blocks that no element has.
  void clear_untouched(BlockMatrix& matrix) const;

  std::uint64_t pattern = 0;  ///< of the matrix
  std::vector<OfChunk> chunks;
  std::vector<std::int32_t> block;  ///< [tiles][kLanes][(D + 1)^2]
  std::vector<Index> place;         ///< of each chunk's blocks, in BlockMatrix::values()
  std::vector<Index> shared;        ///< places of blocks in rows of several chunks, ascending
  std::vector<Index> slot_start;    ///< [shared + 1]
  std::vector<Index> slot;          ///< slots of these blocks, in the order of the chunks
  std::vector<Index> untouched;     ///< places of blocks that no element has
  Index slots = 0;
};

extern template struct BlockScatter<2>;
extern template struct BlockScatter<3>;

}  // namespace tactus::core
