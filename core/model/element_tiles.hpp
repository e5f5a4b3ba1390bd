/// \file element_tiles.hpp  The order and memory layout in which elements are computed.
///
/// The elements of a body are divided into compact chunks, and each chunk into tiles of kLanes elements. A thread
/// computes one chunk at a time. It copies the positions of the chunk's nodes, sums nodal forces in its own memory,
/// and writes them once. Nodes that belong to a single chunk are written at once. Nodes shared by several chunks
/// are summed afterwards in the order of the chunks. Therefore the sums are the same for any number of threads, and
/// the inner loop stays within the L1 cache.
///
/// The lanes of a tile hold elements that are far apart within the chunk. Adjacent elements would
/// have to wait for each other when they add to their common nodes.
#pragma once

#include <vector>

#include "core/model/model.hpp"

namespace tactus::core {

/// kLanes elements. Unused lanes repeat an element of the chunk with volume 0.
template <int D>
struct alignas(64) Tile {
  /// Inverse of the reference edge matrix. F = sum_k d_k (x) inverse row k, where d_k is the edge from node 0 to
  /// node k + 1; row k is the gradient of the shape function of node k + 1. Entry (k, J) is at k * D + J.
  Real inverse[D * D][kLanes];
  Real volume[kLanes];                ///< reference volume [m^3]; plane: area times thickness
  std::uint16_t node[D + 1][kLanes];  ///< number within the nodes of the chunk
};

struct Chunk {
  std::size_t body = 0;
  Index elements = 0;
  Index first_tile = 0, tiles = 0;  ///< element j of the chunk is in tile j % tiles, lane j / tiles
  Index first_node = 0, nodes = 0;  ///< in ElementTiles::nodes
  Index own = 0;                    ///< number of nodes that no other chunk has; they come first
  Index first_slot = 0;             ///< first slot of the other nodes in the shared sums
  Index history = 0;                ///< first history value of its quadrature points
};

/// All deformable elements of a model, ready to be computed.
template <int D>
struct ElementTiles {
  explicit ElementTiles(const Model& model);

  std::vector<Tile<D>> tiles;
  std::vector<Chunk> chunks;
  std::vector<Range> tasks;           ///< ranges of chunks, each enough work for a thread
  std::vector<std::int32_t> element;  ///< [tiles * kLanes] number in the model
  std::vector<std::int32_t> nodes;    ///< numbers in the model, chunk by chunk
  std::vector<std::int32_t> loose;    ///< nodes that belong to no chunk
  std::vector<std::int32_t> shared;   ///< nodes of several chunks, in ascending order
  std::vector<Index> slot_start;      ///< [shared + 1]
  std::vector<std::int32_t> slot;     ///< slots of these nodes, in the order of the chunks
  Index history = 0;                  ///< history values of all quadrature points
  Index most_nodes = 0;               ///< largest number of nodes of a chunk
};

extern template struct ElementTiles<2>;
extern template struct ElementTiles<3>;

}  // namespace tactus::core
