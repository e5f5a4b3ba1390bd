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

TEST_CASE("Formulas that are none are refused in the words of who wrote them",
          "[study][expression]") {
  CHECK_THROWS_WITH(Expression("2*top.y_m"),
                    "columns are written TABLE/COLUMN: \"probes/top.y_m\" for \"top.y_m\"");
  CHECK_THROWS_WITH(Expression("history.total_energy_J"),
                    "columns are written TABLE/COLUMN: \"history/total_energy_J\" for "
                    "\"history.total_energy_J\"");
  CHECK_THROWS_WITH(Expression("sinus(pi)"), Catch::StartsWith("\"sinus\" is no function; "));
  // Names are passed on under others ("v0"), which no message shows.
  for (const std::string text :
       {"a b", "a.5", "2a", "a(2)", "a 2", "(a", "a)", "a,b", "sin a", "a?b", "a ? b :", "*a",
        "a**b", "a&b", "pi pi", "history/a.b", "a.b.c", "1.2.3", "sin(a, b)"}) {
    INFO(text);
    try {
      Expression{text};
    } catch (const std::exception& e) {
      INFO(e.what());
      CHECK(std::string(e.what()).find("v0") == std::string::npos);
      CHECK(std::string(e.what()).find("v1") == std::string::npos);
    }
  }
}
