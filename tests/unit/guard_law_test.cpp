// Whoever calls a faulty law, the fault is laid to it; a guard can be told from what is behind it.
#include "tests/unit/guard_law.hpp"

namespace tactus::guard_tests {

TEST_CASE("a fault in any function of a law is laid to it", "[guard]") {
  Given given;
  const auto object = mine<ContactLaw, DoubleLaw>();
  expect_blame_of_all(*object, calls_of(*object, given), "ContactLaw");
}

TEST_CASE("what follows from numbers that are none is no fault of the law", "[guard]") {
  Given given;
  const auto law = mine<ContactLaw, DoubleLaw>();
  given.U[1] = kNan;
  doing = {.at = "solve", .deed = Deed::spoils};
  CHECK_NOTHROW(law->solve(
      {.problem = &given.reactions, .contacts = given.contact, .free = given.U, .R = given.R},
      given.context));
}

TEST_CASE("a guard can be told from what is behind it", "[guard]") {
  auto made = std::make_unique<DoubleLaw>();
  const Component* const behind = made.get();
  const auto law = mine<ContactLaw>(std::move(made));
  CHECK(static_cast<Component*>(law.get()) != behind);
  CHECK(&unguarded(*law) == behind);
  DoubleLaw bare;
  CHECK(&unguarded(bare) == &bare);
}

}  // namespace tactus::guard_tests
