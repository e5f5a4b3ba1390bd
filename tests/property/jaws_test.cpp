// Bodies between jaws that close: they escape or are refused as pinched, and none is shot out.
#include "tests/property/jaws.hpp"

#include <catch2/catch.hpp>

#include "tests/property/everyday_seeds.hpp"
#include "tests/property/scene_judge.hpp"

using namespace tactus;
using namespace tactus::property;

namespace {

/// Correction over motion in runs where nothing is pinched, and the limit of any. A rigid body that
/// touches both jaws in one step has two rows that nearly contradict each other, so that runs of
/// squeezed bodies come near the limit in such a step, also long before the one that is refused.
constexpr Real kUsualRatio = 3, kLimitedRatio = 10;

void check_polygons(Seeds seeds) {
  Index pinched = 0, large = 0;
  Real ratio = 0, free_ratio = 0, push = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    const JawsScene scene(seed, true);
    const JawsCourse course = run_jaws(scene);
    CAPTURE(seed, course.refused, course.gap, course.ratio);
    CHECK(course.push <= 1000);
    CHECK(course.overlaps == 0);
    CHECK(course.contact <= 1e-3);
    CHECK(course.ratio <= kLimitedRatio);
    CHECK_FALSE(course.ran_away);
    CHECK(course.one_sided == 0);
    ratio = std::max(ratio, course.ratio);
    large += course.ratio > kUsualRatio;
    push = std::max(push, course.push);
    // A body that reflects between jaws gains speed with every bounce, and ever faster bounces
    // precede a refusal; one that escapes has not been shot out.
    if (course.refused.empty()) {
      CHECK(course.fastest <= 100 * scene.speed());
      CHECK(course.ratio <= kUsualRatio);
      free_ratio = std::max(free_ratio, course.ratio);
      continue;
    }
    ++pinched;
    CHECK(course.pinched());
    CHECK(course.names("stone"));
    CHECK((course.names("left") || course.names("right")));
    CHECK(is_extreme_width(scene.outline(), course.gap, 1e-3));
  }
  WARN(fmt::format(
      "{} polygons, {} pinched, correction/motion at most {:.3g} ({:.3g} in those that escape) and "
      "above 3 in {}, work of the jaws in one step over the energy there at most {:.3g}",
      seeds.last - seeds.first + 1, pinched, ratio, free_ratio, large, push));
  CHECK(pinched > 0);
}

void check_blocks(Seeds seeds) {
  Index refused = 0, ran_away = 0;
  Real ratio = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    const JawsCourse course = run_jaws(JawsScene(seed, false));
    CAPTURE(seed, course.refused, course.gap, course.ratio, course.contact);
    CHECK(course.overlaps == 0);
    CHECK(course.momentum <= 1e-10);
    CHECK(course.ratio <= (course.pinched() ? kLimitedRatio : kUsualRatio));
    if (course.refused.empty() && !course.ran_away) CHECK(course.contact <= 1e-3);
    if (!course.refused.empty()) CHECK(course.names("stone"));
    refused += !course.refused.empty();
    ran_away += course.ran_away;
    ratio = std::max(ratio, course.ratio);
  }
  CHECK(refused < static_cast<Index>(seeds.last - seeds.first + 1));
  WARN(fmt::format("{} blocks, {} refused, {} ran away, correction/motion at most {:.3g}",
                   seeds.last - seeds.first + 1, refused, ran_away, ratio));
}

/// Without the limit of corrections.
void check_teleports(Seeds seeds) {
  Index teleports = 0, stopped = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    const JawsCourse course = run_jaws(JawsScene(seed, true), false);
    CAPTURE(seed, course.refused, course.words, course.ratio, course.push);
    if (course.ratio <= 1000) continue;
    ++teleports;
    stopped += course.ran_away;
    CHECK(course.ran_away);
    CHECK(course.words.find("supports did") != std::string::npos);
    CHECK(course.words.find("J were there or could come with an impact") != std::string::npos);
  }
  WARN(fmt::format("{} polygons, {} shot out, {} stopped by the work of the jaws",
                   seeds.last - seeds.first + 1, teleports, stopped));
  CHECK(teleports > 0);
}

}  // namespace

TEST_CASE("rigid polygons between jaws are refused at an extremum of their width, or escape",
          "[property][jaws]") {
  check_polygons(everyday_seeds());
}

TEST_CASE("deformable blocks between jaws keep their account, or are refused", "[property][jaws]") {
  check_blocks(everyday_seeds());
}

TEST_CASE("without the limit of corrections jaws shoot bodies out, and the account stops them",
          "[property][jaws]") {
  check_teleports(everyday_seeds());
}
