#include "core/contact/pair_table.hpp"

#include <algorithm>
#include <cmath>

#include "core/contact/pair_records.hpp"
#include "core/support/named_fields.hpp"

namespace tactus::core {

std::string_view side_name(const Configuration& configuration, std::int32_t side) {
  if (side == kManyBodies) return "(zone)";
  const auto number = static_cast<std::size_t>(side), bodies = configuration.bodies.size();
  return number < bodies ? configuration.bodies[number].name
                         : configuration.contact.outside[number - bodies];
}

void PairTable::add_step(const std::vector<PairImpulse>& pairs, Real time, Real dt) {
  add_to_records(
      records_, pairs,
      [&](const PairImpulse& now) {
        return PairRecord{
            .body_a = now.body_a, .body_b = now.body_b, .impulse = {}, .first_time = time};
      },
      [&](PairRecord& record, const PairImpulse& now) {
        record.contacts = std::max(record.contacts, now.contacts);
        record.duration += dt;
        for (int d = 0; d < 3; ++d) record.impulse[d] += now.impulse[d];
        const Real size = std::hypot(now.impulse[0], now.impulse[1], now.impulse[2]);
        record.greatest_force = std::max(record.greatest_force, size / dt);
      });
}

namespace {

/// The records as columns, in which form a checkpoint stores them.
struct Columns {
  std::vector<Real> body_a, body_b, contacts, impulse, first_time, duration, greatest_force;

  explicit Columns(std::size_t pairs) {
    for (auto* column : {&body_a, &body_b, &contacts, &first_time, &duration, &greatest_force})
      column->resize(pairs);
    impulse.resize(3 * pairs);
  }
  template <class Self, class Use>
  static void for_fields(const std::string& prefix, Self& self, const Use& use) {
    use(prefix + "body_a", self.body_a);
    use(prefix + "body_b", self.body_b);
    use(prefix + "contacts", self.contacts);
    use(prefix + "impulse", self.impulse);
    use(prefix + "first_time", self.first_time);
    use(prefix + "duration", self.duration);
    use(prefix + "greatest_force", self.greatest_force);
  }
};

}  // namespace

void PairTable::save(const std::string& prefix, Archive& archive) const {
  Columns columns(records_.size());
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const PairRecord& p = records_[i];
    columns.body_a[i] = p.body_a, columns.body_b[i] = p.body_b;
    columns.contacts[i] = static_cast<Real>(p.contacts);
    std::copy_n(p.impulse, 3, columns.impulse.data() + 3 * i);
    columns.first_time[i] = p.first_time, columns.duration[i] = p.duration;
    columns.greatest_force[i] = p.greatest_force;
  }
  const FieldWriter write(archive);
  write(prefix + "count", static_cast<Index>(records_.size()));
  Columns::for_fields(prefix, columns, write);
}

void PairTable::load(const std::string& prefix, Archive& archive, std::size_t sides) {
  const FieldReader read(archive);
  Index count = 0;
  read(prefix + "count", count);
  if (count < 0 || count > static_cast<Index>(sides * (sides + 1)))
    throw Error(fmt::format("the checkpoint's \"{}count\" is not of this program", prefix));
  Columns columns(static_cast<std::size_t>(count));
  Columns::for_fields(prefix, columns, read);
  const auto is_body = [&](Real b) {
    return 0 <= b && b < static_cast<Real>(sides) && b == std::floor(b);
  };
  records_.clear();
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (!is_body(columns.body_a[i]) ||
        !(is_body(columns.body_b[i]) || columns.body_b[i] == kManyBodies))
      throw Error(fmt::format("the checkpoint's \"{}body\" is not of this program", prefix));
    PairRecord p{.body_a = static_cast<std::int32_t>(columns.body_a[i]),
                 .body_b = static_cast<std::int32_t>(columns.body_b[i]),
                 .contacts = static_cast<Index>(columns.contacts[i]),
                 .impulse = {},
                 .first_time = columns.first_time[i],
                 .duration = columns.duration[i],
                 .greatest_force = columns.greatest_force[i]};
    std::copy_n(columns.impulse.data() + 3 * i, 3, p.impulse);
    records_.push_back(p);
  }
}

}  // namespace tactus::core
