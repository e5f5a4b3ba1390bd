// Element loop: nanoseconds per element and step for gather, F, stress, energy, nodal force, scatter.
//
//     bench_element_loop [--json FILE] [--quick]
//
// tactus         FemSystem::force with the plugin neo_hookean, one thread
// hand_written   one loop for this one material: all in registers, no plugin, no virtual call, forces
//                added straight into the model's array; the same logarithm
// ..._std_log    the same loop with the logarithm of the standard library
// arithmetic     deformation to force in cache, without gather and scatter: the floor
//
// Rounds of all of them alternate, and the least time of each counts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "benchmarks/support/report.hpp"
#include "core/model/element_geometry.hpp"
#include "core/model/fem_system.hpp"
#include "core/support/executor.hpp"
#include "tactus/lane_math.hpp"
#include "tests/scene.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::core;
using bench::Table;

namespace {

constexpr Lame kLame{1.5, 1};

struct OwnLog {
  Real operator()(Real x) const { return lane_log(x); }
};
struct StandardLog {
  Real operator()(Real x) const { return std::log(x); }
};

/// What somebody would write for this material alone. Elements in groups of kLanes, constants side
/// by side, connectivity in 32 bits; forces are added into `f` in the order of the elements.
template <int D, class Log>
class HandWritten {
 public:
  explicit HandWritten(const Model& model) {
    const Index count = model.element_count();
    groups_.resize(static_cast<std::size_t>((count + kLanes - 1) / kLanes));
    for (Index i = 0; i < static_cast<Index>(groups_.size()) * kLanes; ++i) {
      Group& g = groups_[static_cast<std::size_t>(i / kLanes)];
      const auto l = static_cast<std::size_t>(i % kLanes);
      const Index* node = model.elements().data() + std::min(i, count - 1) * (D + 1);
      const Mat<D> inverse = edge_matrix<D>(model.reference(), node).inverse();
      for (int a = 0; a < D * D; ++a) g.inverse[a][l] = inverse(a / D, a % D);
      g.volume[l] = i < count ? simplex_volume<D>(model.reference(), node) : 0;
      for (int a = 0; a <= D; ++a) g.node[a][l] = static_cast<std::int32_t>(node[a]);
    }
  }

  Real force(const Real* x, Real* f, std::size_t dofs) const {
    std::fill(f, f + dofs, 0);
    Real energy[kLanes] = {};
    for (const Group& g : groups_) {
      Real edge[D * D][kLanes], force[D * D][kLanes];
      gather(g, x, edge);
      stress(g, edge, force, energy);
      scatter(g, force, f);
    }
    Real total = 0;
    for (const Real e : energy) total += e;
    return total;
  }

  /// One group again and again: everything is in the first-level cache.
  Real arithmetic(const Real* x, std::size_t repeats) const {
    Real edge[D * D][kLanes], force[D * D][kLanes], energy[kLanes] = {};
    gather(groups_[0], x, edge);
    for (std::size_t r = 0; r < repeats; ++r) {
      stress(groups_[0], edge, force, energy);
      asm volatile("" : : "r"(force), "r"(edge) : "memory");
    }
    return energy[0];
  }

 private:
  struct alignas(64) Group {
    Real inverse[D * D][kLanes];
    Real volume[kLanes];
    std::int32_t node[D + 1][kLanes];
  };

  static void gather(const Group& g, const Real* x, Real (&edge)[D * D][kLanes]) {
    for (int l = 0; l < kLanes; ++l)
      for (int k = 0; k < D; ++k)
        for (int i = 0; i < D; ++i)
          edge[k * D + i][l] = x[Index{g.node[k + 1][l]} * D + i] - x[Index{g.node[0][l]} * D + i];
  }

  static void stress(const Group& g, const Real (&edge)[D * D][kLanes],
                     Real (&force)[D * D][kLanes], Real (&energy)[kLanes]) {
    constexpr Real lambda = kLame.lambda, mu = kLame.mu;
    for (int l = 0; l < kLanes; ++l) {
      Real F[D][D], C[D][D];
      for (int i = 0; i < D; ++i)
        for (int J = 0; J < D; ++J) {
          F[i][J] = edge[i][l] * g.inverse[J][l];
          for (int k = 1; k < D; ++k) F[i][J] += edge[k * D + i][l] * g.inverse[k * D + J][l];
        }
      Real det, square = 0;
      if constexpr (D == 2) {
        C[0][0] = F[1][1], C[0][1] = -F[1][0], C[1][0] = -F[0][1], C[1][1] = F[0][0];
        det = F[0][0] * F[1][1] - F[0][1] * F[1][0];
      } else {
        for (int i = 0; i < 3; ++i)
          for (int J = 0; J < 3; ++J)
            C[i][J] = F[(i + 1) % 3][(J + 1) % 3] * F[(i + 2) % 3][(J + 2) % 3] -
                      F[(i + 1) % 3][(J + 2) % 3] * F[(i + 2) % 3][(J + 1) % 3];
        det = F[0][0] * C[0][0] + F[0][1] * C[0][1] + F[0][2] * C[0][2];
      }
      for (int i = 0; i < D; ++i)
        for (int J = 0; J < D; ++J) square += F[i][J] * F[i][J];
      const Real ln = Log()(det), s = lambda * ln - mu, r = s / det, V = g.volume[l];
      energy[l] += V * ((s - mu) * ln + mu * (square - D)) / 2;
      for (int i = 0; i < D; ++i)
        for (int k = 0; k < D; ++k) {
          Real sum = 0;
          for (int J = 0; J < D; ++J) sum += (mu * F[i][J] + r * C[i][J]) * g.inverse[k * D + J][l];
          force[k * D + i][l] = V * sum;
        }
    }
  }

  static void scatter(const Group& g, const Real (&force)[D * D][kLanes], Real* f) {
    for (int l = 0; l < kLanes; ++l)
      for (int i = 0; i < D; ++i) {
        Real total = 0;
        for (int k = 0; k < D; ++k) {
          f[Index{g.node[k + 1][l]} * D + i] -= force[k * D + i][l];
          total += force[k * D + i][l];
        }
        f[Index{g.node[0][l]} * D + i] += total;
      }
  }

  std::vector<Group> groups_;
};

struct Figures {
  std::string name;
  Index elements = 0;
  Real tactus = kUnlimited, hand = kUnlimited, standard = kUnlimited, arithmetic = kUnlimited;
  Real difference = 0;  ///< largest, of the forces, over the largest force
};

/// CPU time of this thread, so that other programs on the machine count as little as they can.
Real now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<Real>(t.tv_sec) + static_cast<Real>(t.tv_nsec);
}

/// ns an element of one call, measured for at least 2 ms.
template <class Call>
Real time_of(Index elements, const Call& call) {
  const Real start = now();
  Index calls = 0;
  Real spent = 0;
  do {
    call();
    ++calls;
    spent = now() - start;
  } while (spent < 2e6);
  return spent / static_cast<Real>(calls * elements);
}

template <int D>
Figures measure(const std::string& name, Mesh mesh, int rounds) {
  test::Scene scene(D);
  scene.body("body", std::move(mesh),
             scene.material(testing::make_component<Material>(
                                "neo_hookean", {{"lambda", kLame.lambda}, {"mu", kLame.mu}}),
                            "neo_hookean"));
  const auto model = scene.model();
  FemSystem system(*model);
  Runtime runtime(1);
  const HandWritten<D, OwnLog> own(*model);
  const HandWritten<D, StandardLog> standard(*model);
  Context& context = runtime.context();
  std::vector<Real> x(model->reference().begin(), model->reference().end()), f(x.size()), g(x);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] += 0.05 * model->scales().altitude * (2 * context.random(1, i) - 1);

  Figures out{.name = name, .elements = model->element_count()};
  Real sink = 0;
  for (int r = 0; r < rounds; ++r) {
    const auto best = [&](Real& least, Index elements, const auto& call) {
      least = std::min(least, time_of(elements, call));
    };
    best(out.tactus, out.elements, [&] {
      if (!system.force({.q = x}, f, context)) std::abort();
    });
    best(out.hand, out.elements, [&] { sink += own.force(x.data(), g.data(), g.size()); });
    best(out.standard, out.elements, [&] { sink += standard.force(x.data(), g.data(), g.size()); });
    best(out.arithmetic, 1000 * kLanes, [&] { sink += own.arithmetic(x.data(), 1000); });
  }
  Real largest = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    out.difference = std::max(out.difference, std::abs(f[i] - g[i]));
    largest = std::max(largest, std::abs(f[i]));
  }
  out.difference = sink == 0 ? 1 : out.difference / largest;
  return out;
}

Table::Row row_of(const Figures& f) {
  return {{"name", std::string(f.name)},
          {"elements", f.elements},
          {"tactus", f.tactus},
          {"hand_written", f.hand},
          {"hand_written_std_log", f.standard},
          {"arithmetic", f.arithmetic},
          {"ratio", f.tactus / f.hand},
          {"difference", f.difference}};
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments = bench::parse(argc, argv, "bench_element_loop");
  const int rounds = arguments.quick ? 3 : 25;
  Table table("element loop");
  table.add(row_of(measure<2>("triangles in cache", test::rectangle(1, 1, 20, 20, 4), rounds)));
  table.add(row_of(measure<3>("tetrahedra in cache", test::cube(6), rounds)));
  if (!arguments.quick) {
    table.add(
        row_of(measure<2>("a million triangles", test::rectangle(1, 1, 500, 500, 4), rounds)));
    table.add(row_of(measure<3>("a million tetrahedra", test::cube(55), rounds)));
  }
  bench::write_json(arguments, "element_loop", {&table});
  return 0;
}
