// The command `compare`: it shows where the tables of two runs differ.
#include <fmt/core.h>

#include "apps/cli/commands.hpp"
#include "apps/results/compare.hpp"

namespace tactus::cli {

int compare_command(const CompareArguments& arguments) {
  const core::Tolerance tolerance{arguments.relative, arguments.absolute};
  const core::RunComparison comparison =
      core::compare_runs(arguments.first, arguments.second, tolerance);
  fmt::print("{}", core::in_words(comparison));
  return comparison.same() ? kOk : kAcceptance;
}

}  // namespace tactus::cli
