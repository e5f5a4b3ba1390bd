/// \file commands.hpp  The commands of the program as functions of their parsed arguments. Only
/// main.cpp knows the parser. Each command writes to stdout and returns an exit code, or throws.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::cli {

/// Exit codes of the program.
enum ExitCode {
  kOk = 0,
  kBug = 1,
  kConfiguration = 2,
  kNotConverged = 3,
  kPlugin = 4,
  kAcceptance = 5,
  kNothingTested = 6,
  kInterrupted = 130,
};

using Folders = std::vector<std::filesystem::path>;

struct RunArguments {
  std::filesystem::path configuration;
  std::vector<std::string> sets;  ///< "/json/pointer=value"
  std::filesystem::path out;      ///< empty: runs/<name of the configuration>
  bool force = false, resume = false, quiet = false;
  int threads = 1;
  int ends_with = 0;  ///< process together with which this run has to end; 0: none
  Folders plugin_folders;
  bool no_plugins = false;  ///< a configuration that names its own plugins is refused
};
int run_command(const RunArguments& arguments);

struct CheckArguments {
  std::filesystem::path configuration;
  std::vector<std::string> sets;
  int threads = 1;
  Folders plugin_folders;
  bool no_plugins = false;
};
int check_command(const CheckArguments& arguments);

struct StudyArguments {
  std::filesystem::path study;
  std::filesystem::path out;  ///< empty: runs/<name of the study>
  int jobs = 0;               ///< cells at a time; 0: determined by the machine
  int only = -1;              ///< only this cell, for job arrays
  bool quiet = false, retry = false, collect = false, prune = false, no_plugins = false;
  bool dry_run = false, despite_mistakes = false;
  std::string emit;  ///< "slurm": a job array instead of a run
  Folders plugin_folders;
};
int study_command(const StudyArguments& arguments);

struct CompareArguments {
  std::filesystem::path first, second;  ///< run folders
  double relative = 0, absolute = 0;
};
int compare_command(const CompareArguments& arguments);

struct SolveArguments {
  std::vector<std::string> problems;
  std::vector<std::string> solvers, laws;  ///< names, or JSON objects with "type" and options
  double tolerance = 0;                    ///< 0: that of each solver
  double time_limit = 0;                   ///< s, wall time of one solve; 0: none
  int threads = 1;
  std::filesystem::path out;    ///< folder for reactions and residuals; empty: none
  std::filesystem::path fclib;  ///< folder for the problems in FCLIB's form; empty: none
  std::filesystem::path table;  ///< file for the table; empty: it is only printed
  Folders plugin_folders;
};
int solve_command(const SolveArguments& arguments);
/// The solver or the law where none is asked for: an object of JSON, and its type.
struct DefaultPart {
  std::string text, type;
};
DefaultPart default_solver();
DefaultPart default_law();

struct ReportArguments {
  std::vector<std::filesystem::path> folders;  ///< of runs and studies
  std::filesystem::path out;  ///< empty: report.html, inside the folder if only one is given
  std::string filter;         ///< of contact forces; empty: means between rows
};
int report_command(const ReportArguments& arguments);

struct ExplainArguments {
  std::string kind, name;  ///< name empty: all of the kind; both empty: list of kinds
  bool markdown = false;   ///< prints the complete reference page
  Folders plugin_folders;
};
int explain_command(const ExplainArguments& arguments);

struct SchemaArguments {
  Folders plugin_folders;
  bool study = false;  ///< of study files instead of configurations
};
int schema_command(const SchemaArguments& arguments);

struct ListArguments {
  std::string kind;      ///< empty: all
  bool details = false;  ///< with SDK, compiler and instructions of each library
  bool matrix = false;   ///< which components fit together, as docs/compatibility.md
  Folders plugin_folders;
};
int list_command(const ListArguments& arguments);
/// JSON for core::fit_matrix().
std::string_view matrix_scenes();

struct NewPluginArguments {
  std::string kind, name;
  std::string entry;             ///< of a kind with several templates; empty: the first
  std::filesystem::path folder;  ///< empty: ./NAME
};
int new_plugin_command(const NewPluginArguments& arguments);

struct CheckPluginArguments {
  std::filesystem::path library;
  std::string component;
  std::vector<std::string> sets;  ///< "KEY=VALUE"
  bool defaults_only = false;
  double time_limit_s = 60;  ///< of processor time, for each process
  Folders plugin_folders;
};
int check_plugin_command(const CheckPluginArguments& arguments);

struct DoctorArguments {
  Folders plugin_folders;
};
int doctor_command(const DoctorArguments& arguments);

int version_command();

}  // namespace tactus::cli
