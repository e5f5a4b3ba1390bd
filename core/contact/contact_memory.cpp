#include "core/contact/contact_memory.hpp"

#include <algorithm>

namespace tactus::core {
namespace {

Index widest(const PairLaws& laws) {
  Index width = 0;
  for (const ContactLaw* law : laws.laws()) width = std::max(width, law->history_size());
  return width;
}

}  // namespace

ContactMemory::ContactMemory(int dim, const PairLaws& laws, Index solver_history)
    : laws_(laws), dim_(dim), law_width_(widest(laws)), solver_width_(solver_history),
      reactions_(dim), law_histories_(1 + law_width_), solver_histories_(solver_history) {}

void ContactMemory::recall(ReactionData& data, Index contact) const {
  const ContactKey& key = data.key[static_cast<std::size_t>(contact)];
  if (const Index at = reactions_.find(key); at != kNone)
    std::copy_n(reactions_.numbers(at).data(), dim_, data.reactions.data() + contact * dim_);
  if (const Index at = solver_histories_.find(key); at != kNone)
    std::copy_n(solver_histories_.numbers(at).data(), solver_width_,
                data.solver_old.data() + contact * solver_width_);
  const Index at = law_histories_.find(key);
  if (at == kNone || law_histories_.numbers(at)[0] != data.law[static_cast<std::size_t>(contact)])
    return;
  std::copy_n(law_histories_.numbers(at).data() + 1, law_width_,
              data.law_old.data() + contact * law_width_);
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
  law_histories_.replace(data.key, law_numbers_,
                         [&](View<Real> absent) { return laws_.remembers_absent(absent[0]); });
}

void ContactMemory::save(Archive& archive) const {
  reactions_.save(archive, "reaction");
  law_histories_.save(archive, "law");
  solver_histories_.save(archive, "reaction_solver");
}

void ContactMemory::load(Archive& archive) {
  reactions_.load(archive, "reaction");
  law_histories_.load(archive, "law");
  solver_histories_.load(archive, "reaction_solver");
}

}  // namespace tactus::core
