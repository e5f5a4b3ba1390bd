// Solves one contact by distinguishing cases. With friction the slip direction t is the only
// unknown: U_N = 0 gives R = R_N (1, mu t) with R_N = -b_N/(W_NN + mu W_NT t), and t is correct if
// the resulting slip velocity U_T points along -t. In space such directions are found as sign
// changes of t x U_T.
//
// The local problem (docs/theory/reactions.md) is U = b + W R, where W is the block W_ii of the
// Delassus operator and b the velocity that the contact would have without its own reaction. The
// contact is open (R = 0), sticks (U = 0 with R in the cone) or slides (U_N = 0, R on the surface
// of the cone, U_T opposite to R_T). Each case is a small problem of its own. The candidates of all
// cases are computed, and the one with the least residual is taken, so that the result does not
// depend on a starting point.
#include <numbers>
#include <tactus/friction/local_contact.hpp>
#include <tactus/friction/small_solve.hpp>

namespace tactus::friction {
namespace {

template <int D>
class Slides {
 public:
  explicit Slides(const LocalContact<D>& contact) : c_(contact) {}

  /// Keeps the best of all candidate reactions.
  void offer(const Vec<D>& r) {
    if (!r.allFinite()) return;
    const Vec<D> inside = clipped<D>(r, c_.mu);
    const Real residual = c_.residual(inside);
    if (residual < residual_) best_ = inside, residual_ = residual;
  }
  Vec<D> along(const Vec<D - 1>& t) const {
    Vec<D> ray;
    ray[0] = 1, ray.template tail<D - 1>() = c_.mu * t;
    return ray * (-c_.b[0] / c_.W.row(0).dot(ray));
  }
  const Vec<D>& best() const { return best_; }

 private:
  const LocalContact<D>& c_;
  Vec<D> best_ = Vec<D>::Zero();
  Real residual_ = std::numeric_limits<Real>::infinity();
};

Vec<2> direction(Real angle) { return {std::cos(angle), std::sin(angle)}; }

/// t x U_T, multiplied by the denominator of the normal reaction, so that sign changes at poles do
/// not occur.
Real twist(const LocalContact<3>& c, Real angle) {
  const Vec<2> t = direction(angle);
  const Vec<3> ray(1, c.mu * t[0], c.mu * t[1]);
  const Vec<3> u = c.b * c.W.row(0).dot(ray) - c.b[0] * (c.W * ray);
  return t[0] * u[2] - t[1] * u[1];
}

/// Finds a zero of a function that changes sign between `low` and `high` by bisection.
Real sign_change(const LocalContact<3>& c, Real low, Real high) {
  const bool rises = twist(c, low) <= 0;
  for (int n = 0; n < 60; ++n) {
    const Real middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    ((twist(c, middle) <= 0) == rises ? low : high) = middle;
  }
  return (low + high) / 2;
}

void offer_slides(const LocalContact<2>&, Slides<2>& slides) {
  for (const Real t : {-1.0, 1.0}) slides.offer(slides.along(Vec<1>(t)));
}

void offer_slides(const LocalContact<3>& c, Slides<3>& slides) {
  // There may be several slip directions that satisfy the conditions, or none. All sign changes
  // between samples 2 degrees apart are tried.
  constexpr int parts = 180;
  const auto angle = [](int k) { return 2 * std::numbers::pi * k / parts; };
  Real before = twist(c, 0);
  for (int k = 0; k < parts; ++k) {
    const Real after = twist(c, angle(k + 1));
    if ((before <= 0) != (after <= 0))
      slides.offer(slides.along(direction(sign_change(c, angle(k), angle(k + 1)))));
    before = after;
  }
}

}  // namespace

template <int D>
Vec<D> reaction_by_cases(const LocalContact<D>& contact) {
  Slides<D> slides(contact);
  slides.offer(Vec<D>::Zero());
  // A contact that separates without a reaction is open, and the other cases are not tried.
  if (!(contact.b[0] < 0)) return slides.best();
  if (Vec<D> stick; solve_small<D>(contact.W, -contact.b, stick)) slides.offer(stick);
  offer_slides(contact, slides);
  return slides.best();
}

template Vec<2> reaction_by_cases<2>(const LocalContact<2>&);
template Vec<3> reaction_by_cases<3>(const LocalContact<3>&);

}  // namespace tactus::friction
