#include "core/model/element_tiles.hpp"

#include <algorithm>
#include <numeric>

#include "core/model/element_geometry.hpp"

namespace tactus::core {
namespace {

/// positions, forces and stresses of a chunk fit into the L1 cache
constexpr Index kChunkElements = 2048;
/// About 10 microseconds of work; less is not worth a thread
constexpr Index kTaskElements = 1024;

template <int D>
class Builder {
 public:
  Builder(const Model& model, ElementTiles<D>& out)
      : model_(model), out_(out), chunks_of_node_(static_cast<std::size_t>(model.nodes()), 0) {}

  void build() {
    std::size_t tiles = 0;
    for (const ModelBody& body : model_.bodies())
      if (body.material) tiles += tiles_of(body.elements.size());
    out_.tiles.reserve(tiles);
    out_.element.reserve(tiles * kLanes);
    for (std::size_t b = 0; b < model_.bodies().size(); ++b) {
      const ModelBody& body = model_.bodies()[b];
      if (!body.material) continue;
      std::vector<std::int32_t> all(static_cast<std::size_t>(body.elements.size()));
      std::iota(all.begin(), all.end(), static_cast<std::int32_t>(body.elements.begin));
      cut(b, all);
    }
    number_shared();
    for (Chunk& chunk : out_.chunks) sort_nodes(chunk);
    make_slots();
    make_tasks();
  }

 private:
  Index node_of(Index element, int k) const {
    return model_.elements()[static_cast<std::size_t>(element * (D + 1) + k)];
  }
  std::int32_t* nodes_of(const Chunk& chunk) { return out_.nodes.data() + chunk.first_node; }

  /// Sum of the positions of an element's nodes relative to a node of the body. It orders elements
  /// just as their centres would.
  Real centre(std::int32_t element, int axis) const {
    Real sum = 0;
    for (int k = 0; k <= D; ++k)
      sum += model_.reference()[static_cast<std::size_t>(node_of(element, k) * D + axis)];
    return sum;
  }

  /// Tiles of this many elements as cut() divides them: most of a run's memory, taken once.
  static std::size_t tiles_of(Index elements) {
    if (elements <= kChunkElements)
      return static_cast<std::size_t>((elements + kLanes - 1) / kLanes);
    return tiles_of(elements / 2) + tiles_of(elements - elements / 2);
  }

  /// Bisects the elements across their longest extent until the parts are small enough to be
  /// chunks.
  void cut(std::size_t b, Out<std::int32_t> elements) {
    if (static_cast<Index>(elements.size()) <= kChunkElements) return add_chunk(b, elements);
    int axis = 0;
    Real longest = -1;
    for (int d = 0; d < D; ++d) {
      Real low = kUnlimited, high = -kUnlimited;
      for (const std::int32_t e : elements) {
        low = std::min(low, centre(e, d));
        high = std::max(high, centre(e, d));
      }
      if (high - low > longest) longest = high - low, axis = d;
    }
    const std::size_t half = elements.size() / 2;
    const auto order = [&](std::int32_t e, std::int32_t f) {
      const Real x = centre(e, axis), y = centre(f, axis);
      return x != y ? x < y : e < f;
    };
    std::nth_element(elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(half),
                     elements.end(), order);
    cut(b, elements.first(half));
    cut(b, elements.subspan(half));
  }

  void add_chunk(std::size_t b, Out<std::int32_t> elements) {
    const auto count = static_cast<Index>(elements.size());
    Chunk chunk{.body = b,
                .elements = count,
                .first_tile = static_cast<Index>(out_.tiles.size()),
                .tiles = (count + kLanes - 1) / kLanes,
                .first_node = static_cast<Index>(out_.nodes.size()),
                .history = out_.history};
    std::sort(elements.begin(), elements.end());
    for (Index t = 0; t < chunk.tiles; ++t)
      for (Index l = 0; l < kLanes; ++l)
        out_.element.push_back(
            elements[static_cast<std::size_t>(std::min(l * chunk.tiles + t, count - 1))]);
    std::vector<Index> all;
    for (const std::int32_t e : elements)
      for (int k = 0; k <= D; ++k) all.push_back(node_of(e, k));
    for (const Index n : unique_nodes(std::move(all))) {
      out_.nodes.push_back(static_cast<std::int32_t>(n));
      ++chunks_of_node_[static_cast<std::size_t>(n)];
    }
    chunk.nodes = static_cast<Index>(out_.nodes.size()) - chunk.first_node;
    out_.most_nodes = std::max(out_.most_nodes, chunk.nodes);
    out_.history += chunk.tiles * kLanes * model_.bodies()[b].history.width();
    out_.tiles.resize(out_.tiles.size() + static_cast<std::size_t>(chunk.tiles));
    out_.chunks.push_back(chunk);
  }

  void number_shared() {
    for (std::size_t n = 0; n < chunks_of_node_.size(); ++n) {
      if (chunks_of_node_[n] == 0) out_.loose.push_back(static_cast<std::int32_t>(n));
      if (chunks_of_node_[n] > 1) out_.shared.push_back(static_cast<std::int32_t>(n));
    }
  }

  /// Sorts own nodes before shared ones, both in ascending order, then makes the tiles, which use
  /// these positions.
  void sort_nodes(Chunk& chunk) {
    std::int32_t* first = nodes_of(chunk);
    const auto own = std::stable_partition(first, first + chunk.nodes, [&](std::int32_t n) {
      return chunks_of_node_[static_cast<std::size_t>(n)] == 1;
    });
    chunk.own = own - first;
    chunk.first_slot = slots_;
    slots_ += chunk.nodes - chunk.own;
    const auto position = [&](Index node) {
      const auto n = static_cast<std::int32_t>(node);
      const bool is_own = chunks_of_node_[static_cast<std::size_t>(n)] == 1;
      const auto at =
          is_own ? std::lower_bound(first, own, n) : std::lower_bound(own, first + chunk.nodes, n);
      return static_cast<std::uint16_t>(at - first);
    };
    for (Index t = chunk.first_tile; t < chunk.first_tile + chunk.tiles; ++t)
      for (int l = 0; l < kLanes; ++l) {
        Tile<D>& tile = out_.tiles[static_cast<std::size_t>(t)];
        fill_lane(tile, l, out_.element[static_cast<std::size_t>(t * kLanes + l)], chunk.body,
                  position);
        if (l * chunk.tiles + t - chunk.first_tile >= chunk.elements) tile.volume[l] = 0;
      }
  }

  template <class Position>
  void fill_lane(Tile<D>& tile, int lane, Index element, std::size_t body,
                 const Position& position) {
    const Index* node = model_.elements().data() + element * (D + 1);
    const Mat<D> inverse = edge_matrix<D>(model_.reference(), node).inverse();
    for (int k = 0; k < D; ++k)
      for (int J = 0; J < D; ++J) tile.inverse[k * D + J][lane] = inverse(k, J);
    tile.volume[lane] =
        simplex_volume<D>(model_.reference(), node) * model_.bodies()[body].thickness;
    for (int k = 0; k <= D; ++k) tile.node[k][lane] = position(node[k]);
  }

  void make_slots() {
    std::vector<std::vector<std::int32_t>> of(out_.shared.size());
    for (const Chunk& chunk : out_.chunks)
      for (Index i = chunk.own; i < chunk.nodes; ++i) {
        const auto at =
            std::lower_bound(out_.shared.begin(), out_.shared.end(), nodes_of(chunk)[i]);
        of[static_cast<std::size_t>(at - out_.shared.begin())].push_back(
            static_cast<std::int32_t>(chunk.first_slot + i - chunk.own));
      }
    out_.slot_start.push_back(0);
    for (const auto& slots : of) {
      out_.slot.insert(out_.slot.end(), slots.begin(), slots.end());
      out_.slot_start.push_back(static_cast<Index>(out_.slot.size()));
    }
  }

  void make_tasks() {
    Index work = kTaskElements;
    for (std::size_t c = 0; c < out_.chunks.size(); ++c) {
      const auto at = static_cast<Index>(c);
      if (work >= kTaskElements) out_.tasks.push_back({at, at}), work = 0;
      out_.tasks.back().end = at + 1;
      work += out_.chunks[c].elements;
    }
  }

  const Model& model_;
  ElementTiles<D>& out_;
  std::vector<std::int32_t> chunks_of_node_;
  Index slots_ = 0;
};

}  // namespace

template <int D>
ElementTiles<D>::ElementTiles(const Model& model) {
  Builder<D>(model, *this).build();
}

template struct ElementTiles<2>;
template struct ElementTiles<3>;

}  // namespace tactus::core
