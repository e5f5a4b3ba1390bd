// What the history says of solved reactions, from problems that are small enough to know the answers; how
// deep a contact may be.
#include "core/step/reaction_record.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/contact/depth_limit.hpp"
#include "core/contact/touch_record.hpp"
#include "core/record/summary.hpp"
#include "tactus/conformance/memory_archive.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

/// Contacts in the plane, each on degrees of freedom of its own unless it is told to share them.
struct RecordedProblem {
  struct Contact {
    Real gap = 0;
    Vec<2> before{0, 0}, after{0, 0}, R{0, 0};
    Real friction = 0.5, restitution = 0;
    bool fresh = false;
    std::vector<Index> dofs{};
  };
  ReactionFacts facts(const std::vector<Contact>& contacts) {
    ReactionRows rows;
    ReactionData data;
    rows.dim = data.dim = 2, data.dt = 0.1;
    data.resize(static_cast<Index>(contacts.size()));
    rows.start.assign(1, 0);
    std::vector<Real> velocity;
    std::vector<std::uint8_t> fresh;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const Contact& c = contacts[i];
      rows.row.push_back(static_cast<Index>(i));
      rows.dof.insert(rows.dof.end(), c.dofs.begin(), c.dofs.end());
      rows.start.push_back(static_cast<Index>(rows.dof.size()));
      data.gap[i] = c.gap, data.friction[i] = c.friction, data.restitution[i] = c.restitution;
      for (std::size_t d = 0; d < 2; ++d) {
        const auto at = static_cast<Eigen::Index>(d);
        data.U_old[2 * i + d] = c.before[at], data.reactions[2 * i + d] = c.R[at];
        velocity.push_back(c.after[at]);
      }
      fresh.push_back(c.fresh ? 1 : 0);
    }
    return record.of({rows, data, velocity, fresh, 1e-9});
  }
  ReactionRecord record{10};
};

}  // namespace

TEST_CASE("what contact takes is divided into friction and the rest", "[friction][record]") {
  // An impact from -3 to 1 m/s with 2 N s that slips at a mean of 2 m/s: 2 * 1 and 1 * 2 J.
  const ReactionFacts f = RecordedProblem().facts(
      {{.before = {-3, 3}, .after = {1, 1}, .R = {2, -1}}, {.before = {-1, 5}}});
  CHECK(f.normal_energy_loss == 2);
  CHECK(f.friction_dissipation == 2);
}

TEST_CASE("contacts are open, stick inside of the cone or slip on it", "[friction][record]") {
  const ReactionFacts f = RecordedProblem().facts({{.R = {0, 0}},
                                                   {.R = {2, 0.999}},
                                                   {.R = {2, -1}},
                                                   {.R = {2, 1 + 1e-9}},
                                                   {.R = {2, 0}, .friction = 0},
                                                   {.R = {-2, 0.5}}});  // a bond
  CHECK(f.open == 1);
  CHECK(f.sticking == 2);
  CHECK(f.slipping == 3);
}

TEST_CASE("reactions outside of the cone and those that pull are seen", "[friction][record]") {
  const ReactionFacts inside = RecordedProblem().facts({{.R = {2, 1}}, {.R = {0, 0}}});
  CHECK(inside.outside_of_cone == 0);
  CHECK(inside.least_normal == 0);
  const ReactionFacts outside = RecordedProblem().facts({{.R = {2, -1.1}}, {.R = {2, 0}}});
  CHECK(outside.outside_of_cone == Approx(0.1));
  CHECK(RecordedProblem().facts({{.R = {-0.25, 0}}, {.R = {2, 0}}}).least_normal == -0.25);
}

TEST_CASE("a new contact deeper than its bodies came is told from one that was there",
          "[friction][record]") {
  // dt = 0.1 s: at 2.5 m/s bodies come 0.25 m nearer, along the normal or beside a corner.
  const auto excess = [](Real gap, bool fresh) {
    return RecordedProblem()
        .facts({{.gap = gap, .before = {-2, 1.5}, .fresh = fresh}})
        .new_contact_excess_depth;
  };
  CHECK(excess(-0.25, true) == 0);
  CHECK(excess(-0.3, true) == Approx(0.05));
  CHECK(excess(-0.3, false) == 0);
  CHECK(RecordedProblem().facts({{.gap = -0.25}, {.gap = -0.5}, {.gap = 0.75}}).depth == 0.5);
  CHECK(RecordedProblem().facts({{.gap = 0.75}}).depth == 0);
}

TEST_CASE("impacts that share a body are counted where one of them bounces", "[friction][record]") {
  RecordedProblem problem;
  const auto shared = [&](std::vector<Index> a, std::vector<Index> b, Real e, Real push) {
    return problem
        .facts({{.R = {1, 0}, .restitution = e, .dofs = std::move(a)},
                {.R = {push, 0}, .dofs = std::move(b)}})
        .simultaneous_impacts;
  };
  CHECK(shared({0, 1}, {1, 2}, 0.5, 1) == 1);
  CHECK(shared({0, 1}, {1, 2}, 0, 1) == 0);    // nothing bounces
  CHECK(shared({0, 1}, {2, 3}, 0.5, 1) == 0);  // two bodies
  CHECK(shared({0, 1}, {1, 2}, 0.5, 0) == 0);  // the other one is open
  // By way of a third one.
  CHECK(problem
            .facts({{.R = {1, 0}, .restitution = 0.5, .dofs = {0}},
                    {.R = {1, 0}, .dofs = {9}},
                    {.R = {1, 0}, .dofs = {0, 9}}})
            .simultaneous_impacts == 1);
  CHECK(shared({1, 5}, {0, 6}, 0.5, 1) == 0);  // nothing is left of the steps before
}

TEST_CASE("facts of two steps are sums, and extremes of both", "[friction][record]") {
  ReactionFacts a{.friction_dissipation = 1,
                  .normal_energy_loss = 2,
                  .open = 3,
                  .depth = 0.5,
                  .new_contact_excess_depth = 0.25,
                  .simultaneous_impacts = 1,
                  .immovable = 4,
                  .outside_of_cone = 0.5,
                  .least_normal = -2};
  a.angular_momentum_error[2] = 8;
  ReactionFacts sum{.friction_dissipation = 0.5, .depth = 0.75, .least_normal = -1};
  sum.add(a);
  CHECK(sum.friction_dissipation == 1.5);
  CHECK(sum.normal_energy_loss == 2);
  CHECK(sum.open == 3);
  CHECK(sum.depth == 0.75);
  CHECK(sum.new_contact_excess_depth == 0.25);
  CHECK(sum.simultaneous_impacts == 1);
  CHECK(sum.immovable == 4);
  CHECK(sum.angular_momentum_error[2] == 8);
  CHECK(sum.outside_of_cone == 0.5);
  CHECK(sum.least_normal == -2);
}

TEST_CASE("what lies behind a contact is the altitude over its facet, or what is round",
          "[friction][record]") {
  // A tetrahedron with its right angle at the origin, and a ball.
  const std::vector<Real> x{0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 9, 9, 9};
  const std::vector<Real> radius{0, 0, 0, 0, 0.25};
  const std::vector<Index> element{0, 1, 2, 3}, facet{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3},
      start{0, 3, 6, 9, 12, 12}, round{0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3};
  Surface s;
  s.dim = 3, s.vertices = 5, s.facets = 4, s.elements = 1, s.boundary_vertices = 5;
  s.facet = facet, s.vertex_facet_start = start, s.vertex_facet = round;
  s.element = element, s.radius = radius, s.reference = x;
  const DepthLimit limit(s);
  const auto thickness = [&](std::vector<Index> stencil) { return limit.thickness(stencil); };
  CHECK(thickness({4, 0, 2, 1}) == 0.5);  // the ball is thinner than the 4 m of the element
  CHECK(thickness({0, 2, 1}) == Approx(4));
  CHECK(thickness({0, 1, 3}) == Approx(3));
  CHECK(thickness({0, 3, 2}) == Approx(2));
  CHECK(thickness({1, 2, 3}) == Approx(1 / std::sqrt(1. / 4 + 1. / 9 + 1. / 16)));
  CHECK(thickness({0, 1}) == kUnlimited);
  CHECK(limit.least() == 0.25);
}

TEST_CASE("a contact is new unless its vertex, or the corner that it passes, was there before",
          "[friction][record]") {
  const std::vector<std::int32_t> body{0, 0, 0, 1, 1, 1};
  TouchRecord touches(body);
  const auto is_new = [&](std::vector<Index> stencil) { return touches.add(stencil); };
  touches.begin();
  CHECK(is_new({0, 3, 4}));  // vertex 0 of one body on the facet from 3 to 4 of the other
  touches.accept();
  touches.begin();
  CHECK_FALSE(is_new({0, 4, 5}));  // it has slid round a corner
  CHECK_FALSE(is_new({4, 0, 1}));  // the corner 4 has taken over from the corner 0
  CHECK(is_new({5, 0, 1}));        // no end of the facet that vertex 0 was on
  CHECK(is_new({4, 1, 2}));        // on a facet that does not end at it
  CHECK(is_new({1, 3, 4}));
  conformance::MemoryArchive archive;
  touches.save(archive);
  touches.begin();  // an attempt that came to nothing
  CHECK(is_new({1, 3, 4}));
  TouchRecord resumed(body);
  resumed.load(archive);
  resumed.begin();
  CHECK_FALSE(resumed.add(std::vector<Index>{4, 0, 1}));
  CHECK(resumed.add(std::vector<Index>{5, 0, 1}));
  touches.begin(), touches.accept();  // a step without contacts
  touches.begin();
  CHECK(is_new({0, 3, 4}));
}

TEST_CASE("friction that seems to give energy is explained, and what to try is said",
          "[friction][record]") {
  Summary s;
  s.contact.enabled = true, s.contact.first_time = 0.5;
  s.contact.reactions = {.solved = true, .friction_dissipation = 0.02, .normal_energy_loss = 0.1};
  CHECK_THAT(in_words(s), Catch::Contains("friction took 0.02 J, normal reactions took 0.1 J\n"));
  s.contact.reactions.friction_dissipation = -0.02;
  CHECK_THAT(
      in_words(s),
      Catch::Contains(
          "friction gave 0.02 J, normal reactions took 0.1 J; friction can only take energy") &&
          Catch::Contains("a smaller /time/step") && !Catch::Contains("restitution"));
  s.contact.reactions.restitution = true;
  CHECK_THAT(in_words(s),
             Catch::Contains("a smaller /time/step makes this amount smaller. Or it is "
                             "due to restitution: ") &&
                 Catch::Contains("a smaller restitution helps"));
  s.contact.reactions.friction_dissipation = -1e-12;  // rounding
  CHECK_THAT(in_words(s), !Catch::Contains("friction can only take"));
}

TEST_CASE("the rounding of friction's work at rest is not explained", "[friction][record]") {
  Summary s;
  s.contact.enabled = true, s.contact.first_time = 0.5;
  s.energy.scale = 1e-3;  // J; a block that lies on a slope: normal reactions take nothing at all
  s.contact.reactions = {.solved = true, .friction_dissipation = -2e-17};
  CHECK_THAT(in_words(s), Catch::Contains("friction took 0 J, normal reactions took 0 J\n"));
  s.contact.reactions.friction_dissipation = -2e-6;
  CHECK_THAT(in_words(s), Catch::Contains("friction can only take"));
}
