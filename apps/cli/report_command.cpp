// The command `report`: writes one page about runs and studies.
#include <fmt/format.h>

#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/report/report.hpp"
#include "apps/results/channel_filter.hpp"

namespace tactus::cli {

int report_command(const ReportArguments& arguments) {
  std::filesystem::path out = arguments.out;
  if (out.empty())
    out = arguments.folders.size() == 1 ? arguments.folders.front() / "report.html" : "report.html";
  const ReportOutcome outcome = write_report(
      arguments.folders, out,
      arguments.filter.empty() ? std::nullopt : core::channel_filter(arguments.filter));
  for (const std::string& problem : outcome.problems)
    std::fprintf(stderr, "note: %s\n", problem.c_str());
  fmt::print("{}: {:.1f} MB; it opens in any browser, without a network\n", out.string(),
             static_cast<double>(outcome.bytes) / 1e6);
  return outcome.problems.empty() ? kOk : kConfiguration;  // the page is there, but not all of it
}

}  // namespace tactus::cli
