// The broad phase grid. search.hpp has what it does, and README.md in this folder its steps and limits.
#include <tactus/broad_phase.hpp>
#include <tactus/plugin.hpp>

#include "search.hpp"

namespace {
using namespace tactus;

class Grid final : public BroadPhase {
 public:
  using Options = grid::Options;
  explicit Grid(const Options& o) : options_(o) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::sorted); }
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
  }

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context& context) override {
    if (query.first->dim == 2)
      tests_ += plane_.run(query, options_, pairs, *context.executor);
    else
      tests_ += space_.run(query, options_, pairs, *context.executor);
  }

  Options options_;
  grid::Search<2> plane_;
  grid::Search<3> space_;
  Index tests_ = 0;
};

}  // namespace

TACTUS_PLUGIN(Grid, "grid", "Sparse grids of sorted cells, one for each class of box sizes")
