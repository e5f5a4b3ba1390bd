// A small interface to IPOPT: it takes a nonlinear program and returns its solution.
#pragma once

#include <tactus/contact_model.hpp>

namespace ipopt {
using namespace tactus;

/// min f(s) subject to c(s) >= 0, with all quantities of order one. Functions return false if they
/// have no value. They are called from the thread that called Engine::solve(), and must not throw.
class Program {
 public:
  /// Entries of a sparse matrix; equal positions are not repeated.
  struct Pattern {
    std::vector<Index> row, column;
    std::size_t entries() const { return row.size(); }
  };

  virtual Index unknowns() const = 0;
  virtual Index conditions() const = 0;
  virtual const Pattern& jacobian_pattern() const = 0;
  virtual const Pattern& hessian_pattern() const = 0;  ///< lower triangle

  virtual void start(Out<Real> s, Out<Real> multiplier) const = 0;
  virtual bool objective(View<Real> s, Real& value) = 0;
  virtual bool objective_gradient(View<Real> s, Out<Real> gradient) = 0;
  virtual bool evaluate(View<Real> s, Out<Real> c) = 0;
  virtual bool jacobian(View<Real> s, Out<Real> value) = 0;
  /// factor d2f - sum_i multiplier_i d2c_i
  virtual bool hessian(View<Real> s, Real factor, View<Real> multiplier, Out<Real> value) = 0;
  virtual bool stopped() const = 0;

 protected:
  ~Program() = default;
};

struct EngineOptions {
  /// Tolerance for stationarity and for c. Multiplier times c is only reduced to its square,
  /// because an interior point method keeps a barely inactive row away from zero by the root of
  /// that product.
  Real tolerance = 1e-10;
  Index iterations = 200;
  bool warm = true;  ///< start from the multipliers of Program::start
};

enum class Ending : std::uint8_t {
  solved,
  infeasible,   ///< ended at a point of least violation
  stalled,      ///< iteration limit or too small steps: ended at the last point
  no_value,     ///< a function had no value where it was needed
  interrupted,  ///< Program::stopped()
};

struct EngineResult {
  Ending ending = Ending::stalled;
  Index iterations = 0;
  std::vector<Real> s, multiplier;  ///< multiplier >= 0 of c >= 0
};

class Engine {
 public:
  Engine();
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Before the first solve.
  void configure(const EngineOptions& options) { options_ = options; }
  /// Solves one problem at a time in the process; other calls wait. @return valid until the next
  /// call.
  /// @param trial  0; or 1 for a different strategy: cold start with IPOPT's adaptive barrier
  const EngineResult& solve(Program& program, int trial = 0);

 private:
  struct Parts;
  void start();

  EngineOptions options_;
  std::unique_ptr<Parts> parts_;  ///< null: nothing was solved yet
};

}  // namespace ipopt
