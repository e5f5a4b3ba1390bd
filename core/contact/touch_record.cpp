#include "core/contact/touch_record.hpp"

#include <algorithm>

namespace tactus::core {

bool TouchRecord::add(View<Index> stencil) {
  const Index vertex = stencil.front();
  Touch touch{.vertex = vertex, .body = vertex_body_[stencil.back()]};
  for (std::size_t k = 1; k < std::min<std::size_t>(stencil.size(), 3); ++k)
    touch.facet[k - 1] = stencil[k];
  now_.push_back(touch);
  return is_new(stencil);
}

bool TouchRecord::is_new(View<Index> stencil) const {
  const Index vertex = stencil.front();
  if (touched(vertex, vertex_body_[stencil.back()], kNone)) return false;
  return std::ranges::none_of(
      stencil.subspan(1), [&](Index end) { return touched(end, vertex_body_[vertex], vertex); });
}

/// In the step before, on a facet that ends at `end`, or on any where that is kNone.
bool TouchRecord::touched(Index vertex, Index body, Index end) const {
  const auto from = std::ranges::lower_bound(before_, Touch{vertex, body, {kNone, kNone}});
  for (auto at = from; at != before_.end() && at->vertex == vertex && at->body == body; ++at)
    if (end == kNone || at->facet[0] == end || at->facet[1] == end) return true;
  return false;
}

void TouchRecord::accept() {
  before_.swap(now_);
  std::ranges::sort(before_);
}

void TouchRecord::save(Archive& archive) const {
  std::vector<Index> numbers;
  for (const Touch& t : before_)
    numbers.insert(numbers.end(), {t.vertex, t.body, t.facet[0], t.facet[1]});
  archive.write("touches", View<Index>(numbers));
}

void TouchRecord::load(Archive& archive) {
  std::vector<Index> numbers;
  archive.read("touches", numbers);
  if (numbers.size() % 4 != 0)
    throw Error("the checkpoint's contacts are not of this program: \"touches\" breaks off");
  before_.clear();
  for (std::size_t i = 0; i < numbers.size(); i += 4)
    before_.push_back({numbers[i], numbers[i + 1], {numbers[i + 2], numbers[i + 3]}});
}

}  // namespace tactus::core
