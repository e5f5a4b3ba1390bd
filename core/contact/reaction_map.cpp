#include "core/contact/reaction_map.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "tactus/types.hpp"

namespace tactus::core {
namespace {

/// 1 + cosine of the angle below which two normals count as opposite: 0.03 degrees are left between
/// them, and the shortest rotation is one of many.
constexpr Real kOpposite = 1e-7;

/// The vector turned by the shortest rotation that takes the unit vector `from` to `to`.
Vec<3> turned(const Vec<3>& x, const Vec<3>& from, const Vec<3>& to) {
  const Vec<3> axis = from.cross(to);
  return from.dot(to) * x + axis.cross(x) + axis.dot(x) / (1 + from.dot(to)) * axis;
}

}  // namespace

void ReactionMap::turn(const ContactKey& key, const ContactKey& former, Out<Real> frame) const {
  const auto row = [&](std::ptrdiff_t k) {
    return Vec<3>(frame[static_cast<std::size_t>(3 * k)],
                  frame[static_cast<std::size_t>(3 * k + 1)],
                  frame[static_cast<std::size_t>(3 * k + 2)]);
  };
  if (row(0).cross(row(1)).dot(row(2)) < 0)
    for (std::size_t d = 6; d < 9; ++d) frame[d] = -frame[d];
  Index at = known_.find(key);
  if (at == kNone && former != ContactKey{}) at = known_.find(former);
  if (at == kNone) return;
  const View<Real> old = known_.numbers(at);
  const Vec<3> from(old[0], old[1], old[2]), tangent(old[3], old[4], old[5]), normal = row(0);
  if (!(1 + from.dot(normal) > kOpposite)) return;
  Vec<3> first = turned(tangent, from, normal);
  first -= first.dot(normal) * normal;  // rounding does not add up over many steps
  first.normalize();
  const Vec<3> second = normal.cross(first);
  std::copy_n(first.data(), 3, frame.begin() + 3);
  std::copy_n(second.data(), 3, frame.begin() + 6);
}

void ReactionMap::keep(const std::vector<ContactKey>& keys, View<Real> frames,
                       FunctionRef<bool(const ContactKey&)> remembered) {
  numbers_.clear();
  for (std::size_t i = 0; i < keys.size(); ++i)
    numbers_.insert(numbers_.end(), frames.begin() + static_cast<std::ptrdiff_t>(9 * i),
                    frames.begin() + static_cast<std::ptrdiff_t>(9 * i + 6));
  known_.replace(keys, numbers_,
                 [&](const ContactKey& key, View<Real>) { return remembered(key); });
}

}  // namespace tactus::core
