/// \file named_fields.hpp  Reads and writes the kernel's own numbers in a checkpoint, each under
/// its name.
///
/// A class lists its fields once, in a function that calls `use(name, member)` for each of them. A
/// FieldWriter and a FieldReader use the same list, so that saving and loading cannot disagree.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "tactus/component.hpp"

namespace tactus::core {

class FieldWriter {
 public:
  explicit FieldWriter(Archive& archive) : archive_(archive) {}
  void operator()(std::string_view name, const Real& value) const { write(name, {&value, 1}); }
  void operator()(std::string_view name, const Index& value) const {
    archive_.write(name, View<Index>(&value, 1));
  }
  void operator()(std::string_view name, const bool& value) const { (*this)(name, Index{value}); }
  template <std::size_t N>
  void operator()(std::string_view name, const Real (&values)[N]) const {
    write(name, values);
  }
  void operator()(std::string_view name, const std::vector<Real>& values) const {
    write(name, values);
  }

 private:
  void write(std::string_view name, View<Real> values) const { archive_.write(name, values); }
  Archive& archive_;
};

/// @throws Error if a field is missing or its size differs from that of its member.
class FieldReader {
 public:
  explicit FieldReader(Archive& archive) : archive_(archive) {}
  void operator()(std::string_view name, Real& value) const { fill(name, std::span(&value, 1)); }
  void operator()(std::string_view name, Index& value) const { fill(name, std::span(&value, 1)); }
  void operator()(std::string_view name, bool& value) const {
    Index number = 0;
    (*this)(name, number);
    value = number != 0;
  }
  template <std::size_t N>
  void operator()(std::string_view name, Real (&values)[N]) const {
    fill(name, std::span<Real>(values));
  }
  void operator()(std::string_view name, std::vector<Real>& values) const {
    fill(name, std::span<Real>(values));
  }

 private:
  template <class T>
  void fill(std::string_view name, std::span<T> to) const {
    std::vector<T> from;
    if (!archive_.read(name, from) || from.size() != to.size())
      throw Error(fmt::format("the checkpoint's \"{}\" does not fit this model or program", name));
    std::copy(from.begin(), from.end(), to.begin());
  }
  Archive& archive_;
};

}  // namespace tactus::core
