// Frames of contacts in space turn with their normals, and no further: there and back they are what they
// were, and round a closed path they turn by the solid angle that the normal goes round.
#include "core/contact/reaction_map.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tactus/conformance/memory_archive.hpp"
#include "tactus/conformance/random.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

using SpaceFrame = Eigen::Matrix<Real, 3, 3, Eigen::RowMajor>;

constexpr ContactKey kKeyInSpace{7, 3};

/// Normals on a cone about z, given by its half angle.
Vec<3> on_cone(Real half_angle, Real turn) {
  return {std::sin(half_angle) * std::cos(turn), std::sin(half_angle) * std::sin(turn),
          std::cos(half_angle)};
}

/// A frame with this normal and tangents in any direction, as a constraint might give it.
SpaceFrame any_frame(const Vec<3>& normal, conformance::Random& random) {
  const Vec<3> any(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
  const Vec<3> first = normal.cross(any).normalized();
  SpaceFrame frame;
  frame << normal.transpose(), first.transpose(), normal.cross(first).transpose();
  return frame;
}

/// One contact over many steps.
class ContactInSpace {
 public:
  /// The frame of the next step, in which the contact is known by this key.
  SpaceFrame step(const Vec<3>& normal, const ContactKey& key = kKeyInSpace,
                  const ContactKey& former = {}) {
    SpaceFrame frame = any_frame(normal, random_);
    map.turn(key, former, {frame.data(), 9});
    map.keep({key}, {frame.data(), 9}, [](const ContactKey&) { return false; });
    return frame;
  }
  /// From one normal of a closed path to the next.
  SpaceFrame go(const std::vector<Vec<3>>& path) {
    SpaceFrame last = SpaceFrame::Zero();
    for (const Vec<3>& normal : path) last = step(normal);
    return last;
  }
  ReactionMap map;

 private:
  conformance::Random random_{4};
};

std::vector<Vec<3>> round_cone(Real half_angle, int steps, int rounds) {
  std::vector<Vec<3>> path;
  for (int k = 1; k <= steps * std::abs(rounds); ++k)
    path.push_back(on_cone(half_angle, (rounds > 0 ? 2 : -2) * std::numbers::pi * k / steps));
  return path;
}

/// Solid angle of the spherical triangle of three unit vectors (Van Oosterom and Strackee).
Real solid_angle(const Vec<3>& a, const Vec<3>& b, const Vec<3>& c) {
  return 2 * std::atan2(a.dot(b.cross(c)), 1 + a.dot(b) + b.dot(c) + c.dot(a));
}

/// Of the polygon whose corners are the normals of one round.
Real solid_angle_of_round(Real half_angle, int steps) {
  Real sum = 0;
  for (int k = 0; k < steps; ++k)
    sum += solid_angle({0, 0, 1}, on_cone(half_angle, 2 * std::numbers::pi * k / steps),
                       on_cone(half_angle, 2 * std::numbers::pi * (k + 1) / steps));
  return sum;
}

/// rad in (-pi, pi], by which the tangents of a frame are turned about the normal against another one.
Real turned_about_normal(const SpaceFrame& from, const SpaceFrame& to) {
  return std::atan2(to.row(1).dot(from.row(2)), to.row(1).dot(from.row(1)));
}

}  // namespace

TEST_CASE(
    "a normal that goes round a cone twice and back leaves tangential components as they were",
    "[contact][frames]") {
  const Real half_angle = GENERATE(0.1, 0.7, 1.5);
  const int steps = GENERATE(7, 40, 1000);
  CAPTURE(half_angle, steps);
  ContactInSpace contact;
  const SpaceFrame start = contact.step(on_cone(half_angle, 0));
  contact.go(round_cone(half_angle, steps, 2));
  const SpaceFrame end = contact.go(round_cone(half_angle, steps, -2));
  CHECK((end - start).norm() <= 1e-12);
  // A stretch in space with components 3 and -2 has these components again.
  const Vec<3> stretch = 3 * start.row(1) - 2 * start.row(2);
  CHECK(end.row(1).dot(stretch) == Approx(3).margin(1e-12));
  CHECK(end.row(2).dot(stretch) == Approx(-2).margin(1e-12));
}

TEST_CASE("a normal that goes round a cone once turns tangents by the solid angle of its path",
          "[contact][frames]") {
  const Real half_angle = GENERATE(0.1, 0.7, 1.5);
  const int steps = GENERATE(7, 40, 1000);
  CAPTURE(half_angle, steps);
  ContactInSpace contact;
  const SpaceFrame start = contact.step(on_cone(half_angle, 0));
  const SpaceFrame end = contact.go(round_cone(half_angle, steps, 1));
  const Real wanted = std::remainder(solid_angle_of_round(half_angle, steps), 2 * std::numbers::pi);
  CHECK(std::remainder(turned_about_normal(start, end) - wanted, 2 * std::numbers::pi) ==
        Approx(0).margin(1e-12));
}

TEST_CASE("frames stay orthonormal and right-handed, with the normal of the constraint",
          "[contact][frames]") {
  ContactInSpace contact;
  conformance::Random random(5);
  Vec<3> normal(0, 0, 1);
  for (int k = 0; k < 2000; ++k) {
    for (int d = 0; d < 3; ++d) normal[d] += random.between(-0.3, 0.3);
    normal.normalize();
    const SpaceFrame frame = contact.step(normal);
    REQUIRE((frame * frame.transpose() - SpaceFrame::Identity()).norm() <= 1e-14);
    REQUIRE(frame.determinant() > 0);
    REQUIRE(frame.row(0) == normal.transpose());
  }
}

TEST_CASE("a contact takes its frame along from a former key, and from its own before that",
          "[contact][frames]") {
  constexpr ContactKey corner{1, 1}, other{2, 2};
  ContactInSpace contact;
  const Vec<3> normal = on_cone(0.3, 1);
  const SpaceFrame start = contact.step(normal, corner);
  CHECK((contact.step(normal, other, corner) - start).norm() <= 1e-15);
  CHECK((contact.step(normal, other, corner) - start).norm() <= 1e-15);  // by its own key now
  CHECK((contact.step(normal, corner) - start).norm() > 1e-3);           // forgotten since
}

TEST_CASE("a normal that turns round begins a new contact, and so does one without a past",
          "[contact][frames]") {
  conformance::Random random(8);
  ReactionMap map;
  const Vec<3> normal = on_cone(1, 2);
  SpaceFrame frame = any_frame(normal, random);
  map.keep({kKeyInSpace}, {frame.data(), 9}, [](const ContactKey&) { return false; });
  for (const bool back : {true, false}) {
    frame = any_frame(back ? Vec<3>(-normal) : normal, random);
    const SpaceFrame given = frame;
    map.turn(back ? kKeyInSpace : ContactKey{9, 9}, {}, {frame.data(), 9});
    CHECK(frame == given);
  }
}

TEST_CASE("frames of absent contacts stay as long as something is remembered of these",
          "[contact][frames]") {
  constexpr ContactKey bond{5, 1}, plain{6, 1};
  conformance::Random random(9);
  const Vec<3> normal = on_cone(0.5, 0.5);
  SpaceFrame frames[] = {any_frame(normal, random), any_frame(normal, random)};
  ReactionMap map, copy;
  map.keep({bond, plain}, {frames[0].data(), 18}, [](const ContactKey&) { return false; });
  map.keep({}, {}, [&](const ContactKey& key) { return key == bond; });
  conformance::MemoryArchive archive;
  map.save(archive);
  copy.load(archive);
  for (const ReactionMap* now : {&map, &copy})
    for (const ContactKey& key : {bond, plain}) {
      SpaceFrame frame = any_frame(normal, random);
      now->turn(key, {}, {frame.data(), 9});
      CHECK(((frame - frames[0]).norm() <= 1e-15) == (key == bond));
    }
}
