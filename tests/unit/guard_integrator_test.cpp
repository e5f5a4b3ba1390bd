// Whoever calls a faulty integrator, or the problem that it posed, the fault is laid to it.
#include "tests/unit/guard_integrator.hpp"

#include "core/support/guard/finite.hpp"

namespace tactus::guard_tests {

TEST_CASE("a fault in any function of an integrator is laid to it", "[guard]") {
  Given given;
  const auto object = mine<Integrator, DoubleIntegrator>();
  expect_blame_of_all(*object, calls_of(*object, given), "Integrator");
}

TEST_CASE("a fault in any function of a problem is laid to the integrator that posed it",
          "[guard]") {
  Given given;
  const auto integrator = mine<Integrator, DoubleIntegrator>();
  doing = {};
  StepProblem* problem = nullptr;
  REQUIRE(begin(*integrator, given, problem));
  std::set<std::string> functions = functions_of("StepProblem");
  functions.merge(functions_of("LinearOperator", "operator "));
  expect_all_called(calls_of(*problem, given), functions);
  expect_blame(calls_of(*problem, given), Kind::integrator);
}

TEST_CASE("a number that is not finite is named as the interface names it", "[guard]") {
  const Called called{.kind = Kind::integrator, .type = "mine"};
  const auto complaint = [&](const core::Given& given) { return finite_or_retry(called, {given}); };
  const std::vector<Real> one{1, 2, kNan};
  const Outcome of_dof = complaint(of_dofs("a velocity", one));
  CHECK(of_dof.message ==
        "integrator \"mine\" gave a velocity that is not finite: degree of freedom 2 is nan");
  CHECK(of_dof.where.item == Item::dof);
  CHECK(of_dof.where.index == 2);
  // Blocks of two by two: the second of the lower row is in row 3 and column 5.
  const std::vector<Index> start{0, 1, 2}, column{0, 2};
  const std::vector<Real> value{1, 0, 0, 1, 1, 0, 0, -INFINITY};
  const SparseView matrix{2, 3, 2, start, column, value};
  const Outcome of_entry =
      complaint({.what = "a tangent", .numbers = value, .matrix = &matrix, .item = Item::dof});
  CHECK_THAT(of_entry.message, Catch::EndsWith(": row 3, column 5 is -inf"));
  CHECK(of_entry.where.index == 3);
  // More numbers than the matrix has places for.
  const SparseView short_of_columns{2, 3, 2, start, View<Index>(column).first(1), value},
      short_of_rows{2, 3, 2, View<Index>(start).first(2), column, value};
  for (const SparseView& malformed :
       {short_of_columns, short_of_rows, SparseView{.value = value}}) {
    const Outcome bad =
        complaint({.what = "a tangent", .numbers = value, .matrix = &malformed, .item = Item::dof});
    CHECK_THAT(bad.message, Catch::EndsWith("not finite: number 7 is -inf"));
    CHECK(bad.where.index == kNone);
  }
}

TEST_CASE("a report of a step that is not finite is told by the member that is not", "[guard]") {
  class Reports final : public Double<Integrator> {
   public:
    std::function<void(StepReport&)> spoil;

   private:
    View<Stage> do_stages() const override { return kIncrementStage; }
    Real do_time_step_limit(const System&, const StateView&) const override { return 1; }
    Outcome do_begin(Index, const StateView&, const StateView&, System&, StepProblem*&,
                     Context&) override {
      return {};
    }
    Outcome do_finish(Index, const StateView&, System&, const StepResult&, const StateOut&,
                      StepReport& report, Context&) override {
      spoil(report);
      return {};
    }
  };
  const std::vector<std::pair<std::string, std::function<Real&(StepReport&)>>> members{
      {"impulse_fraction", [](StepReport& r) -> Real& { return r.impulse_fraction; }},
      {"contact_work", [](StepReport& r) -> Real& { return r.contact_work; }},
      {"account.contact", [](StepReport& r) -> Real& { return r.account.contact; }},
      {"account.force_work", [](StepReport& r) -> Real& { return r.account.force_work; }},
      {"account.shift_old", [](StepReport& r) -> Real& { return r.account.shift_old; }},
      {"account.shift_new", [](StepReport& r) -> Real& { return r.account.shift_new; }},
      {"account.path_work", [](StepReport& r) -> Real& { return r.account.path_work; }},
      {"account.path_shift", [](StepReport& r) -> Real& { return r.account.path_shift; }},
      {"account.gain_limit", [](StepReport& r) -> Real& { return r.account.gain_limit; }}};
  for (const auto& [name, member] : members) {
    auto reports = std::make_unique<Reports>();
    reports->spoil = [&](StepReport& report) { member(report) = -INFINITY; };
    const auto object = mine<Integrator>(std::move(reports));
    Given given;
    const Outcome bad =
        object->finish(0, given.state, given.system, {}, given.state, given.report, given.context);
    CHECK(bad.message ==
          "integrator \"mine\" gave a report of the step that is not finite: " + name + " is -inf");
  }
}

}  // namespace tactus::guard_tests
