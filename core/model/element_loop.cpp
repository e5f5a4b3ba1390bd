#include "core/model/element_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/model/block_scatter.hpp"
#include "core/model/element_chunks.hpp"
#include "core/scene/capabilities.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

template <int D>
class Loop final : public ElementLoop, private ElementChunks<D> {
 public:
  explicit Loop(const Model& model) : ElementChunks<D>(model) {}

  Index history_size() const override { return tiles_.history; }

  void start_history(Out<Real> history) const override {
    for (const Chunk& at : tiles_.chunks) {
      const MaterialHistory& of = history_of(at);
      of.start(history.subspan(static_cast<std::size_t>(at.history),
                               static_cast<std::size_t>(at.tiles * kLanes * of.width())));
    }
  }

  void force(const ElementQuery& query, View<Real> gravity, Out<Real> history_next, Out<Real> force,
             Out<Real> energy, Context& context) const override {
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> by_chunk = context.scratch->take<Real>(chunk_count());
    for_nodes(context, gravity, -1, force, [&](Index c, Out<Real> f, Context& local) {
      by_chunk[static_cast<std::size_t>(c)] = chunk_force(c, query, history_next, f, force, local);
    });
    add_up(by_chunk, energy);
  }

  void energy(const ElementQuery& query, Out<Real> energy, Context& context) const override {
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> by_chunk = context.scratch->take<Real>(chunk_count());
    for_chunks(context, [&](Index c, Context& local) {
      by_chunk[static_cast<std::size_t>(c)] = chunk_energy(c, query, local);
    });
    add_up(by_chunk, energy);
  }

  void dissipation(View<Real> history, Out<Real> energy, Context& context) const override {
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> by_chunk = context.scratch->take<Real>(chunk_count());
    for_chunks(context, [&](Index c, Context&) {
      by_chunk[static_cast<std::size_t>(c)] =
          history_of(chunk(c)).dissipated() == kNone ? 0 : chunk_dissipation(c, history);
    });
    add_up(by_chunk, energy);
  }

  bool dissipates() const override {
    return std::ranges::any_of(
        model_.bodies(), [](const ModelBody& body) { return body.history.dissipated() != kNone; });
  }

  void remembered(View<Real> history, std::string_view name, Out<Real> table,
                  Context& context) const override {
    for_chunks(context, [&](Index c, Context&) {
      const Chunk& at = chunk(c);
      const HistoryColumn* column = history_of(at).find(name);
      if (!column) return;
      const Index a_tile = history_of(at).width() * kLanes;
      for_lanes(at, [&](Index t, int lane, Index e) {
        for (Index k = 0; k < column->count; ++k)
          table[static_cast<std::size_t>(e * column->count + k)] = history[static_cast<std::size_t>(
              at.history + t * a_tile + (column->first + k) * kLanes + lane)];
      });
    });
  }

  void stiffness(const ElementQuery& query, Real weight, Real mass_weight, BlockMatrix& matrix,
                 Context& context) const override {
    if (!scatter_ || scatter_->pattern != matrix.pattern())
      scatter_ = std::make_unique<BlockScatter<D>>(tiles_, matrix);
    const BlockScatter<D>& to = *scatter_;
    to.clear_untouched(matrix);
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> slots = context.scratch->take<Real>(to.slots * D * D);
    for_chunks(context, [&](Index c, Context& local) {
      const auto& of = to.chunks[static_cast<std::size_t>(c)];
      const Out<Real> sums = local.scratch->take<Real>(of.blocks * D * D);
      std::fill(sums.begin(), sums.end(), 0);
      chunk_stiffness(c, query, weight, mass_weight, sums, local);
      to.write(of, sums, matrix, slots);
    });
    constexpr Index grain = 2048;
    context.executor->for_each(
        static_cast<Index>(to.shared.size()), grain,
        [&](Range blocks, Context&) { to.write_shared(blocks, slots, matrix); });
  }

  void consistent_mass(View<Real> x, Out<Real> y, Context& context) const override {
    for_nodes(context, {}, 1, y, [&](Index c, Out<Real> f, Context& local) {
      const Out<Real> at = local.scratch->take<Real>(chunk(c).nodes * kStride<D>);
      gather_positions<D>(x, {}, 0, tiles_.nodes.data() + chunk(c).first_node, chunk(c).nodes,
                          at.data());
      const Real density = model_.bodies()[chunk(c).body].density;
      for (Index t = 0; t < chunk(c).tiles; ++t)
        add_consistent_mass(tile(chunk(c), t), density, at.data(), f.data());
    });
  }

  void stress(const ElementQuery& query, Out<Real> table, Context& context) const override {
    std::fill(table.begin(), table.end(), 0);
    for_chunks(context, [&](Index c, Context& local) { chunk_stress(c, query, table, local); });
  }

  void rotation(const ElementQuery& query, View<std::uint8_t> of, Out<Real> largest,
                Context& context) const override {
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> by_chunk = context.scratch->take<Real>(chunk_count());
    for_chunks(context, [&](Index c, Context& local) {
      by_chunk[static_cast<std::size_t>(c)] =
          of[chunk(c).body] ? chunk_rotation(c, query, local) : 0;
    });
    std::fill(largest.begin(), largest.end(), 0);
    for (std::size_t c = 0; c < by_chunk.size(); ++c)
      largest[tiles_.chunks[c].body] = std::max(largest[tiles_.chunks[c].body], by_chunk[c]);
  }

 private:
  using Chunks = ElementChunks<D>;
  using Chunks::add_up, Chunks::chunk, Chunks::chunk_count, Chunks::element, Chunks::for_chunks,
      Chunks::for_lanes, Chunks::for_nodes, Chunks::model_, Chunks::prefetch,
      Chunks::prefetch_nodes, Chunks::tile, Chunks::tiles_;

  /// Calls `use(tile, position in the batch)` for the tiles of a chunk, after the material (or
  /// another rule) has filled the outputs of `batch` for them.
  template <class Use>
  void for_tiles(Workspace<D>& work, const ElementQuery& query, MaterialBatch batch,
                 Out<Real> history_next, const Use& use) const {
    const Chunk& at = work.chunk;
    const Material& material = *model_.bodies()[at.body].material;
    batch.columns = history_of(at).width();
    const auto h = static_cast<std::size_t>(batch.columns * kLanes);
    batch.dt = query.dt;
    batch.time = query.time;
    const MaterialBatch all = batch;
    const Index most = all.A.empty() ? kBatch : static_cast<Index>(all.A.size());
    for (Index first = 0; first < at.tiles; first += most) {
      const Index count = std::min(most, at.tiles - first);
      const auto n = static_cast<std::size_t>(count);
      for (Index k = 0; k < count; ++k) {
        deformation(tile(at, first + k), work.x.data(), work.F[static_cast<std::size_t>(k)]);
        if (query.rule)
          deformation(tile(at, first + k), work.x_old.data(),
                      work.F_old[static_cast<std::size_t>(k)]);
      }
      // One call of the material serves several tiles of elements. At a call per element, the
      // virtual call and the loss of vector instructions would dominate the cost of the stress.
      batch.F = work.F.first(n);
      if (!all.W.empty()) batch.W = all.W.first(n);
      if (!all.P.empty()) batch.P = all.P.first(n);
      if (!all.A.empty()) batch.A = all.A.first(n);
      if (h > 0) {
        const std::size_t from =
            static_cast<std::size_t>(at.history) + static_cast<std::size_t>(first) * h;
        batch.history = query.history.subspan(from, n * h);
        if (!history_next.empty()) batch.history_next = history_next.subspan(from, n * h);
      }
      call_material(work, query, material, batch, first);
      for (Index k = 0; k < count; ++k) {
        prefetch(&tile(at, first + most + k));
        use(first + k, static_cast<std::size_t>(k));
      }
    }
  }

  void call_material(Workspace<D>& work, const ElementQuery& query, const Material& material,
                     const MaterialBatch& batch, Index first_tile) const {
    const Chunk& at = work.chunk;
    const ModelBody& body = model_.bodies()[at.body];
    try {
      if (query.rule)
        query.rule->evaluate(material, batch, work.F_old.first(batch.F.size()), work.context);
      else
        material.evaluate(batch, work.context);
    } catch (const EvaluationError& error) {
      const Index lane = std::clamp<Index>(error.where.index, 0, kBatch * kLanes - 1);
      const Index e = element(at, first_tile + lane / kLanes, lane % kLanes);
      throw ElementError(Cause::inverted_element,
                         fmt::format("material \"{}\" has no stress in {}: {}", body.plugin,
                                     model_.element_name(e), error.what()),
                         e);
    } catch (const PluginFault& fault) {
      const Index e = element(at, first_tile, 0);
      throw PluginFault(
          fault.kind,
          fmt::format("{} (in {} or one of the {} computed with it)", fault.what(),
                      model_.element_name(e), static_cast<Index>(batch.F.size()) * kLanes - 1),
          fault.type);
    }
  }

  Real chunk_force(Index c, const ElementQuery& query, Out<Real> history_next, Out<Real> f,
                   View<Real> out, Context& local) const {
    Workspace<D> work(tiles_, chunk(c), query, local);
    MaterialBatch batch{.F = {},
                        .W = local.scratch->take<Lanes>(kBatch),
                        .P = local.scratch->take<Tensor>(kBatch),
                        .plane = D == 2};
    for (Lanes& w : batch.W) w.setZero();  // a material without an energy leaves these zeros
    Lanes energy = Lanes::Zero();
    for_tiles(work, query, batch, history_next, [&](Index t, std::size_t k) {
      const Tile<D>& elements = tile(chunk(c), t);
      prefetch_nodes(c, t, query.q, out);
      add_forces(elements, batch.P[k], f.data());
      add_energy(elements, batch.W[k], energy);
    });
    const Real total = sum_of(energy);
    if (!all_finite(f) || !std::isfinite(total)) name_not_finite(c, query, local);
    return total;
  }

  Real chunk_energy(Index c, const ElementQuery& query, Context& local) const {
    Workspace<D> work(tiles_, chunk(c), query, local);
    MaterialBatch batch{.F = {}, .W = local.scratch->take<Lanes>(kBatch), .plane = D == 2};
    for (Lanes& w : batch.W) w.setZero();
    Lanes energy = Lanes::Zero();
    for_tiles(work, query, batch, {},
              [&](Index t, std::size_t k) { add_energy(tile(chunk(c), t), batch.W[k], energy); });
    const Real total = sum_of(energy);
    if (!std::isfinite(total)) name_not_finite(c, query, local);
    return total;
  }

  /// What each point has dissipated, over the volume.
  Real chunk_dissipation(Index c, View<Real> history) const {
    const Chunk& at = chunk(c);
    const MaterialHistory& of = history_of(at);
    const Index a_tile = of.width() * kLanes;
    const Real* first = history.data() + at.history + of.dissipated() * kLanes;
    Lanes sum = Lanes::Zero();
    for (Index t = 0; t < at.tiles; ++t)
      sum +=
          Eigen::Map<const Lanes>(tile(at, t).volume) * Eigen::Map<const Lanes>(first + t * a_tile);
    const Real total = sum_of(sum);
    if (std::isfinite(total)) return total;
    throw ElementError(Cause::not_finite,
                       fmt::format("material \"{}\" dissipates an energy that is not finite in {} "
                                   "or one of the {} computed with it",
                                   model_.bodies()[at.body].plugin,
                                   model_.element_name(element(at, 0, 0)), at.elements - 1),
                       element(at, 0, 0));
  }

  const MaterialHistory& history_of(const Chunk& of) const {
    return model_.bodies()[of.body].history;
  }

  /// @param sums  [blocks of the chunk][D * D] to add to
  void chunk_stiffness(Index c, const ElementQuery& query, Real weight, Real mass_weight,
                       Out<Real> sums, Context& local) const {
    const Chunk& at = chunk(c);
    const Scratch::Frame frame(*local.scratch);
    Workspace<D> work(tiles_, at, query, local);
    // In space tangents of more tiles would not stay in the first-level cache.
    constexpr Index tiles = D == 2 ? kBatch : 2;
    MaterialBatch batch{.F = {}, .A = local.scratch->take<Tangent>(tiles), .plane = D == 2};
    const Real mass = mass_weight * model_.bodies()[at.body].density;
    constexpr Index size = ElementMatrix<D>::kSize;
    const Out<Lanes> value = local.scratch->take<Lanes>(size);
    constexpr Index blocks = (D + 1) * (D + 1);
    for_tiles(work, query, batch, {}, [&](Index t, std::size_t k) {
      element_matrices(tile(at, t), batch.A[k], weight, mass, value.data());
      const Real* const of_lanes = value.data()->data();
      for (int first = 0; first < kLanes; first += 4) {  // lanes without an element add zeros
        const std::int32_t* const block = scatter_->blocks_of(at.first_tile + t, first);
        for (Index b = 0; b < blocks; ++b)
          scatter_blocks<D * D>(of_lanes + b * D * D * kLanes + first, block + b, blocks,
                                sums.data());
      }
    });
    if (!all_finite(sums)) name_not_finite(c, query, local);
  }

  void chunk_stress(Index c, const ElementQuery& query, Out<Real> table, Context& local) const {
    const Chunk& at = chunk(c);
    Workspace<D> work(tiles_, at, query, local);
    MaterialBatch batch{.F = {}, .P = local.scratch->take<Tensor>(kBatch)};
    for_tiles(work, query, batch, {}, [&](Index t, std::size_t k) {
      for_lanes(at, t, [&](Index, int l, Index e) {
        cauchy_stress<D>(work.F[k], batch.P[k], l, table.data() + e * kStressColumns<D>);
      });
    });
  }

  Real chunk_rotation(Index c, const ElementQuery& query, Context& local) const {
    Workspace<D> work(tiles_, chunk(c), query, local);
    Real largest = 0;
    for (Index t = 0; t < chunk(c).tiles; ++t) {
      deformation(tile(chunk(c), t), work.x.data(), work.F[0]);
      largest = std::max(largest, rotation_angle(work.F[0]).maxCoeff());
    }
    return largest;
  }

  /// Finds the element that is responsible for a sum that is not finite.
  [[noreturn]] void name_not_finite(Index c, const ElementQuery& query, Context& local) const {
    const Chunk& at = chunk(c);
    const ModelBody& body = model_.bodies()[at.body];
    Workspace<D> work(tiles_, at, query, local);
    MaterialBatch batch{.F = {},
                        .W = local.scratch->take<Lanes>(kBatch),
                        .P = local.scratch->take<Tensor>(kBatch),
                        .plane = D == 2};
    const auto fail = [&](Index e, const char* what) {
      throw ElementError(Cause::not_finite,
                         fmt::format("material \"{}\" gives {} that is not finite in {}",
                                     body.plugin, what, model_.element_name(e)),
                         e);
    };
    for_tiles(work, query, batch, {}, [&](Index t, std::size_t k) {
      for_lanes(at, t, [&](Index, int l, Index e) {
        if (!std::isfinite(batch.W[k][l])) fail(e, "an energy");
        for (int a = 0; a < 9; ++a)
          if ((a % 3 < D && a / 3 < D) && !std::isfinite(batch.P[k](l, a))) fail(e, "a stress");
      });
    });
    fail(element(at, 0, 0), "a tangent, or a sum over its neighbours,");
    throw;  // never reached
  }

  mutable std::unique_ptr<BlockScatter<D>> scatter_;  ///< made by the first stiffness()
};

}  // namespace

std::unique_ptr<ElementLoop> make_element_loop(const Model& model) {
  if (model.dim() == 2) return std::make_unique<Loop<2>>(model);
  return std::make_unique<Loop<3>>(model);
}

}  // namespace tactus::core
