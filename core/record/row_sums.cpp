#include "core/record/row_sums.hpp"

#include <algorithm>
#include <cmath>

#include "core/support/named_fields.hpp"

namespace tactus::core {
namespace {

/// Adds what `reader` of each measure reads, if it has one.
template <class Source>
void gather(std::vector<Real>& numbers, Reader<Source> Measure::*reader, const Source& source) {
  Real* row = numbers.data();
  for (const Measure& measure : measures()) {
    const bool is_vector =
        measure.shape == Measure::Shape::vector || measure.shape == Measure::Shape::moment;
    if (measure.*reader)
      for (int axis = 0; axis < (is_vector ? 3 : 1); ++axis)
        add(measure.adding, row[axis], (measure.*reader)(source, axis));
    row += 3;
  }
}

}  // namespace

RowSums::RowSums(const Supports& supports)
    : numbers_(3 * measures().size()), reactions_(3 * (supports.holders().size() + 2)) {
  clear();
}

void RowSums::add_step(const StepFacts& facts, const Account::Causes& account, Real time) {
  gather(numbers_, &Measure::of_step, {facts, account});
  pairs_.add_step(facts.contact.forces.pairs, time, facts.dt);
  for (std::size_t i = 0; i < reactions_.size(); ++i) reactions_[i] += facts.outside.reactions[i];
}

void RowSums::add_audit(const AuditResult& result) { gather(numbers_, &Measure::of_audit, result); }

void RowSums::clear() {
  for (std::size_t i = 0; i < measures().size(); ++i)
    std::fill_n(numbers_.begin() + static_cast<std::ptrdiff_t>(3 * i), 3,
                measures()[i].adding == Measure::Adding::largest_known ? std::nan("") : Real{0});
  pairs_.clear();
  std::ranges::fill(reactions_, Real{0});
}

Real RowSums::number(std::string_view name, int axis) const {
  const auto at = std::ranges::find(measures(), name, &Measure::name);
  expects(at != measures().end(), "a measure is asked for by its name");
  return number(static_cast<std::size_t>(at - measures().begin()), axis);
}

template <class Self, class Use>
void RowSums::for_fields(const std::string& prefix, Self& self, const Use& use) {
  use(prefix + "numbers", self.numbers_);
  use(prefix + "reactions", self.reactions_);
}

void RowSums::save(const std::string& prefix, Archive& archive) const {
  for_fields(prefix, *this, FieldWriter(archive));
  pairs_.save(prefix + "pairs_", archive);
}

void RowSums::load(const std::string& prefix, Archive& archive, std::size_t sides) {
  for_fields(prefix, *this, FieldReader(archive));
  pairs_.load(prefix + "pairs_", archive, sides);
}

}  // namespace tactus::core
