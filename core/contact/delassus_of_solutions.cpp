// The Delassus operator of a step with implicit elasticity. A = M + (theta dt)^2 K is sparse, its inverse
// is full: a push on one node moves the whole body. W is therefore full over all contacts of a body, and
// is formed from one solution with A for each column of H'. Bodies are told apart as connected parts of
// A, so that W_ij exists where contacts i and j share a body, as with an explicit step it does where they
// share a node.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/contact/delassus.hpp"

namespace tactus::core {
namespace {

constexpr Index kAtOnce = 8;  ///< contacts whose columns are solved for together

Index root_of(std::vector<Index>& part, Index i) {
  const auto at = [&](Index k) -> Index& { return part[static_cast<std::size_t>(k)]; };
  while (at(i) != i) i = at(i) = at(at(i));
  return i;
}

/// [rows] the smallest row that a row of the matrix is connected with.
void find_parts(const SparseView& a, std::vector<Index>& part) {
  part.resize(static_cast<std::size_t>(a.rows));
  std::iota(part.begin(), part.end(), Index{0});
  for (Index i = 0; i < a.rows; ++i)
    for (Index k = a.start[static_cast<std::size_t>(i)];
         k < a.start[static_cast<std::size_t>(i) + 1]; ++k) {
      const Index one = root_of(part, i),
                  other = root_of(part, a.column[static_cast<std::size_t>(k)]);
      part[static_cast<std::size_t>(std::max(one, other))] = std::min(one, other);
    }
  for (Index i = 0; i < a.rows; ++i) part[static_cast<std::size_t>(i)] = root_of(part, i);
}

Outcome too_many(Index contacts, Index most) {
  return Outcome::failed(
      Cause::unsupported,
      fmt::format(
          "with implicit elasticity each of the {} contacts acts on all others of its bodies, "
          "and the Delassus operator would have more than {} blocks; take fewer contacts, or "
          "an explicit step",
          contacts, most));
}

}  // namespace

Outcome Delassus::form(const VelocityMap& map, const LinearOperator& a, LinearSolver& factored,
                       View<std::uint8_t> fixed, Context& context, Index most) {
  h_ = map;
  inverse_a_ = {};
  stored_ = true;
  held_.contact.clear(), held_.added.clear();
  list_contacts_of_parts(*a.sparse());
  if (!list_blocks(most)) return too_many(h_.contacts, most);
  if (Outcome bad = solve_blocks(factored, fixed, context); !bad) return bad;
  make_symmetric();
  ++pattern_;
  sparse_ = {h_.contacts, h_.contacts, h_.dim, start_, column_, value_};
  const auto block = static_cast<std::size_t>(h_.dim * h_.dim);
  diagonal_.clear();
  for (Index i = 0; i < h_.contacts; ++i)
    for (Index k = start_[static_cast<std::size_t>(i)]; k < start_[static_cast<std::size_t>(i) + 1];
         ++k)
      if (column_[static_cast<std::size_t>(k)] == i) {
        const auto first = value_.begin() + static_cast<std::ptrdiff_t>(k) * h_.dim * h_.dim;
        diagonal_.insert(diagonal_.end(), first, first + static_cast<std::ptrdiff_t>(block));
      }
  return {};
}

/// The parts that each contact touches, and the contacts of each part, in ascending order.
void Delassus::list_contacts_of_parts(const SparseView& a) {
  find_parts(a, part_);
  part_start_.assign(1, 0);
  parts_.clear();
  dof_start_.assign(static_cast<std::size_t>(a.rows) + 1, 0);
  for (Index i = 0; i < h_.contacts; ++i) {
    row_.clear();
    for (Index k = h_.start[i]; k < h_.start[i + 1]; ++k)
      row_.push_back(part_[static_cast<std::size_t>(h_.dof[k] / a.block)]);
    std::sort(row_.begin(), row_.end());
    row_.erase(std::unique(row_.begin(), row_.end()), row_.end());
    for (const Index part : row_) ++dof_start_[static_cast<std::size_t>(part) + 1];
    parts_.insert(parts_.end(), row_.begin(), row_.end());
    part_start_.push_back(static_cast<Index>(parts_.size()));
  }
  std::partial_sum(dof_start_.begin(), dof_start_.end(), dof_start_.begin());
  dof_contact_.resize(parts_.size());
  row_.assign(dof_start_.begin(), dof_start_.end() - 1);
  for (Index i = 0; i < h_.contacts; ++i)
    for (Index k = part_start_[static_cast<std::size_t>(i)];
         k < part_start_[static_cast<std::size_t>(i) + 1]; ++k) {
      const auto part = static_cast<std::size_t>(parts_[static_cast<std::size_t>(k)]);
      dof_contact_[static_cast<std::size_t>(row_[part]++)] = i;
    }
}

bool Delassus::list_blocks(Index most) {
  start_.assign(1, 0);
  column_.clear();
  place_.assign(static_cast<std::size_t>(h_.contacts), kNone);
  for (Index i = 0; i < h_.contacts; ++i) {
    row_.clear();
    for (Index k = part_start_[static_cast<std::size_t>(i)];
         k < part_start_[static_cast<std::size_t>(i) + 1]; ++k) {
      const auto part = static_cast<std::size_t>(parts_[static_cast<std::size_t>(k)]);
      for (Index m = dof_start_[part]; m < dof_start_[part + 1]; ++m) {
        const Index j = dof_contact_[static_cast<std::size_t>(m)];
        if (std::exchange(place_[static_cast<std::size_t>(j)], i) != i) row_.push_back(j);
      }
    }
    if (static_cast<Index>(column_.size() + row_.size()) > most) return false;
    std::sort(row_.begin(), row_.end());
    column_.insert(column_.end(), row_.begin(), row_.end());
    start_.push_back(static_cast<Index>(column_.size()));
  }
  return true;
}

Outcome Delassus::solve_blocks(LinearSolver& factored, View<std::uint8_t> fixed, Context& context) {
  const std::size_t dofs = fixed.size(), dim = static_cast<std::size_t>(h_.dim);
  value_.assign(column_.size() * dim * dim, 0);
  for (Index first = 0; first < h_.contacts; first += kAtOnce) {
    const Index end = std::min(first + kAtOnce, h_.contacts), columns = (end - first) * h_.dim;
    pushed_.assign(dofs * static_cast<std::size_t>(columns), 0);
    moved_.assign(pushed_.size(), 0);
    for (Index i = first; i < end; ++i)
      for (Index k = h_.start[i]; k < h_.start[i + 1]; ++k)
        for (int d = 0; d < h_.dim && !fixed[h_.dof[k]]; ++d)
          pushed_[static_cast<std::size_t>((i - first) * h_.dim + d) * dofs +
                  static_cast<std::size_t>(h_.dof[k])] = h_.column[k * h_.dim + d];
    if (Outcome bad = factored.solve(pushed_, moved_, columns, context); !bad) return bad;
    for (Index i = first; i < end; ++i)
      fill_row(i, View<Real>(moved_).subspan(static_cast<std::size_t>(i - first) * dim * dofs,
                                             dim * dofs));
  }
  return {};
}

/// @param solutions  [dim * dofs] A^-1 h for each column h of H' of the contact
void Delassus::fill_row(Index contact, View<Real> solutions) {
  const auto at = static_cast<std::size_t>(contact);
  const std::size_t dofs = solutions.size() / static_cast<std::size_t>(h_.dim);
  for (Index m = start_[at]; m < start_[at + 1]; ++m) {
    const Index j = column_[static_cast<std::size_t>(m)];
    Real* const block = value_.data() + m * h_.dim * h_.dim;
    for (Index k = h_.start[j]; k < h_.start[j + 1]; ++k)
      for (int a = 0; a < h_.dim; ++a)
        for (int b = 0; b < h_.dim; ++b)
          block[a * h_.dim + b] +=
              solutions[static_cast<std::size_t>(a) * dofs + static_cast<std::size_t>(h_.dof[k])] *
              h_.column[k * h_.dim + b];
  }
}

/// W_ij and W_ji' come from different solutions and differ by rounding; both become their mean.
void Delassus::make_symmetric() {
  const auto row_of = [&](Index i) {
    return column_.begin() + static_cast<std::ptrdiff_t>(start_[static_cast<std::size_t>(i)]);
  };
  const int n = h_.dim;
  for (Index i = 0; i < h_.contacts; ++i)
    for (auto at = row_of(i); at != row_of(i + 1); ++at) {
      if (*at < i) continue;
      const auto mate = std::lower_bound(row_of(*at), row_of(*at + 1), i);
      Real* const one = value_.data() + (at - column_.begin()) * n * n;
      Real* const other = value_.data() + (mate - column_.begin()) * n * n;
      for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b) {
          const Real mean = (one[a * n + b] + other[b * n + a]) / 2;
          if (mate == at && b < a) continue;
          one[a * n + b] = other[b * n + a] = mean;
        }
    }
}

}  // namespace tactus::core
