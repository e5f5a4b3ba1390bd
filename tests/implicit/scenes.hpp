// A body that vibrates on a support, for tests of implicit steps.
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/simulation.hpp"

namespace tactus::testing {

/// The rules that conserve T + U of linear bodies, with both masses.
inline const std::vector<std::string> kConserving = {
    R"({"type": "newmark", "beta": 0.25, "mass": "lumped"})",
    R"({"type": "newmark", "beta": 0.25})", R"({"type": "midpoint", "mass": "lumped"})",
    R"({"type": "midpoint"})", R"({"type": "modified_midpoint"})"};

struct Vibrating {
  std::string material = "neo_hookean";
  std::string size = "[4, 1]", cells = "[12, 3]";
  int dim = 2;
  std::string mesh{};  ///< in place of a rectangle of this size
  std::string velocity = R"({"gradient": [[0, 0], [2, 0]], "about": [0, 0]})";
  std::string support = R"({"body": "beam", "group": "left"})";
  std::string loads{};
  Real beta = 0.25, gamma = 0.5;
  std::string mass = "lumped";
  std::string integrator{};  ///< in place of newmark with these options
  Real density = 1000, young = 1e6, poisson = 0.3;
  std::string newton{};
  Real step = 1e-3, end = 0.1;  ///< s

  std::string scene() const {
    return fmt::format(R"({{"dimension": {}, "bodies": [{{"name": "beam", "density": {},
        "mesh": {}, "velocity": {},
        "material": {{"type": "{}", "young": {}, "poisson": {}}}}}],
      "supports": [{}], "loads": [{}], {}
      "integrator": {},
      "time": {{"end": {}, "step": {}}}}})",
                       dim, density, mesh.empty() ? rectangle() : mesh, velocity, material, young,
                       poisson, support, loads, newton, integrator.empty() ? newmark() : integrator,
                       end, step);
  }
  std::string newmark() const {
    return fmt::format(R"({{"type": "newmark", "beta": {}, "gamma": {}, "mass": "{}"}})", beta,
                       gamma, mass);
  }
  std::string rectangle() const {
    return fmt::format(R"({{"type": "rectangle", "size": {}, "cells": {}}})", size, cells);
  }
  /// s, 2/omega_max where the run starts.
  Real critical_step() const {
    Vibrating other = *this;
    other.integrator = R"({"type": "newmark"})", other.step = 1e-9, other.end = 1e-8,
    other.newton.clear();
    const Simulation s(other.scene());
    return s.system.critical_step();
  }
};

/// DYN-8: a disk that spins by 0.08 rad a step, unstressed at first.
inline Vibrating spinning_disk(const std::string& integrator, Real end) {
  Vibrating disk{.material = "st_venant_kirchhoff", .support = ""};
  disk.mesh = R"({"type": "disk", "radius": 0.05, "rings": 3})";
  disk.velocity = R"({"spin": 40})";
  disk.density = 100;
  disk.integrator = integrator;
  disk.step = 2e-3, disk.end = end;
  return disk;
}

inline Real largest_difference(View<Real> a, View<Real> b) {
  return (map(a) - map(b)).lpNorm<Eigen::Infinity>();
}

/// Positions after 0.02 s, in 160, 320 and 640 steps, approach each other by factors of four.
inline void check_order_of_two(const Vibrating& body) {
  const auto at_the_end = [&](int steps) {
    Vibrating same = body;
    same.end = 0.02, same.step = same.end / steps;
    Simulation s(same.scene());
    s.run();
    return s.stepper.state().q;
  };
  const auto a = at_the_end(160), b = at_the_end(320), c = at_the_end(640);
  CHECK(std::log2(largest_difference(a, b) / largest_difference(b, c)) == Approx(2).margin(0.1));
  CHECK(largest_difference(b, c) > 1e-9);
}

}  // namespace tactus::testing
