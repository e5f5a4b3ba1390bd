#include <fmt/format.h>

#include <vector>

#include "core/plugin/smoke.hpp"
#include "core/support/executor.hpp"
#include "tactus/contact_law.hpp"

namespace tactus::core {
namespace {

/// One contact with a full block W, and what happens to it.
template <int D>
struct Contact {
  Mat<D> W;
  Vec<D> free, R = Vec<D>::Zero(), U_old = Vec<D>::Zero();
  Real friction = 0, restitution = 0, gap = 0;
};

template <int D>
std::vector<Contact<D>> contacts() {
  Numbers numbers;
  std::vector<Contact<D>> all;
  for (const Real friction : {0.0, 0.3, 1.2})
    for (const Real restitution : {0.0, 0.5})
      for (int k = 0; k < 8; ++k) {
        Contact<D> c;
        Mat<D> root;
        for (int i = 0; i < D * D; ++i) root.data()[i] = numbers.next();
        c.W = Mat<D>::Identity() + 0.5 * root * root.transpose();
        for (int i = 0; i < D; ++i) c.free[i] = numbers.next(), c.U_old[i] = numbers.next();
        c.U_old[0] = -std::abs(c.U_old[0]);
        c.friction = friction, c.restitution = restitution;
        all.push_back(c);
      }
  return all;
}

template <int D>
void solve(const ContactLaw& law, Contact<D>& c, Context& context) {
  const auto size = static_cast<std::size_t>(law.history_size());
  const std::vector<Real> W(c.W.data(), c.W.data() + D * D), history_old(size, 0);
  std::vector<Real> history_new(size, 0), R(c.R.data(), c.R.data() + D);
  const std::vector<std::int32_t> which{0};
  const std::vector<ContactKey> key{{1, 1}};
  const Index contact = 0;
  ReactionProblem problem{.dim = D, .contacts = 1, .dt = 1e-3};
  problem.delassus_diagonal = W;
  problem.free_velocity = {c.free.data(), D};
  problem.U_old = {c.U_old.data(), D};
  problem.gap = {&c.gap, 1};
  problem.friction = {&c.friction, 1};
  problem.restitution = {&c.restitution, 1};
  problem.law = which, problem.key = key;
  problem.history_old = history_old, problem.history_new = history_new;
  problem.history_size = law.history_size();
  law.solve({.problem = &problem, .contacts = {&contact, 1}, .free = {c.free.data(), D}, .R = R},
            context);
  c.R = Eigen::Map<Vec<D>>(R.data());
}

/// The natural residual over |free|: what decides convergence everywhere.
template <int D>
Finding satisfies_the_law(const ContactLaw& law, bool with_friction) {
  Runtime runtime;
  Real worst = 0;
  for (Contact<D> c : contacts<D>()) {
    if (with_friction != (c.friction > 0)) continue;
    solve<D>(law, c, runtime.context());
    const Vec<D> U = c.free + c.W * c.R;
    worst = std::max(
        worst, natural_residual<D>(U, c.U_old[0], c.R, c.friction, c.restitution, D / c.W.trace()) /
                   c.free.norm());
  }
  return within(worst, 1e-8);
}

template <int D>
Finding reactions_are_finite(const ContactLaw& law) {
  Runtime runtime;
  for (const Real gap : {-1e-3, 0.0, 1e-3})
    for (Contact<D> c : contacts<D>()) {
      c.gap = gap;
      solve<D>(law, c, runtime.context());
      if (!c.R.allFinite()) return broken("NaN or infinity");
    }
  return kept();
}

/// Out of reach and separating: nobody holds the bodies together. (Cohesion acts at contact.)
template <int D>
Finding open_contact_has_no_reaction(const ContactLaw& law) {
  Runtime runtime;
  Contact<D> c;
  c.W.setIdentity();
  c.free.setZero();
  c.free[0] = 1, c.gap = 1e6;
  solve<D>(law, c, runtime.context());
  return c.R.isZero(0) ? kept() : broken(fmt::format("R_N = {:g}", c.R[0]));
}

template <int D>
void smoke(const ContactLaw& law, const Claims& claims, conformance::Check& verdicts) {
  const auto promise = [](std::string_view text) { return fmt::format("{}D: {}", D, text); };
  verdicts.promise(promise("reactions are finite"), [&] { return reactions_are_finite<D>(law); });
  verdicts.promise(promise("an open contact that separates has no reaction"),
                   [&] { return open_contact_has_no_reaction<D>(law); });
  const std::string smooth = promise("solve() satisfies Signorini's law without friction"),
                    rough = promise("solve() satisfies Coulomb's law");
  if (claims.has(capability::implicit_law)) {
    verdicts.promise(smooth, [&] { return satisfies_the_law<D>(law, false); });
    verdicts.promise(rough, [&] { return satisfies_the_law<D>(law, true); });
  } else {
    verdicts.skip(rough, std::string(capability::implicit_law) + " is not claimed");
  }
}

}  // namespace

void smoke_contact_law(const MakeComponent& make, conformance::Check& verdicts) {
  const auto component = make();
  const auto& law = dynamic_cast<const ContactLaw&>(*component);
  const Claims claims = claims_of(law);
  smoke<2>(law, claims, verdicts);
  smoke<3>(law, claims, verdicts);
}

}  // namespace tactus::core
