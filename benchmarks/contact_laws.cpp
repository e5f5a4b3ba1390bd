// Contact laws: steps and nanoseconds per contact, by law and kind of contact.
//
//     bench_contact_laws [--json FILE] [--quick]
//
// reference  the hundred problems of the reference data (TACTUS_REFERENCE_DIR, where it is at hand),
//            from R = 0: mu from 0 to 2, condition of W from 1 to 1e6
// mixed      1000 contacts in space and in the plane with mu from 0.1 to 1, free velocities of any
//            direction, from R = 0: about half part by themselves, the others stick or slide
// warm       the same contacts that close, from their solution at velocities that differ by 1 %: what a
//            sweep of Gauss-Seidel asks for
//
// A contact counts as solved with a natural residual of 1e-10 |b| + |W R|. spring_dashpot iterates
// nothing; it is given a gap of -0.1 mm and a step of 1 ms.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "benchmarks/support/report.hpp"
#include "sdk/src/conformance/law_scene.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::bench;
using namespace tactus::testing;
using conformance::LawCall;
using conformance::LawScene;
using conformance::Random;

namespace {

template <int D>
LawScene<D> mixed(Index count) {
  Random random(17);
  LawScene<D> scene;
  for (Index k = 0; k < count; ++k) {
    typename LawScene<D>::Contact c;
    Mat<D> root;
    for (int i = 0; i < D * D; ++i) root.data()[i] = random.between(-1, 1);
    c.W = Mat<D>::Identity() + root * root.transpose();
    for (int i = 0; i < D; ++i) c.free[i] = random.between(-1, 1);
    c.U_old = c.free, c.gap = -1e-4;
    c.friction = random.between(0.1, 1);
    scene.contacts.push_back(c);
  }
  return scene;
}

/// Those that close, from where the law left them, at other velocities.
template <int D>
LawScene<D> warm(const ContactLaw& law, Index count) {
  auto scene = mixed<D>(count);
  std::erase_if(scene.contacts, [](const auto& c) { return c.free[0] >= 0; });
  scene.solve_all(law);
  Random random(19);
  for (auto& c : scene.contacts)
    for (int i = 0; i < D; ++i) c.free[i] += 0.01 * random.between(-1, 1);
  return scene;
}

LawScene<3> reference() {
  LawScene<3> scene;
  std::ifstream lines(std::filesystem::path(TACTUS_REFERENCE_DIR) / "local_contact/problems.csv");
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);) {
    std::istringstream fields(line);
    std::vector<Real> x;
    for (std::string cell; std::getline(fields, cell, ',');)
      x.push_back(std::strtod(cell.c_str(), nullptr));
    LawScene<3>::Contact c;
    c.friction = x[2], c.restitution = x[3], c.U_old[0] = x[4], c.gap = -1e-4;
    c.W << x[5], x[6], x[7], x[6], x[8], x[9], x[7], x[9], x[10];
    c.free = {x[11], x[12], x[13]};
    scene.contacts.push_back(c);
  }
  return scene;
}

class Counters final : public MetricVisitor {
 public:
  explicit Counters(const Component& c) { c.measure(*this); }
  Real operator[](const std::string& name) const {
    const auto at = numbers_.find(name);
    return at == numbers_.end() ? 0 : static_cast<Real>(*at->second);
  }

 private:
  void integer(std::string_view name, const Index& member, Reduce, std::string_view) override {
    numbers_.emplace(name, &member);
  }
  void real(std::string_view, const Real&, std::string_view, Reduce, std::string_view) override {}
  std::map<std::string, const Index*> numbers_;
};

template <int D>
Index solved(const LawScene<D>& scene) {
  return std::count_if(scene.contacts.begin(), scene.contacts.end(), [](const auto& c) {
    Vec<D> b = c.free;
    b[0] += c.restitution * std::min(Real(0), c.U_old[0]);
    const Vec<D> WR = c.W * c.R;
    return natural_residual<D>(b + WR, 0, c.R, c.friction, 0, D / c.W.trace()) <=
           1e-10 * (b.norm() + WR.norm());
  });
}

template <int D>
void measure(const std::string& name, const std::string& kind, LawScene<D> scene, bool quick,
             Table& table) {
  if (scene.contacts.empty()) return;
  const auto law = make_component<ContactLaw>(name);
  const Counters counters(*law);
  const auto count = static_cast<Real>(scene.contacts.size());
  LawCall<D> call(scene, *law);
  const std::vector<Real> start = call.R;
  const std::vector<Index> all = scene.all();
  const Real seconds = least_time(quick ? 0.005 : 0.2, 5, [&] {
    call.R = start;
    call.solve(all);
  });
  const Real solves = std::max(counters["law_solves"], Real(1));
  auto answered = scene;
  answered.solve_all(*law);
  table.add({{"law", name},
             {"contacts", kind},
             {"dim", Index{D}},
             {"number", static_cast<Index>(count)},
             {"solved", counters["law_solves"] > 0 ? solved<D>(answered) : Index{0}},
             {"projections", counters["law_projections"] / solves},
             {"newton", counters["law_newton"] / solves},
             {"finished %", 100 * counters["law_fallbacks"] / solves},
             {"by cases %", 100 * counters["law_direction_searches"] / solves},
             {"ns", 1e9 * seconds / count}});
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_contact_laws");
  Table table("contact laws");
  for (const char* name : {"nonsmooth_force", "projected_gradient", "de_saxce_feng",
                           "nonsmooth_velocity", "spring_dashpot"}) {
    if (!built(name)) continue;
    const bool quick = arguments.quick;
    const auto law = make_component<ContactLaw>(name);
    measure<3>(name, "reference", reference(), quick, table);
    measure<3>(name, "mixed", mixed<3>(1000), quick, table);
    measure<3>(name, "warm", warm<3>(*law, 1000), quick, table);
    measure<2>(name, "mixed", mixed<2>(1000), quick, table);
    measure<2>(name, "warm", warm<2>(*law, 1000), quick, table);
  }
  write_json(arguments, "contact_laws", {&table});
  return 0;
}
