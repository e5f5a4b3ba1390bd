// Contacts that stand alone, and what the implicit laws make of them: a hundred reference problems
// whose solutions were enumerated in sixty digits, and what a law has counted.
#pragma once

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <tactus/conformance/contact_law.hpp>

#include "sdk/src/conformance/law_scene.hpp"
#include "tests/support/make_component.hpp"

namespace tactus::testing {

struct ReferenceContact {
  std::string id;
  conformance::LawScene<3>::Contact contact;
  Real condition = 1;             ///< of W
  std::vector<Vec<3>> solutions;  ///< all there are

  Vec<3> b() const {
    Vec<3> b = contact.free;
    b[0] += contact.restitution * std::min(Real(0), contact.U_old[0]);
    return b;
  }
  /// Natural residual over |b| + |W R|.
  Real residual(const Vec<3>& R) const {
    const Vec<3> WR = contact.W * R;
    return natural_residual<3>(b() + WR, 0, R, contact.friction, 0, 3 / contact.W.trace()) /
           std::max(b().norm() + WR.norm(), Real(1e-300));
  }
};

namespace detail {

inline std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> list;
  std::istringstream fields(line);
  for (std::string cell; std::getline(fields, cell, ',');) list.push_back(cell);
  return list;
}

}  // namespace detail

/// Empty, with a warning, where the reference data is not at hand.
inline std::vector<ReferenceContact> reference_contacts() {
  const std::filesystem::path folder =
      std::filesystem::path(TACTUS_REFERENCE_DIR) / "local_contact";
  std::vector<ReferenceContact> list;
  std::ifstream problems(folder / "problems.csv"), solutions(folder / "solutions.csv");
  if (!problems || !solutions) {
    WARN("no reference data in " << folder);
    return list;
  }
  std::map<std::string, std::vector<Vec<3>>> solved;
  std::string line;
  for (std::getline(solutions, line); std::getline(solutions, line);) {
    const auto x = detail::cells(line);
    solved[x[0]].emplace_back(std::stod(x[2]), std::stod(x[3]), std::stod(x[4]));
  }
  for (std::getline(problems, line); std::getline(problems, line);) {
    const auto x = detail::cells(line);
    const auto number = [&](std::size_t k) { return std::stod(x[k]); };
    ReferenceContact c;
    c.id = x[0] + " (" + x[1] + ", " + x[20] + ")";
    c.contact.friction = number(2), c.contact.restitution = number(3);
    c.contact.U_old[0] = number(4);
    c.contact.W << number(5), number(6), number(7), number(6), number(8), number(9), number(7),
        number(9), number(10);
    c.contact.free = {number(11), number(12), number(13)};
    c.condition = number(22);
    c.solutions = solved.at(x[0]);
    list.push_back(c);
  }
  return list;
}

/// Where the reactions of the contacts start: from none, and from somewhere else.
inline std::vector<Vec<3>> starts(const ReferenceContact& c) {
  const Real size = c.b().norm() / c.contact.W.trace();
  return {Vec<3>::Zero(), size * Vec<3>(1, 0.3, -0.7), size * Vec<3>(-2, 5, 1)};
}

/// Every law of Signorini's and Coulomb's kind: the residual of all problems, and the reaction of
/// those that have one solution, as exactly as the condition of W allows.
inline void check_reference_contacts(const ContactLaw& law) {
  int solved = 0, all = 0;
  for (const ReferenceContact& c : reference_contacts())
    for (const Vec<3>& start : starts(c)) {
      conformance::LawScene<3> scene{{c.contact}};
      scene.contacts[0].R = start;
      scene.solve_all(law, 1e-16);
      const Vec<3> R = scene.contacts[0].R;
      INFO(c.id << ", from " << start.transpose() << ": R = " << R.transpose());
      CHECK(c.residual(R) <= 1e-11);
      ++all, solved += c.residual(R) <= 1e-11;
      if (c.solutions.size() > 1) continue;
      const Real size = c.solutions[0].norm();
      CHECK((R - c.solutions[0]).norm() <= (1e-15 * c.condition + 1e-12) * size);
    }
  CHECK(solved == all);
  CHECK((all == 300 || all == 0));
}

/// What a component counts, by the name of the column.
class Counted final : public MetricVisitor {
 public:
  explicit Counted(const Component& component) { component.measure(*this); }
  Index operator[](const std::string& name) const { return *counters_.at(name); }

 private:
  void integer(std::string_view name, const Index& member, Reduce, std::string_view) override {
    counters_.emplace(name, &member);
  }
  void real(std::string_view, const Real&, std::string_view, Reduce, std::string_view) override {}
  std::map<std::string, const Index*> counters_;
};

/// Of a law that repeats projection steps: without Newton's method it is projection alone, and counts what it misses.
/// More steps from where it ended bring the rest home, where its iteration is a contraction.
inline void check_projection_alone(const std::string& law) {
  const auto with = [&](Real projections) {
    return make_component<ContactLaw>(law, {{"newton", 0.}, {"projections", projections}});
  };
  const auto alone = with(5), patient = with(2000);
  auto scene = conformance::LawScene<3>::of_all_regimes();
  const Index failures = scene.solve_all(*alone);
  const Counted counted(*alone);
  CHECK(failures > 0);
  CHECK(counted["law_failures"] == failures);
  CHECK(counted["law_newton"] == 0);
  CHECK(counted["law_fallbacks"] == 0);
  CHECK(scene.solve_all(*patient) == 0);
  CHECK(Counted(*patient)["law_projections"] > 0);
}

/// And it says how many contacts Newton's method had to finish.
inline void check_finished_by_newton(const std::string& law) {
  const auto hasty = make_component<ContactLaw>(law, {{"projections", 1.}});
  auto scene = conformance::LawScene<3>::of_all_regimes();
  CHECK(scene.solve_all(*hasty) == 0);
  const Counted counted(*hasty);
  CHECK(counted["law_fallbacks"] > 0);
  CHECK(counted["law_newton"] >= counted["law_fallbacks"]);
  CHECK(counted["law_failures"] == 0);
}

}  // namespace tactus::testing
