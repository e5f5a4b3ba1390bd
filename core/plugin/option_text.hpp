/// \file option_text.hpp  Values of options as text, for check-plugin: read from its command line, and
/// chosen from the declared range to try a component with.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/plugin/option_target.hpp"
#include "core/plugin/sample_options.hpp"

namespace tactus::core {

bool in_range(const OptionInfo& info, Real value);
std::string range_text(const OptionInfo& info);  ///< "(0, 0.5]"
Real inside(const OptionInfo& info);             ///< a value well inside of the range

/// Sets an option from its text. @returns what is wrong with the text, and what is allowed; "" if
/// nothing is.
std::string set_from_text(const OptionVisitor::Target& target, const OptionInfo& info,
                          const std::string& text, const MakePart& make_part) noexcept;

}  // namespace tactus::core
