// Components that do to the program what no exception tells of: they end it, crash it, never return,
// or change how it computes.
#include <pthread.h>
#include <unistd.h>

#include <cfenv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <tactus/broad_phase.hpp>
#include <tactus/contact_solver.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>
#include <thread>

namespace {
using namespace tactus;

volatile int zero = 0;

int fill_the_stack(const volatile int* from) {
  volatile int here[1000] = {};
  here[0] = from ? from[0] + 1 : 0;
  return fill_the_stack(here) + here[0];
}

void throw_in_vain() noexcept { throw std::runtime_error("nobody can catch this"); }

void never_return() {
  if (std::FILE* file = std::fopen("started", "w")) std::fclose(file);
  for (volatile int i = 0;;) i = 1;
}

void sleep_for_ever() {
  for (;;) pause();
}

/// Beside the folder in which the program was started: which process writes here, and with whose rights.
void write_elsewhere() {
  std::FILE* file = std::fopen("../written_by_a_plugin", "w");
  if (!file) return;
  std::fprintf(file, "%d %u\n", getpid(), getuid());
  std::fclose(file);
}

/// 100 MiB, all of its pages.
void hold_memory_for_a_moment() {
  constexpr std::size_t kPage = 4096, kSize = 100 << 20;
  const auto held = std::make_unique_for_overwrite<char[]>(kSize);
  volatile char* bytes = held.get();
  for (std::size_t i = 0; i < kSize; i += kPage) bytes[i] = 1;
}

void flush_to_zero() {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8000);
#endif
}

/// Lets the first run in a folder pass, and no other one.
void throw_the_second_time() {
  if (access("came_before", F_OK) == 0) throw std::runtime_error("not again");
  if (std::FILE* file = std::fopen("came_before", "w")) std::fclose(file);
}

/// Another number in each run: a factor that nobody sees in a picture, but everybody in the bits.
Real factor_of_the_clock() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return 1 + 1e-9 * static_cast<Real>(now % 1'000'000 + 1) / 1e6;
}

struct Deed {
  std::string_view name;
  void (*act)();
};
constexpr Deed kDeeds[] = {
    {"exit", [] { std::exit(0); }},
    {"exit_in_a_thread", [] { std::thread([] { std::exit(0); }).join(); }},
    {"exit_of_the_thread", [] { pthread_exit(nullptr); }},
    {"quick_exit", [] { std::quick_exit(0); }},
    {"leave_at_once", [] { _exit(0); }},
    {"null", [] { *static_cast<volatile int*>(nullptr) = 1; }},
    {"bus", [] { raise(SIGBUS); }},
    {"divide", [] { zero = 7 / zero; }},
    {"illegal", [] { raise(SIGILL); }},
    {"stack", [] { zero = fill_the_stack(nullptr); }},
    {"abort", [] { std::abort(); }},
    {"trap", [] { raise(SIGTRAP); }},
    {"terminate", [] { std::terminate(); }},
    {"throw_in_vain", throw_in_vain},
    {"endless", never_return},
    {"sleep", sleep_for_ever},
    {"write_elsewhere", write_elsewhere},
    {"rounding", [] { std::fesetround(FE_UPWARD); }},
    {"flush_to_zero", flush_to_zero},
    {"float_traps", [] { feenableexcept(FE_DIVBYZERO); }},
    {"throw_the_second_time", throw_the_second_time},
    {"hold_memory_for_a_moment", hold_memory_for_a_moment},
    {"throw", [] { throw std::runtime_error("no more room"); }},
};

/// "deed" is done at "place".
struct HidesOptions {
  std::string deed = "exit", place = "step";
  void describe(OptionVisitor& o) {
    o.text("deed", deed).help("what is done");
    o.text("place", place).help("where it is done");
  }
  void at(std::string_view here) const {
    if (place != here) return;
    for (const Deed& d : kDeeds)
      if (d.name == deed) d.act();
  }
};

class Pairs final : public BroadPhase {
 public:
  using Options = HidesOptions;
  explicit Pairs(const Options& o) : o_(o) { o_.at("made"); }
  ~Pairs() override { o_.at("destroyed"); }
  void capabilities(Capabilities&) const override { o_.at("claims"); }
  void measure(MetricVisitor&) const override { o_.at("metrics"); }
  void accept() override {
    o_.at("accept");
    ++steps_;
  }
  void save(Archive&) const override {
    o_.at("save");
    if (steps_ > 0) o_.at("save_at_the_end");
  }

 private:
  void do_candidates(const BoxQuery&, std::vector<Pair>&, Context&) override { o_.at("step"); }
  Index steps_ = 0;
  Options o_;
};

class Solver final : public ContactSolver {
 public:
  using Options = HidesOptions;
  explicit Solver(const Options& o) : o_(o) {}
  void capabilities(Capabilities& c) const override { c.needs(capability::increment); }

 private:
  void do_setup(const Setup&, Context&) override { o_.at("setup"); }
  Outcome do_solve_increment(StepProblem&, ContactModel&, StepSolution&,
                             Context& context) override {
    if (context.step.step < 2) return {};
    o_.at("step");
    while (o_.place == "until_stopped" && !context.stopped())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    context.executor->for_each(64, 1, [&](Range range, Context&) {
      if (range.begin == 63) o_.at("worker");
    });
    return {};
  }
  Options o_;
};

/// Elastic and linear; what it does at "step" is done by whichever thread computes the element.
class Solid final : public Material {
 public:
  using Options = HidesOptions;
  explicit Solid(const Options& o)
      : o_(o), factor_(o.place == "value" ? factor_of_the_clock() : 1) {}

 private:
  Real do_p_wave_modulus() const override { return 1e6; }
  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    o_.at("step");
    for (std::size_t t = 0; t < batch.F.size(); ++t) {
      if (!batch.W.empty()) batch.W[t] = factor_ * 5e5 * dot(batch.F[t], batch.F[t]);
      if (!batch.P.empty()) batch.P[t] = factor_ * 1e6 * batch.F[t];
    }
  }
  Options o_;
  Real factor_;
};

class ExitsDescribed final : public BroadPhase {
 public:
  struct Options {
    void describe(OptionVisitor&) { std::exit(0); }
  };
  explicit ExitsDescribed(const Options&) {}

 private:
  void do_candidates(const BoxQuery&, std::vector<Pair>&, Context&) override {}
};

class SolverExitsDescribed final : public ContactSolver {
 public:
  using Options = ExitsDescribed::Options;
  explicit SolverExitsDescribed(const Options&) {}
  void capabilities(Capabilities& c) const override { c.needs(capability::increment); }

 private:
  Outcome do_solve_increment(StepProblem&, ContactModel&, StepSolution&, Context&) override {
    return {};
  }
};

}  // namespace

TACTUS_PLUGINS(registration<Pairs>("hides", "does a deed"),
               registration<Solver>("hides", "does a deed"),
               registration<Solid>("hides", "does a deed"),
               registration<ExitsDescribed>("exits_described", "calls exit() in describe()"),
               registration<SolverExitsDescribed>("exits_described", "calls exit() in describe()"))
