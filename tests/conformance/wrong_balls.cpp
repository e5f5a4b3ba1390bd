// Constraints of balls that are wrong beside edges or corners alone, and the sentence that names it.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here
#include "changed_constraint.hpp"
#include "plugins/constraint/ball_face/ball_face.cpp"  // NOLINT: the sound constraint to start from
#include "plugins/constraint/ball_face/nearest.cpp"    // NOLINT

namespace {
using namespace tactus::conformance;

/// Values of rows with so many vertices are larger by 1e-3 of them.
auto off_with(std::size_t vertices) {
  return [vertices](const Asked& asked) {
    for (std::size_t k = 0; asked.out.value && k < asked.rows.size(); ++k)
      if (asked.set.stencil(asked.rows[k]).size() == vertices) asked.out.value[k] *= 1.001;
  };
}

std::vector<Case> cases_of_balls() {
  const Expected expected{"3D: a gap is the distance in metres", "at most 1e-12"};
  return {{"a gap that is off beside edges", expected, {.answer = off_with(3)}},
          {"a gap that is off beside corners", expected, {.answer = off_with(2)}}};
}

}  // namespace

void tactus::conformance::add_balls(Kills& kills, Sounds& sounds) {
  const auto run = run_changed([](const Changes&) {
    return std::make_unique<ball_face::BallFace>(ball_face::BallFace::Options{});
  });
  add(kills, "constraint of balls", "only beside edges and corners", cases_of_balls(), run);
  sounds.push_back({"constraint of balls", 40, [run](Check& check) { run({}, check); }});
}
