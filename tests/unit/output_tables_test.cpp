#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <catch2/catch.hpp>
#include <csignal>
#include <random>
#include <set>
#include <sstream>

#include "core/record/history.hpp"
#include "core/record/recorded.hpp"
#include "core/record/run_table.hpp"
#include "core/support/csv_writer.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {
using namespace tactus;
using namespace tactus::core;
using test::TemporaryFolder;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  if (line.ends_with(',')) cells.emplace_back();
  return cells;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

/// Any bits, infinities and numbers that are none included.
Real any_double(std::mt19937_64& random) {
  const std::uint64_t bits = random();
  return std::bit_cast<Real>(bits);
}

}  // namespace

TEST_CASE("A number in a table is the same double when it is read back", "[output]") {
  const TemporaryFolder folder;
  std::mt19937_64 random(3);
  std::vector<Real> values{0.1, -0.0, 1e-320, 1.7976931348623157e308, 12, kUnlimited};
  while (values.size() < 3000) values.push_back(any_double(random));
  CsvWriter csv(folder / "t.csv", {"value"});
  for (const Real value : values) csv.put(value), csv.end_row();
  csv.flush();
  const std::vector<std::string> read = lines(read_file(folder / "t.csv"));
  REQUIRE(read.size() == values.size() + 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Real back = std::strtod(read[i + 1].c_str(), nullptr);
    if (std::isnan(values[i]))
      CHECK(std::isnan(back));
    else
      CHECK(std::bit_cast<std::uint64_t>(back) == std::bit_cast<std::uint64_t>(values[i]));
  }
  CHECK(read[5] == "12");  // as short as can be
  CHECK(read[1] == "0.1");
}

TEST_CASE("Text with commas and quotes stays one cell", "[output]") {
  const TemporaryFolder folder;
  CsvWriter csv(folder / "t.csv", {"a", "b"});
  csv.put("left, \"upper\" square"), csv.put(Index{7}), csv.end_row();
  csv.put_empty(), csv.put("plain"), csv.end_row();
  csv.flush();
  CHECK(read_file(folder / "t.csv") == "a,b\n\"left, \"\"upper\"\" square\",7\n,plain\n");
}

TEST_CASE("A table that goes on from a position is the same to the byte as one never stopped",
          "[output]") {
  const TemporaryFolder folder;
  const auto write = [](CsvWriter& csv, Index from, Index to) {
    for (Index i = from; i < to; ++i)
      csv.put(i), csv.put(std::sqrt(static_cast<Real>(i))), csv.end_row();
  };
  CsvWriter whole(folder / "whole.csv", {"i", "root"});
  write(whole, 0, 100);
  whole.flush();
  TableMark mark;
  {
    CsvWriter first(folder / "t.csv", {"i", "root"});
    write(first, 0, 60);
    first.sync();
    mark = first.mark();
    write(first, 60, 83);  // not in the checkpoint
    first.put(Index{83});  // and half a row
  }
  CHECK(lines(read_file(folder / "t.csv")).size() == 84);  // header and 83 whole rows
  CsvWriter second(folder / "t.csv", {"i", "root"}, mark);
  CHECK(lines(read_file(folder / "t.csv")).size() == 84);  // so far it was only looked at
  second.go_on();
  CHECK(second.mark().bytes == mark.bytes);
  write(second, 60, 100);
  second.flush();
  CHECK(second.mark().bytes == whole.mark().bytes);
  CHECK(second.mark().checksum == checksum(read_file(folder / "whole.csv")));
  CHECK(read_file(folder / "t.csv") == read_file(folder / "whole.csv"));
}

TEST_CASE("A table is not gone on with where it is not the one of the checkpoint", "[output]") {
  const TemporaryFolder folder;
  { CsvWriter csv(folder / "t.csv", {"a", "b"}); }
  const auto path = folder / "t.csv";
  const tactus::Index known = checksum("a,b\n");
  CHECK_THROWS_WITH(CsvWriter(path, {"a", "b"}, {5, known}),
                    Catch::Contains("it has 4 bytes") && Catch::Contains("--force"));
  CHECK_THROWS_WITH(CsvWriter(path, {"a", "c"}, {4, known}), Catch::Contains("has other columns"));
  CHECK_THROWS_WITH(CsvWriter(path, {"a", "b"}, {4, checksum("a,b,")}),
                    Catch::Contains("t.csv' was edited"));
  CHECK_THROWS_WITH(CsvWriter(folder / "none.csv", {"a"}, {2, known}),
                    Catch::Contains("none.csv' is missing"));
  CHECK(read_file(path) == "a,b\n");
}

TEST_CASE("A row with a cell too many or too few is a bug that is caught", "[output]") {
  const TemporaryFolder folder;
  CsvWriter csv(folder / "t.csv", {"a", "b"});
  csv.put(1.0);
  CHECK_THROWS_AS(csv.end_row(), PreconditionError);
}

TEST_CASE("A full disk ends in an error and leaves whole lines", "[output]") {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {  // in a process of its own: the limit holds for all files
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      CsvWriter csv(folder / "t.csv", {"number"});
      for (int i = 0; i < 1000; ++i) csv.put(Index{123456}), csv.end_row(), csv.flush();
    } catch (const FileError& error) {
      ::_exit(std::string(error.what()).find("File too large") != std::string::npos ? 7 : 8);
    }
    ::_exit(9);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 7);
  const std::string content = read_file(folder / "t.csv");
  CHECK(content.size() > 900);
  CHECK(content.back() == '\n');
  CHECK((content.size() - 7) % 7 == 0);
}

TEST_CASE("history.csv has the columns of the design, wall times last", "[output]") {
  const std::vector<std::string> plane = history_columns({2, {"elements"}, {"iterations"}});
  const std::vector<std::string> expected = split(
      "step,time_s,kinetic_energy_J,strain_energy_J,external_energy_J,total_energy_J,"
      "linear_momentum_x_kg_m_per_s,linear_momentum_y_kg_m_per_s,angular_momentum_z_kg_m2_per_s,"
      "dt_s,largest_speed_m_per_s,contact_energy_J,contact_stored_energy_J,contact_gain_J,"
      "integration_gain_J,step_change_"
      "J,discrete_energy_J,"
      "support_impulse_x_N_s,support_impulse_y_N_s,"
      "contacts,intersections,overlaps_without_crossing,depth_m,depth_facets,inadmissible_branches,"
      "inconsistent_"
      "qps,substeps,"
      "retries,neighbour_list_rebuilds,neighbour_list_boxes,neighbour_list_pairs,neighbour_list_"
      "wear,"
      "solver_iterations,detection_passes,impact_zone_steps,impact_zone_nodes,iterations,wall_"
      "elements_s");
  CHECK(plane == expected);
  const std::vector<std::string> space = history_columns({3, {}, {}});
  CHECK(space.size() == plane.size() - 2 + 4);  // p_z, L_x, L_y, J_z
  CHECK(std::count(space.begin(), space.end(), "angular_momentum_x_kg_m2_per_s") == 1);
}

TEST_CASE("values of steps become one of a row", "[output]") {
  using Adding = Measure::Adding;
  const auto added = [](Adding how, Real row, std::vector<Real> steps) {
    for (const Real step : steps) add(how, row, step);
    return row;
  };
  const Real none = std::nan("");
  CHECK(added(Adding::sum, 0, {1, 2, -5}) == -2);
  CHECK(added(Adding::largest, 0, {-1, -2}) == 0);
  CHECK(added(Adding::largest, 0, {1, 3, 2}) == 3);
  CHECK(added(Adding::largest_known, none, {-1, -2}) == -1);
  CHECK(added(Adding::largest_known, none, {none, 0.5, none, 0.25}) == 0.5);
  CHECK(std::isnan(added(Adding::largest_known, none, {none, none})));
  CHECK(added(Adding::largest_known, none, {kUnlimited, 1}) == kUnlimited);
}

TEST_CASE("each measure is read in one place and has a column of its own", "[output]") {
  std::set<std::string> columns;
  for (const Measure& measure : measures()) {
    INFO(measure.name);
    CHECK((measure.of_step != nullptr) + (measure.of_audit != nullptr) +
              (measure.of_row != nullptr) ==
          1);
    for (const int axis : axes_of(measure, 3))
      CHECK(columns.insert(column_of(measure, axis)).second);
  }
}

TEST_CASE("runs that solve for reactions have columns of their own, others do not", "[output]") {
  const auto without = history_columns({2, {"elements"}, {"iterations"}}),
             with = history_columns({2, {"elements"}, {"iterations"}, true});
  const std::vector<std::string> own = split(
      "friction_dissipation_J,normal_energy_loss_J,open_contacts,sticking_contacts,slipping_"
      "contacts,"
      "contact_depth_m,new_contact_excess_depth_m,angular_momentum_error_z_kg_m2_per_s,"
      "simultaneous_impacts,"
      "unconverged_attempts,immovable_contacts,accepted_unconverged,resv,"
      "largest_residual_m_per_s");
  std::vector<std::string> expected = without;
  expected.insert(std::find(expected.begin(), expected.end(), "iterations"), own.begin(),
                  own.end());
  CHECK(with == expected);
  CHECK(history_columns({3, {}, {}, true}).size() == history_columns({3, {}, {}}).size() + 16);
  const auto viscous = history_columns({2, {}, {}, true, true});
  CHECK(viscous.back() == "dissipated_energy_J");
  CHECK(std::count(with.begin(), with.end(), "dissipated_energy_J") == 0);
}

TEST_CASE("contacts.csv goes on from the checkpoint", "[output]") {
  const TemporaryFolder folder;
  const std::vector<Real> numbers{1, -2};
  const View<Real> impulse(numbers);
  {
    RunTable table(folder.path(), "contacts", contacts_columns(2));
    table.begin();
    table.write(Index{3}, 0.5, "mover", "target, left", Index{2}, impulse);
    CheckpointWriter writer("test");
    {
      auto group = writer.group("output");
      table.save(group);
    }
    writer.commit(folder / "c.h5");
    table.write(Index{4}, 0.75, "mover", "mover", Index{1}, impulse);
  }
  RunTable again(folder.path(), "contacts", contacts_columns(2));
  again.resume(CheckpointReader(folder / "c.h5", "test").group("output"));
  CHECK_FALSE(again.is_current());
  again.go_on();
  CHECK(again.is_current());
  again.write(Index{5}, 1.0, "a", "b", Index{1}, impulse);
  again.flush();
  CHECK(read_file(folder / "contacts.csv") ==
        "step,time_s,body_a,body_b,contacts,impulse_x_N_s,impulse_y_N_s\n"
        "3,0.5,mover,\"target, left\",2,1,-2\n"
        "5,1,a,b,1,1,-2\n");
}

TEST_CASE("a table that is not wanted, or was not there before, is begun or left out", "[output]") {
  const TemporaryFolder folder;
  {
    RunTable none(folder.path(), "residuals", residuals_columns(), false);
    none.begin();
    none.sync();
    CHECK_FALSE(none.is_open());
    CheckpointWriter writer("test");
    {
      auto group = writer.group("output");
      none.save(group);
    }
    writer.commit(folder / "c.h5");
  }
  CHECK_FALSE(std::filesystem::exists(folder / "residuals.csv"));
  RunTable wanted(folder.path(), "residuals", residuals_columns());
  wanted.resume(CheckpointReader(folder / "c.h5", "test").group("output"));
  CHECK(wanted.is_current());
  wanted.go_on();
  CHECK(read_file(folder / "residuals.csv") == "step,time_s,attempt,iteration,residual_m_per_s\n");
}

TEST_CASE("supports.csv leaves empty what is not known of a support", "[output]") {
  const TemporaryFolder folder;
  const std::vector<Real> numbers{1, -2, 3};
  const View<Real> impulse(numbers);
  RunTable table(folder.path(), "supports", supports_columns(3));
  table.begin();
  table.write(Index{3}, 0.5, "/supports/0", "bar", "left", impulse);
  table.write(Index{3}, 0.5, "", "wall", "", impulse);
  table.flush();
  CHECK(read_file(folder / "supports.csv") ==
        "step,time_s,support,body,group,impulse_x_N_s,impulse_y_N_s,impulse_z_N_s\n"
        "3,0.5,/supports/0,bar,left,1,-2,3\n"
        "3,0.5,,wall,,1,-2,3\n");
  CHECK_THROWS_AS(table.write(Index{3}, 0.5, "", "wall", "", impulse.first(2)), PreconditionError);
}

TEST_CASE("A file is replaced whole or stays as it was", "[output]") {
  const TemporaryFolder folder;
  const auto path = folder / "f.txt";
  write_file(path, "old");
  write_file(path, "new content");
  CHECK(read_file(path) == "new content");
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100, 100};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file(path, std::string(1000, 'x'));
    } catch (const FileError&) {
      ::_exit(7);
    }
    ::_exit(9);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 7);
  CHECK(read_file(path) == "new content");
  CHECK_FALSE(std::filesystem::exists(folder / "f.txt.part"));
  CHECK_THROWS_WITH(write_file(folder / "no/such/folder.txt", "x"),
                    Catch::Contains("cannot write '") && Catch::Contains("No such file"));
  CHECK_THROWS_WITH(read_file(folder / "none"), Catch::Contains("cannot read '"));
}

TEST_CASE("A run killed at any moment leaves whole lines and whole files", "[output]") {
  const TemporaryFolder folder;
  for (int i = 0; i < 10; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      CsvWriter csv(folder / "t.csv", {"number"});
      for (Index n = 1000000;; ++n) {
        csv.put(n), csv.end_row();
        if (n % 10 == 0) csv.flush();
        if (n % 50 == 0)
          write_file(folder / "f.txt", std::string(20000, 'a' + n % 26), Durable::no);
      }
    }
    ::usleep(5000 + 3000 * i);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    if (std::filesystem::exists(folder / "t.csv")) {
      const std::string table = read_file(folder / "t.csv");
      CHECK((table.empty() || table.size() % 8 == 7));  // "number\n" and rows of eight bytes
    }
    if (std::filesystem::exists(folder / "f.txt")) {
      const std::string file = read_file(folder / "f.txt");
      CHECK(file == std::string(20000, file.at(0)));
    }
  }
}
