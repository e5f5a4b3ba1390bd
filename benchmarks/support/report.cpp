#include "benchmarks/support/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace tactus::bench {
namespace {

std::string in_table(const Table::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* count = std::get_if<Index>(&value)) return fmt::format("{}", *count);
  const Real x = std::get<Real>(value);
  return std::isnan(x) ? "-" : fmt::format("{:.3g}", x);
}

std::string in_json(const Table::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return fmt::format("\"{}\"", *text);
  if (const auto* count = std::get_if<Index>(&value)) return fmt::format("{}", *count);
  const Real x = std::get<Real>(value);
  return std::isfinite(x) ? fmt::format("{:.6g}", x) : "null";
}

template <class TextOf>
void print_cells(const Table::Row& row, const TextOf& text_of) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::size_t width = std::max<std::size_t>(row[i].first.size(), 9);
    if (i == 0)
      fmt::print("{:<34}", text_of(row[i]));
    else
      fmt::print("  {:>{}}", text_of(row[i]), width);
  }
  fmt::print("\n");
}

}  // namespace

Arguments parse(int argc, char** argv, const char* program) {
  Arguments out;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--quick") {
      out.quick = true;
    } else if (argument == "--json" && i + 1 < argc) {
      out.json = argv[++i];
    } else {
      fmt::print(stderr, "{} [--json FILE] [--quick]\n", program);
      std::exit(2);
    }
  }
  return out;
}

Real thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<Real>(t.tv_sec) + 1e-9 * static_cast<Real>(t.tv_nsec);
}

Real wall_seconds() {
  return std::chrono::duration<Real>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Real least_time(Real budget, int least, const std::function<void()>& call) {
  Real best = kUnlimited, spent = 0;
  for (int n = 0; n < least || spent < budget; ++n) {
    const Real start = thread_seconds();
    call();
    const Real time = thread_seconds() - start;
    best = std::min(best, time);
    spent += time;
  }
  return best;
}

void Table::add(Row row) {
  if (rows_.empty()) {
    fmt::print("\n{}\n", name_);
    print_cells(row, [](const auto& cell) { return cell.first; });
  }
  print_cells(row, [](const auto& cell) { return in_table(cell.second); });
  std::fflush(stdout);
  rows_.push_back(std::move(row));
}

void write_json(const Arguments& arguments, const std::string& benchmark,
                const std::vector<const Table*>& tables) {
  if (arguments.json.empty()) return;
  std::ofstream file(arguments.json);
  file << fmt::format("{{\n  \"benchmark\": \"{}\",\n  \"tables\": {{", benchmark);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    file << fmt::format("{}\n    \"{}\": [", t ? "," : "", tables[t]->name());
    for (std::size_t r = 0; r < tables[t]->rows().size(); ++r) {
      file << (r ? ",\n      {" : "\n      {");
      const Table::Row& row = tables[t]->rows()[r];
      for (std::size_t i = 0; i < row.size(); ++i)
        file << fmt::format("{}\"{}\": {}", i ? ", " : "", row[i].first, in_json(row[i].second));
      file << "}";
    }
    file << "\n    ]";
  }
  file << "\n  }\n}\n";
  if (!file) {
    fmt::print(stderr, "cannot write {}\n", arguments.json);
    std::exit(1);
  }
}

Real exponent(const std::vector<Real>& x, const std::vector<Real>& y) {
  const auto n = static_cast<Real>(x.size());
  Real sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Real a = std::log(x[i]), b = std::log(y[i]);
    sx += a, sy += b, sxx += a * a, sxy += a * b;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace tactus::bench
