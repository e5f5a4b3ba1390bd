// The past of a contact matters: a law with bonds has to know whether the bond is broken, and a
// solver starts from the reaction of the previous step. The number of a row is no identity,
// because detection may find the same contacts in another order in the next step. The key, made
// of mesh numbers, is.
#include "core/contact/key_history.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

namespace tactus::core {

Index KeyHistory::find(const ContactKey& key) const {
  const auto at = std::lower_bound(keys_.begin(), keys_.end(), key);
  return at != keys_.end() && *at == key ? at - keys_.begin() : kNone;
}

void KeyHistory::append(Index position, std::vector<Real>& out) const {
  if (position == kNone)
    out.insert(out.end(), start_.begin(), start_.end());
  else
    out.insert(out.end(), numbers_.begin() + position * width_,
               numbers_.begin() + (position + 1) * width_);
}

void KeyHistory::replace(const std::vector<ContactKey>& keys, const std::vector<Real>& numbers) {
  order_.resize(keys.size());
  std::iota(order_.begin(), order_.end(), Index{0});
  std::sort(order_.begin(), order_.end(), [&](Index a, Index b) { return keys[a] < keys[b]; });
  keys_.clear();
  numbers_.clear();
  for (const Index i : order_) {
    keys_.push_back(keys[i]);
    numbers_.insert(numbers_.end(), numbers.begin() + i * width_,
                    numbers.begin() + (i + 1) * width_);
  }
}

void KeyHistory::replace(const std::vector<ContactKey>& keys, const std::vector<Real>& numbers,
                         FunctionRef<bool(const ContactKey&, View<Real>)> keep) {
  KeyHistory kept(width_);
  for (std::size_t i = 0; i < keys_.size(); ++i)
    if (const View<Real> own = this->numbers(static_cast<Index>(i)); keep(keys_[i], own)) {
      kept.keys_.push_back(keys_[i]);
      kept.numbers_.insert(kept.numbers_.end(), own.begin(), own.end());
    }
  replace(keys, numbers);
  if (kept.keys_.empty()) return;
  std::vector<ContactKey> all = keys_;
  std::vector<Real> with = numbers_;
  for (std::size_t i = 0; i < kept.keys_.size(); ++i) {
    if (find(kept.keys_[i]) != kNone) continue;
    const View<Real> own = kept.numbers(static_cast<Index>(i));
    all.push_back(kept.keys_[i]);
    with.insert(with.end(), own.begin(), own.end());
  }
  replace(all, with);
}

void KeyHistory::save(Archive& archive, std::string_view name) const {
  save_keys(archive, std::string(name) + "_keys", keys_);
  archive.write(std::string(name) + "_numbers", View<Real>(numbers_));
}

void KeyHistory::load(Archive& archive, std::string_view name) {
  keys_ = load_keys(archive, std::string(name) + "_keys");
  archive.read(std::string(name) + "_numbers", numbers_);
  if (numbers_.size() != keys_.size() * static_cast<std::size_t>(width_))
    throw Error("the checkpoint's \"" + std::string(name) + "\" history is not of this program");
}

void save_keys(Archive& archive, const std::string& name, View<ContactKey> keys) {
  std::vector<Index> words;
  for (const ContactKey& k : keys) {
    words.push_back(std::bit_cast<Index>(k.high));
    words.push_back(std::bit_cast<Index>(k.low));
  }
  archive.write(name, View<Index>(words));
}

std::vector<ContactKey> load_keys(Archive& archive, const std::string& name) {
  std::vector<Index> words;
  archive.read(name, words);
  if (words.size() % 2 != 0)
    throw Error("the checkpoint's \"" + name + "\" is not of this program");
  std::vector<ContactKey> keys;
  for (std::size_t i = 0; i < words.size(); i += 2)
    keys.push_back(
        {std::bit_cast<std::uint64_t>(words[i]), std::bit_cast<std::uint64_t>(words[i + 1])});
  return keys;
}

}  // namespace tactus::core
