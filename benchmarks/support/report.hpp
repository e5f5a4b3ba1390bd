// What every benchmark does alike: its arguments, the least time of several repetitions, a table for
// people and JSON for benchmarks/plot.py.
#pragma once

#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::bench {

struct Arguments {
  std::string json;    ///< file to write; empty: none
  bool quick = false;  ///< small sizes, few repetitions: a few seconds
};

/// Reads --json FILE and --quick; says how it is used and ends the program if there is more.
Arguments parse(int argc, char** argv, const char* program);

/// Seconds of CPU time of this thread: other programs on the machine count as little as they can.
Real thread_seconds();
/// Seconds on the wall.
Real wall_seconds();

/// Least time of `call` in seconds: repeated until `budget` seconds are spent, at least `least` times.
Real least_time(Real budget, int least, const std::function<void()>& call);

/// Rows of named values; all rows of one table have the same names in the same order.
class Table {
 public:
  using Value = std::variant<std::string, Index, Real>;
  using Row = std::vector<std::pair<std::string, Value>>;

  explicit Table(std::string name) : name_(std::move(name)) {}
  /// Prints the row at once (and the head before the first): a long benchmark shows where it is.
  void add(Row row);
  const std::string& name() const { return name_; }
  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::string name_;
  std::vector<Row> rows_;
};

/// {"benchmark": ..., "unit": ..., "tables": {NAME: [{...}, ...], ...}}; nothing without a file name.
void write_json(const Arguments& arguments, const std::string& benchmark,
                const std::vector<const Table*>& tables);

/// Exponent p of y ~ x^p through all points, by least squares of the logarithms.
Real exponent(const std::vector<Real>& x, const std::vector<Real>& y);

}  // namespace tactus::bench
