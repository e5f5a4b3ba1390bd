// What a run's history.csv tells of the time of its steps.
#pragma once

#include <filesystem>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::bench {

/// Microseconds of one step.
struct Step {
  Real elements = 0, detection = 0, solver = 0, rest = 0;
  Real contact() const { return detection + solver; }
  Real total() const { return elements + contact() + rest; }
};

/// The wall_* columns of every step but the first, which makes the near lists.
std::vector<Step> read_history(const std::filesystem::path& file);

/// A run does the same work in step n each time: the least of every step and phase, then the mean.
class Least {
 public:
  void add(const std::vector<Step>& run);
  Step mean() const;

 private:
  std::vector<Step> steps_;
};

/// s, about: half of 2/omega of a mesh of steel of right triangles with legs h.
Real step_of(Real h);

inline constexpr Real kWaveSpeed = 18874.6;  ///< m/s, sqrt((lambda + 2 mu) / density) of kSteel
inline constexpr const char* kSteel =
    R"("material": {"type": "neo_hookean", "lambda": 1.75e11, "mu": 0.801e11}, "density": 1000)";

}  // namespace tactus::bench
