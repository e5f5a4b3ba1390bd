// Newton's method of the support library, on functions of a few numbers whose minima are known.
#include "tactus/newton/newton.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "tactus/conformance/doubles.hpp"
#include "tactus/conformance/serial_context.hpp"

using namespace tactus;
using namespace tactus::conformance;

namespace {

using Vector = Eigen::VectorXd;

/// The gradient of a function as a problem in increments.
class Function final : public StepProblem {
 public:
  struct Value {
    Real potential = 0;
    Vector gradient;
    Eigen::MatrixXd hessian;
    bool exists = true;
  };
  Function(Vector start, std::function<Value(const Vector&)> f) : f_(std::move(f)) {
    predictor_.assign(start.begin(), start.end());
    fixed_.assign(predictor_.size(), 0);
  }
  void fix(std::size_t i) { fixed_[i] = 1; }
  int evaluations = 0;

  Structure structure() const override { return Structure::sparse; }
  const ContactPoint& contact() const override { return point_; }
  View<std::uint8_t> fixed() const override { return fixed_; }
  View<Real> predictor() const override { return predictor_; }
  Outcome residual(View<Real> w, Out<Real> r, Context&) const override {
    ++const_cast<Function*>(this)->evaluations;
    const Value value = f_(map(w));
    if (!value.exists) return Outcome::retry(Cause::inverted_element, "an element is inverted");
    map(r) = value.gradient;
    return {};
  }
  Outcome potential(View<Real> w, Real& value, Context&) const override {
    value = f_(map(w)).potential;
    return {};
  }
  Outcome tangent(View<Real> w, const LinearOperator*& result, Context&) override {
    Eigen::MatrixXd A = f_(map(w)).hessian;
    for (std::size_t i = 0; i < fixed_.size(); ++i) {
      if (!fixed_[i]) continue;
      const auto k = static_cast<Eigen::Index>(i);
      A.row(k).setZero(), A.col(k).setZero(), A(k, k) = 1;
    }
    operator_ = std::make_unique<MatrixOperator>(A);
    result = operator_.get();
    return {};
  }

 private:
  std::function<Value(const Vector&)> f_;
  std::vector<Real> predictor_;
  std::vector<std::uint8_t> fixed_;
  ContactPoint point_;
  std::unique_ptr<MatrixOperator> operator_;
};

/// Cholesky's method for small matrices, which refuses others as the kernel's solver does.
class Definite final : public LinearSolvers {
 public:
  std::unique_ptr<LinearSolver> make(LinearMethod method) override {
    CHECK(method == LinearMethod::definite);
    return std::make_unique<Solver>();
  }
  std::unique_ptr<Assembler> assembler() override { throw Error("none"); }

 private:
  class Solver final : public LinearSolver {
   public:
    Outcome prepare(const LinearOperator& a, Context&) override {
      const SparseView& s = *a.sparse();
      const auto n = static_cast<Eigen::Index>(a.size());
      const Eigen::MatrixXd A =
          Eigen::Map<const Eigen::Matrix<Real, -1, -1, Eigen::RowMajor>>(s.value.data(), n, n);
      factors_.compute(A);
      return factors_.info() == Eigen::Success
                 ? Outcome{}
                 : Outcome::retry(Cause::indefinite, "not positive definite");
    }
    Outcome solve(View<Real> b, Out<Real> x, Index, Context&) override {
      map(x) = factors_.solve(map(b));
      return {};
    }

   private:
    Eigen::LLT<Eigen::MatrixXd> factors_;
  };
};

struct Solved {
  Outcome outcome;
  Vector w;
  Newton::Report report;
};

Solved solve(Function& f, bool has_potential, const NewtonOptions& options = {}) {
  SerialContext context;
  Definite linear;
  Newton newton(options);
  newton.setup(linear);
  std::vector<Real> w(f.predictor().begin(), f.predictor().end());
  Outcome outcome = newton.solve(f, has_potential, w, context.context());
  return {std::move(outcome), map(View<Real>(w)), newton.report()};
}

/// (x^2 + y^2)/2 + (x - 1)^4 + x y/2
Function::Value bowl(const Vector& w) {
  const Real x = w[0], y = w[1], c = x - 1;
  Function::Value v;
  v.potential = (x * x + y * y) / 2 + c * c * c * c + x * y / 2;
  v.gradient = Vector(2);
  v.gradient << x + 4 * c * c * c + y / 2, y + x / 2;
  v.hessian = Eigen::MatrixXd(2, 2);
  v.hessian << 1 + 12 * c * c, 0.5, 0.5, 1;
  return v;
}

}  // namespace

TEST_CASE("Newton's method finds where a gradient vanishes, to rounding", "[newton]") {
  const bool has_potential = GENERATE(true, false);
  Function f(Vector::Constant(2, 3), bowl);
  const Solved solved = solve(f, has_potential);
  REQUIRE(solved.outcome);
  CHECK(bowl(solved.w).gradient.lpNorm<Eigen::Infinity>() <= 1e-14);
  CHECK(solved.report.iterations <= 12);
  CHECK(solved.report.shifts == 0);
}

TEST_CASE("Newton's method leaves fixed entries as they are", "[newton]") {
  Function f(Vector::Constant(2, 3), bowl);
  f.fix(1);
  const Solved solved = solve(f, true);
  REQUIRE(solved.outcome);
  CHECK(solved.w[1] == 3);
  CHECK(std::abs(bowl(solved.w).gradient[0]) <= 1e-14);
}

TEST_CASE("a linear problem takes two iterations, the second of which corrects rounding",
          "[newton]") {
  Function f(Vector::Constant(2, 3), [](const Vector& w) {
    Function::Value v;
    v.hessian = Eigen::MatrixXd(2, 2);
    v.hessian << 2, 1, 1, 3;
    v.gradient = v.hessian * w - Vector::Constant(2, 1);
    v.potential = w.dot(v.hessian * w) / 2 - w.sum();
    return v;
  });
  const Solved solved = solve(f, true);
  REQUIRE(solved.outcome);
  CHECK(solved.report.iterations == 2);
  CHECK(solved.w[0] == Approx(0.4).epsilon(1e-15));
}

TEST_CASE("steps of Newton's method that would lead uphill are halved", "[newton]") {
  // sqrt(1 + x^2): from |x| > 1 a whole step ends further away than it began.
  Function f(Vector::Constant(1, 2), [](const Vector& w) {
    const Real r = std::sqrt(1 + w[0] * w[0]);
    Function::Value v;
    v.potential = r;
    v.gradient = Vector::Constant(1, w[0] / r);
    v.hessian = Eigen::MatrixXd::Constant(1, 1, 1 / (r * r * r));
    return v;
  });
  const Solved solved = solve(f, true);
  REQUIRE(solved.outcome);
  CHECK(std::abs(solved.w[0]) <= 1e-12);
  CHECK(solved.report.halvings > 0);
}

TEST_CASE("a tangent that is not definite is shifted until the way leads downhill", "[newton]") {
  // A double well, from next to its top.
  Function f(Vector::Constant(1, 0.1), [](const Vector& w) {
    const Real x = w[0];
    Function::Value v;
    v.potential = x * x * x * x / 4 - x * x / 2;
    v.gradient = Vector::Constant(1, x * x * x - x);
    v.hessian = Eigen::MatrixXd::Constant(1, 1, 3 * x * x - 1);
    return v;
  });
  const Solved solved = solve(f, true);
  REQUIRE(solved.outcome);
  CHECK(solved.w[0] == Approx(1).epsilon(1e-14));
  CHECK(solved.report.shifts > 0);
}

TEST_CASE("places without a value halve the way, and end the step where nothing is left",
          "[newton]") {
  const auto logarithm = [](Real from) {
    return [from](const Vector& w) {  // x - log(x): minimum at 1, no value at x <= 0
      const Real x = w[0];
      Function::Value v;
      v.exists = x > from;
      v.potential = x - std::log(x);
      v.gradient = Vector::Constant(1, 1 - 1 / x);
      v.hessian = Eigen::MatrixXd::Constant(1, 1, 1 / (x * x));
      return v;
    };
  };
  Function f(Vector::Constant(1, 3), logarithm(0));
  const Solved solved = solve(f, true);
  REQUIRE(solved.outcome);
  CHECK(solved.w[0] == Approx(1).epsilon(1e-14));
  CHECK(solved.report.halvings > 0);
  Function nowhere(Vector::Constant(1, 3), logarithm(2.9999));
  const Solved failed = solve(nowhere, true);
  CHECK(failed.outcome.status == Status::retry);
  CHECK(failed.outcome.cause == Cause::inverted_element);
}

TEST_CASE("equations that hold to rounding are solved, however far a correction for it would go",
          "[newton]") {
  // As of elements 1 m away forces are known to 1e-16 of stiffness. One mode is a thousand million times weaker.
  const bool has_potential = GENERATE(true, false);
  const Real noise = GENERATE(4e-16, 1e-9);
  Function f(Vector::Zero(2), [noise](const Vector& w) {
    const Vector across = Eigen::Vector2d(1, -1) * noise * std::sin(1e20 * (w[0] - w[1]) + 1);
    Function::Value v;
    v.hessian = Eigen::MatrixXd(2, 2);
    v.hessian << 1, 1 - 1e-9, 1 - 1e-9, 1;
    v.gradient = v.hessian * w - Vector::Constant(2, 1e-5) + across;
    v.potential = 1 + across.norm() / noise;
    return v;
  });
  const Solved solved = solve(f, has_potential);
  CHECK(bool(solved.outcome) == (noise < 1e-15));
  if (solved.outcome) CHECK(solved.w.sum() == Approx(1e-5));
}

TEST_CASE("Newton's method says how far it got where its iterations are used up", "[newton]") {
  Function f(Vector::Constant(2, 3), bowl);
  const Solved solved = solve(f, true, {.iterations = 2});
  CHECK(solved.outcome.status == Status::retry);
  CHECK(solved.outcome.cause == Cause::not_converged);
  CHECK_THAT(solved.outcome.message, Catch::Contains("within 2 iterations"));
}
