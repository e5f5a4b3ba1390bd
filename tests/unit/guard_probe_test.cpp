// Whoever calls a faulty probe, the fault is laid to it.
#include "tactus/probe.hpp"
#include "tests/unit/guard_calls.hpp"

namespace tactus::guard_tests {
namespace {

class DoubleProbe final : public Double<Probe> {
  void do_columns(int, ProbeVisitor&) const override { doing.in("columns"); }
  void do_setup(const ProbeTarget&) override { doing.in("setup"); }
  void do_sample(const ProbeState&, Out<Real>, Context&) const override { doing.in("sample"); }
};

struct NoProbeColumns final : ProbeVisitor {
  void column(std::string_view, std::string_view, std::string_view) override {}
  void field(std::string_view) override {}
};

/// What a probe measures may be no number.
Calls calls_of(Probe& p, Given& g) {
  return {call("columns",
               [&] {
                 NoProbeColumns none;
                 p.columns(2, none);
               }),
          call("setup", [&] { p.setup({}); }),
          call("sample", [&] { p.sample({}, g.force, g.context); })};
}

}  // namespace

TEST_CASE("a fault in any function of a probe is laid to it", "[guard]") {
  Given given;
  const auto object = mine<Probe, DoubleProbe>();
  expect_blame_of_all(*object, calls_of(*object, given), "Probe");
}

}  // namespace tactus::guard_tests
