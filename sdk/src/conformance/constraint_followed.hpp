/// Tests what a constraint whose rows persist promises of contacts that slide within a step, from facet to facet.
#pragma once

#include "constraint_frames.hpp"
#include "tactus/conformance/claims.hpp"
#include "worst.hpp"

namespace tactus::conformance::constraint_tests {

/// All that is said of the rows at some positions, each by the vertices of the whole scene: the order of a stencil,
/// and vertices in it that count for nothing, do not matter.
class SaidOfRows {
 public:
  SaidOfRows(Trial& trial, const Claims& claims, const Positions& y)
      : trial_(trial), value_(trial.values(y)) {
    if (claims.has(capability::gradient)) gradient_ = trial.gradients(y);
    if (claims.has(capability::frames)) places_ = trial.places(y);
  }
  /// What of a row differs from a row of others by more than rounding; "" if nothing does.
  std::string difference(Index row, const SaidOfRows& others, Index other) const {
    const Real scale = trial_.set.scale[static_cast<std::size_t>(row)];
    const auto D = static_cast<std::size_t>(trial_.dim());
    const auto far = [](const Eigen::VectorXd& a, const Eigen::VectorXd& b, Real most) {
      for (Index i = 0; i < a.size(); ++i)
        if (!(std::abs(a[i] - b[i]) <= most) && !(std::isnan(a[i]) && std::isnan(b[i])))
          return true;
      return false;
    };
    const Real off =
        value_[static_cast<std::size_t>(row)] - others.value_[static_cast<std::size_t>(other)];
    if (!(std::abs(off) <= 1e-12 * scale)) return "value";
    if (far(by_vertex(gradient_, row, D), others.by_vertex(others.gradient_, other, D),
            1e-12 * scale))
      return "gradient";
    if (places_.frame.empty()) return "";
    if (far(by_vertex(places_.weight, row, 1), others.by_vertex(others.places_.weight, other, 1),
            1e-12))
      return "weight";
    const auto of = [](const std::vector<Real>& all, Index k, std::size_t width) {
      return ConstMap(all.data() + static_cast<std::size_t>(k) * width, static_cast<Index>(width));
    };
    if (far(of(places_.frame, row, D * D), of(others.places_.frame, other, D * D), 1e-12))
      return "frame";
    return far(of(places_.point, row, D), of(others.places_.point, other, D), 1e-12) ? "point" : "";
  }

 private:
  /// `width` numbers for each vertex of the scene, from those of the entries of a row; none if there are none.
  Eigen::VectorXd by_vertex(const std::vector<Real>& entries, Index row, std::size_t width) const {
    if (entries.empty()) return {};
    Eigen::VectorXd all =
        Eigen::VectorXd::Zero(trial_.surface().vertices * static_cast<Index>(width));
    const Range range = trial_.set.stencils.range(row);
    for (Index e = range.begin; e < range.end; ++e)
      for (std::size_t d = 0; d < width; ++d)
        all[trial_.set.stencils.all()[static_cast<std::size_t>(e)] * static_cast<Index>(width) +
            static_cast<Index>(d)] += entries[static_cast<std::size_t>(e) * width + d];
    return all;
  }
  Trial& trial_;
  std::vector<Real> value_, gradient_;
  Places places_;
};

/// For a claim to be persistent: where a contact has slid on within a step, a later pass leaves its row as a first
/// pass would find it there, with the same value and derivatives. Bodies press on each other at one random place
/// after another, those of the first kind from the second pass on, so that rows are not in the order of their vertices.
inline Finding rows_follow_contacts(const Make<Constraint>& make, int dim) {
  const Claims claims(*make());
  Random random(11);
  Index compared = 0;
  for (int attempt = 0; attempt < 4; ++attempt) {
    Trial used(make, dim);
    const auto somewhere = [&](Real first, Real second) {
      Positions y = used.scene().pressed(first, second, Placement::random(random, dim));
      for (Real& x : y) x += 0.004 * random.between(-1, 1);
      return y;
    };
    used.detect(somewhere(-0.05, 0.05));
    for (Index pass = 1; pass <= 4; ++pass) {
      const Positions y = somewhere(0.05, 0.05);
      used.detect(y, {.pass = pass, .same_list = true});
      Trial fresh(make, dim);
      fresh.detect(y);
      const SaidOfRows now(used, claims, y), expected(fresh, claims, y);
      std::vector<Real> weight(used.set.key.size(), 0), weight_of_fresh;
      for (Index row = 0; row < fresh.set.rows(); ++row, ++compared) {
        const ContactKey key = fresh.set.key[static_cast<std::size_t>(row)];
        const auto found = std::ranges::find(used.set.key, key);
        if (found == used.set.key.end())
          return broken(text_of("in pass ", pass, " the row ", text_of_key(key), " is missing"));
        const auto at = static_cast<std::size_t>(found - used.set.key.begin());
        const std::string what = now.difference(static_cast<Index>(at), expected, row);
        if (!what.empty())
          return broken(text_of("in pass ", pass, " the row ", text_of_key(key), " has another ",
                                what, " than a first pass finds there"));
        weight[at] = random.between(0.5, 2) / used.set.scale[at];
        weight_of_fresh.push_back(weight[at]);
      }
      if (!claims.has(capability::hessian)) continue;
      const Real off = largest_entry(used.hessian(weight, y) - fresh.hessian(weight_of_fresh, y));
      if (!(off <= 1e-10)) return broken(text_of("in pass ", pass, " the Hessian is off by ", off));
    }
  }
  return kept(text_of(compared, " rows"));
}

}  // namespace tactus::conformance::constraint_tests
