// Sweeps of gauss_seidel over disks at rest beside sweeps written by hand, and the force noise of an
// elastic block at rest.
//
//     bench_pile [--json FILE] [--quick]
//
// Up to 10,000 round rigid disks lie under gravity on a hexagonal lattice in a box. Time of a sweep is the
// difference of two solves with different numbers of sweeps from the solution; what two threads gain
// stands beside what they gain in pure arithmetic at the same moment.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>

#include "apps/solve/solve_problem.hpp"
#include "benchmarks/pile/disks.hpp"
#include "benchmarks/support/arithmetic.hpp"
#include "benchmarks/support/report.hpp"
#include "core/support/executor.hpp"
#include "core/support/reaction_data.hpp"
#include "tests/friction/scene.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::bench;

namespace {

/// gauss_seidel and its law, for one problem in many solves.
class Sweeps {
 public:
  Sweeps(const core::FrictionProblem& p, int threads)
      : problem_(p), W_(p), threads_(threads), runtime_(threads),
        law_(testing::make_component<ContactLaw>("nonsmooth_force")) {
    data_.dim = p.dim;
    data_.delassus = &W_;
    data_.diagonal_blocks = W_.diagonal_blocks();
    data_.resize(p.contacts);
    data_.free_velocity = p.free_velocity, data_.friction = p.friction;
    std::ranges::fill(data_.law, 0);
  }

  struct Solved {
    Real seconds = 0;
    Index sweeps = 0;
    SolveStatus status = SolveStatus::converged;
  };
  /// From the reactions at hand.
  Solved solve(ContactSolver& solver) {
    const ContactLaw* const laws[] = {law_.get()};
    const ReactionProblem posed = data_.problem();
    ReactionSolution solution{.reactions = data_.reactions};
    const Real start = seconds_now();
    const Outcome outcome = solver.solve(posed, laws, solution, runtime_.context());
    if (!outcome) fmt::print("  {}\n", outcome.message);
    return {seconds_now() - start, solution.report.iterations, solution.report.status};
  }
  /// ns for a contact and sweep: the difference of two numbers of sweeps, the median of several. The
  /// least one would be too small where a disturbance made the shorter solve longer.
  Real sweep_ns(Index sweeps, int times) {
    const auto solver_of = [&](Index count) {
      return testing::make_component<ContactSolver>(
          "gauss_seidel", {{"tolerance", 1e-12}, {"iterations", static_cast<Real>(count)}});
    };
    const auto shorter = solver_of(sweeps), longer = solver_of(2 * sweeps);
    std::vector<Real> differences;
    for (int n = 0; n < times; ++n) {
      const Real less = solve(*shorter).seconds;
      differences.push_back(solve(*longer).seconds - less);
    }
    std::ranges::sort(differences);
    return 1e9 * differences[differences.size() / 2] /
           static_cast<Real>(sweeps * problem_.contacts);
  }
  /// Other programs count for little with one thread; for two there is the wall clock alone.
  Real seconds_now() const { return threads_ == 1 ? thread_seconds() : wall_seconds(); }
  std::vector<Real>& reactions() { return data_.reactions; }

 private:
  const core::FrictionProblem& problem_;
  core::StoredOperator W_;
  int threads_;
  core::Runtime runtime_;
  std::unique_ptr<ContactLaw> law_;
  core::ReactionData data_;
};

Real heap_bytes() {
  const auto info = mallinfo2();
  return static_cast<Real>(info.uordblks + info.hblkhd);
}

void measure_disks(Index columns, Index rows, bool quick, Table& table) {
  const int times = quick ? 4 : 7;
  const Index sweeps = quick ? 20 : 40;
  const core::FrictionProblem p = disks_in_a_box(columns, rows, 0.3);
  const auto contacts = static_cast<Real>(p.contacts);
  const bool whole = !quick || p.contacts < 5000;  // to the end, which takes minutes
  const auto solver_to = [&](Real tolerance) {
    return testing::make_component<ContactSolver>(
        "gauss_seidel", {{"tolerance", tolerance}, {"iterations", whole ? 100000.0 : 200.0}});
  };
  const auto count = [](Index done, SolveStatus status) {
    return status == SolveStatus::converged ? static_cast<Real>(done) : kNotGiven;
  };
  Sweeps one(p, 1);
  const auto coarse_solver = solver_to(1e-4);
  const Real before = heap_bytes();
  const auto coarse = one.solve(*coarse_solver);
  const Real memory = heap_bytes() - before;
  const auto fine = one.solve(*solver_to(1e-8));
  std::vector<Real> by_hand = one.reactions();
  const Real hand = 1e9 / contacts *
                    least_time(0, times,
                               [&] {
                                 for (int n = 0; n < 5; ++n) sweep_by_hand(p, by_hand);
                               }) /
                    5;
  const Real alone = one.sweep_ns(sweeps, times);
  Sweeps two(p, 2);
  two.reactions() = one.reactions();
  const Real together = two.sweep_ns(sweeps, times);
  const auto blocks = static_cast<Real>(p.column.size());
  table.add({{"disks", std::to_string(columns * rows)},
             {"contacts", p.contacts},
             {"sweep ns", alone},
             {"by hand ns", hand},
             {"ratio", alone / hand},
             {"2 threads", alone / together},
             {"arithmetic", arithmetic_gain(quick ? 0.5 : 2).at_best},
             {"sweeps 1e-4", count(coarse.sweeps, coarse.status)},
             {"sweeps 1e-8", count(coarse.sweeps + fine.sweeps, fine.status)},
             {"bytes W", (blocks * (4 * sizeof(Real) + sizeof(Index))) / contacts},
             {"bytes solver", memory / contacts}});
}

/// An elastic block that lies on the ground, damped by nothing but contact: mean and scatter of the force
/// on the ground over the second half of a run, and how often it is let go.
void measure_noise(const std::string& law, const std::string& solver, bool quick, Table& table) {
  const std::string block = R"({"name": "block", "density": 1000,
      "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [8, 4]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}})";
  const Real end = quick ? 0.05 : 1;
  testing::Simulation s = friction::scene(
      block + "," + friction::kGround,
      {.friction = 0.5, .step = 0, .end = end, .law = law, .solver = solver, .tolerance = 1e-10});
  Real sum = 0, squares = 0, count = 0, released = 0;
  s.run([&](testing::Simulation& now) {
    if (now.time() < end / 2) return;
    const auto& facts = now.stepper.facts();
    const Real force = facts.outside.support_impulse[1] / facts.dt;
    sum += force, squares += force * force, ++count, released += force == 0;
  });
  const Real mean = sum / count;
  table.add({{"law", law},
             {"force N", mean},
             {"weight N", 1000 * 0.5 * 9.81},
             {"std/mean", std::sqrt(std::max(Real(0), squares / count - mean * mean)) / mean},
             {"steps", static_cast<Index>(count)},
             {"without force", static_cast<Index>(released)}});
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_pile");
  Table disks("disks"), noise("force noise");
  measure_disks(30, 33, arguments.quick, disks);
  measure_disks(100, 100, arguments.quick, disks);
  measure_noise("nonsmooth_force", "gauss_seidel", arguments.quick, noise);
  write_json(arguments, "pile", {&disks, &noise});
  return 0;
}
