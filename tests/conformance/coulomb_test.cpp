// The law that the kit judges others by, against a hundred contacts whose solutions were enumerated
// in sixty digits (where the reference data is at hand).
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tactus/conformance/coulomb.hpp>

using namespace tactus;
using namespace tactus::conformance;

namespace {

/// Numbers of a line, after an id and the name of the case, up to the first word.
std::vector<Real> numbers(const std::string& line) {
  std::istringstream fields(line);
  std::string field;
  std::vector<Real> list;
  for (int k = 0; std::getline(fields, field, ','); ++k) {
    char* end = nullptr;
    const Real x = std::strtod(field.c_str(), &end);
    if (k >= 2 && end == field.c_str()) break;
    if (k >= 2) list.push_back(x);
  }
  return list;
}

}  // namespace

TEST_CASE("the kit's law of Coulomb solves a hundred reference contacts", "[conformance]") {
  const std::filesystem::path file =
      std::filesystem::path(TACTUS_REFERENCE_DIR) / "local_contact/problems.csv";
  if (!std::filesystem::exists(file)) {
    WARN("no reference data at " << file);
    return;
  }
  std::ifstream lines(file);
  std::string line;
  std::getline(lines, line);
  int solved = 0, all = 0;
  while (std::getline(lines, line)) {
    INFO(line);
    const std::vector<Real> x = numbers(line);  // mu, e, UN_before, W, B, R, U
    REQUIRE(x.size() >= 15);
    CoulombPoint<3> c;
    c.mu = x[0];
    c.W << x[3], x[4], x[5], x[4], x[6], x[7], x[5], x[7], x[8];
    c.b = Vec<3>(x[9] + x[1] * std::min(Real(0), x[2]), x[10], x[11]);
    const Vec<3> R = c.reaction();
    const Real size = c.b.norm() + (c.W * R).norm();
    CHECK(c.residual(R) <= 1e-11 * size);
    ++all, solved += c.residual(R) <= 1e-11 * size;
  }
  CHECK(all == 100);
  CHECK(solved == 100);
}
