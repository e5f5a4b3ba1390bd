/// \file history_start.hpp  The history of points to which nothing has happened yet, as the kernel makes
/// it from the columns that a material declares: for tests that lead points through time.
#pragma once

#include <string>
#include <vector>

#include "../history_width.hpp"
#include "../material.hpp"

namespace tactus::conformance {

class HistoryStart final : public HistoryVisitor {
 public:
  struct Column {
    std::string name, unit;
    Index first, count;
    Real initial;
    bool shown;
  };

  explicit HistoryStart(const Material& material) { material.history(*this); }

  Index width() const { return width_; }  ///< doubles a point
  const std::vector<Column>& columns() const { return columns_; }
  /// Position of a column's first number in the history of a point; kNone: there is no such column.
  Index place(std::string_view name) const {
    for (const Column& c : columns_)
      if (c.name == name) return c.first;
    return kNone;
  }
  /// The histories of `count` tiles, lanes fastest.
  std::vector<Real> tiles(std::size_t count = 1) const {
    std::vector<Real> all;
    for (std::size_t t = 0; t < count; ++t)
      for (const Column& c : columns_)
        all.insert(all.end(), static_cast<std::size_t>(c.count * kLanes), c.initial);
    return all;
  }

 private:
  void column(std::string_view name, std::string_view unit, Index count, Real initial,
              std::string_view help) override {
    columns_.push_back(
        {std::string(name), std::string(unit), width_, count, initial, !help.empty()});
    width_ += count;
  }
  std::vector<Column> columns_;
  Index width_ = 0;
};

}  // namespace tactus::conformance
