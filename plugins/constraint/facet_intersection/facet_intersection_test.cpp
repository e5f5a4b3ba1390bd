// Kane et al.'s (A.1) and (A.2) against areas and exact intersections. DET-0 and DET-18 of the
// verification catalogue.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "plane_crossing.hpp"
#include "tactus/constraint.hpp"
#include "tests/support/doubles.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// Closed loops of points, each a body of its own; every pair of facets of different bodies is a
/// candidate.
class Loops {
 public:
  explicit Loops(const std::vector<Index>& corners)
      : constraint_(make_component<Constraint>("facet_intersection")) {
    std::int32_t body = 0;
    for (const Index n : corners) {
      const auto first = static_cast<Index>(body_.size());
      for (Index k = 0; k < n; ++k) {
        facet_.insert(facet_.end(), {first + k, first + (k + 1) % n});
        vertex_facet_.insert(vertex_facet_.end(), {first + k, first + (k + n - 1) % n});
        vertex_facet_start_.push_back(static_cast<Index>(vertex_facet_.size()));
        body_.push_back(body);
      }
      ++body;
    }
    const auto n = static_cast<Index>(body_.size());
    global_.resize(body_.size());
    std::iota(global_.begin(), global_.end(), 0);
    patch_.assign(body_.size(), 0);
    movable_.assign(body_.size(), 1);
    set.dim = surface_.dim = 2;
    surface_.vertices = surface_.facets = surface_.boundary_vertices = n;
    surface_.facet = facet_, surface_.facet_body = body_, surface_.vertex_body = body_;
    surface_.facet_patch = patch_, surface_.global = global_;
    surface_.vertex_facet_start = vertex_facet_start_, surface_.vertex_facet = vertex_facet_;
    for (Index f = 0; f < n; ++f)
      for (Index g = f + 1; g < n; ++g)
        if (body_[static_cast<std::size_t>(f)] != body_[static_cast<std::size_t>(g)])
          pairs_.push_back({f, g});
    constraint_->setup({.surface = &surface_}, runtime_.context());
  }

  DetectResult detect(const std::vector<Real>& y) {
    set.clear();
    DetectQuery query;
    query.surface = &surface_;
    query.candidates.facet_facet = pairs_;
    query.list = 1;
    query.y_list = query.y_old = query.y = y;
    query.movable = movable_;
    return constraint_->detect(query, set, runtime_.context());
  }
  Real value(const std::vector<Real>& y, Index row = 0) {
    Real value = 0;
    constraint_->evaluate({.set = &set, .rows = {&row, 1}, .y = y}, {.value = &value},
                          runtime_.context());
    return value;
  }
  std::vector<Real> gradient(const std::vector<Real>& y, Index row = 0) {
    std::vector<Real> g(8), full(y.size(), 0);
    constraint_->evaluate({.set = &set, .rows = {&row, 1}, .y = y}, {.gradient = g.data()},
                          runtime_.context());
    for (std::size_t i = 0; i < 8; ++i)
      full[static_cast<std::size_t>(2 * set.stencil(row)[i / 2]) + i % 2] = g[i];
    return full;
  }
  /// [coordinate][coordinate] of one row.
  std::vector<std::vector<Real>> hessian(const std::vector<Real>& y) {
    struct Dense final : BlockSink {
      std::vector<std::vector<Real>> H;
      void add(View<Index> rows, View<Index> columns, View<Real> value) override {
        for (std::size_t i = 0; i < rows.size(); ++i)
          for (std::size_t j = 0; j < columns.size(); ++j)
            H[static_cast<std::size_t>(rows[i])][static_cast<std::size_t>(columns[j])] +=
                value[i * columns.size() + j];
      }
    } sink;
    sink.H.assign(y.size(), std::vector<Real>(y.size(), 0));
    const Index row = 0;
    const Real one = 1;
    constraint_->hessian({.set = &set, .rows = {&row, 1}, .y = y}, View<Real>(&one, 1), sink,
                         runtime_.context());
    return sink.H;
  }
  /// Makes a row of two facets as they are labelled, whether they cross or not.
  void force_row(View<Index> stencil) {
    set.clear();
    set.add({.key = {}, .stencil = stencil});
  }

  ContactSet set;

 private:
  std::unique_ptr<Constraint> constraint_;
  core::Runtime runtime_;
  std::vector<Index> facet_, vertex_facet_start_{0}, vertex_facet_, global_;
  std::vector<std::int32_t> body_, patch_;
  std::vector<std::uint8_t> movable_;
  std::vector<Pair> pairs_;
  Surface surface_;
};

std::vector<Real> squares(Real dx, Real dy) {
  std::vector<Real> y;
  for (const Real offset : {0., 1.})
    for (const auto& [x, z] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
      y.insert(y.end(), {x + offset * dx, z + offset * dy});
  return y;
}

using Integers = std::array<long, 8>;  ///< four points

long orient(const Integers& x, int a, int b, int c) {
  const auto at = [&](int k, int d) { return x[static_cast<std::size_t>(2 * k + d)]; };
  return (at(b, 0) - at(a, 0)) * (at(c, 1) - at(a, 1)) -
         (at(b, 1) - at(a, 1)) * (at(c, 0) - at(a, 0));
}
int sign(long value) { return (value > 0) - (value < 0); }

/// In integers, so exactly: the open segments 01 and 23 have one point in common.
bool cross_exactly(const Integers& x) {
  return sign(orient(x, 0, 1, 2)) * sign(orient(x, 0, 1, 3)) < 0 &&
         sign(orient(x, 2, 3, 0)) * sign(orient(x, 2, 3, 1)) < 0;
}

}  // namespace

TEST_CASE("DET-0 the corrected (A.2) is negative where squares overlap, the printed one positive",
          "[constraint][facet_intersection]") {
  Loops scene({4, 4});
  const std::vector<Real> y = squares(0.9, 0.9);
  const DetectResult found = scene.detect(y);
  CHECK(found.needs == 2);
  REQUIRE(found.added == 2);
  Real overlap = 0;
  for (Index row = 0; row < 2; ++row) {
    const Real g = scene.value(y, row);
    CHECK(g < 0);
    CHECK(-g > 0);  // as printed, where (3.10) asks for a negative number
    CHECK(g == Approx(-0.01));
    const Real* x[4];
    for (std::size_t k = 0; k < 4; ++k) x[k] = y.data() + 2 * scene.set.stencil(row)[k];
    const Real D =
        (x[1][0] - x[0][0]) * (x[3][1] - x[2][1]) - (x[1][1] - x[0][1]) * (x[3][0] - x[2][0]);
    CHECK(D > 0);           // the labelling
    overlap += -g / D / 2;  // (A.1): twice the area of the triangle x1, crossing, x4
  }
  CHECK(overlap == Approx(0.01));  // the two triangles make up the square of side 0.1
}

TEST_CASE("DET-18 pairs are found where they cross exactly, and (A.2) alone would not tell",
          "[constraint][facet_intersection]") {
  // Segments as loops of two corners: facet 0 is there, facet 1 the way back, as good a segment.
  Loops scene({2, 2});
  std::mt19937 random(1);
  Index crossing = 0, apart = 0, misleading = 0;
  bool agrees = true, negative = true;
  for (int k = 0; k < 100000; ++k) {
    // Small numbers touch and align often, large ones do not.
    std::uniform_int_distribution<long> number(-(k % 2 ? 8 : 1000000), k % 2 ? 8 : 1000000);
    Integers x{};
    for (long& v : x) v = number(random);
    const std::vector<Real> y(x.begin(), x.end());
    const bool exact = cross_exactly(x);
    const DetectResult found = scene.detect(y);
    // There and back twice: four pairs of facets, one crossing.
    agrees = agrees && found.needs == (exact ? 4 : 0) && found.added == found.needs;
    if (exact) {
      ++crossing;
      for (Index row = 0; row < scene.set.rows(); ++row)
        negative = negative && scene.value(y, row) < 0;
      continue;
    }
    // As labelled by D > 0; a pair apart has no business here, and this is what it would get.
    const long D = (x[2] - x[0]) * (x[7] - x[5]) - (x[3] - x[1]) * (x[6] - x[4]);
    if (D == 0) continue;
    const Index first[] = {0, 1, 2, 3}, swapped[] = {2, 3, 0, 1};
    scene.force_row(D > 0 ? first : swapped);
    ++apart;
    misleading += scene.value(y) < 0;
  }
  CHECK(agrees);
  CHECK(negative);
  CHECK(crossing > 20000);
  CHECK(misleading > 0.45 * static_cast<Real>(apart));
  CHECK(misleading < 0.55 * static_cast<Real>(apart));
}

TEST_CASE("facet_intersection's gradient and Hessian are those of its value",
          "[constraint][facet_intersection]") {
  Loops scene({4, 4});
  const std::vector<Real> y = squares(0.83, 0.91);
  scene.detect(y);
  const std::vector<Real> g = scene.gradient(y);
  const auto H = scene.hessian(y);
  // A polynomial of degree two in each coordinate: central differences are exact but for rounding,
  // with a step of 1/8 about 1e-15.
  const Real step = 0.125;
  for (std::size_t i = 0; i < y.size(); ++i) {
    std::vector<Real> plus = y, minus = y;
    plus[i] += step, minus[i] -= step;
    CHECK((scene.value(plus) - scene.value(minus)) / (2 * step) == Approx(g[i]).margin(1e-14));
    for (std::size_t j = 0; j < y.size(); ++j) {
      const Real difference = (scene.gradient(plus)[j] - scene.gradient(minus)[j]) / (2 * step);
      CHECK(difference == Approx(H[i][j]).margin(1e-14));
      CHECK(H[i][j] == H[j][i]);
    }
  }
}

TEST_CASE("facet_intersection's value over its scale is a length",
          "[constraint][facet_intersection]") {
  Loops scene({4, 4});
  std::vector<Real> y = squares(0.83, 0.91);
  scene.detect(y);
  const Real length = scene.value(y) / scene.set.scale[0];
  CHECK(scene.set.scale[0] == Approx(1));  // facets of length 1
  CHECK(scene.set.lower[0] == Approx(1e-9));
  for (Real& x : y) x *= 4;
  scene.detect(y);
  CHECK(scene.value(y) / scene.set.scale[0] == Approx(4 * length));
}

TEST_CASE("facet_intersection has no gradient where a corner meets a corner",
          "[constraint][facet_intersection]") {
  Loops scene({4, 4});
  scene.detect(squares(0.9, 0.9));
  for (Index row = 0; row < 2; ++row)
    for (const Real g : scene.gradient(squares(1, 1), row)) CHECK(g == 0);
}

TEST_CASE("facet_intersection sees no body inside another", "[constraint][facet_intersection]") {
  Loops scene({4, 4});
  std::vector<Real> y = squares(0, 0);
  for (std::size_t k = 8; k < 16; ++k) y[k] = 0.4 + 0.2 * y[k];
  CHECK(scene.detect(y).needs == 0);
}
