/// \file conformance/contact_law.hpp  What every contact law promises, as one Catch2 test:
///
///     TEST_CASE("my_name keeps every promise of a contact law") {
///       tactus::conformance::check_contact_law([] { return std::make_unique<MyLaw>(options); });
///     }
#pragma once

#include "catch_check.hpp"
#include "contact_law_promises.hpp"

namespace tactus::conformance {

inline void check_contact_law(const Make<ContactLaw>& make) {
  CatchCheck check;
  contact_law_promises(make, check);
}

}  // namespace tactus::conformance
