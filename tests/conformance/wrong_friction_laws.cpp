// Laws of friction that are wrong in one way each, in the plane or in space, and the sentence that
// names it. The sound one to start from is the reference of the kit.
#include <tactus/conformance/contact_law_promises.hpp>
#include <tactus/conformance/coulomb.hpp>
#include <thread>

#include "kill.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

/// One contact as the sound law is to see it.
struct One {
  int dim;
  std::vector<Real> W, free, U_old;
  Real mu, e;
  Index contact;
  const LawBatch& batch;

  Real& w(int i, int j) { return W[static_cast<std::size_t>(i * dim + j)]; }
  /// The first number of its history.
  std::size_t first() const {
    return static_cast<std::size_t>(contact * batch.problem->history_size);
  }
  Real history_old() const { return batch.problem->history_old[first()]; }
  Real& history_new() const { return batch.problem->history_new[first()]; }
};

struct FrictionLawChanges {
  std::function<void(One&)> before{};
  std::function<void(const One&, Real* R)> after{};
  std::function<void(const LawLinearisation&)> slope{};
  std::function<void(const LawProjection&)> instead_of_step{};
  Index history = 0;
  Real reach = 0;
  bool claims = true;
};

class WrongFrictionLaw final : public Coulomb {
 public:
  explicit WrongFrictionLaw(FrictionLawChanges changes) : changes_(std::move(changes)) {}
  void capabilities(Capabilities& c) const override {
    if (changes_.claims) Coulomb::capabilities(c);
  }

 private:
  Index do_solve(const LawBatch& batch, Context& context) const override {
    Index failures = 0;
    for (std::size_t k = 0; k < batch.contacts.size(); ++k) failures += one(batch, k, context);
    return failures;
  }
  Index one(const LawBatch& batch, std::size_t k, Context& context) const {
    const ReactionProblem& p = *batch.problem;
    const Index i = batch.contacts[k];
    const auto at = static_cast<std::size_t>(i), D = static_cast<std::size_t>(p.dim);
    const auto part = [](View<Real> all, std::size_t first, std::size_t size) {
      return std::vector<Real>(all.begin() + static_cast<std::ptrdiff_t>(first),
                               all.begin() + static_cast<std::ptrdiff_t>(first + size));
    };
    One one{p.dim,
            part(p.delassus_diagonal, at * D * D, D * D),
            part(batch.free, k * D, D),
            part(p.U_old, at * D, D),
            p.friction[at],
            p.restitution[at],
            i,
            batch};
    if (changes_.before) changes_.before(one);
    ReactionProblem alone{.dim = p.dim, .contacts = 1, .dt = p.dt};
    alone.delassus_diagonal = one.W, alone.U_old = one.U_old;
    alone.friction = {&one.mu, 1}, alone.restitution = {&one.e, 1};
    const Index first = 0;
    Real* R = batch.R.data() + at * D;
    const Index failures = Coulomb::do_solve({.problem = &alone,
                                              .contacts = {&first, 1},
                                              .free = one.free,
                                              .R = {R, D},
                                              .tolerance = batch.tolerance},
                                             context);
    if (changes_.after) changes_.after(one, R);
    return failures;
  }
  void do_linearise(const LawLinearisation& at, Context& context) const override {
    Coulomb::do_linearise(at, context);
    if (changes_.slope) changes_.slope(at);
  }
  void do_project(const LawProjection& at, Context& context) const override {
    if (changes_.instead_of_step)
      changes_.instead_of_step(at);
    else
      Coulomb::do_project(at, context);
  }
  Real do_reach(const Scales&) const override { return changes_.reach; }
  void do_history(HistoryVisitor& columns) const override {
    if (changes_.history > 0) columns.column("past", "1", changes_.history);
  }
  Real do_time_step_limit(Real) const override { return kUnlimited; }
  Real do_stored_energy(const LawBatch&) const override { return 0; }
  FrictionLawChanges changes_;
};

/// The step of projection with another rho, with or without the term mu |U_T| n.
void step(const LawProjection& at, Real factor, bool shifted) {
  with_dimension(at.problem->dim, [&]<int D>(Dimension<D>) {
    for (std::size_t k = 0; k < at.contacts.size(); ++k) {
      const Index i = at.contacts[k];
      const auto n = static_cast<std::size_t>(i);
      Vec<D> U = point<D>(at.U, i);
      const Real mu = at.problem->friction[n], rho = factor * at.rho[k];
      if (!shifted) U[0] -= mu * U.template tail<D - 1>().norm();
      Eigen::Map<Vec<D>> R(at.R.data() + i * D);
      R = NaturalMap<D>(U, at.problem->U_old[n * D], R, mu, at.problem->restitution[n], rho)
              .projected;
    }
  });
}

const std::string kCoulomb = "3D: solve() satisfies Coulomb's law",
                  kReturn = "3D: what arrives leaves with e times its speed",
                  kTurned = "3D: tangents may be turned", kUnits = "3D: units do not matter",
                  kStart = "3D: where it starts from does not matter",
                  kOrder = "3D: the order of contacts does not matter",
                  kProperties = "3D: reach, history and keeping it are properties",
                  kSlope = "3D: dC is the slope of C (differences)",
                  kNewton = "3D: Newton's method converges to the law, and to it alone",
                  kFixed = "3D: a projection step stands still at solutions only",
                  kConverges = "3D: projection steps converge to the law";

struct FrictionLawCase {
  std::string name;
  Expected expected;
  FrictionLawChanges changes;
};

std::vector<FrictionLawCase> wrong_cones() {
  return {
      {"a pyramid in place of a cone",
       {kTurned, "with turned tangents"},
       {.after =
            [](const One& c, Real* R) {
              for (int k = 1; k < c.dim; ++k)
                R[k] = std::clamp(R[k], -0.6 * c.mu * R[0], 0.6 * c.mu * R[0]);
            }}},
      {"does not know that friction moves the normal",
       {kCoulomb, "at most 1e-08"},
       {.before =
            [](One& c) {
              for (int k = 1; k < c.dim; ++k) c.w(0, k) = c.w(k, 0) = 0;
            }}},
      {"a little friction where there is none",
       {"3D: without friction there is none, with very much nothing slides", "mu = 0, and R_T"},
       {.after =
            [](const One& c, Real* R) {
              if (c.mu == 0) R[1] = 1e-12 * R[0];
            }}},
      {"friction that is never more than three times the pressure",
       {"3D: without friction there is none, with very much nothing slides", "at most 1e-06"},
       {.before = [](One& c) { c.mu = std::min<Real>(c.mu, 3); }}},
      {"half of the friction",
       {"3D: four worked contacts", "at most 1e-08"},
       {.before = [](One& c) { c.mu /= 2; }}},
  };
}

std::vector<FrictionLawCase> wrong_impacts() {
  return {
      {"restitution of what parts already",
       {kReturn, "arrived with 0.5 m/s it leaves with"},
       {.before = [](One& c) { c.U_old[0] = -std::abs(c.U_old[0]); }}},
  };
}

std::vector<FrictionLawCase> wrong_friction_law_questions() {
  return {
      {"velocities below a micrometre per second are rest",
       {kUnits, "lengths times"},
       {.before =
            [](One& c) {
              for (Real& u : c.free) u = std::abs(u) < 1e-6 ? 0 : u;
            }}},
      {"stays near where it starts",
       {kStart, "at most 1e-06"},
       {.before =
            [](One& c) { c.mu += 1e-5 * c.batch.R[static_cast<std::size_t>(c.contact * c.dim)]; }}},
      {"knows its place in the list",
       {kOrder, "in another order a contact has another reaction"},
       {.after = [](const One& c, Real* R) { R[0] *= 1 + 1e-15 * static_cast<Real>(c.contact); }}},
      {"keeps its work where threads meet",
       {"3D: one object serves four threads", "get other answers"},
       {.after =
            [work = std::make_shared<std::array<Real, 8>>()](const One&, Real* R) {
              volatile Real* shared = work->data();
              shared[0] = R[0];
              std::this_thread::yield();
              R[0] = shared[0];
            }}},
      {"less friction, the longer it has slid",
       {"3D: the law holds whatever its history", "in step 2 the natural residual"},
       {.before = [](One& c) { c.mu /= 1 + c.history_old(); },
        .after = [](const One& c,
                    Real*) { c.history_new() = c.history_old() + c.batch.problem->dt; },
        .history = 1}},
      {"a reach that is no length", {kProperties, "its reach is"}, {.reach = -1e-3}},
      {"works nowhere",
       {"works in the plane or in space", "it refuses both"},
       {.before = [](One&) { throw ConfigError("not here"); }}},
      {"claims nothing",
       {"says how it is solved", "neither law.implicit nor law.explicit"},
       {.claims = false}},
  };
}

std::vector<FrictionLawCase> wrong_slopes() {
  const auto all = [](const LawLinearisation& at, Real* list, auto change) {
    const auto D = static_cast<std::size_t>(at.problem->dim);
    for (std::size_t k = 0; list && k < at.contacts.size() * D * D; ++k) change(list[k]);
  };
  return {
      {"a slope that depends on which way a tangent points",
       {"2D: Newton's step turns with the tangents", "at most 1e-08"},
       {.slope =
            [](const LawLinearisation& at) {
              if (at.problem->delassus_diagonal[1] > 0) at.dC_dR[0] *= 1.25;
            }}},
      {"C that is zero everywhere",
       {kNewton, "where the law is off by"},
       {.slope =
            [=](const LawLinearisation& at) {
              std::fill_n(at.C, at.problem->dim, 0);
              for (Real* list : {at.dC_dU, at.dC_dR}) all(at, list, [](Real& x) { x = 0; });
            }}},
      {"a derivative of the wrong sign",
       {kSlope, "at most 1e-06"},
       {.slope = [=](const LawLinearisation& at) { all(at, at.dC_dU, [](Real& x) { x = -x; }); }}},
      {"a derivative that is wrong only where a contact pulls",
       {kSlope, "at most 1e-06"},
       {.slope =
            [=](const LawLinearisation& at) {
              if (at.R[0] < 0) all(at, at.dC_dR, [](Real& x) { x *= 1.0001; });
            }}},
      {"another C in steps of a second",
       {"3D: C = 0 is the law, in steps of any length", "of a step of 1 s"},
       {.slope =
            [](const LawLinearisation& at) {
              if (at.problem->dt >= 1) at.C[0] += 1e-3;
            }}},
      {"C in newton seconds",
       {"3D: C is a velocity", "masses times"},
       {.slope =
            [=](const LawLinearisation& at) {
              const auto D = static_cast<std::size_t>(at.problem->dim);
              const Real mass = 1 / at.problem->delassus_diagonal[0];
              for (std::size_t k = 0; k < D; ++k) at.C[k] *= mass;
              for (Real* list : {at.dC_dU, at.dC_dR}) all(at, list, [&](Real& x) { x *= mass; });
            }}},
      {"a step without the slip in the normal",
       {kFixed, "a step from a solution leads away"},
       {.instead_of_step = [](const LawProjection& at) { step(at, 1, false); }}},
      {"a step in the wrong direction",
       {kConverges, "at most 1e-08"},
       {.instead_of_step = [](const LawProjection& at) { step(at, -1, true); }}},
      {"no step", {kFixed, "it stands still"}, {.instead_of_step = [](const LawProjection&) {}}},
  };
}

}  // namespace

void tactus::conformance::add_friction_laws(Kills& kills, Sounds& sounds) {
  const std::string kind = "contact law, implicit";
  const auto run = [](const FrictionLawCase& c, Check& check) {
    contact_law_promises([&] { return std::make_unique<WrongFrictionLaw>(c.changes); }, check);
  };
  add(kills, kind, "the cone of friction", wrong_cones(), run);
  add(kills, kind, "impacts", wrong_impacts(), run);
  add(kills, kind, "memory", wrong_friction_law_questions(), run,
      {{"less friction, the longer it has slid", "only after a history"},
       {"velocities below a micrometre per second are rest", "units"},
       {"keeps its work where threads meet", "threads"}});
  add(kills, kind, "slopes and steps", wrong_slopes(), run,
      {{"C that is zero everywhere", "claim: law.linearised"},
       {"a step in the wrong direction", "claim: law.projection"}});
  sounds.push_back({"Coulomb's law, by cases", 30, [](Check& check) {
                      contact_law_promises([] { return std::make_unique<Coulomb>(); }, check);
                    }});
  sounds.push_back({"Coulomb's law, passed on", 30, [](Check& check) {
                      contact_law_promises(
                          [] { return std::make_unique<WrongFrictionLaw>(FrictionLawChanges{}); },
                          check);
                    }});
}
