/// \file chosen_points.hpp  Which points of a sweep are tried, and how what is wrong is told.
#pragma once

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/each_on_a_core.hpp"

namespace tactus::sweep {

/// Every how many points one is tried: TACTUS_SWEEP_EVERY, or in the ordinary tests so many that they take some ten
/// seconds.
inline std::size_t stride(std::size_t ordinary = 71) {
  const char* every = std::getenv("TACTUS_SWEEP_EVERY");
  return every ? std::stoul(every) : ordinary;
}

/// Whether TACTUS_SWEEP_SCENARIO, where it is set, a regular expression, is found in the name.
inline bool is_chosen(const std::string& name) {
  const char* pattern = std::getenv("TACTUS_SWEEP_SCENARIO");
  return !pattern || std::regex_search(name, std::regex(pattern));
}

/// The point that TACTUS_SWEEP_ONLY names, as 57:kill, or every K-th.
template <class Point>
std::vector<Point> chosen(const std::vector<Point>& all, std::size_t every) {
  const char* only = std::getenv("TACTUS_SWEEP_ONLY");
  std::vector<Point> points;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = std::to_string(all[i].fault.call) + ':' + all[i].fault.kind;
    if (only ? name == only : i % every == every / 2) points.push_back(all[i]);
  }
  return points;
}

template <class Point>
std::string named(const Point& point, const std::string& wrong) {
  return wrong.empty() ? "" : point.fault.kind + " at call " + point.call + ": " + wrong;
}

inline std::string list(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// Tries the chosen points of each scenario, or command, whose name is chosen.
template <class Bench, class Swept>
void try_points_of(const std::vector<Swept>& all_swept, std::size_t every) {
  test::OnEachCore<Bench> benches;
  for (const Swept& swept : all_swept) {
    if (!is_chosen(swept.name)) continue;
    const auto all = benches.first().points(swept), points = chosen(all, every);
    REQUIRE(all.size() > 10);
    const auto wrong = benches.each(points.size(), [&](Bench& bench, std::size_t i) {
      return named(points[i], bench.fault_of(points[i]));
    });
    std::printf("%s: %zu faults at calls on files, of %zu\n", swept.name.c_str(), points.size(),
                all.size());
    INFO(swept.name << ": " << wrong.size() << " of " << points.size() << " points are wrong, of "
                    << all.size() << " in all\n"
                    << list(wrong));
    CHECK(wrong.empty());
  }
}

}  // namespace tactus::sweep
