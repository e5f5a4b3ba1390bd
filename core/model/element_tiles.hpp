/// \file element_tiles.hpp  Elements in the order and layout in which they are computed.
///
/// The elements of a body are cut into compact chunks, a chunk into tiles of kLanes elements. A chunk
/// is what one thread computes at a time: it copies the positions of its nodes together, adds up
/// nodal forces in memory of its own, and hands them out once. Nodes of one chunk alone are written
/// at once; those that several chunks share are added up in the order of the chunks. So the sums are
/// the same for any number of threads, and the inner loop stays in the first-level cache.
///
/// The lanes of a tile hold elements far apart in the chunk: neighbours one after another would each
/// wait for the sum at their common node.
#pragma once

#include <vector>

#include "core/model/model.hpp"

namespace tactus::core {

/// kLanes elements. Lanes that are left over repeat an element of the chunk with volume 0.
template <int D>
struct alignas(64) Tile {
  /// Inverse of the reference edge matrix: F = sum_k d_k (x) inverse row k, d_k the edge from node 0
  /// to node k + 1; row k is the gradient of the shape function of node k + 1. Entry (k, J) is
  /// k * D + J.
  Real inverse[D * D][kLanes];
  Real volume[kLanes];                ///< reference volume [m^3]; plane: area times thickness
  std::uint16_t node[D + 1][kLanes];  ///< position in the nodes of the chunk
};

struct Chunk {
  std::size_t body = 0;
  Index elements = 0;
  Index first_tile = 0, tiles = 0;  ///< element j of the chunk: tile j % tiles, lane j / tiles
  Index first_node = 0, nodes = 0;  ///< in ElementTiles::nodes
  Index own = 0;                    ///< the first nodes, which no other chunk has
  Index first_slot = 0;             ///< in the shared sums, of the nodes that follow
  Index history = 0;                ///< first number of its quadrature points' history
};

/// All deformable elements of a model, ready to be computed.
template <int D>
struct ElementTiles {
  explicit ElementTiles(const Model& model);

  std::vector<Tile<D>> tiles;
  std::vector<Chunk> chunks;
  std::vector<Range> tasks;           ///< of chunks: enough work to be worth a thread
  std::vector<std::int32_t> element;  ///< [tiles * kLanes] of the model
  std::vector<std::int32_t> nodes;    ///< of the model, chunk by chunk
  std::vector<std::int32_t> loose;    ///< nodes of no chunk
  std::vector<std::int32_t> shared;   ///< nodes of several chunks, ascending
  std::vector<Index> slot_start;      ///< [shared + 1]
  std::vector<std::int32_t> slot;     ///< their slots, ascending: in the order of the chunks
  Index history = 0;                  ///< numbers of history of all quadrature points
  Index most_nodes = 0;               ///< of a chunk
};

extern template struct ElementTiles<2>;
extern template struct ElementTiles<3>;

}  // namespace tactus::core
