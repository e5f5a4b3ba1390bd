// Section H of the verification catalogue: what the audit says where bodies meet in degenerate ways.
// Every case is tried in all orders of the bodies, from every first corner, turned by quarter turns
// and mirrored: none of these changes a coordinate's bits by rounding.
#include <catch2/catch.hpp>

#include "tests/support/audit_scene.hpp"

namespace {
using namespace tactus;
using test::box, test::Corner, test::Loop;

enum class Truth { apart_or_touch, overlap };

Loop moved(Loop loop, Real x, Real y) {
  for (Corner& c : loop) c = {c[0] + x, c[1] + y};
  return loop;
}

/// Image under one of the eight symmetries of the square, from corner `first` on.
Loop image(const Loop& loop, int symmetry, std::size_t first) {
  Loop result;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    Corner c = loop[(first + i) % loop.size()];
    for (int turn = 0; turn < symmetry % 4; ++turn) c = {-c[1], c[0]};
    if (symmetry >= 4) c[0] = -c[0];
    result.push_back(c);
  }
  if (symmetry >= 4) std::reverse(result.begin(), result.end());
  return result;
}

void check_case(const std::vector<Loop>& bodies, Truth truth) {
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    for (std::size_t first = 0; first < 4; ++first) {
      test::AuditScene scene, reversed;
      for (std::size_t b = 0; b < bodies.size(); ++b) {
        scene.add({image(bodies[b], symmetry, first)});
        reversed.add({image(bodies[bodies.size() - 1 - b], symmetry, first)});
      }
      CAPTURE(symmetry, first);
      CHECK(scene.audit().clean() == (truth == Truth::apart_or_touch));
      CHECK(reversed.audit().clean() == (truth == Truth::apart_or_touch));
    }
  }
}

const Loop kA = box(0, 0, 1, 1);

}  // namespace

TEST_CASE("DET-0 squares overlapping at a corner cross twice", "[audit]") {
  check_case({kA, moved(kA, 0.9, 0.9)}, Truth::overlap);
  test::AuditScene scene;
  scene.add({kA}), scene.add({moved(kA, 0.9, 0.9)});
  const core::AuditResult result = scene.audit();
  CHECK(result.intersections == 2);
  CHECK(result.contained == 0);
  REQUIRE(result.findings.size() == 2);
  // A's right side (facet 1) with B's bottom (4), A's top (2) with B's left side (7)
  CHECK(result.findings[0] == core::AuditFinding{core::AuditFinding::What::crossing, 1, 4, 0, 1});
  CHECK(result.findings[1] == core::AuditFinding{core::AuditFinding::What::crossing, 2, 7, 0, 1});
}

TEST_CASE("DET-1 a vertex on a vertex is a touch", "[audit]") {
  check_case({kA, moved(kA, 1, 1)}, Truth::apart_or_touch);
}

TEST_CASE("DET-2 a vertex on the inside of an edge is a touch", "[audit]") {
  check_case({kA, {{1, .5}, {2, 0}, {2, 1}}}, Truth::apart_or_touch);
}

TEST_CASE("DET-3 a vertex 1e-12 inside an edge is an overlap", "[audit]") {
  check_case({kA, {{1 - 1e-12, .5}, {2, 0}, {2, 1}}}, Truth::overlap);
}

TEST_CASE("DET-4 face on face, aligned and shifted, is a touch", "[audit]") {
  check_case({kA, moved(kA, 1, 0)}, Truth::apart_or_touch);
  check_case({kA, moved(kA, 1, 0.3)}, Truth::apart_or_touch);
}

TEST_CASE("DET-5 a square inside another is an overlap without a crossing", "[audit]") {
  check_case({kA, box(.4, .4, .6, .6)}, Truth::overlap);
  test::AuditScene scene;
  scene.add({kA}), scene.add({box(.4, .4, .6, .6)});
  const core::AuditResult result = scene.audit();
  CHECK(result.intersections == 0);
  CHECK(result.contained == 1);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].what == core::AuditFinding::What::inside);
  CHECK(result.findings[0].first >= 4);  // a point of the inner body
  CHECK(result.findings[0].second < 4);  // a facet of the outer one
  CHECK(result.findings[0].body_first == 1);
  CHECK(result.findings[0].body_second == 0);
}

TEST_CASE("DET-6 an overlap along collinear edges without any proper crossing", "[audit]") {
  check_case({kA, moved(kA, .5, 0)}, Truth::overlap);
  test::AuditScene scene;
  scene.add({kA}), scene.add({moved(kA, .5, 0)});
  CHECK(scene.audit().intersections == 0);
  CHECK(scene.audit().contained == 1);
}

TEST_CASE("DET-7 coincident bodies overlap", "[audit]") { check_case({kA, kA}, Truth::overlap); }

TEST_CASE("DET-8 gaps near rounding are told from overlaps", "[audit]") {
  const auto neighbour = [](Real g) { return box(1 + g, 0, 2 + g, 1); };
  check_case({kA, neighbour(1e-12)}, Truth::apart_or_touch);
  check_case({kA, neighbour(1e-15)}, Truth::apart_or_touch);
  check_case({kA, neighbour(0)}, Truth::apart_or_touch);
  check_case({kA, neighbour(-1e-15)}, Truth::overlap);
  check_case({kA, neighbour(-1e-12)}, Truth::overlap);
}

TEST_CASE("DET-9 bodies of size ratio 1e12", "[audit]") {
  const Loop large = box(-1e6, -1e6, 1, 1e6);
  check_case({large, box(1 - 5e-7, .5, 1 + 5e-7, .5 + 1e-6)}, Truth::overlap);
  check_case({large, box(1, .5, 1 + 1e-6, .5 + 1e-6)}, Truth::apart_or_touch);
}

TEST_CASE("DET-10 a corner on a face touches, 1e-9 further overlaps", "[audit]") {
  const Loop diamond{{1, .5}, {1.5, 0}, {2, .5}, {1.5, 1}};
  check_case({kA, diamond}, Truth::apart_or_touch);
  check_case({kA, moved(diamond, -1e-9, 0)}, Truth::overlap);
}

TEST_CASE("DET-11 three and four squares that meet at a point touch", "[audit]") {
  check_case({kA, moved(kA, 1, 0), moved(kA, 1, 1)}, Truth::apart_or_touch);
  check_case({kA, moved(kA, 1, 0), moved(kA, 1, 1), moved(kA, 0, 1)}, Truth::apart_or_touch);
}

TEST_CASE("DET-12 crossing bars have no vertex in each other", "[audit]") {
  const Loop flat = box(0, 1, 3, 2), upright = box(1, 0, 2, 3);
  check_case({flat, upright}, Truth::overlap);
  test::AuditScene scene;
  scene.add({flat}), scene.add({upright});
  CHECK(scene.audit().intersections == 4);
}

TEST_CASE("DET-14 particles at one point, and on an edge, are no overlap; inside one they are",
          "[audit]") {
  test::AuditScene scene;
  scene.add({kA});
  scene.add_particle({1.5, .5}), scene.add_particle({1.5, .5});
  for (const Corner on : {Corner{1, .5}, Corner{.3, 0}, Corner{.7, 1}, Corner{0, 0}, Corner{1, 1}})
    scene.add_particle(on);
  CHECK(scene.audit().clean());
  scene.add_particle({1 - 1e-15, .5});
  CHECK(scene.audit().contained == 1);
  CHECK(scene.audit().findings.at(0).second == 1);  // the right side
}
