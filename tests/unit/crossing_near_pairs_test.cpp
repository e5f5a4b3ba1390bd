// Pairs that sleep: whatever bodies do while a near list stands, what is found among the pairs that are awake
// is what a look at all of them finds.
#include <catch2/catch.hpp>
#include <cstring>

#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tactus/crossing/near_pairs.hpp"
#include "tactus/geometry/extent.hpp"
#include "tactus/geometry/plane_side.hpp"

using namespace tactus;
using namespace tactus::crossing;
using conformance::Random;

namespace {

/// Bodies of simplices that have all faces on the boundary, scattered in a cube.
template <int D>
class Scattered {
 public:
  Scattered(Random& random, Index bodies, Real side) {
    std::int32_t body = 0;
    for (; body < bodies; ++body) {
      const Index elements = 1 + static_cast<Index>(3 * random());
      const Real size = std::exp(random.between(-2, 1));
      Real at[3];
      for (Real& x : at) x = random.between(0, side);
      for (Index e = 0; e < elements; ++e) add(random, body, at, size);
    }
    facet_start_.push_back(0);
    for (Index v = 0; v < static_cast<Index>(vertex_body_.size()); ++v) {
      for (Index k = 0; k <= D; ++k)
        if (k != v % (D + 1)) of_vertex_.push_back(v / (D + 1) * (D + 1) + k);
      facet_start_.push_back(static_cast<Index>(of_vertex_.size()));
    }
    outer_.assign(element_.size(), 1);
    surface_.dim = D, surface_.vertices = surface_.boundary_vertices = std::ssize(vertex_body_);
    surface_.facets = std::ssize(facet_body_), surface_.facet = facet_;
    surface_.elements = std::ssize(element_body_), surface_.element = element_;
    surface_.vertex_body = vertex_body_, surface_.facet_body = facet_body_;
    surface_.element_body = element_body_, surface_.element_outer_face = outer_;
    surface_.vertex_facet_start = facet_start_, surface_.vertex_facet = of_vertex_;
  }
  const Surface& surface() const { return surface_; }
  const std::vector<Real>& y() const { return y_; }
  std::size_t bodies() const { return static_cast<std::size_t>(vertex_body_.back()) + 1; }

 private:
  void add(Random& random, std::int32_t body, const Real* at, Real size) {
    const auto first = static_cast<Index>(vertex_body_.size());
    for (Index k = 0; k <= D; ++k) {
      for (int d = 0; d < D; ++d) y_.push_back(at[d] + size * random());
      element_.push_back(first + k);
      vertex_body_.push_back(body);
      facet_body_.push_back(body);
      for (Index i = 0; i <= D; ++i)
        if (i != k) facet_.push_back(first + i);
    }
    element_body_.push_back(body);
  }

  Surface surface_;
  std::vector<Index> facet_, element_, facet_start_, of_vertex_;
  std::vector<std::int32_t> vertex_body_, facet_body_, element_body_;
  std::vector<std::uint8_t> outer_;
  std::vector<Real> y_;
};

template <int D>
bool boxes_meet(const Surface& s, View<Real> y, const Pair& pair, Real inflation) {
  for (std::size_t d = 0; d < D; ++d) {
    const auto ends = [&](Index facet) {
      Real low = kUnlimited, high = -kUnlimited;
      for (const Index v : s.facet_vertices(facet)) {
        const Real x = y[D * static_cast<std::size_t>(v) + d];
        low = std::min(low, x), high = std::max(high, x);
      }
      return std::pair(low - inflation, high + inflation);
    };
    const auto [low_f, high_f] = ends(pair.first);
    const auto [low_g, high_g] = ends(pair.second);
    if (low_f > high_g || low_g > high_f) return false;
  }
  return true;
}

auto numbers_of(const Event& event) {
  return std::tuple(event.kind, event.first, event.second, event.element);
}

bool same(std::vector<Event> a, std::vector<Event> b) {
  const auto less = [](const Event& e, const Event& f) { return numbers_of(e) < numbers_of(f); };
  std::ranges::sort(a, less), std::ranges::sort(b, less);
  return std::ranges::equal(
      a, b, [](const Event& e, const Event& f) { return numbers_of(e) == numbers_of(f); });
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("sleeping pairs miss nothing, however bodies move while a list stands",
                       "[sdk][crossing]", ((int D), D), 2, 3) {
  conformance::SerialContext serial;
  Executor& executor = *serial.context().executor;
  InParts<Event> parts;
  Index found = 0, asleep = 0, far = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(100 * D + seed);
    const Scattered<D> scene(random, 2 + static_cast<Index>(12 * random()),
                             std::exp(random.between(0, 1.5)));
    const Surface& s = scene.surface();
    const Real reach = std::exp(random.between(-4, -0.5));
    Neighbourhood near;
    NearPairs pairs;
    Attention attention;
    std::vector<Real> y = scene.y(), made, before;
    std::vector<Pair> listed;
    std::vector<std::uint8_t> moved(static_cast<std::size_t>(s.vertices), 1);
    DetectQuery query;
    query.surface = &s;
    for (Index step = 0; step < 40; ++step) {
      if (step % 13 == 0) {
        made = y, listed.clear(), ++query.list;
        for (Index f = 0; f < s.facets; ++f)
          for (Index g = f + 1; g < s.facets; ++g)
            if (s.facet_body[f] != s.facet_body[g] && boxes_meet<D>(s, y, {f, g}, reach))
              listed.push_back({f, g});
        query.candidates.facet_facet = listed;
      }
      // Bodies fly, rest, or shake; what is not marked has not moved since the last detection.
      before = y;
      const Real speed = reach * std::exp(random.between(-4, seed % 3 == 0 ? 1. : -1.));
      for (std::size_t body = 0; body < scene.bodies(); ++body) {
        const bool rests = random() < 0.4, shakes = random() < 0.3;
        Real velocity[3];
        for (Real& v : velocity) v = random.between(-speed, speed);
        for (Index v = 0; v < s.vertices && !rests; ++v)
          if (s.vertex_body[v] == static_cast<std::int32_t>(body))
            for (std::size_t d = 0; d < D; ++d)
              y[D * static_cast<std::size_t>(v) + d] +=
                  velocity[d] + (shakes ? random.between(-speed, speed) : 0);
      }
      for (std::size_t v = 0; v < moved.size(); ++v)
        moved[v] = std::memcmp(&y[D * v], &before[D * v], D * sizeof(Real)) != 0;
      query.y_list = made, query.y_old = query.y = y, query.pass = step % 4;
      query.moved = step > 0 ? View<std::uint8_t>(moved) : View<std::uint8_t>();
      near.update(query, reach);
      pairs.update(query, near, reach);
      // A violation of before may be one still, so that all vertices count.
      DetectQuery all = query;
      all.moved = {}, all.pass = 0;
      attention.begin(all);
      std::vector<Event> some, others;
      const auto look = [&](Index f, Index g, std::vector<Event>& events) {
        if (boxes_meet<D>(s, y, {f, g}, 0)) events.push_back({.first = f, .second = g});
      };
      crossing::find_at_facets(pairs, 16, some, parts, executor, look);
      crossing::find_at_facets(all, attention, 16, others, parts, executor, look);
      find_vertices_inside(all, near, pairs, attention, some, parts, executor);
      find_vertices_inside(all, near, attention, others, parts, executor);
      CAPTURE(seed, step, some.size(), others.size());
      REQUIRE(same(some, others));
      found += std::ssize(some);
      asleep += std::ssize(listed) - std::ssize(pairs.facets());
      far += pairs.far_inside();
    }
  }
  CHECK(found > 1000);
  CHECK(asleep > 10000);
  CHECK(far > 10);
}

TEST_CASE("moves are bounded axis by axis, for any number of points", "[sdk][geometry]") {
  Random random(3);
  for (Index points = 0; points < 9; ++points) {
    std::vector<Real> from(static_cast<std::size_t>(3 * points)), to = from;
    for (Real& x : from) x = random.between(-1, 1);
    for (Real& x : to) x = random.between(-1, 1);
    for (const bool plane : {true, false}) {
      const std::size_t dim = plane ? 2 : 3;
      Real low[3] = {0.5, 0, -0.5}, high[3] = {0.5, 0, -0.5}, least[3], most[3];
      std::copy_n(low, 3, least), std::copy_n(high, 3, most);
      for (std::size_t i = 0; i < dim * static_cast<std::size_t>(points); ++i) {
        least[i % dim] = std::min(least[i % dim], to[i] - from[i]);
        most[i % dim] = std::max(most[i % dim], to[i] - from[i]);
      }
      if (plane)
        extend_by_moves<2>(from.data(), to.data(), points, low, high);
      else
        extend_by_moves<3>(from.data(), to.data(), points, low, high);
      CHECK(std::equal(low, low + 3, least));
      CHECK(std::equal(high, high + 3, most));
    }
  }
}

TEST_CASE("the side of one plane for many points is the sign of each volume", "[sdk][geometry]") {
  Random random(7);
  Index zeros = 0;
  for (int n = 0; n < 20000; ++n) {
    Real p[4][3];
    // On a small lattice, where points are often in one plane, or close to it.
    for (auto& point : p)
      for (Real& x : point)
        x = std::floor(4 * random()) * 0.1 + (n % 3 == 0 ? 0x1p-53 * std::floor(3 * random()) : 0);
    const int sign = orient_sign(p[0], p[1], p[2], p[3]);
    zeros += sign == 0;
    REQUIRE(PlaneSide(p[0], p[1], p[2]).of(p[3]) == sign);
  }
  CHECK(zeros > 100);
}
