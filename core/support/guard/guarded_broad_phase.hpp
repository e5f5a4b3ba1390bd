/// \file guarded_broad_phase.hpp  Broad phases under supervision.
#pragma once

#include "core/support/guard/guarded.hpp"
#include "tactus/broad_phase.hpp"

namespace tactus::core {

class GuardedBroadPhase final : public Guarded<BroadPhase> {
 public:
  using Guarded::Guarded;

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context& context) override {
    call(&BroadPhase::candidates, query, pairs, context);
  }
};

}  // namespace tactus::core
