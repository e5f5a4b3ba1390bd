// Whoever calls a faulty constraint, the fault is laid to it.
#include "tests/unit/guard_calls.hpp"

namespace tactus::guard_tests {
namespace {

class DoubleConstraint final : public Double<Constraint> {
  void do_detection(const Scales&, Detection& wanted) const override {
    wanted.reach = doing.number("detection");
  }
  View<std::string_view> do_outside() const override {
    doing.in("outside");
    return {};
  }
  void do_setup(const ConstraintSetup&, Context&) override { doing.in("setup"); }
  DetectResult do_detect(const DetectQuery&, ContactSet&, Context&) override {
    doing.in("detect");
    return {};
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    doing.spoil("evaluate", {out.value, query.rows.size()});
  }
  void do_hessian(const RowQuery&, View<Real>, BlockSink&, Context&) const override {
    doing.in("hessian");
  }
  Real do_time_of_impact(const Surface&, const Candidates&, View<Real>, View<Real>,
                         Context&) const override {
    return doing.number("time_of_impact");
  }
};

struct NoBlocks final : BlockSink {
  void add(View<Index>, View<Index>, View<Real>) override {}
};

Calls calls_of(Constraint& c, Given& g) {
  return {
      numbers("detection",
              [&] {
                Detection wanted;
                c.detection({}, wanted);
              }),
      call("outside", [&] { (void)c.outside(); }),
      call("setup", [&] { c.setup({.surface = &g.surface}, g.context); }),
      call("detect",
           [&] {
             DetectQuery query;
             query.surface = &g.surface;
             (void)c.detect(query, g.set, g.context);
           }),
      numbers("evaluate",
              [&] {
                c.evaluate({.set = &g.set, .rows = g.row}, {.value = g.value.data()}, g.context);
              }),
      call("hessian",
           [&] {
             NoBlocks sink;
             c.hessian({.set = &g.set}, {}, sink, g.context);
           }),
      numbers("time_of_impact", [&] { (void)c.time_of_impact(g.surface, {}, {}, {}, g.context); })};
}

}  // namespace

TEST_CASE("a fault in any function of a constraint is laid to it", "[guard]") {
  Given given;
  const auto object = mine<Constraint, DoubleConstraint>();
  expect_blame_of_all(*object, calls_of(*object, given), "Constraint");
}

}  // namespace tactus::guard_tests
