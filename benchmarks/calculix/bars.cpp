#include "benchmarks/calculix/bars.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace tactus::bench {
namespace {

constexpr int kNodes = 4 * (Bars::kElements + 1);  ///< of a bar

/// Numbers of a deck have at most 20 characters.
std::string number(Real x) { return fmt::format("{:.10E}", x); }

std::string nodes() {
  std::string text = "*NODE, NSET=ALL\n";
  const Real h = Bars::kLength / Bars::kElements, b = Bars::kWidth;
  const Real corners[4][2] = {{0, 0}, {b, 0}, {b, b}, {0, b}};
  int n = 0;
  for (const Real from : {0., Bars::kLength + Bars::kGap})
    for (int i = 0; i <= Bars::kElements; ++i)
      for (const auto& [y, z] : corners)
        text += fmt::format("{}, {}, {}, {}\n", ++n, number(from + i * h), number(y), number(z));
  for (int bar = 0; bar < 2; ++bar)
    text += fmt::format("*NSET, NSET={}, GENERATE\n{}, {}\n", bar == 0 ? "LEFT" : "RIGHT",
                        bar * kNodes + 1, (bar + 1) * kNodes);
  return text;
}

std::string elements() {
  std::string text = "*ELEMENT, TYPE=C3D8, ELSET=ALL\n";
  for (int e = 0; e < 2 * Bars::kElements; ++e) {
    const int bar = e / Bars::kElements, first = 4 * (e + bar) + 1;
    text += std::to_string(e + 1);
    for (int k = 0; k < 8; ++k) text += fmt::format(", {}", first + k);
    text += '\n';
  }
  return text;
}

/// The last number that a table with this title holds, summed over its appearances with the last time.
Real last_total(const std::string& text, const std::string& title) {
  const auto at = text.rfind(title);
  if (at == std::string::npos) return kNotGiven;
  std::istringstream rest(text.substr(text.find('\n', at)));
  Real value = kNotGiven;
  rest >> value;
  return value;
}

}  // namespace

Real Bars::wave_speed() { return std::sqrt(kYoung / kDensity); }
Real Bars::start_energy() { return kDensity * kLength * kWidth * kWidth * kSpeed * kSpeed; }

std::string deck(const DeckOptions& o) {
  std::string text = nodes() + elements();
  text += fmt::format(
      "*SURFACE, NAME=END, TYPE=ELEMENT\n{}, S2\n*SURFACE, NAME=START, TYPE=ELEMENT\n{}, S1\n"
      "*MATERIAL, NAME=STEEL\n*ELASTIC\n{}, 0.\n*DENSITY\n{}\n"
      "*SOLID SECTION, ELSET=ALL, MATERIAL=STEEL\n"
      "*SURFACE INTERACTION, NAME=TOUCH\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n{}\n"
      "*CONTACT PAIR, INTERACTION=TOUCH, TYPE=SURFACE TO SURFACE\nEND, START\n"
      "*INITIAL CONDITIONS, TYPE=VELOCITY\nLEFT, 1, {}\nRIGHT, 1, {}\n*BOUNDARY\nALL, 2, 3\n",
      Bars::kElements, Bars::kElements + 1, number(Bars::kYoung), number(Bars::kDensity),
      number(o.penalty), number(Bars::kSpeed), number(-Bars::kSpeed));
  text += fmt::format("*STEP, NLGEOM, INC={}\n*DYNAMIC", o.increments);
  if (o.alpha) text += fmt::format(", ALPHA={}", *o.alpha);
  if (o.fixed_step) text += ", DIRECT";
  text += fmt::format("\n{}, {}", number(Bars::step()), number(Bars::end()));
  if (!o.fixed_step) text += fmt::format(", 1.E-11, {}", number(Bars::step()));
  return text +
         "\n*NODE PRINT, NSET=RIGHT, FREQUENCY=100000\nV\n"
         "*EL PRINT, ELSET=ALL, TOTALS=ONLY\nELSE, ELKE\n*END STEP\n";
}

DeckResult read_result(const std::filesystem::path& job) {
  DeckResult result;
  std::ifstream status(job.string() + ".sta");
  for (std::string line; std::getline(status, line);) {
    std::istringstream words(line);
    std::string step, increment, attempt, iterations, time;
    words >> step >> increment >> attempt >> iterations >> time;
    if (step != "1" || attempt.ends_with('U')) continue;  // a head, or an attempt that failed
    result.increments = std::stol(increment), result.time = std::stod(time);
  }
  std::ifstream file(job.string() + ".dat");
  std::stringstream all;
  all << file.rdbuf();
  const std::string text = all.str();
  result.energy =
      (last_total(text, "total internal energy") + last_total(text, "total kinetic energy")) /
      Bars::start_energy();
  const auto at = text.rfind("velocities (");
  if (at == std::string::npos) return result;
  // Elements of a line: the mean of a bar's velocity is that of the means of its elements.
  std::istringstream rows(text.substr(text.find('\n', at)));
  Real sum = 0, vx = 0, vy = 0, vz = 0;
  for (int n = 0, node = 0; n < kNodes && rows >> node >> vx >> vy >> vz; ++n)
    sum += vx * (n < 4 || n >= kNodes - 4 ? 0.5 : 1) / (4 * Bars::kElements);
  result.speed = sum / Bars::kSpeed;
  return result;
}

std::string scene() {
  const std::string bar = fmt::format(
      R"("density": 7800, "thickness": 0.01,
      "mesh": {{"type": "rectangle", "size": [1, 0.01], "cells": [{}, 1], "triangles": 2}},
      "material": {{"type": "linear_elastic", "young": 2.1e11, "poisson": 0}})",
      Bars::kElements);
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "left", {0}, "velocity": [1, 0]}},
      {{"name": "right", {0}, "velocity": [-1, 0], "translate": [1.00001, 0]}}],
    "integrator": {{"type": "newmark", "beta": 0.25}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
                 "solver": {{"type": "sqp"}}, "substepping": false}},
    "time": {{"end": {1:.17g}, "step": {2:.17g}}}}})",
                     bar, Bars::end(), Bars::step());
}

}  // namespace tactus::bench
