/// \file history_width.hpp  What the columns of a component have together (history.hpp).
#pragma once

#include <vector>

#include "history.hpp"

namespace tactus {

/// Number of doubles that all columns of a component have together.
template <class T>
Index history_width(const T& component) {
  struct Width final : HistoryVisitor {
    void column(std::string_view, std::string_view, Index count, Real, std::string_view) override {
      sum += count > 0 ? count : 0;
    }
    Index sum = 0;
  } width;
  component.history(width);
  return width.sum;
}

/// All columns of a component as they start.
template <class T>
std::vector<Real> history_start(const T& component) {
  struct Start final : HistoryVisitor {
    void column(std::string_view, std::string_view, Index count, Real initial,
                std::string_view) override {
      if (count > 0) all.insert(all.end(), static_cast<std::size_t>(count), initial);
    }
    std::vector<Real> all;
  } start;
  component.history(start);
  return start.all;
}

}  // namespace tactus
