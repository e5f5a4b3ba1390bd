#include "core/contact/contact_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace tactus::core {
namespace {

Index widest(const PairLaws& laws) {
  Index width = 0;
  for (const ContactLaw* law : laws.laws()) width = std::max(width, history_width(*law));
  return width;
}

}  // namespace

ContactMemory::ContactMemory(int dim, const PairLaws& laws, std::vector<Real> solver_history)
    : laws_(laws), dim_(dim), law_width_(widest(laws)),
      solver_width_(static_cast<Index>(solver_history.size())),
      solver_start_(std::move(solver_history)), reactions_(dim), law_histories_(1 + law_width_),
      solver_histories_(solver_width_) {
  for (const ContactLaw* law : laws.laws()) {
    std::vector<Real> start = history_start(*law);
    start.resize(static_cast<std::size_t>(law_width_), 0);
    law_start_.insert(law_start_.end(), start.begin(), start.end());
  }
}

Index ContactMemory::find(const KeyHistory& history, const ReactionData& data, Index contact) {
  const auto i = static_cast<std::size_t>(contact);
  const Index at = history.find(data.key[i]);
  return at != kNone || data.former[i] == ContactKey{} ? at : history.find(data.former[i]);
}

void ContactMemory::recall(ReactionData& data, Index contact) const {
  const std::int32_t law = data.law[static_cast<std::size_t>(contact)];
  if (const Index at = find(reactions_, data, contact); at != kNone)
    std::copy_n(reactions_.numbers(at).data(), dim_, data.reactions.data() + contact * dim_);
  const Index solver = find(solver_histories_, data, contact);
  std::copy_n(solver == kNone ? solver_start_.data() : solver_histories_.numbers(solver).data(),
              solver_width_, data.solver_old.data() + contact * solver_width_);
  if (law < 0) return;
  const Index at = find(law_histories_, data, contact);
  const bool is_known = at != kNone && law_histories_.numbers(at)[0] == law;
  std::copy_n(
      is_known ? law_histories_.numbers(at).data() + 1 : law_start_.data() + law * law_width_,
      law_width_, data.law_old.data() + contact * law_width_);
}

void ContactMemory::keep(const ReactionData& data) {
  reactions_.replace(data.key, data.reactions);
  solver_histories_.replace(data.key, data.solver_new);
  law_numbers_.clear();
  for (std::size_t i = 0; i < data.key.size(); ++i) {
    law_numbers_.push_back(data.law[i]);
    const auto from = data.law_new.begin() + static_cast<std::ptrdiff_t>(i) * law_width_;
    law_numbers_.insert(law_numbers_.end(), from, from + law_width_);
  }
  // What a contact has taken along from its former key is not absent.
  std::vector<ContactKey> taken = data.former;
  std::ranges::sort(taken);
  law_histories_.replace(data.key, law_numbers_, [&](const ContactKey& key, View<Real> absent) {
    return laws_.remembers_absent(absent[0]) && !std::ranges::binary_search(taken, key);
  });
}

std::vector<ContactKey> ContactMemory::known() const {
  std::vector<ContactKey> keys;
  for (const KeyHistory* history : {&law_histories_, &solver_histories_}) {
    const Index unremarkable = history == &law_histories_ ? 1 : 0;  // the number of the law
    if (history->width() > unremarkable)
      keys.insert(keys.end(), history->keys().begin(), history->keys().end());
  }
  for (std::size_t i = 0; i < reactions_.keys().size(); ++i)
    if (std::ranges::any_of(reactions_.numbers(static_cast<Index>(i)),
                            [](Real r) { return r != 0; }))
      keys.push_back(reactions_.keys()[i]);
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

/// What users are shown of a law, as an array of its own beside all numbers of contacts: one number for each
/// key of the law histories, NaN for contacts of other laws.
void ContactMemory::save_shown(Archive& archive) const {
  for (std::size_t l = 0; l < laws_.laws().size(); ++l)
    for (const HistoryColumn& column : laws_.columns(l)) {
      if (!column.is_shown()) continue;
      std::vector<Real> shown;
      for (Index k = 0; k < law_histories_.size(); ++k) {
        const View<Real> own = law_histories_.numbers(k);
        const bool is_of_law = own[0] == static_cast<Real>(l);
        for (Index j = 0; j < column.count; ++j)
          shown.push_back(is_of_law ? own[static_cast<std::size_t>(1 + column.first + j)]
                                    : std::numeric_limits<Real>::quiet_NaN());
      }
      archive.write(fmt::format("law_{}_{}", l, column.name), View<Real>(shown));
    }
}

void ContactMemory::save(Archive& archive) const {
  reactions_.save(archive, "reaction");
  law_histories_.save(archive, "law");
  save_shown(archive);
  solver_histories_.save(archive, "reaction_solver");
}

void ContactMemory::load(Archive& archive) {
  reactions_.load(archive, "reaction");
  law_histories_.load(archive, "law");
  solver_histories_.load(archive, "reaction_solver");
}

}  // namespace tactus::core
