/// Independent contact points, and all calls of a contact law for them.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "tactus/conformance/check.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tactus/contact_law.hpp"

namespace tactus::conformance {

/// Axes with the same normal and other tangents: turned, and one of them reversed if mirrored; in the plane the one
/// tangent is reversed.
template <int D>
Mat<D> turned_tangents(bool mirrored) {
  Mat<D> T = Mat<D>::Identity();
  if constexpr (D == 3) {
    T.template bottomRightCorner<2, 2>() << 0.6, -0.8, 0.8, 0.6;
    if (mirrored) T.col(1) *= -1;
  } else {
    T(1, 1) = -1;
  }
  return T;
}

/// Independent contacts: U_i = free_i + W_ii R_i.
template <int D>
struct LawScene {
  struct Contact {
    Mat<D> W = Mat<D>::Identity();
    Vec<D> free = Vec<D>::Zero(), U_old = Vec<D>::Zero(), R = Vec<D>::Zero();
    Real friction = 0, restitution = 0, gap = 0;
    Real area = 0x1p-10;  ///< m^2; laws may have an upper limit, which a small share does not reach
    std::vector<Real> old{},
        next{};  ///< history at t_n (empty: as declared) and, out, at the end of the step

    Vec<D> velocity() const { return free + W * R; }
    /// Divided by |free|.
    Real residual() const {
      return natural_residual<D>(velocity(), U_old[0], R, friction, restitution, D / W.trace()) /
             free.norm();
    }
    std::string text() const {
      return text_of("mu = ", friction, ", e = ", restitution, ", free velocity ", free.transpose(),
                     ", R = ", R.transpose());
    }
    /// The contact with the tangents of its frame rotated (or reflected): each vector x becomes T
    /// x.
    Contact turned(const Mat<D>& T) const {
      Contact c = *this;
      c.W = T * W * T.transpose();
      c.free = T * free, c.U_old = T * U_old, c.R = T * R;
      return c;
    }
  };
  std::vector<Contact> contacts;
  Real dt = 1e-3;
  Index step = 0;  ///< its number

  /// Friction 0, 0.3, 1.2 and restitution 0, 0.5; W with couplings; approaching and separating, now
  /// and at t_n.
  static LawScene of_all_regimes() {
    Random random(1);
    LawScene scene;
    for (const Real friction : {0.0, 0.3, 1.2})
      for (const Real restitution : {0.0, 0.5})
        for (int k = 0; k < 12; ++k) {
          Contact c;
          Mat<D> root;
          for (int i = 0; i < D * D; ++i) root.data()[i] = random.between(-1, 1);
          c.W = Mat<D>::Identity() + 0.5 * root * root.transpose();
          for (int i = 0; i < D; ++i)
            c.free[i] = random.between(-1, 1), c.U_old[i] = random.between(-1, 1);
          c.U_old[0] = (k % 4 == 3 ? 1 : -1) * std::abs(c.U_old[0]);
          c.friction = friction, c.restitution = restitution;
          scene.contacts.push_back(c);
        }
    return scene;
  }
  /// The same contacts with a small and a larger penetration, touching, and slightly apart.
  static LawScene of_all_gaps() {
    LawScene scene = of_all_regimes();
    constexpr Real gaps[] = {-1e-4, -1e-3, 0, 1e-5};
    for (std::size_t i = 0; i < scene.contacts.size(); ++i) scene.contacts[i].gap = gaps[i % 4];
    return scene;
  }

  std::vector<Index> all() const {
    std::vector<Index> list(contacts.size());
    std::iota(list.begin(), list.end(), 0);
    return list;
  }
  /// Solves the listed contacts; the problem contains all of them. Returns the number of failures.
  Index solve(const ContactLaw& law, const std::vector<Index>& which, Real tolerance = 1e-12);
  Index solve_all(const ContactLaw& law, Real tolerance = 1e-12) {
    return solve(law, all(), tolerance);
  }
  /// Accepts the step: values at its end become those of t_n.
  void accept() {
    for (Contact& c : contacts) c.old = c.next, c.R.setZero();
    ++step;
  }
};

/// Arrays of a ReactionProblem for a scene, and calls of a law with them.
template <int D>
class LawCall {
 public:
  LawCall(const LawScene<D>& scene, const ContactLaw& law) : law_(law), own_(history_width(law)) {
    context_.context().step.step = scene.step;
    const std::vector<Real> start = history_start(law);
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    for (const auto& c : scene.contacts) {
      append(W_, c.W), append(free_, c.free), append(U_old_, c.U_old), append(R, c.R);
      append(U_, c.velocity());
      gap_.push_back(c.gap), area_.push_back(c.area), friction_.push_back(c.friction),
          rest_.push_back(c.restitution);
      key_.push_back({1, key_.size()});
      std::vector<Real> old = c.old;
      if (old.empty()) old = start;
      old_.insert(old_.end(), old.begin(), old.end());
      old_.insert(old_.end(), kOthers, nan);
    }
    next = old_;
    for (std::size_t i = 0; i < scene.contacts.size(); ++i)
      std::fill_n(next.begin() + first_of(i) + own_, kOthers, kMark);
    laws_.assign(scene.contacts.size(), 0);
    problem = {.dim = D, .contacts = static_cast<Index>(laws_.size()), .dt = scene.dt};
    problem.delassus_diagonal = W_, problem.free_velocity = free_, problem.U_old = U_old_;
    problem.gap = gap_, problem.area = area_, problem.friction = friction_,
    problem.restitution = rest_;
    problem.law = laws_, problem.key = key_;
    problem.history_old = old_, problem.history_new = next;
    problem.history_size = own_ + kOthers;
  }
  LawCall(const LawCall&) = delete;
  LawCall& operator=(const LawCall&) = delete;

  Index solve(const std::vector<Index>& which, Real tolerance = 1e-12) {
    const Scratch::Frame frame(*context_.context().scratch);
    packed_.clear();
    for (const Index i : which) append(packed_, Vec<D>(point<D>(free_, i)));
    return law_.solve(batch(which, tolerance), context_.context());
  }
  void project(const std::vector<Index>& which, const std::vector<Real>& rho) {
    const Scratch::Frame frame(*context_.context().scratch);
    law_.project({.problem = &problem, .contacts = which, .rho = rho, .U = U_, .R = R},
                 context_.context());
  }
  Real stored_energy(const std::vector<Index>& which) {
    packed_.clear();
    for (const Index i : which) append(packed_, Vec<D>(point<D>(free_, i)));
    return law_.stored_energy(batch(which, 1e-12));
  }
  /// m/s, of the first contact of the problem at the given U and R, as the law has it.
  Real residual(const Vec<D>& U, const Vec<D>& R_at) {
    const Index first = 0;
    Real said = 0;
    const Scratch::Frame frame(*context_.context().scratch);
    law_.residual({.problem = &problem,
                   .contacts = {&first, 1},
                   .U = {U.data(), D},
                   .R = {R_at.data(), D},
                   .residual = {&said, 1}},
                  context_.context());
    return said;
  }
  struct Linear {
    Vec<D> C;
    Mat<D> by_U, by_R;
  };
  /// Linearises the first contact of the problem at the given U and R.
  Linear linearise(const Vec<D>& U, const Vec<D>& R_at) {
    Linear l;
    const Scratch::Frame frame(*context_.context().scratch);
    const Index first = 0;
    law_.linearise({.problem = &problem,
                    .contacts = {&first, 1},
                    .U = {U.data(), D},
                    .R = {R_at.data(), D},
                    .C = l.C.data(),
                    .dC_dU = l.by_U.data(),
                    .dC_dR = l.by_R.data()},
                   context_.context());
    return l;
  }

  /// What the law says of each of these contacts at the U and R of the scene, one contact after another: its
  /// residual, and C, dC/dU and dC/dR where it has them.
  std::vector<std::vector<Real>> said_of(const std::vector<Index>& which) {
    const Scratch::Frame frame(*context_.context().scratch);
    constexpr std::size_t square = D * D;
    std::vector<Real> residual(which.size()), C(which.size() * D), by_U(which.size() * square),
        by_R(which.size() * square);
    law_.residual({.problem = &problem, .contacts = which, .U = U_, .R = R, .residual = residual},
                  context_.context());
    if (Claims(law_).has(capability::linearised))
      law_.linearise({.problem = &problem,
                      .contacts = which,
                      .U = U_,
                      .R = R,
                      .C = C.data(),
                      .dC_dU = by_U.data(),
                      .dC_dR = by_R.data()},
                     context_.context());
    std::vector<std::vector<Real>> said;
    for (std::size_t k = 0; k < which.size(); ++k) {
      std::vector<Real>& one = said.emplace_back(1, residual[k]);
      const auto add = [&](const std::vector<Real>& from, std::size_t width) {
        const auto first = from.begin() + static_cast<std::ptrdiff_t>(k * width);
        one.insert(one.end(), first, first + static_cast<std::ptrdiff_t>(width));
      };
      add(C, D), add(by_U, square), add(by_R, square);
    }
    return said;
  }

  /// The same if the law supports it.
  void linearise_if(const Vec<D>& U, const Vec<D>& R_at) {
    if (Claims(law_).has(capability::linearised)) (void)linearise(U, R_at);
  }

  /// The numbers of the law at the end of the step. @throws Error if it has written to those that follow.
  std::vector<Real> next_of(std::size_t contact) const {
    const auto first = next.begin() + first_of(contact), end = first + own_;
    if (std::any_of(end, end + kOthers, [](Real x) { return x != kMark; }))
      throw Error("it writes into the history of a contact beyond the columns that it declares");
    return {first, end};
  }
  void set_next(std::size_t contact, const std::vector<Real>& history) {
    std::copy(history.begin(), history.end(), next.begin() + first_of(contact));
  }

  ReactionProblem problem;
  std::vector<Real> R, next;

 private:
  /// Histories have the width of the widest law of a problem: here of one with two columns more.
  static constexpr std::ptrdiff_t kOthers = 2;
  static constexpr Real kMark = 0x1.5p-7;
  std::ptrdiff_t first_of(std::size_t contact) const {
    return static_cast<std::ptrdiff_t>(contact) * (own_ + kOthers);
  }
  template <class Matrix>
  static void append(std::vector<Real>& list, const Matrix& m) {
    list.insert(list.end(), m.data(), m.data() + m.size());
  }
  LawBatch batch(const std::vector<Index>& which, Real tolerance) {
    return {
        .problem = &problem, .contacts = which, .free = packed_, .R = R, .tolerance = tolerance};
  }
  const ContactLaw& law_;
  std::ptrdiff_t own_;  ///< numbers of the law in a history
  SerialContext context_;
  std::vector<Real> W_, free_, packed_, U_, U_old_, gap_, area_, friction_, rest_, old_;
  std::vector<std::int32_t> laws_;
  std::vector<ContactKey> key_;
};

template <int D>
Index LawScene<D>::solve(const ContactLaw& law, const std::vector<Index>& which, Real tolerance) {
  LawCall<D> call(*this, law);
  const Index failures = call.solve(which, tolerance);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    contacts[i].R = Eigen::Map<const Vec<D>>(call.R.data() + i * D);
    contacts[i].next = call.next_of(i);
  }
  return failures;
}

namespace contact_law_tests {

/// m/s, how far a contact is from its law in a step of this size, by ContactLaw::residual().
template <int D>
Real residual_of(const ContactLaw& law, const typename LawScene<D>::Contact& c,
                 Real dt = LawScene<D>{}.dt) {
  return LawCall<D>({{c}, dt}, law).residual(c.velocity(), c.R);
}

/// The same over |free|; of a law that claims to be Coulomb's the natural residual, whatever it says.
template <int D>
Real misses(const ContactLaw& law, const typename LawScene<D>::Contact& c,
            Real dt = LawScene<D>{}.dt) {
  if (Claims(law).has(capability::coulomb)) return c.residual();
  return residual_of<D>(law, c, dt) / c.free.norm();
}

/// Whether two numbers have the same bits (NaN equals itself).
template <int D>
bool same_bits(const Vec<D>& a, const Vec<D>& b) {
  for (int i = 0; i < D; ++i)
    if (!(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))) return false;
  return true;
}

/// Compares reactions and histories of two scenes; "" if they are the same to the bit.
template <int D>
std::string first_difference(const LawScene<D>& a, const LawScene<D>& b) {
  for (std::size_t i = 0; i < a.contacts.size(); ++i) {
    const auto &p = a.contacts[i], &q = b.contacts[i];
    if (!same_bits<D>(p.R, q.R)) return "another reaction: " + p.text();
    for (std::size_t k = 0; k < p.next.size(); ++k)
      if (p.next[k] != q.next[k])
        return text_of("another history, ", p.next[k], " and ", q.next[k], ": ", p.text());
  }
  return "";
}

/// Other velocities, for a trial or for the next step.
template <int D>
void stir(LawScene<D>& scene, Real factor) {
  for (auto& c : scene.contacts) {
    c.free *= factor, c.U_old *= -factor;
    c.gap *= 0.5;
  }
}

}  // namespace contact_law_tests
}  // namespace tactus::conformance
