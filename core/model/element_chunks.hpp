/// \file element_chunks.hpp  How the element loop processes its tiles chunk by chunk on all
/// threads, and how sums at nodes shared by several chunks are formed in a fixed order.
#pragma once

#include <algorithm>

#include "core/model/element_kernels.hpp"

namespace tactus::core {

constexpr Index kBatch = 8;  ///< tiles per call of a material

/// Memory in which one thread computes a chunk, taken from its scratch.
template <int D>
struct Workspace {
  Workspace(const ElementTiles<D>& tiles, const Chunk& c, const ElementQuery& query, Context& local)
      : chunk(c), context(local), scratch(*local.scratch) {
    const std::int32_t* node = tiles.nodes.data() + chunk.first_node;
    x = scratch.take<Real>(chunk.nodes * kStride<D>);
    gather_positions<D>(query.q, query.u, query.fraction, node, chunk.nodes, x.data());
    F = identity_tiles();
    if (!query.rule) return;
    x_old = scratch.take<Real>(chunk.nodes * kStride<D>);
    gather_positions<D>(query.q, {}, 0, node, chunk.nodes, x_old.data());
    F_old = identity_tiles();
  }

  Out<Tensor> identity_tiles() {
    const Out<Tensor> tensors = scratch.take<Tensor>(kBatch);
    for (Tensor& t : tensors) {
      t.setZero();
      for (const int i : {0, 4, 8}) t.col(i) = 1;
    }
    return tensors;
  }

  const Chunk& chunk;
  Context& context;
  Scratch& scratch;
  Out<Real> x, x_old;
  Out<Tensor> F, F_old;
};

/// The tiles of a model. The caller decides what is computed for a chunk.
template <int D>
class ElementChunks {
 public:
  explicit ElementChunks(const Model& model) : model_(model), tiles_(model) {}

 protected:
  Index chunk_count() const { return static_cast<Index>(tiles_.chunks.size()); }
  const Chunk& chunk(Index c) const { return tiles_.chunks[static_cast<std::size_t>(c)]; }
  const Tile<D>& tile(const Chunk& chunk, Index t) const {
    return tiles_.tiles.data()[chunk.first_tile + t];
  }

  /// Prefetches the next batch while this one is computed.
  static void prefetch(const Tile<D>* tile) {
    const char* at = reinterpret_cast<const char*>(tile);
    for (std::size_t line = 0; line < sizeof(Tile<D>); line += 64) __builtin_prefetch(at + line);
  }

  /// While tile t of a chunk is computed, prefetches a share of the nodes of the next chunk.
  void prefetch_nodes(Index c, Index t, View<Real> q, View<Real> out) const {
    if (c + 1 >= chunk_count()) return;
    const Chunk& next = chunk(c + 1);
    const Index tiles = chunk(c).tiles, last = next.nodes * (t + 1) / tiles;
    for (Index i = next.nodes * t / tiles; i < last; ++i) {
      const Index at = Index{tiles_.nodes.data()[next.first_node + i]} * D;
      __builtin_prefetch(q.data() + at);
      __builtin_prefetch(out.data() + at, 1);
    }
  }

  Index element(const Chunk& chunk, Index t, Index lane) const {
    return tiles_.element[static_cast<std::size_t>((chunk.first_tile + t) * kLanes + lane)];
  }

  /// Calls `use(tile of the chunk, lane, element of the model)` for each element of tile t.
  template <class Use>
  void for_lanes(const Chunk& chunk, Index t, const Use& use) const {
    for (int l = 0; l < kLanes && l * chunk.tiles + t < chunk.elements; ++l)
      use(t, l, element(chunk, t, l));
  }
  template <class Use>
  void for_lanes(const Chunk& chunk, const Use& use) const {
    for (Index t = 0; t < chunk.tiles; ++t) for_lanes(chunk, t, use);
  }

  template <class Body>
  void for_chunks(Context& context, const Body& body) const {
    context.executor->for_each(static_cast<Index>(tiles_.tasks.size()), 1,
                               [&](Range tasks, Context& local) {
                                 for (Index k = tasks.begin; k < tasks.end; ++k)
                                   for (Index c = tiles_.tasks[static_cast<std::size_t>(k)].begin;
                                        c < tiles_.tasks[static_cast<std::size_t>(k)].end; ++c) {
                                     const Scratch::Frame frame(*local.scratch);
                                     body(c, local);
                                   }
                               });
  }

  /// out = mass * gravity + sign * (sums that `body` forms at the nodes of each chunk).
  template <class Body>
  void for_nodes(Context& context, View<Real> gravity, Real sign, Out<Real> out,
                 const Body& body) const {
    const Scratch::Frame frame(*context.scratch);
    constexpr Index S = kStride<D>;
    const NodeSums<D> sums{sign, gravity, model_.mass(), out};
    const Out<Real> slots = context.scratch->take<Real>(static_cast<Index>(tiles_.slot.size()) * S);
    for_chunks(context, [&](Index c, Context& local) {
      const Chunk& at = chunk(c);
      const Out<Real> f = local.scratch->take<Real>(at.nodes * S);
      std::fill(f.begin(), f.end(), 0);
      body(c, f, local);
      sums.write(tiles_.nodes.data() + at.first_node, at.own, f.data());
      std::copy(f.begin() + at.own * S, f.end(), slots.begin() + at.first_slot * S);
    });
    constexpr Index grain = 4096;
    context.executor->for_each(static_cast<Index>(tiles_.shared.size()), grain,
                               [&](Range nodes, Context&) {
                                 for (Index k = nodes.begin; k < nodes.end; ++k)
                                   write_shared(k, slots, sums);
                               });
    constexpr Real nothing[S] = {};
    for (const std::int32_t& node : tiles_.loose) sums.write(&node, 1, nothing);
  }

  void write_shared(Index k, View<Real> slots, const NodeSums<D>& sums) const {
    const auto at = static_cast<std::size_t>(k);
    constexpr std::size_t S = kStride<D>;
    Real sum[S] = {};
    for (auto s = static_cast<std::size_t>(tiles_.slot_start[at]);
         s < static_cast<std::size_t>(tiles_.slot_start[at + 1]); ++s)
      for (std::size_t i = 0; i < S; ++i)
        sum[i] += slots[static_cast<std::size_t>(tiles_.slot[s]) * S + i];
    sums.write(&tiles_.shared[at], 1, sum);
  }

  void add_up(View<Real> by_chunk, Out<Real> by_body) const {
    std::fill(by_body.begin(), by_body.end(), 0);
    for (std::size_t c = 0; c < by_chunk.size(); ++c) by_body[tiles_.chunks[c].body] += by_chunk[c];
  }

  const Model& model_;
  ElementTiles<D> tiles_;
};

}  // namespace tactus::core
