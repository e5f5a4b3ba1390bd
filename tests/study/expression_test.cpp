/// Formulas of studies: values, and the names that are found in them.
#include "apps/study/expression.hpp"

#include <catch2/catch.hpp>

using tactus::core::Expression;

namespace {

double value_of(const std::string& text, const std::vector<double>& numbers = {}) {
  return Expression(text).value(numbers);
}

}  // namespace

TEST_CASE("Formulas have precedence, functions, comparisons and names with a path",
          "[study][expression]") {
  CHECK(value_of("1.5e1 + 2*3^2") == 33);
  CHECK(value_of("sqrt(v0^2)/-2", {3}) == -1.5);
  CHECK(value_of("a < b && b <= 3 ? a : b", {1, 2}) == 1);
  CHECK(value_of("history/time_s/2 - summary/energy/final_J", {4, 1}) == 1);
  CHECK(Expression("history/a/b + summary/x/y*history/a").names() ==
        std::vector<std::string>{"history/a", "b", "summary/x/y"});
  CHECK(Expression("probes/tip.u_x_m*2.5 + probes/end.v_y_m_per_s/.5").names() ==
        std::vector<std::string>{"probes/tip.u_x_m", "probes/end.v_y_m_per_s"});
  CHECK_THROWS_WITH(Expression(""), "it ends too early");
}
