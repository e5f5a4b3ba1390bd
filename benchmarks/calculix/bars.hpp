// BAR-6 with steel: two bars of 1000 x 10 x 10 mm, 100 elements each, that fly at each other with 1 m/s each, as a
// deck for CalculiX and as a scene for Tactus. Poisson's ratio is 0, and nodes of the deck move along the bars alone:
// in both the motion is that of a line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tactus/option_info.hpp"

namespace tactus::bench {

/// mm, N, t, s
struct Bars {
  static constexpr int kElements = 100;  ///< of a bar
  static constexpr Real kLength = 1000, kWidth = 10, kYoung = 210000, kDensity = 7.8e-9;
  static constexpr Real kSpeed = 1000, kGap = 0.01;
  static Real wave_speed();
  static Real step() { return kLength / kElements / wave_speed(); }  ///< a wave passes one element
  static Real end() { return 3.2 * kLength / wave_speed(); }         ///< contact lasts for 2 L/c
  static Real start_energy();                                        ///< mJ
};

struct DeckOptions {
  std::optional<Real> alpha{};  ///< numerical damping; without: the program's default, -0.05
  bool fixed_step = false;      ///< in place of steps that the program chooses up to step()
  Real penalty = 1e6;           ///< N/mm^3
  int increments = 1000;        ///< at most
};

std::string deck(const DeckOptions& options);

/// What CalculiX has written of its last increment.
struct DeckResult {
  Index increments = 0;
  Real time = 0;            ///< s
  Real energy = kNotGiven;  ///< kinetic and internal, over that at the start
  Real speed =
      kNotGiven;  ///< of the bar that flew to the left, to the right, over kSpeed; only at the end
};

/// @param job  the deck's path without ".inp"
DeckResult read_result(const std::filesystem::path& job);

/// The same for Tactus, with SI units.
std::string scene();

}  // namespace tactus::bench
