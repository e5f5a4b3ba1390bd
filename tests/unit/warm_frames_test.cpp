// A warm start of contacts in space whose normals turn: with frames that turn along, its residual is what the change of
// the free velocities alone makes of it, and never larger than with frames that depend on the normal alone.
#include <catch2/catch.hpp>

#include "core/contact/reaction_map.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/reaction.hpp"
#include "tactus/rotation.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

using Frame = Eigen::Matrix<Real, 3, 3, Eigen::RowMajor>;

Vec<3> any_vector(conformance::Random& random, Real size) {
  return {random.between(-size, size), random.between(-size, size), random.between(-size, size)};
}

/// Tangents that a normal determines.
Frame fixed_frame(const Vec<3>& normal) {
  Eigen::Index least = 0;
  normal.cwiseAbs().minCoeff(&least);
  const Vec<3> first = normal.cross(Vec<3>::Unit(least)).normalized();
  Frame frame;
  frame << normal.transpose(), first.transpose(), normal.cross(first).transpose();
  return frame;
}

/// A contact of two bodies that roll on each other without spinning: what happens at it turns along with its normal.
struct RollingContact {
  Vec<3> normal, free;  ///< free: m/s, relative velocity without a reaction
  Real friction, w;     ///< w: 1/kg, of a reaction in any direction

  /// By the shortest rotation that takes the normal to another one.
  void turn_to(const Vec<3>& next) {
    free = rotation_between(normal, next) * free;
    normal = next;
  }
  /// N s, in a frame: nothing, enough to stick, or what friction can give while it slides.
  Vec<3> solve(const Frame& frame) const {
    const Vec<3> b = frame * free;
    if (b[0] >= 0) return Vec<3>::Zero();
    Vec<3> r = -b / w;
    const Real most = friction * r[0], size = r.tail<2>().norm();
    if (size > most) r.tail<2>() *= most / size;
    return r;
  }
  /// m/s
  Real residual(const Frame& frame, const Vec<3>& r) const {
    return natural_residual<3>(frame * free + w * r, 0, r, friction, 0, 1 / w);
  }
};

RollingContact any_contact(conformance::Random& random) {
  RollingContact contact{.normal = any_vector(random, 1).normalized(),
                         .free = any_vector(random, 2),
                         .friction = random.between(0.05, 1.2),
                         .w = random.between(0.1, 10)};
  contact.free -= random.between(0, 3) * contact.normal;
  return contact;
}

}  // namespace

TEST_CASE("a warm start is never worse with frames that turn along than with fixed ones",
          "[contact][frames]") {
  const Real change =
      GENERATE(0.0, 1e-6, 1e-3, 0.1);  // m/s a step, of each component of the free velocity
  CAPTURE(change);
  conformance::Random random(17);
  Real sum_turned = 0, sum_fixed = 0;
  int worse_if_fixed = 0, pressed = 0;
  for (int one = 0; one < 300; ++one) {
    RollingContact contact = any_contact(random);
    const ContactKey key{static_cast<std::uint64_t>(one), 1};
    ReactionMap map;
    Frame turned = fixed_frame(contact.normal), fixed = turned;
    map.keep({key}, {turned.data(), 9}, [](const ContactKey&) { return false; });
    for (int step = 0; step < 20; ++step) {
      const Vec<3> warm_turned = contact.solve(turned), warm_fixed = contact.solve(fixed);
      contact.turn_to((contact.normal + any_vector(random, 0.2)).normalized());
      const Vec<3> more = any_vector(random, change);
      contact.free += more;
      fixed = turned = fixed_frame(contact.normal);
      map.turn(key, {}, {turned.data(), 9});
      map.keep({key}, {turned.data(), 9}, [](const ContactKey&) { return false; });
      const Real of_turned = contact.residual(turned, warm_turned),
                 of_fixed = contact.residual(fixed, warm_fixed);
      // Projections bring nothing further apart: this much, and no more, is due to the free velocities.
      const Real forced = (1 + contact.friction) * more.norm(),
                 rounding = 1e-14 * contact.free.norm();
      CAPTURE(one, step);
      REQUIRE(of_turned <= forced + rounding);
      if (change == 0) REQUIRE(of_turned <= of_fixed + rounding);
      sum_turned += of_turned, sum_fixed += of_fixed;
      pressed += warm_turned[0] > 0;
      worse_if_fixed += of_fixed > forced + rounding;
    }
  }
  CHECK(sum_turned <= sum_fixed);
  CHECK(pressed > 2000);
  CHECK(worse_if_fixed > pressed / (change < 0.05 ? 2 : 20));
}
