// Implicit laws that are not Coulomb's and are wrong in one way each, and the sentence that names it. The sound
// one to start from is a film that resists in proportion to the speed.
#include <algorithm>
#include <tactus/conformance/contact_law_promises.hpp>
#include <tactus/conformance/coulomb.hpp>
#include <tactus/friction/pressed_law.hpp>

#include "kill.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

enum class ImplicitLawFault {
  none,
  coulombs_residual,
  residual_that_counts,
  residual_of_another,
  residual_of_momentum,
  over_time,
  claims_coulomb,
  claims_coulomb_alone,
};

class Film final : public ContactLaw {
 public:
  explicit Film(ImplicitLawFault fault) : fault_(fault) {}
  void capabilities(Capabilities& c) const override {
    if (!is(ImplicitLawFault::claims_coulomb_alone)) c.provides(capability::implicit_law);
    if (is(ImplicitLawFault::claims_coulomb) || is(ImplicitLawFault::claims_coulomb_alone))
      c.provides(capability::coulomb);
  }

  Real strength(const ReactionProblem& p, Index) const {
    return is(ImplicitLawFault::over_time) ? 4e-4 / p.dt : 0.4;
  }
  template <class Matrix, class Vector>
  static Vector reaction(const Matrix& S, const Vector& b, Real k) {
    return -k * Matrix(Matrix::Identity() + k * S).inverse() * b;
  }
  template <class Vector>
  static Real misfit(const Vector& u, const Vector& r, Real rho, Real k) {
    return (r + k * u).norm() / rho;
  }
  template <class Vector>
  static Real nearest(const Vector& u, const Vector& r, Real k) {
    const Real best = u.squaredNorm() > 0 ? -r.dot(u) / u.squaredNorm() : 0;
    return std::clamp(best, std::min(k, Real(0)), std::max(k, Real(0)));
  }

 private:
  bool is(ImplicitLawFault fault) const { return fault_ == fault; }
  Index do_solve(const LawBatch& batch, Context&) const override {
    with_dimension(batch.problem->dim,
                   [&]<int D>(Dimension<D>) { friction::solve_pressed<D>(batch, *this); });
    return 0;
  }
  void do_residual(const LawResidual& at, Context& context) const override {
    if (is(ImplicitLawFault::coulombs_residual)) return coulomb_.residual(at, context);
    with_dimension(at.problem->dim,
                   [&]<int D>(Dimension<D>) { friction::residual_pressed<D>(at, *this); });
    for (Real& f : at.residual)
      if (is(ImplicitLawFault::residual_that_counts)) f = f > 1e-9 ? 1 : 0;
    if (is(ImplicitLawFault::residual_of_another)) std::ranges::reverse(at.residual);
    const auto square = static_cast<std::size_t>(at.problem->dim * at.problem->dim);
    for (std::size_t k = 0; is(ImplicitLawFault::residual_of_momentum) && k < at.contacts.size();
         ++k)
      at.residual[k] /=
          at.problem->delassus_diagonal[static_cast<std::size_t>(at.contacts[k]) * square];
  }
  ImplicitLawFault fault_;
  Coulomb coulomb_;
};

struct ImplicitLawCase {
  std::string name;
  ImplicitLawFault fault;
  Expected expected;
};

std::vector<ImplicitLawCase> cases_of_implicit_laws() {
  const std::string distance = "2D: residual() is a distance from the law";
  return {
      {"is judged by Coulomb's residual, and has another law",
       ImplicitLawFault::coulombs_residual,
       {"2D: solve() reaches residual() = 0", "at most 1e-08"}},
      {"a residual of one wherever the law does not hold",
       ImplicitLawFault::residual_that_counts,
       {distance, "its residual is 1 m/s"}},
      {"a residual at the place of another contact",
       ImplicitLawFault::residual_of_another,
       {"2D: residuals and slopes of a batch are those of its contacts alone", "than alone"}},
      {"a residual in newton seconds",
       ImplicitLawFault::residual_of_momentum,
       {"2D: residual() is a velocity, whatever the masses", "with masses times 10000"}},
      {"a film whose drag is divided by the step",
       ImplicitLawFault::over_time,
       {"2D: in a shorter step, or on less area, there is no more friction", "in a step of"}},
      {"a film that claims to be Coulomb's law",
       ImplicitLawFault::claims_coulomb,
       {"2D: residual() is the natural one", "at most 1e-12"}},
      {"Coulomb's law that is not implicit",
       ImplicitLawFault::claims_coulomb_alone,
       {"Coulomb's law is an implicit one", "law.coulomb without law.implicit"}},
  };
}

}  // namespace

void tactus::conformance::add_implicit_laws(Kills& kills, Sounds& sounds) {
  const auto run = [](const ImplicitLawCase& c, Check& check) {
    contact_law_promises([&] { return std::make_unique<Film>(c.fault); }, check);
  };
  add(kills, "contact law, implicit", "another law than its residual", cases_of_implicit_laws(),
      run, {{"a film that claims to be Coulomb's law", "claim: law.coulomb"}});
  sounds.push_back({"a film", 20, [](Check& check) {
                      contact_law_promises(
                          [] { return std::make_unique<Film>(ImplicitLawFault::none); }, check);
                    }});
}
