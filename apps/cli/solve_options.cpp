// The options of the command `solve`.
#include "apps/cli/parser.hpp"

namespace tactus::cli {

void add_solve(CLI::App& app, Action& action) {
  CLI::App& solve = *app.add_subcommand(
      "solve", "Solves friction contact problems from files with any contact solver and law");
  auto arguments = std::make_shared<SolveArguments>();
  solve
      .add_option("PROBLEM", arguments->problems,
                  "Problems U = q + W r with friction: text (.fc3d) or FCLIB's local form (.hdf5)")
      ->required();
  solve
      .add_option("--solver", arguments->solvers,
                  "A contact_solver: its name, or a JSON object with its options. May be repeated")
      ->type_name("NAME|JSON")
      ->allow_extra_args(false);
  solve
      .add_option("--law", arguments->laws,
                  "A contact_law: its name, or a JSON object with its options. May be repeated")
      ->type_name("NAME|JSON")
      ->allow_extra_args(false);
  solve
      .add_option("--tol", arguments->tolerance,
                  "Residual at which solvers stop, over the velocities that come in; goes to the "
                  "option \"tolerance\" of each solver. Default: that of the solver")
      ->type_name("NUMBER")
      ->check([](const std::string& given) {
        return is_positive(given) ? std::string() : "takes a number above 0, not \"" + given + "\"";
      });
  solve
      .add_option(
          "-o,--out", arguments->out,
          "Folder for reactions and residual histories, a pair of files per row of the table")
      ->type_name("DIR");
  solve
      .add_option(
          "--fclib", arguments->fclib,
          "Folder for the problems in FCLIB's HDF5 form, each with the best reactions found")
      ->type_name("DIR");
  solve.add_option("--table", arguments->table, "File for the table, as CSV")->type_name("FILE");
  solve
      .add_option("--time-limit", arguments->time_limit,
                  "Wall time of one solve, after which its best reactions so far are taken. "
                  "Default: none")
      ->type_name("SECONDS")
      ->check([](const std::string& given) {
        return is_positive(given) ? std::string() : "takes a number above 0, not \"" + given + "\"";
      });
  arguments->threads = 1;
  add_threads(solve, arguments->threads);
  add_folders(solve, arguments->plugin_folders);
  solve.footer(
      std::string(
          "Examples:\n  tactus solve wall.fc3d\n"
          "  tactus solve *.fc3d --solver gauss_seidel --solver interior_point --table table.csv\n"
          "  tactus solve wall.fc3d --solver '{\"type\": \"gauss_seidel\", \"order\": "
          "\"symmetric\"}'\n\n") +
      kExitCodes);
  solve.callback(
      [&action, arguments] { action = [arguments] { return solve_command(*arguments); }; });
}

}  // namespace tactus::cli
