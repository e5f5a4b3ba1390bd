#include "benchmarks/support/run_times.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace tactus::bench {
namespace {

constexpr Real Step::*kPhases[] = {&Step::elements, &Step::detection, &Step::solver, &Step::rest};

}  // namespace

std::vector<Step> read_history(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line, cell;
  const auto cells_of_line = [&] {
    std::vector<std::string> cells;
    std::stringstream row(line);
    while (std::getline(row, cell, ',')) cells.push_back(cell);
    return cells;
  };
  std::getline(in, line);
  const std::vector<std::string> head = cells_of_line();
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
  };
  const std::size_t elements = column("wall_elements_s"), detection = column("wall_detection_s"),
                    solver = column("wall_solver_s"), output = column("wall_output_s");
  std::vector<Step> steps;
  for (int row = 0; std::getline(in, line); ++row) {
    if (row < 2) continue;  // the start, and the first step
    const std::vector<std::string> cells = cells_of_line();
    const auto micros = [&](std::size_t k) { return 1e6 * std::stod(cells.at(k)); };
    steps.push_back({micros(elements), micros(detection), micros(solver), micros(output)});
  }
  return steps;
}

void Least::add(const std::vector<Step>& run) {
  if (steps_.empty()) steps_ = run;
  for (std::size_t n = 0; n < steps_.size(); ++n)
    for (Real Step::*phase : kPhases)
      steps_[n].*phase = std::min(steps_[n].*phase, run.at(n).*phase);
}

Step Least::mean() const {
  Step sum;
  for (const Step& step : steps_)
    for (Real Step::*phase : kPhases) sum.*phase += step.*phase / static_cast<Real>(steps_.size());
  return sum;
}

Real step_of(Real h) { return 0.27 * h / kWaveSpeed; }

}  // namespace tactus::bench
