/// \file probes/mean_motion.hpp  A probe that tells where points are on the average, how far they have
/// moved and how fast they are. For a single point the values equal those in frames to the bit. Which
/// points these are is said by the class that derives from it.
#pragma once

#include <string>

#include "../probe.hpp"

namespace tactus {

class MeanMotion : public Probe {
 private:
  struct Part {
    std::string_view before, unit, help;
  };

  void do_columns(int dim, ProbeVisitor& visitor) const override {
    for (const auto& [before, unit, help] :
         {Part{"", "m", "position"}, Part{"u_", "m", "displacement since the start"},
          Part{"v_", "m/s", "velocity"}})
      for (int d = 0; d < dim; ++d) visitor.column(std::string(before) + "xyz"[d], unit, help);
  }
  void do_setup(const ProbeTarget& target) override { target_ = target; }
  void do_sample(const ProbeState& at, Out<Real> row, Context&) const override {
    const auto dim = static_cast<std::size_t>(target_.dim);
    const std::size_t points = at.position.size() / dim;
    const auto mean = [&](std::size_t d, auto&& value) {
      Real sum = 0;
      for (std::size_t i = d; i < points * dim; i += dim) sum += value(i);
      return sum / static_cast<Real>(points);
    };
    for (std::size_t d = 0; d < dim; ++d) {
      row[d] = mean(d, [&](std::size_t i) { return at.position[i] + target_.origin[d]; });
      row[dim + d] = mean(d, [&](std::size_t i) { return at.position[i] - target_.reference[i]; });
      row[2 * dim + d] = mean(d, [&](std::size_t i) { return at.velocity[i]; });
    }
  }

  ProbeTarget target_;
};

}  // namespace tactus
