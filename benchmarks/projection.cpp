// Projection: microseconds for the contact problem of one step, by rows.
//
//     bench_projection [--json FILE] [--quick]
//
// min 1/2 (w - p)' M (w - p) with G w + c >= 0, as local_sqp and ipopt get it from the kernel: once
// without rows for the detection, then all violated rows as one component.
//
// chain   masses on a line, each pushed into the next: row i is w_(i+1) - w_i >= 0
// random  three vertices of an edge and a node a row, six degrees of freedom out of 3/2 a row, with
//         a point at which all rows hold; about half of the rows end with a force
//
// Both have the same answer: the largest difference of w, over the largest correction, is printed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "benchmarks/support/report.hpp"
#include "core/support/executor.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/increment_problem.hpp"
#include "tests/support/doubles.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::bench;
using namespace tactus::testing;
using conformance::Random;

namespace {

constexpr Real kMargin = 1e-7;  // what is found is what is below 0: solved rows are above

struct Linear {
  std::vector<Real> mass, predictor;
  std::vector<RowFunction> rows;
};

RowFunction linear_row(std::vector<Index> dof, std::vector<Real> g, Real offset) {
  return {
      .dof = dof,
      .value =
          [dof, g, offset](View<Real> q) {
            Real sum = offset;
            for (std::size_t i = 0; i < dof.size(); ++i) sum += g[i] * q[dof[i]];
            return sum;
          },
      .gradient = [g](View<Real>, Out<Real> out) { std::copy(g.begin(), g.end(), out.begin()); },
      .lower = kMargin,
      .hessian = [](View<Real>, Out<Real> out) { std::fill(out.begin(), out.end(), 0); }};
}

Linear chain(Index rows) {
  Random random(3);
  Linear out;
  for (Index i = 0; i <= rows; ++i) {
    out.mass.push_back(1 + random());
    out.predictor.push_back(-static_cast<Real>(i) * random() / static_cast<Real>(rows));
  }
  for (Index i = 0; i < rows; ++i) out.rows.push_back(linear_row({i, i + 1}, {-1, 1}, 0));
  return out;
}

Linear random_rows(Index rows) {
  Random random(5);
  Linear out;
  const Index dofs = std::max<Index>(6, 3 * rows / 2);
  std::vector<Real> sound;
  for (Index i = 0; i < dofs; ++i) {
    out.mass.push_back(1 + random());
    out.predictor.push_back(random.between(-1, 1));
    sound.push_back(0);
  }
  for (Index r = 0; r < rows; ++r) {
    std::vector<Index> dof;
    const Index near =
        r * (dofs - 6) / std::max<Index>(rows - 1, 1);  // overlaps with its neighbours
    for (Index k = 0; k < 6; ++k) dof.push_back(near + k);
    std::vector<Real> g;
    Real value = 0;
    for (const Index d : dof)
      g.push_back(random.between(-1, 1)), value += g.back() * out.predictor[d];
    if (value > 0)
      for (Real& x : g) x = -x, value = -std::abs(value);
    // Violated at the predictor, sound at 0.
    out.rows.push_back(linear_row(dof, g, -0.5 * value * random()));
  }
  return out;
}

/// As DiagonalProblem of the conformance kit, which keeps r(w) = M (w - predictor).
class Projection {
 public:
  Projection(const Linear& linear, const char* solver)
      : linear_(linear), system_(linear.mass), contact_(linear.rows),
        solver_(make_component<ContactSolver>(solver)) {
    start_.assign(linear.mass.size(), 0);
    force_.assign(linear.mass.size(), 0);
    Context& context = runtime_.context();
    context.scales.altitude = context.scales.longest_facet = 1;
    solver_->setup({.layout = &system_.layout()}, context);
    const auto predictor = problem_.pose(system_, {.mass = 1, .at = {.q = start_}});
    std::copy(linear.predictor.begin(), linear.predictor.end(), predictor.begin());
  }

  /// False where the solver has no solution.
  bool solve() {
    w = linear_.predictor;
    multiplier_.clear();
    contact_.begin(start_);
    StepSolution solution{
        .w = w, .contact_force = force_, .multiplier = &multiplier_, .group = &group_};
    const Outcome outcome = solver_->solve(problem_, contact_, solution, runtime_.context());
    message = outcome.message;
    return static_cast<bool>(outcome);
  }
  Index found() const { return contact_.rows().count; }
  Index active() const {
    return std::count_if(multiplier_.begin(), multiplier_.end(), [](Real m) { return m > 1e-9; });
  }
  std::vector<Real> w;
  std::string message;  ///< of an outcome that is none

 private:
  const Linear& linear_;
  core::Runtime runtime_{1};
  MassSystem system_;
  RowContact contact_;
  IncrementProblem problem_;
  std::unique_ptr<ContactSolver> solver_;
  std::vector<Real> start_, force_, multiplier_;
  std::vector<Index> group_;
};

Real difference(const std::vector<Real>& a, const std::vector<Real>& b, const Linear& linear) {
  Real apart = 0, correction = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    apart = std::max(apart, std::abs(a[i] - b[i]));
    correction = std::max(correction, std::abs(a[i] - linear.predictor[i]));
  }
  return apart / correction;
}

void measure(const char* name, const Linear& linear, bool quick, Table& table) {
  Projection ours(linear, "local_sqp");
  Table::Row row{{"scene", std::string(name)}, {"rows", static_cast<Index>(linear.rows.size())}};
  const auto time_of = [&](Projection& p) {
    const bool solved = p.solve();
    if (!solved) fmt::print("  {}\n", p.message);
    return solved ? 1e6 * least_time(quick ? 0.005 : 0.2, quick ? 1 : 5, [&] { p.solve(); })
                  : kNotGiven;
  };
  const Real own_time = time_of(ours);
  row.emplace_back("found", ours.found());
  row.emplace_back("active", ours.active());
  row.emplace_back("local_sqp", own_time);
  if (built("ipopt")) {
    Projection reference(linear, "ipopt");
    row.emplace_back("ipopt", time_of(reference));
    row.emplace_back("difference", difference(ours.w, reference.w, linear));
  }
  table.add(std::move(row));
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_projection");
  Table table("projection");
  const std::vector<Index> sizes = arguments.quick
                                       ? std::vector<Index>{1, 10}
                                       : std::vector<Index>{1, 2, 3, 5, 10, 20, 50, 100, 200, 300};
  for (const Index n : sizes) measure("chain", chain(n), arguments.quick, table);
  for (const Index n : sizes) measure("random", random_rows(n), arguments.quick, table);
  write_json(arguments, "projection", {&table});
  return 0;
}
