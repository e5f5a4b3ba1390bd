// All broad phases that are built, and a search with one of them, for the tests of all of them.
#pragma once

#include <memory>
#include <string>
#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/serial_context.hpp>
#include <vector>

#include "tests/support/composed_of.hpp"

namespace tactus::testing {

inline const std::vector<std::string> kAllBroadPhases{
    "adaptive_grid", "body_cells", "brute_force", "bsp_tree",       "bvh", "grid", "heap_sort",
    "octree",        "quadtree",   "space_time",  "sweep_and_prune"};

inline std::unique_ptr<BroadPhase> made_broad_phase(const std::string& name) {
  if (name == "grid without sweep")
    return make_component<BroadPhase>("grid", {{"sweep_up_to", 0.}});
  Parts<BroadPhase> parts;
  if (name == "space_time" || name == "auto") parts.push_back(make_component<BroadPhase>("grid"));
  if (name == "auto") parts.push_back(make_component<BroadPhase>("bvh"));
  if (parts.empty()) return make_component<BroadPhase>(name);
  return composed_of(Kind::broad_phase, name.c_str(), std::move(parts));
}

/// A broad phase with the filter that all bodies move.
class Searcher {
 public:
  explicit Searcher(const std::string& name) : plugin_(made_broad_phase(name)) {}
  std::vector<Pair> pairs(const Boxes& a, const Boxes* b = nullptr, bool self = false) {
    const BoxQuery query = query_of(a, b, self);
    std::vector<Pair> pairs;
    plugin_->candidates(query, pairs, context_.context());
    return conformance::tidied(query, std::move(pairs));
  }
  BoxQuery query_of(const Boxes& a, const Boxes* b, bool self) {
    const auto bodies = static_cast<std::size_t>(std::max(a.count, b ? b->count : 0)) + 1;
    self_.assign(bodies, self), movable_.assign(bodies, 1);
    return {&a, b, self_, movable_, b ? 2u : 1u};
  }
  const BroadPhase& plugin() const { return *plugin_; }

 private:
  std::unique_ptr<BroadPhase> plugin_;
  std::vector<std::uint8_t> self_, movable_;
  conformance::SerialContext context_;
};

}  // namespace tactus::testing
