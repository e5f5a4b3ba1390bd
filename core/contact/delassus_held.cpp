// Blocks of the Delassus operator of contacts that supports hold along some direction. There H' has no
// column that could move the contact: W_ii is singular, and the row and the column of W along that
// direction are zero. The relative velocity along it is given by the supports and does not depend on any
// reaction. Where it is not zero, friction has its direction; where it is zero, friction along it is
// indeterminate. A small share of W_ii along the direction lets every law and solver see a contact like
// any other: the slip keeps its direction, and what is indeterminate becomes zero.
#include <Eigen/Eigenvalues>

#include "core/contact/delassus.hpp"

namespace tactus::core {
namespace {

/// Eigenvalues up to this share of the trace are roundings of zero.
constexpr Real kRounding = 1e-14;
/// A block with a determinant above this share of the trace to the power of its size is far from singular,
/// also where W was found by an iteration.
constexpr Real kClearlyRegular = 1e-8;

template <int D>
bool is_clearly_regular(const Mat<D>& block) {
  const Real size = block.trace();
  return Mat<D>(block / size).determinant() > kClearlyRegular;
}

/// The projection onto the directions in which a sum of squares of columns of H is zero.
template <int D>
Mat<D> held_part(const Mat<D>& squares) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<Real, D, D>> solved(squares);
  Mat<D> part = Mat<D>::Zero();
  for (int d = 0; d < D; ++d)
    if (solved.eigenvalues()[d] <= kRounding * squares.trace())
      part += solved.eigenvectors().col(d) * solved.eigenvectors().col(d).transpose();
  return part;
}

}  // namespace

void Delassus::free_held(View<std::uint8_t> contacts, View<std::uint8_t> fixed) {
  with_dimension(h_.dim, [&]<int D>(Dimension<D>) {
    for (Index i = 0; i < h_.contacts; ++i)
      if (contacts[static_cast<std::size_t>(i)] != 0) free_held_in<D>(i, fixed);
  });
}

template <int D>
void Delassus::free_held_in(Index contact, View<std::uint8_t> fixed) {
  const Mat<D> block = tactus::block<D>(diagonal_, contact);
  if (!(block.trace() > 0) || is_clearly_regular<D>(block)) return;
  // H tells held directions exactly, and W from solutions with A up to their error.
  Mat<D> squares = Mat<D>::Zero();
  for (Index k = h_.start[contact]; k < h_.start[contact + 1]; ++k) {
    const Vec<D> column = point<D>(h_.column, k);
    const Real weight = inverse_a_.empty() ? Real{1} : inverse_a_[h_.dof[k]];
    if (!fixed[h_.dof[k]]) squares += weight * column * column.transpose();
  }
  if (!(squares.trace() > 0)) return;
  const Mat<D> more = kHeldShare * block.trace() * held_part<D>(squares);
  if (more.isZero(0)) return;
  held_.contact.push_back(contact);
  for (int a = 0; a < D; ++a)
    for (int b = 0; b < D; ++b) held_.added.push_back(more(a, b));
  const Real* const added = held_.added.data() + held_.added.size() - D * D;
  const auto add_to = [&](Real* to) {
    for (int e = 0; e < D * D; ++e) to[e] += added[e];
  };
  add_to(diagonal_.data() + contact * D * D);
  const auto at = static_cast<std::size_t>(contact);
  for (Index k = stored_ ? start_[at] : 0; stored_ && k < start_[at + 1]; ++k)
    if (column_[static_cast<std::size_t>(k)] == contact) add_to(value_.data() + k * D * D);
}

/// Of blocks that are not stored.
void Delassus::add_held(View<Real> x, Out<Real> y) const {
  const Index n = h_.dim;
  for (std::size_t k = 0; k < held_.contact.size(); ++k)
    for (Index a = 0; a < n; ++a)
      for (Index b = 0; b < n; ++b)
        y[held_.contact[k] * n + a] +=
            held_.added[(k * static_cast<std::size_t>(n) + static_cast<std::size_t>(a)) *
                            static_cast<std::size_t>(n) +
                        static_cast<std::size_t>(b)] *
            x[held_.contact[k] * n + b];
}

}  // namespace tactus::core
