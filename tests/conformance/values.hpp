// What check-plugin asks of a plugin whose options are set one at a time.
#pragma once

#include "apps/kit/value_trial.hpp"

namespace tactus::conformance {

template <class Made>
void check_values(const Made& made, Check& check) {
  for (const auto& value : core::values_to_try(made, {}))
    check.promise("with " + value.name + " = " + value.text, [&] {
      const auto with = [&](const std::string& text) {
        return core::make_sample(made, {{value.name, text}});
      };
      const Finding idle = core::numbers_matter(made.kind, value, with);
      if (!idle.kept) return idle;
      return core::trial_of_value(made.kind, value, [&] { return with(value.text); });
    });
}

}  // namespace tactus::conformance
