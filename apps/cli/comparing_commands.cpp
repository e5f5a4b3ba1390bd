// Defines the options of the commands study, compare and report.
#include "apps/cli/parser.hpp"
#include "apps/results/channel_filter.hpp"

namespace tactus::cli {
namespace {

void add_study(CLI::App& app, Action& action) {
  CLI::App& study = *app.add_subcommand(
      "study", "Runs every combination of a study file, and compares what came out");
  auto arguments = std::make_shared<StudyArguments>();
  study.add_option("STUDY", arguments->study, "The study, a JSON file")->required();
  study.add_option("-o,--out", arguments->out, "Folder of the study. Default: runs/NAME")
      ->type_name("DIR");
  study
      .add_option("--jobs", arguments->jobs,
                  "Cells at a time. Default: cores of the machine by threads of a cell")
      ->check(CLI::Range(1, 1024).description(""))
      ->type_name("N");
  study.add_flag("--dry-run", arguments->dry_run,
                 "Runs nothing: the cells, what is refused and why, and about what it costs");
  study
      .add_option("--emit", arguments->emit,
                  "Runs nothing: writes a job array whose tasks are the cells")
      ->check([](const std::string& given) {
        return given == "slurm" ? std::string() : "takes slurm, not \"" + given + "\"";
      })
      ->type_name("slurm");
  study.add_flag("--despite-mistakes", arguments->despite_mistakes,
                 "Runs the other cells of a study in which some have mistakes");
  study.add_flag("--retry", arguments->retry, "Cells that failed run again");
  study.add_flag("--collect", arguments->collect, "Runs nothing: the results of what is there");
  study.add_flag("--prune", arguments->prune,
                 "Removes the folders of cells that no longer belong to the study");
  study.add_option("--only", arguments->only, "Runs this cell alone, for job arrays")
      ->check(CLI::Range(0, 1'000'000).description(""))
      ->type_name("N");
  add_folders(study, arguments->plugin_folders);
  add_no_plugins(study, arguments->no_plugins);
  study.add_flag("--quiet", arguments->quiet, "No progress");
  study.footer(
      "The same command given again runs what is not finished, and nothing else.\n\n"
      "Examples:\n  tactus study configs/studies/laws_and_solvers.json\n\n"
      "Exit codes: 0 ok, 2 a mistake in the study or in a cell, 3 a cell failed, 5 a cell is not\n"
      "sound or not accepted, 130 interrupted.\n");
  study.callback(
      [&action, arguments] { action = [arguments] { return study_command(*arguments); }; });
}

void add_compare(CLI::App& app, Action& action) {
  CLI::App& compare = *app.add_subcommand(
      "compare", "Says where two runs part: the first difference in time, and of each column");
  auto arguments = std::make_shared<CompareArguments>();
  compare.add_option("A", arguments->first, "A run folder")->required();
  compare.add_option("B", arguments->second, "The run folder that A is compared with")->required();
  const auto check = [](const std::string& given) {
    return given == "0" || is_positive(given) ? std::string()
                                              : "takes a number >= 0, not \"" + given + "\"";
  };
  compare
      .add_option("--relative", arguments->relative,
                  "Differences up to this part of the larger number do not count. Default: 0")
      ->check(check)
      ->type_name("NUMBER");
  compare
      .add_option("--absolute", arguments->absolute,
                  "Differences up to this do not count, in the unit of each column. Default: 0")
      ->check(check)
      ->type_name("NUMBER");
  compare.footer(
      "Example:\n  tactus compare runs/four_squares runs/damped --relative 1e-9\n\n"
      "Exit codes: 0 the same, 5 they differ, 2 a folder is none of a run.\n");
  compare.callback(
      [&action, arguments] { action = [arguments] { return compare_command(*arguments); }; });
}

void add_report(CLI::App& app, Action& action) {
  CLI::App& report = *app.add_subcommand(
      "report", "Writes one HTML page about runs and studies: answer, tables, curves, pictures");
  auto arguments = std::make_shared<ReportArguments>();
  report.add_option("RUN_OR_STUDY", arguments->folders, "Folders that run or study has written")
      ->required();
  report
      .add_option("-o,--out", arguments->out,
                  "The page. Default: report.html, in the folder where one is given")
      ->type_name("FILE");
  report
      .add_option(
          "--filter", arguments->filter,
          fmt::format("Contact forces pass a filter of SAE J211, forwards and backwards: {}",
                      core::kChannelFilters))
      ->check([](const std::string& text) {
        return core::channel_filter(text)
                   ? std::string()
                   : fmt::format("\"{}\" given; allowed: {}", text, core::kChannelFilters);
      })
      ->type_name("CFC|HZ");
  report.footer(
      "Examples:\n  tactus report runs/four_squares\n"
      "  tactus report runs/coarse runs/fine --out comparison.html\n"
      "  tactus report runs/crash --filter CFC600\n");
  report.callback(
      [&action, arguments] { action = [arguments] { return report_command(*arguments); }; });
}

}  // namespace

void add_comparing_commands(CLI::App& app, Action& action) {
  add_study(app, action);
  add_compare(app, action);
  add_report(app, action);
}

}  // namespace tactus::cli
