/// \file conformance/memory_archive.hpp  A checkpoint in memory.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "../component.hpp"

namespace tactus::conformance {

/// A checkpoint in memory.
class MemoryArchive final : public Archive {
 public:
  void write(std::string_view name, View<Real> data) override {
    reals_[std::string(name)].assign(data.begin(), data.end());
  }
  void write(std::string_view name, View<Index> data) override {
    indices_[std::string(name)].assign(data.begin(), data.end());
  }
  bool read(std::string_view name, std::vector<Real>& data) override {
    return copy(reals_, name, data);
  }
  bool read(std::string_view name, std::vector<Index>& data) override {
    return copy(indices_, name, data);
  }

 private:
  template <class T>
  static bool copy(const std::map<std::string, std::vector<T>>& from, std::string_view name,
                   std::vector<T>& data) {
    const auto at = from.find(std::string(name));
    if (at != from.end()) data = at->second;
    return at != from.end();
  }
  std::map<std::string, std::vector<Real>> reals_;
  std::map<std::string, std::vector<Index>> indices_;
};

}  // namespace tactus::conformance
