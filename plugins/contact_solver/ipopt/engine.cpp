#include "engine.hpp"

#include <IpIpoptApplication.hpp>
#include <IpIpoptData.hpp>
#include <IpTNLP.hpp>
#include <algorithm>
#include <mutex>

// Defined if the system's BLAS is OpenBLAS; null with any other library.
extern "C" __attribute__((weak)) void openblas_set_num_threads(int);

namespace ipopt {
namespace {

using Ipopt::Number;
using Count = Ipopt::Index;  // IPOPT's is an int

/// MUMPS, which IPOPT uses as its linear solver here, has process-wide state and crashes if two
/// threads use it.
std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

std::size_t size(Count n) { return static_cast<std::size_t>(n); }

class Adapter final : public Ipopt::TNLP {
 public:
  Program* program = nullptr;
  EngineResult* result = nullptr;

  bool get_nlp_info(Count& n, Count& m, Count& jacobian, Count& hessian,
                    IndexStyleEnum& style) override {
    n = static_cast<Count>(program->unknowns());
    m = static_cast<Count>(program->conditions());
    jacobian = static_cast<Count>(program->jacobian_pattern().entries());
    hessian = static_cast<Count>(program->hessian_pattern().entries());
    style = C_STYLE;
    return true;
  }
  bool get_bounds_info(Count n, Number* x_l, Number* x_u, Count m, Number* g_l,
                       Number* g_u) override {
    constexpr Number infinite = 2e19;  // IPOPT's value for "no bound"
    std::fill_n(x_l, n, -infinite);
    std::fill_n(x_u, n, infinite);
    std::fill_n(g_l, m, 0.0);
    std::fill_n(g_u, m, infinite);
    return true;
  }
  bool get_starting_point(Count n, bool, Number* x, bool bounds, Number* z_l, Number* z_u, Count m,
                          bool multipliers, Number* lambda) override {
    start_.resize(size(n)), multiplier_.resize(size(m));
    program->start(start_, multiplier_);
    std::copy(start_.begin(), start_.end(), x);
    if (bounds) std::fill_n(z_l, n, 0.0), std::fill_n(z_u, n, 0.0);
    // IPOPT's Lagrangian is f + lambda c, so that its multiplier of a lower bound is negative.
    if (multipliers)
      std::transform(multiplier_.begin(), multiplier_.end(), lambda, std::negate<>());
    return true;
  }
  bool eval_f(Count n, const Number* x, bool, Number& value) override {
    return program->objective({x, size(n)}, value);
  }
  bool eval_grad_f(Count n, const Number* x, bool, Number* gradient) override {
    return program->objective_gradient({x, size(n)}, {gradient, size(n)});
  }
  bool eval_g(Count n, const Number* x, bool, Count m, Number* value) override {
    return program->evaluate({x, size(n)}, {value, size(m)});
  }
  bool eval_jac_g(Count n, const Number* x, bool, Count, Count entries, Count* row, Count* column,
                  Number* value) override {
    if (value) return program->jacobian({x, size(n)}, {value, size(entries)});
    write(program->jacobian_pattern(), row, column);
    return true;
  }
  bool eval_h(Count n, const Number* x, bool, Number factor, Count m, const Number* lambda, bool,
              Count entries, Count* row, Count* column, Number* value) override {
    if (!value) {
      write(program->hessian_pattern(), row, column);
      return true;
    }
    multiplier_.resize(size(m));
    std::transform(lambda, lambda + m, multiplier_.begin(), std::negate<>());
    return program->hessian({x, size(n)}, factor, multiplier_, {value, size(entries)});
  }
  bool intermediate_callback(Ipopt::AlgorithmMode, Count iteration, Number, Number, Number, Number,
                             Number, Number, Number, Number, Count, const Ipopt::IpoptData*,
                             Ipopt::IpoptCalculatedQuantities*) override {
    result->iterations = iteration;
    return !program->stopped();
  }
  void finalize_solution(Ipopt::SolverReturn, Count n, const Number* x, const Number*,
                         const Number*, Count m, const Number*, const Number* lambda, Number,
                         const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) override {
    result->s.assign(x, x + n);
    result->multiplier.resize(size(m));
    std::transform(lambda, lambda + m, result->multiplier.begin(),
                   [](Number l) { return std::max(0.0, -l); });
  }

 private:
  static void write(const Program::Pattern& pattern, Count* row, Count* column) {
    const auto narrow = [](Index i) { return static_cast<Count>(i); };
    std::transform(pattern.row.begin(), pattern.row.end(), row, narrow);
    std::transform(pattern.column.begin(), pattern.column.end(), column, narrow);
  }
  std::vector<Real> start_, multiplier_;
};

Ending ending_of(Ipopt::ApplicationReturnStatus status) {
  switch (status) {
    case Ipopt::Solve_Succeeded:
    case Ipopt::Solved_To_Acceptable_Level:
      return Ending::solved;
    case Ipopt::Infeasible_Problem_Detected:
      return Ending::infeasible;
    case Ipopt::User_Requested_Stop:
      return Ending::interrupted;
    case Ipopt::Invalid_Number_Detected:
      return Ending::no_value;
    default:
      return Ending::stalled;
  }
}

}  // namespace

struct Engine::Parts {
  Ipopt::SmartPtr<Ipopt::IpoptApplication> application = new Ipopt::IpoptApplication(false);
  Ipopt::SmartPtr<Adapter> adapter = new Adapter;
  EngineResult result;
};

Engine::Engine() = default;

Engine::~Engine() {
  const std::lock_guard lock(one_at_a_time());
  parts_.reset();
}

/// IPOPT registers hundreds of options for each application, which takes longer than to read a configuration.
void Engine::start() {
  parts_ = std::make_unique<Parts>();
  // The last bits depend on the number of threads
  if (openblas_set_num_threads) openblas_set_num_threads(1);
  Ipopt::SmartPtr<Ipopt::OptionsList> list = parts_->application->Options();
  list->SetIntegerValue("print_level", 0);
  list->SetStringValue("sb", "yes");  // suppresses the banner
  list->SetNumericValue("tol", options_.tolerance);
  list->SetNumericValue("constr_viol_tol", options_.tolerance);
  list->SetNumericValue("dual_inf_tol", options_.tolerance);
  list->SetNumericValue("compl_inf_tol", options_.tolerance * options_.tolerance);
  list->SetIntegerValue("acceptable_iter", 0);  // the caller judges what was not solved
  list->SetIntegerValue("max_iter", static_cast<Count>(options_.iterations));
  // By default bounds are relaxed by 1e-8 in the units of the problem, which is far more than the
  // margin of a contact.
  list->SetNumericValue("bound_relax_factor", 0);
  list->SetStringValue("nlp_scaling_method", "none");
  list->SetStringValue("linear_solver", "mumps");
  // The empty name prevents reading a file ipopt.opt in the working directory.
  if (parts_->application->Initialize("") != Ipopt::Solve_Succeeded)
    throw Error("IPOPT refused its options");
}

const EngineResult& Engine::solve(Program& program, int trial) {
  const std::lock_guard lock(one_at_a_time());
  if (!parts_) start();
  const bool warm = options_.warm && trial == 0;
  Ipopt::SmartPtr<Ipopt::OptionsList> list = parts_->application->Options();
  list->SetStringValue("warm_start_init_point", warm ? "yes" : "no");
  list->SetNumericValue("mu_init", warm ? 1e-4 : 0.1);
  list->SetStringValue("mu_strategy", trial == 0 ? "monotone" : "adaptive");
  EngineResult& result = parts_->result;
  result.iterations = 0;
  result.s.clear(), result.multiplier.clear();
  parts_->adapter->program = &program;
  parts_->adapter->result = &result;
  result.ending = ending_of(
      parts_->application->OptimizeTNLP(Ipopt::SmartPtr<Ipopt::TNLP>(GetRawPtr(parts_->adapter))));
  if (program.stopped()) result.ending = Ending::interrupted;
  if (result.s.size() != static_cast<std::size_t>(program.unknowns()) &&
      result.ending != Ending::interrupted)
    result.ending = Ending::no_value;
  return result;
}

}  // namespace ipopt
