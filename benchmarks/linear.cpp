// Linear systems of implicit steps: seconds to factor, to solve, and to iterate; nanoseconds an element of
// the tangent; milliseconds of an iteration of Newton's method.
//
//     bench_linear [--json FILE] [--quick]
//
// A square or a cube of neo-Hookean material that is held on one side, in statics and in steps of 1.6 and
// 16 times the time in which a wave crosses a cell.
//
// factor      analysis and factorisation; again: factorisation alone, for a pattern that is known
// solve       one right-hand side with the factors
// iterate     conjugate gradients for one right-hand side, preparation included
// automatic   what the automatic method took, over the better of factor + solve and iterate
//
// two threads what a second thread gains in the tangent, on the wall
// iteration   of Newton's method, when it is warm: forces, tangent, factorisation, solution, in the step of 16
//             crossings; cholmod: the factorisation of that matrix by CHOLMOD itself, without the analysis
//
// Processor time of this thread, but for two threads.
#include <algorithm>
#include <cmath>
#include <vector>

#include "benchmarks/linear/own_factor.hpp"
#include "benchmarks/support/report.hpp"
#include "core/model/automatic_solver.hpp"
#include "core/model/definite_solver.hpp"
#include "core/model/fem_system.hpp"
#include "core/model/iterative_solver.hpp"
#include "core/support/executor.hpp"
#include "tests/scene.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::core;
using bench::Table;

namespace {

constexpr Lame kLame{1.5, 1};

Real seconds(const std::function<void()>& call) {
  const Real start = bench::thread_seconds();
  call();
  return bench::thread_seconds() - start;
}

void require(const Outcome& outcome) {
  if (!outcome) throw Error(outcome.message);
}

class Bodies {
 public:
  Bodies(int dim, Mesh mesh) : scene_(dim), runtime_(1), two_(2) {
    scene_.body("body", std::move(mesh),
                scene_.material(testing::make_component<Material>(
                                    "neo_hookean", {{"lambda", kLame.lambda}, {"mu", kLame.mu}}),
                                "neo_hookean"));
    model_ = scene_.model();
    system_ = std::make_unique<FemSystem>(*model_);
    tangent_ = system_->new_tangent();
    const View<Real> x = model_->reference();
    fixed_.assign(x.size(), 0);
    const auto step = static_cast<std::size_t>(dim);
    Real left = x[0];
    for (std::size_t i = 0; i < x.size(); i += step) left = std::min(left, x[i]);
    for (std::size_t i = 0; i < x.size(); i += step)
      if (x[i] <= left) std::fill_n(fixed_.begin() + static_cast<std::ptrdiff_t>(i), dim, 1);
    b_.resize(x.size());
    for (std::size_t i = 0; i < b_.size(); ++i)
      b_[i] = fixed_[i] ? 0 : 2 * context().random(2, i) - 1;
    x_ = b_;
  }
  Context& context() { return runtime_.context(); }
  const Model& model() const { return *model_; }
  const LinearOperator& tangent() const { return *tangent_; }

  void fill(Real mass) { fill(mass, context()); }
  /// Wall time on one thread over that on two: the least of both, measured in turn.
  Real gain_of_two_threads() {
    Real one = kUnlimited, two = kUnlimited;
    for (int k = 0; k < 30; ++k) {
      one = std::min(one, wall_time(context())), two = std::min(two, wall_time(two_.context()));
    }
    return one / two;
  }
  /// s, of an iteration of Newton's method with a factorisation whose pattern is known.
  Real iteration_time(LinearSolver& solver, Real mass) {
    std::vector<Real> f(b_.size());
    const auto iterate = [&] {
      require(system_->force({.q = x_now()}, f, context()));
      fill(mass);
      require(solver.prepare(*tangent_, context()));
      require(solver.solve(b_, x_, 1, context()));
    };
    iterate();
    return bench::least_time(0.5, 4, iterate);
  }
  Real tangent_time() {
    return bench::least_time(0.5, 3, [&] { fill(1); }) * 1e9 /
           static_cast<Real>(model_->element_count());
  }
  void fill(Real mass, Context& with) {
    require(system_->tangent({.q = model_->reference(), .fixed = fixed_}, Mass::consistent, mass, 1,
                             *tangent_, with));
  }
  Real wall_time(Context& with) {
    const Real start = bench::wall_seconds();
    for (int k = 0; k < 3; ++k) fill(1, with);
    return bench::wall_seconds() - start;
  }
  Real force_time() {
    std::vector<Real> f(b_.size());
    return bench::least_time(0.5, 3,
                             [&] { require(system_->force({.q = x_now()}, f, context())); }) *
           1e9 / static_cast<Real>(model_->element_count());
  }
  Real solve_with(LinearSolver& solver) {
    std::ranges::fill(x_, Real{0});
    return seconds([&] { require(solver.solve(b_, x_, 1, context())); });
  }
  Real prepare(LinearSolver& solver) {
    return seconds([&] { require(solver.prepare(*tangent_, context())); });
  }

 private:
  /// A place where force() was not asked last, so that nothing is remembered.
  View<Real> x_now() {
    place_.assign(model_->reference().begin(), model_->reference().end());
    place_[place_.size() - 1] += 1e-9 * static_cast<Real>(++asked_);
    return place_;
  }

  test::Scene scene_;
  Runtime runtime_, two_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<FemSystem> system_;
  std::unique_ptr<LinearOperator> tangent_;
  std::vector<std::uint8_t> fixed_;
  std::vector<Real> b_, x_, place_;
  Index asked_ = 0;
};

/// Mass over dt^2/2 in a step in which a wave crosses so many cells.
Real mass_of(Real cell, Real crossing) {
  const Real dt = crossing * cell / std::sqrt(kLame.lambda + 2 * kLame.mu);
  return 2 / (dt * dt);
}

/// @param crossing  of a cell by a wave, in a step; 0: statics
void measure(Table& table, const std::string& name, Bodies& bodies, Real cell, Real crossing) {
  bodies.fill(crossing > 0 ? mass_of(cell, crossing) : 0);
  const auto definite = make_definite_solver(bodies.model());
  const Real factor = bodies.prepare(*definite), again = bodies.prepare(*definite);
  const Real solve = std::min(bodies.solve_with(*definite), bodies.solve_with(*definite));
  IterativeSolver iterative(bodies.model());
  Real iterate = kUnlimited;
  Index iterations = 0;
  try {
    iterate = bodies.prepare(iterative) + bodies.solve_with(iterative);
    iterations = iterative.iterations();
  } catch (const Error&) {
  }
  AutomaticSolver automatic(bodies.model());
  const Real chosen = bodies.prepare(automatic) + bodies.solve_with(automatic);
  table.add({{"scene", name},
             {"unknowns", bodies.tangent().size()},
             {"crossing", crossing},
             {"share", AutomaticSolver::mass_share(*bodies.tangent().sparse())},
             {"factor", factor},
             {"again", again},
             {"solve", solve},
             {"iterate", iterate},
             {"iterations", iterations},
             {"automatic", chosen / std::min(factor + solve, iterate)},
             {"method", std::string(automatic.iterates() ? "iterate" : "factor")}});
}

void measure_iteration(Table& table, const std::string& name, Bodies& bodies, Real cell) {
  const auto solver = make_definite_solver(bodies.model());
  const Real iteration = bodies.iteration_time(*solver, mass_of(cell, 16)),
             own = bench::own_factor_time(*bodies.tangent().sparse(), bodies.model().dim() == 3);
  table.add({{"scene", name},
             {"unknowns", bodies.tangent().size()},
             {"iteration", 1e3 * iteration},
             {"cholmod", 1e3 * own},
             {"ratio", iteration / own}});
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments = bench::parse(argc, argv, "bench_linear");
  Table systems("linear"), tangents("tangent"), iterations("iteration");
  const auto run = [&](const std::string& name, int dim, Mesh mesh, Real cell) {
    Bodies bodies(dim, std::move(mesh));
    for (const Real crossing : {0., 16., 1.6}) measure(systems, name, bodies, cell, crossing);
    const Real tangent = bodies.tangent_time(), force = bodies.force_time();
    tangents.add({{"scene", name},
                  {"elements", bodies.model().element_count()},
                  {"tangent", tangent},
                  {"force", force},
                  {"ratio", tangent / force},
                  {"two threads", bodies.gain_of_two_threads()}});
    measure_iteration(iterations, name, bodies, cell);
  };
  const std::vector<int> plane = arguments.quick ? std::vector{14} : std::vector{14, 20, 70, 224};
  const std::vector<int> space = arguments.quick ? std::vector{6} : std::vector{6, 12, 20, 32};
  for (const int n : plane) run("square", 2, test::rectangle(1, 1, n, n, 4), 1. / n);
  for (const int n : space) run("cube", 3, test::cube(n), 1. / n);
  bench::write_json(arguments, "linear", {&systems, &tangents, &iterations});
  return 0;
}
