#include "apps/solve/soundness.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace tactus::core {
namespace {

bool finite(const std::vector<Real>& values) {
  return std::all_of(values.begin(), values.end(), [](Real v) { return std::isfinite(v); });
}

}  // namespace

bool positive_definite(int dim, const Real* block) {
  return with_dimension(dim, [&]<int D>(Dimension<D>) {
    const Mat<D> W = Eigen::Map<const Mat<D>>(block);
    // Scaled by the trace, because entries are tiny if bodies are heavy.
    return W.trace() > 0 &&
           Eigen::LLT<Mat<D>>(Mat<D>((W + W.transpose()) / W.trace())).info() == Eigen::Success;
  });
}

std::string flaw_of(const FrictionProblem& p) {
  if (p.contacts < 1) return "it has no contacts; allowed: 1 or more";
  if (!finite(p.free_velocity) || !finite(p.value))
    return "a free velocity or an entry of W is no finite number";
  for (std::size_t i = 0; i < p.friction.size(); ++i) {
    if (!(p.friction[i] >= 0) || !std::isfinite(p.friction[i]))
      return fmt::format("friction {} of contact {}; allowed: 0 or more", p.friction[i], i);
    const auto first = p.column.begin() + p.start[i], last = p.column.begin() + p.start[i + 1];
    const auto own = std::find(first, last, static_cast<Index>(i));
    if (own == last)
      return fmt::format("block {0} {0} of contact {0} is missing; every contact needs one", i);
    if (!positive_definite(p.dim, p.value.data() + (own - p.column.begin()) * p.dim * p.dim))
      return fmt::format(
          "block {0} {0} of contact {0} is not positive definite: reactions do not "
          "move the bodies apart there; drop this contact",
          i);
  }
  return "";
}

std::vector<Real> velocities_of(const FrictionProblem& p, View<Real> reactions) {
  std::vector<Real> u = p.free_velocity;
  const auto dim = static_cast<std::size_t>(p.dim);
  for (std::size_t i = 0; i + 1 < p.start.size(); ++i)
    for (auto k = static_cast<std::size_t>(p.start[i]);
         k < static_cast<std::size_t>(p.start[i + 1]); ++k)
      for (std::size_t a = 0; a < dim; ++a)
        for (std::size_t b = 0; b < dim; ++b)
          u[i * dim + a] += p.value[(k * dim + a) * dim + b] *
                            reactions[static_cast<std::size_t>(p.column[k]) * dim + b];
  return u;
}

}  // namespace tactus::core
