#include "apps/study/job_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "apps/study/results_files.hpp"
#include "core/support/atomic_file.hpp"
#include "core/support/folders.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

std::string shell_word(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// A name for a job and for a comment: letters, digits and a few signs that mean nothing.
std::string plain_word(const std::string& text) {
  std::string word = text;
  for (char& c : word)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_' && c != '.') c = '_';
  return word;
}

/// A file in a line of #SBATCH, in which Slurm replaces "%" and letters by numbers.
std::string slurm_file(const std::string& path) {
  const auto cannot_stand = [](unsigned char c) { return c == '"' || c == '\\' || c < ' '; };
  if (std::ranges::any_of(path, cannot_stand))
    throw ConfigError(
        fmt::format("{}: a folder with quotation marks, backslashes or line breaks cannot stand "
                    "in a script for Slurm; give another one with --out",
                    quoted_short(path)));
  std::string text;
  for (const char c : path) text += c == '%' ? std::string("%%") : std::string(1, c);
  return text;
}

/// Numbers of the cells that can run, in Slurm's notation: "0-2,5,8-9".
std::string array_of(const StudyRun& run) {
  std::string text;
  const auto fits = [&](std::size_t i) {
    return i < run.checks.size() && run.checks[i].refusal.empty();
  };
  for (std::size_t i = 0; i < run.checks.size(); ++i) {
    if (!fits(i)) continue;
    std::size_t last = i;
    while (fits(last + 1)) ++last;
    text +=
        (text.empty() ? "" : ",") + (last > i ? fmt::format("{}-{}", i, last) : std::to_string(i));
    i = last;
  }
  return text;
}

}  // namespace

std::string emit_slurm(const StudyRun& run, const StudySettings& settings) {
  const fs::path folder = fs::absolute(run.folder).lexically_normal();
  refuse_others(run);
  const std::string output = slurm_file(folder.string());
  make_folders(folder / "slurm");
  std::string command =
      fmt::format("{} study {} --out {}", shell_word(fs::read_symlink("/proc/self/exe").string()),
                  shell_word(fs::absolute(run.study.file).lexically_normal().string()),
                  shell_word(folder.string()));
  for (const fs::path& plugins : settings.plugin_folders)
    command += " --plugin-dir " + shell_word(fs::absolute(plugins).lexically_normal().string());
  if (settings.no_plugins) command += " --no-plugins";
  std::string script = fmt::format(
      "#!/bin/sh\n"
      "# A task for each cell of the study {}. Written by `tactus study --emit slurm`.\n"
      "#SBATCH --job-name={}\n"
      "#SBATCH --array={}\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task={}\n"
      "#SBATCH --output=\"{}/slurm/%a.txt\"\n",
      plain_word(run.study.name), plain_word(run.study.name), array_of(run), run.study.threads,
      output);
  if (std::isfinite(run.study.limits.memory))
    script += fmt::format("#SBATCH --mem={:.0f}M\n", std::ceil(run.study.limits.memory * 1.1));
  if (std::isfinite(run.study.limits.wall))
    script += fmt::format("#SBATCH --time={:.0f}\n", std::ceil(run.study.limits.wall / 60) + 1);
  script += fmt::format("exec {} --quiet --only \"$SLURM_ARRAY_TASK_ID\"\n", command);
  write_file(folder / "study.json", study_json(run));
  write_file(folder / "slurm.sh", script);
  return fmt::format("submit:  sbatch {}\ncollect: {} --collect\n",
                     shell_word((folder / "slurm.sh").string()), command);
}

}  // namespace tactus::core
