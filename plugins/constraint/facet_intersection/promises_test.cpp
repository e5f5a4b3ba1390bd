// The promises of a constraint, kept whether crossing pairs that are left are accepted or refused, in
// both forms; and the one that Kane et al.'s function breaks in space.
#include <tactus/conformance/constraint.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

namespace {

/// In space h4 is squared, so that the value keeps its sign when x4 is outside again: it changes with k
/// alone. All else is kept.
class StudyCheck final : public Check {
 public:
  bool broken = false;
  bool promise(std::string_view what, FunctionRef<Finding()> test) override {
    const Finding finding = found_by(test);
    if (what == "3D: values are negative inside and positive outside") {
      broken = !finding.kept;
      return finding.kept;
    }
    INFO(what << ": " << finding.text);
    CHECK(finding.kept);
    return finding.kept;
  }
  void skip(std::string_view, std::string_view) override {}
};

}  // namespace

TEST_CASE("facet_intersection keeps every promise of a constraint but the sign in space",
          "[constraint][facet_intersection]") {
  const std::string left = GENERATE("accepted", "refused"),
                    form = GENERATE("polynomial", "rational");
  StudyCheck check;
  constraint_promises(
      [&] {
        return make_component<Constraint>("facet_intersection", {{"left", left}, {"form", form}});
      },
      check);
  CHECK(check.broken);
}
