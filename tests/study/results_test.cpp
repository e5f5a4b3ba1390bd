/// Run folders are read back as they were written: columns, quotes, empty cells, half lines.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>

#include "apps/results/run_results.hpp"
#include "apps/study/outcome.hpp"
#include "apps/study/pool.hpp"
#include "apps/study/study.hpp"
#include "core/support/file_error.hpp"
#include "core/support/last_words.hpp"
#include "tactus/error.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

void put(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("A table is read by columns: empty cells are NaN, quoted ones texts, half lines nothing",
          "[results]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "history.csv";
  put(file, "step,time_s,body,depth_m\n0,0,\"a, \"\"b\"\"\",\n1,1e-3,c,-2.5\n2,2e-3,d");
  const Table table = Table::read(file);
  CHECK(table.rows() == 2);
  CHECK(table.names() == std::vector<std::string>{"step", "time_s", "body", "depth_m"});
  CHECK(table.numbers("time_s")[1] == 1e-3);
  CHECK(table.find("body")->texts == std::vector<std::string>{"a, \"b\"", "c"});
  CHECK(std::isnan(table.numbers("depth_m")[0]));
  CHECK(table.numbers("depth_m")[1] == -2.5);
  CHECK(table.find("dept") == nullptr);
  const std::vector<std::string> wanted{"depth_m", "nothing"};
  CHECK(Table::read(file, wanted).columns().size() == 1);
}

TEST_CASE("Names are texts in a table, even where all of them look like numbers", "[results]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "contacts.csv";
  put(file, "time_s,body_a,body_b\n0,1,nan\n1,2.50,\n");
  const Table table = Table::read(file);
  CHECK(table.find("body_a")->texts == std::vector<std::string>{"1", "2.50"});
  CHECK(table.find("body_b")->texts == std::vector<std::string>{"nan", ""});
  CHECK(table.numbers("time_s")[1] == 1);
}

TEST_CASE("A row with too many or too few cells is a damaged file, with its line", "[results]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "history.csv";
  for (const char* row : {"1", "1,2,3"}) {
    put(file, std::string("step,time_s\n0,0\n") + row + "\n");
    CHECK_THROWS_WITH(Table::read(file),
                      Catch::Contains("line 3 does not have 2 cells, one for each column"));
  }
}

TEST_CASE("A mean is taken over one axis for each value of the others, and judged", "[results]") {
  Study study;
  study.axes = {{.name = "seed", .values = std::vector<AxisValue>(4)},
                {.name = "law", .values = std::vector<AxisValue>(2)}};
  study.metrics.resize(1);
  study.metrics[0].name = "up";
  Mean share;
  share.of = "up", share.along = "seed", share.exact = Expression("1/2");
  share.accept.absolute = 0.3;
  std::vector<Cell> cells;
  std::vector<CellOutcome> outcomes;
  for (const std::size_t seed : {0, 1, 2, 3})
    for (const std::size_t law : {0, 1}) {
      cells.emplace_back().values = {seed, law};
      outcomes.emplace_back().values = {law == 1 ? 1 : seed == 3 ? kNotGiven : seed == 0 ? 1 : 0};
    }
  const MeanResult result = mean_of(study, share, cells, outcomes);
  REQUIRE(result.rows.size() == 2);
  CHECK(result.rows[0].values == std::vector<std::optional<std::size_t>>{std::nullopt, 0});
  CHECK(result.rows[0].cells == 3);  // a cell without a value does not count
  CHECK(result.rows[0].mean == Approx(1.0 / 3));
  CHECK(result.rows[0].standard_error == Approx(1.0 / 3));  // sqrt((4/9 + 2/9) / 2 / 3)
  CHECK(result.rows[0].accepted == true);
  CHECK(result.rows[1].mean == 1);
  CHECK(result.rows[1].standard_error == 0);
  CHECK(result.rows[1].accepted == false);
}

TEST_CASE("Units and titles come from the names of columns", "[results]") {
  CHECK(unit_of("angular_momentum_z_kg_m2_per_s") == "kg m^2/s");
  CHECK(unit_of("impulse_x_N_s") == "N s");
  CHECK(unit_of("contacts") == "");
  CHECK(title_of("linear_momentum_x_kg_m_per_s") == "linear momentum x");
  CHECK(title_of("solver_iterations") == "solver iterations");
}

TEST_CASE("A run folder gives its summary by pointer, and no other folder is taken for one",
          "[results]") {
  const test::TemporaryFolder folder;
  CHECK_THROWS_WITH(read_run(folder.path()), Catch::Contains("it has no resolved.json"));
  put(folder.path() / "resolved.json", "{}");
  put(folder.path() / "summary.json", R"({"energy": {"final_J": 2}, "list": [{"a/b": 3}, true]})");
  const RunResults run = read_run(folder.path());
  CHECK(run.history.names().empty());
  CHECK(value_at(run.summary, "/energy/final_J")->if_number()->value == 2);
  CHECK(value_at(run.summary, "/list/0/a~1b")->if_number()->value == 3);
  CHECK(value_at(run.summary, "/list/2") == nullptr);
  CHECK(number_pointers(run.summary) ==
        std::vector<std::string>{"/energy/final_J", "/list/0/a~1b"});
}

TEST_CASE("A process that the system ended is told from one that crashed", "[results][study]") {
  const test::TemporaryFolder folder;
  const auto record = [&](ChildEnd::Cause cause, int code) {
    return record_of({.cause = cause, .code = code, .said = ""}, Study(), folder.path());
  };
  CHECK(record(ChildEnd::Cause::no_memory, 9).status == CellStatus::memory);
  const CellRecord killed = record(ChildEnd::Cause::signalled, 9);
  CHECK(killed.status == CellStatus::crashed);
  CHECK(killed.reason == "was ended by signal 9 (Killed), perhaps for lack of memory");
  CHECK(record(ChildEnd::Cause::signalled, 11).reason ==
        "was ended by signal 11 (Segmentation fault)");
}

TEST_CASE("Ranges may be as wide as numbers are", "[results][study]") {
  const test::TemporaryFolder folder;
  const auto middle = [&](const std::string& form, const std::string& from, const std::string& to) {
    put(folder.path() / "base.json", "{}");
    put(folder.path() / "study.json",
        R"({"base": "base.json", "metrics": {"t_s": {"of": "history/time_s"}}, "axes": [
            {"name": "a", "pointer": "/time/end", ")" +
            form + R"(": {"from": )" + from + R"(, "to": )" + to + R"(, "count": 3}}]})");
    return read_study(folder.path() / "study.json").axes[0].values[1].number;
  };
  CHECK(middle("range", "1e308", "-1e308") == 0);
  CHECK(middle("geometric", "1e-200", "1e-180") == Approx(1e-190).epsilon(1e-12));
  CHECK(middle("geometric", "1e-200", "1e200") == Approx(1).epsilon(1e-12));
  CHECK(middle("geometric", "-1e-200", "-1e200") == Approx(-1).epsilon(1e-12));
  CHECK_THROWS(middle("geometric", "-1", "1"));
}

TEST_CASE("Values of a range are the numbers that one would write", "[results][study]") {
  const test::TemporaryFolder folder;
  const auto labels = [&](const std::string& range) {
    put(folder.path() / "base.json", "{}");
    put(folder.path() / "study.json",
        R"({"base": "base.json", "metrics": {"t_s": {"of": "history/time_s"}}, "axes": [
            {"name": "a", "pointer": "/time/end", )" +
            range + "}]}");
    const Study study = read_study(folder.path() / "study.json");
    std::string all;
    for (const AxisValue& v : study.axes[0].values) {
      all += v.label + ' ';
      CHECK(v.settings[0].value.if_number()->value == v.number);  // which a label does not round
    }
    return all;
  };
  CHECK(labels(R"("geometric": {"from": 1, "to": 100, "count": 3})") == "1 10 100 ");
  CHECK(labels(R"("geometric": {"from": 1, "to": 1000, "count": 4})") == "1 10 100 1000 ");
  CHECK(labels(R"("geometric": {"from": -1e12, "to": -1e-3, "count": 6})") ==
        "-1000000000000 -1000000000 -1000000 -1000 -1 -0.001 ");
  CHECK(labels(R"("geometric": {"from": 2e-3, "to": 2e-6, "count": 4})") ==
        "0.002 0.0002 2e-05 2e-06 ");
  CHECK(labels(R"("range": {"from": 0.1, "to": 0.4, "count": 4})") == "0.1 0.2 0.3 0.4 ");
  // What has no short form is shown by six digits, or by as many as tell two values apart.
  CHECK(labels(R"("geometric": {"from": 1, "to": 2, "count": 3})") == "1 1.41421 2 ");
  CHECK(labels(R"("range": {"from": 1, "to": 1.000001, "count": 4})") ==
        "1 1.0000003 1.0000007 1.000001 ");
  // A whole seed of 16 digits is one number and no other.
  CHECK(labels(R"("range": {"from": 9007199254740981, "to": 9007199254740991, "count": 3})") ==
        "9007199254740981 9007199254740986 9007199254740991 ");
}

TEST_CASE("Times tie where their medians are nearer than either of them scatters",
          "[results][study]") {
  const Timing steady{.least = 1, .median = 1.01, .greatest = 1.02, .runs = 3, .alone = true};
  const Timing wide{.least = 1, .median = 1.2, .greatest = 1.4, .runs = 3, .alone = true};
  const Timing slow{.least = 1.49, .median = 1.5, .greatest = 1.51, .runs = 3, .alone = true};
  CHECK(steady.ties_with(wide));
  CHECK(wide.ties_with(steady));
  CHECK_FALSE(steady.ties_with(slow));
  // One run has no scatter, and a run beside others is not measured: neither ties with anything.
  const Timing once{.least = 1.01, .median = 1.01, .greatest = 1.01, .runs = 1, .alone = true};
  const Timing beside{.least = 1, .median = 1.01, .greatest = 1.02, .runs = 3};
  CHECK(std::isnan(once.spread()));
  CHECK_FALSE(once.ties_with(steady));
  CHECK_FALSE(steady.ties_with(once));
  CHECK_FALSE(beside.ties_with(steady));
}

TEST_CASE("The most expensive cells start first, equal ones in their order", "[results][study]") {
  const test::TemporaryFolder folder;
  std::vector<Real> ended;
  std::vector<Job> jobs;
  for (const Real cost : {2.0, 5.0, 1.0, 5.5})
    jobs.push_back({.arguments = {"--no-such-option"},  // this program, which then ends at once
                    .log = folder.path() / "log",
                    .cost = cost,
                    .done = [&ended, cost](const ChildEnd&) { ended.push_back(cost); }});
  constexpr Real kNoLimit = std::numeric_limits<Real>::infinity();
  const bool all_ended =
      run_jobs(std::move(jobs),
               {.workers = 1, .wall_limit = kNoLimit, .memory_limit = kNoLimit, .quiet = true});
  CHECK(all_ended);
  CHECK(ended == std::vector<Real>{5.5, 5, 2, 1});
}

TEST_CASE("A full disk is told from other failures of files", "[results][study]") {
  const auto end = [](int code, const std::string& said) {
    return ChildEnd{.code = code, .said = said};
  };
  const std::string full = "cannot write 'checkpoint.h5': No space left on device";
  CHECK(is_disk_full(end(kFilesFailed, full)));
  CHECK_FALSE(is_disk_full(end(1, full)));
  CHECK_FALSE(is_disk_full(end(kFilesFailed, "cannot write 'a': File too large")));
}

TEST_CASE("A cell that found no memory is told from a refused one by the exit code alone",
          "[results][study]") {
  const auto status = [](int code) {
    const ChildEnd end{.code = code, .said = "out of memory: a smaller mesh, or a larger machine"};
    return record_of(end, Study(), "no such folder").status;
  };
  CHECK(status(kNoMemoryExitCode) == CellStatus::memory);
  CHECK(status(2) == CellStatus::invalid);
  CHECK(status(kDoesNotFit) == CellStatus::refused);
}
