// The Delassus operator W = H A^-1 H' maps the reactions of all contacts to the change of their
// relative velocities: H' distributes reactions to degrees of freedom, A^-1 (the inverse mass for
// explicit steps) turns them into velocities, and H measures the relative velocities at the
// contacts. W_ij is not zero if contacts i and j share a degree of freedom. W is symmetric and
// positive semidefinite; it is singular if more contacts hold a body than necessary.
#include "core/contact/delassus.hpp"

#include <algorithm>
#include <cmath>

namespace tactus::core {

void VelocityMap::apply(View<Real> v, Out<Real> U) const {
  std::fill(U.begin(), U.end(), Real{0});
  for (Index i = 0; i < contacts; ++i)
    for (Index k = start[i]; k < start[i + 1]; ++k)
      for (int d = 0; d < dim; ++d) U[i * dim + d] += column[k * dim + d] * v[dof[k]];
}

void VelocityMap::add_transposed(View<Real> R, Out<Real> f) const {
  for (Index i = 0; i < contacts; ++i)
    for (Index k = start[i]; k < start[i + 1]; ++k)
      for (int d = 0; d < dim; ++d) f[dof[k]] += column[k * dim + d] * R[i * dim + d];
}

/// Only contacts that share a degree of freedom have a block W_ij. These are found through the list
/// of contacts of each degree of freedom, so that the cost is proportional to the number of blocks.
void Delassus::form(const VelocityMap& map, View<Real> inverse_a, Index most) {
  h_ = map;
  inverse_a_ = inverse_a;
  held_.contact.clear(), held_.added.clear();
  list_contacts_of_dofs(static_cast<Index>(inverse_a.size()));
  const auto block = static_cast<std::size_t>(h_.dim * h_.dim);
  diagonal_.assign(static_cast<std::size_t>(h_.contacts) * block, 0);
  start_.assign(1, 0);
  column_.clear();
  value_.clear();
  place_.assign(static_cast<std::size_t>(h_.contacts), kNone);
  stored_ = true;
  // One rigid body in contact with everything couples all its contacts, and W becomes a full
  // matrix. Beyond `most` blocks it is not stored but applied as H (A^-1 (H' x)), which costs
  // time proportional to the entries of H.
  for (Index i = 0; i < h_.contacts && stored_; ++i) stored_ = form_row(i, most);
  ++pattern_;
  sparse_ = {h_.contacts, h_.contacts, h_.dim, start_, column_, value_};
  // The diagonal blocks W_ii always exist.
  for (Index i = 0; i < h_.contacts; ++i) {
    Real* out = diagonal_.data() + static_cast<std::size_t>(i) * block;
    for (Index k = h_.start[i]; k < h_.start[i + 1]; ++k)
      for (int a = 0; a < h_.dim; ++a)
        for (int b = 0; b < h_.dim; ++b)
          out[a * h_.dim + b] +=
              h_.column[k * h_.dim + a] * inverse_a_[h_.dof[k]] * h_.column[k * h_.dim + b];
  }
}

void Delassus::list_contacts_of_dofs(Index dofs) {
  const auto entries = static_cast<std::size_t>(h_.start[h_.contacts]);
  dof_start_.assign(static_cast<std::size_t>(dofs) + 1, 0);
  for (std::size_t k = 0; k < entries; ++k) ++dof_start_[static_cast<std::size_t>(h_.dof[k]) + 1];
  for (std::size_t d = 0; d < static_cast<std::size_t>(dofs); ++d)
    dof_start_[d + 1] += dof_start_[d];
  dof_contact_.resize(entries);
  dof_entry_.resize(entries);
  // where the next contact of each dof is written
  row_.assign(dof_start_.begin(), dof_start_.end() - 1);
  for (Index i = 0; i < h_.contacts; ++i)
    for (Index k = h_.start[i]; k < h_.start[i + 1]; ++k) {
      const auto at = static_cast<std::size_t>(row_[static_cast<std::size_t>(h_.dof[k])]++);
      dof_contact_[at] = i;
      dof_entry_[at] = k;
    }
}

/// Forms the blocks between one contact and all contacts that share a degree of freedom with it.
/// Returns false if the blocks exceed `most`.
bool Delassus::form_row(Index contact, Index most) {
  row_.clear();
  const auto others = [&](Index k) {
    const auto d = static_cast<std::size_t>(h_.dof[k]);
    return Range{dof_start_[d], dof_start_[d + 1]};
  };
  for (Index k = h_.start[contact]; k < h_.start[contact + 1]; ++k)
    for (Index m = others(k).begin; m < others(k).end; ++m)
      if (Index& place = place_[static_cast<std::size_t>(dof_contact_[m])]; place == kNone) {
        place = 0;
        row_.push_back(dof_contact_[m]);
      }
  const auto first = static_cast<Index>(column_.size());
  const bool fits = first + static_cast<Index>(row_.size()) <= most;
  if (fits) {
    std::sort(row_.begin(), row_.end());
    for (const Index j : row_) {
      place_[static_cast<std::size_t>(j)] = static_cast<Index>(column_.size());
      column_.push_back(j);
    }
    value_.resize(column_.size() * static_cast<std::size_t>(h_.dim * h_.dim), 0);
    for (Index k = h_.start[contact]; k < h_.start[contact + 1]; ++k)
      for (Index m = others(k).begin; m < others(k).end; ++m)
        add_block(place_[static_cast<std::size_t>(dof_contact_[m])], k, dof_entry_[m],
                  inverse_a_[h_.dof[k]]);
    start_.push_back(static_cast<Index>(column_.size()));
  }
  for (const Index j : row_) place_[static_cast<std::size_t>(j)] = kNone;
  return fits;
}

void Delassus::add_block(Index block, Index entry, Index other, Real weight) {
  Real* value = value_.data() + block * h_.dim * h_.dim;
  for (int a = 0; a < h_.dim; ++a)
    for (int b = 0; b < h_.dim; ++b)
      value[a * h_.dim + b] +=
          h_.column[entry * h_.dim + a] * weight * h_.column[other * h_.dim + b];
}

void Delassus::apply(View<Real> x, Out<Real> y, Context& context) const {
  if (!stored_) {
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> f = context.scratch->take<Real>(static_cast<Index>(inverse_a_.size()));
    std::fill(f.begin(), f.end(), Real{0});
    h_.add_transposed(x, f);
    map(f).array() *= map(inverse_a_).array();
    h_.apply(f, y);
    return add_held(x, y);
  }
  const int n = h_.dim;
  std::fill(y.begin(), y.end(), Real{0});
  for (Index i = 0; i < h_.contacts; ++i)
    for (Index k = start_[static_cast<std::size_t>(i)]; k < start_[static_cast<std::size_t>(i) + 1];
         ++k)
      for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b)
          y[i * n + a] += value_[static_cast<std::size_t>((k * n + a) * n + b)] *
                          x[column_[static_cast<std::size_t>(k)] * n + b];
}

Real Delassus::largest_normal() const {
  Real largest = 0;
  const auto block = static_cast<std::size_t>(h_.dim * h_.dim);
  for (std::size_t i = 0; i < diagonal_.size(); i += block)
    largest = std::max(largest, diagonal_[i]);
  if (!stored_) return largest;
  for (std::size_t i = 0; i + 1 < start_.size(); ++i) {
    Real sum = 0;
    for (Index k = start_[i]; k < start_[i + 1]; ++k)
      sum += std::abs(value_[static_cast<std::size_t>(k) * block]);
    largest = std::max(largest, sum);
  }
  return largest;
}

}  // namespace tactus::core
