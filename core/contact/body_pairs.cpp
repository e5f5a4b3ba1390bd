#include "core/contact/body_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tactus::core {
namespace {

constexpr Real kSkinOfSize = 0.25;       // of the mean size of a body: how far boxes may go
constexpr std::int64_t kMostCells = 64;  // cells that a body may cover without counting as large

std::int64_t cell_of(Real x, Real size) {
  constexpr Real kFarthest = 1e15;  // cells, which integers count exactly
  return static_cast<std::int64_t>(std::floor(std::clamp(x / size, -kFarthest, kFarthest)));
}

}  // namespace

void BodyBox::clear() {
  low.fill(kUnlimited);
  high.fill(-kUnlimited);
}

void BodyBox::add(int d, Real x) {
  const auto k = static_cast<std::size_t>(d);
  low[k] = std::min(low[k], x);
  high[k] = std::max(high[k], x);
}

void BodyBox::add(const BodyBox& other) {
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = std::min(low[k], other.low[k]);
    high[k] = std::max(high[k], other.high[k]);
  }
}

bool BodyBox::meets(const BodyBox& other, Real margin) const {
  for (std::size_t k = 0; k < 3; ++k)
    if (low[k] - margin > other.high[k] || other.low[k] - margin > high[k]) return false;
  return true;
}

Real BodyBox::widest() const {
  Real most = 0;
  for (std::size_t k = 0; k < 3; ++k) most = std::max(most, high[k] - low[k]);
  return most;
}

const std::vector<BodyPairs::Pair>& BodyPairs::update(const std::vector<BodyBox>& boxes,
                                                      Real margin) {
  if (stand(boxes, margin)) return pairs_;
  Real sum = 0, count = 0;
  for (const BodyBox& box : boxes)
    if (!box.is_empty()) sum += std::min(box.widest(), kUnlimited), ++count;
  const Real mean = count > 0 ? sum / count : 0;
  const Real skin = margin + kSkinOfSize * (std::isfinite(mean) ? mean : 0);
  margin_ = margin;
  wide_ = boxes;
  for (BodyBox& box : wide_)
    for (std::size_t k = 0; k < dim_ && !box.is_empty(); ++k)
      box.low[k] -= skin, box.high[k] += skin;
  search();
  return pairs_;
}

/// Two boxes that are not further apart than the margin overlap as wide ones while each is within its own.
bool BodyPairs::stand(const std::vector<BodyBox>& boxes, Real margin) const {
  if (wide_.size() != boxes.size() || margin > margin_) return false;
  const Real room = margin / 2;
  for (std::size_t b = 0; b < boxes.size(); ++b)
    for (std::size_t k = 0; k < dim_ && !boxes[b].is_empty(); ++k)
      if (boxes[b].low[k] - room < wide_[b].low[k] || boxes[b].high[k] + room > wide_[b].high[k])
        return false;
  return true;
}

/// Puts the boxes into cells of twice their median size. Bodies that cover many of them are compared with all.
void BodyPairs::search() {
  pairs_.clear(), entries_.clear(), large_.clear();
  std::vector<Real> sizes;
  for (const BodyBox& box : wide_)
    if (!box.is_empty()) sizes.push_back(box.widest());
  if (sizes.empty()) return;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  const Real size = *middle > 0 && std::isfinite(*middle) ? 2 * *middle : 1;
  for (std::size_t b = 0; b < wide_.size(); ++b)
    if (!wide_[b].is_empty()) enter(static_cast<std::int32_t>(b), size);
  std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
    return std::tie(a.cell, a.body) < std::tie(b.cell, b.body);
  });
  for (auto begin = entries_.begin(); begin != entries_.end();) {
    const auto end =
        std::find_if(begin, entries_.end(), [&](const Entry& e) { return e.cell != begin->cell; });
    for (auto a = begin; a != end; ++a)
      for (auto b = begin; b != a; ++b) note(b->body, a->body);
    begin = end;
  }
  for (const std::int32_t a : large_)
    for (std::int32_t b = 0; b < static_cast<std::int32_t>(wide_.size()); ++b)
      if (a != b) note(std::min(a, b), std::max(a, b));
  std::ranges::sort(pairs_);
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

void BodyPairs::enter(std::int32_t body, Real size) {
  const BodyBox& box = wide_[static_cast<std::size_t>(body)];
  std::array<std::int64_t, 3> first, last;
  std::int64_t cells = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    first[k] = cell_of(box.low[k], size), last[k] = cell_of(box.high[k], size);
    cells *= std::min(last[k] - first[k] + 1, kMostCells + 1);
  }
  if (cells > kMostCells) {
    large_.push_back(body);
    return;
  }
  for (std::int64_t x = first[0]; x <= last[0]; ++x)
    for (std::int64_t y = first[1]; y <= last[1]; ++y)
      for (std::int64_t z = first[2]; z <= last[2]; ++z) entries_.push_back({{x, y, z}, body});
}

void BodyPairs::note(std::int32_t a, std::int32_t b) {
  if (wide_[static_cast<std::size_t>(a)].meets(wide_[static_cast<std::size_t>(b)], 0))
    pairs_.emplace_back(a, b);
}

}  // namespace tactus::core
