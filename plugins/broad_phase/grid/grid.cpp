#include <bit>
#include <cmath>
#include <tactus/broad_phase.hpp>
#include <tactus/plugin.hpp>

#include "axis.hpp"
#include "pair_order.hpp"
#include "radix_sort.hpp"
#include "sizes.hpp"
#include "sweep.hpp"

namespace {
using namespace tactus;
using namespace grid;

/// The search in D dimensions, with the memory it keeps from call to call.
template <int D>
class Search {
 public:
  /// Appends all overlapping wanted pairs, sorted. Returns the number of box tests.
  Index run(const BoxQuery& query, Index most_levels, std::vector<Pair>& pairs) {
    query_ = &query;
    tests_ = 0;
    set_[0].boxes = query.first;
    set_[1].boxes = query.second;
    sizes_.clear();
    for (Set& s : sets()) classify(s);
    sizes_.make_levels(D, most_levels);
    for (int level = 0; level < sizes_.levels(); ++level) search_level(level);
    search_endless();
    order_.append_to(pairs, query.first->count);
    return tests_;
  }

 private:
  /// One of the two sets of the query.
  struct Set {
    const Boxes* boxes = nullptr;
    std::vector<std::int16_t> size;      ///< SizeClasses::of each box
    std::vector<std::uint32_t> endless;  ///< boxes that have no place in a grid
    CellList<D> own, finer;              ///< of the level at hand, and of those before
  };

  std::span<Set> sets() { return std::span(set_, query_->second ? 2 : 1); }

  void classify(Set& s) {
    const Index n = s.boxes->count;
    s.size.resize(static_cast<std::size_t>(n));
    s.endless.clear();
    for (Index i = 0; i < n; ++i) {
      const Real *low = s.boxes->lower(i), *high = s.boxes->upper(i);
      Real longest = 0;
      for (int d = 0; d < D; ++d) longest = std::max(longest, high[d] - low[d]);
      s.size[i] = sizes_.add(longest);
      if (s.size[i] == SizeClasses::kEndless) s.endless.push_back(static_cast<std::uint32_t>(i));
    }
  }

  void search_level(int level) {
    level_ = level;
    number_cells();
    for (Set& s : sets()) locate(s);
    const auto within = [this](const CellBox<D>& a, const CellBox<D>& b) {
      if (a.index < b.index)
        add(a.index, b.index);
      else
        add(b.index, a.index);
    };
    Set &a = set_[0], &b = set_[1];
    if (!query_->second) {
      tests_ += sweep_self(a.own, stride_, within);
      tests_ += sweep_cross(a.finer, a.own, stride_, within);
      return;
    }
    const auto there = [this](const CellBox<D>& p, const CellBox<D>& q) { add(p.index, q.index); };
    const auto back = [this](const CellBox<D>& p, const CellBox<D>& q) { add(q.index, p.index); };
    tests_ += sweep_cross(a.own, b.own, stride_, there);
    tests_ += sweep_cross(a.finer, b.own, stride_, there);
    tests_ += sweep_cross(b.finer, a.own, stride_, back);
  }

  /// Cells as large, along each axis, as the largest box of this level or a finer one.
  void number_cells() {
    Real low[D], high[D], longest[D];
    std::fill_n(low, D, kUnlimited);
    std::fill_n(high, D, -kUnlimited);
    std::fill_n(longest, D, Real{0});
    each_active([&](const Set& s, Index i) {
      for (int d = 0; d < D; ++d) {
        const Real x = s.boxes->lower(i)[d];
        low[d] = std::min(low[d], x);
        high[d] = std::max(high[d], x);
        longest[d] = std::max(longest[d], s.boxes->upper(i)[d] - x);
      }
    });
    constexpr Real limit = D == 2 ? 0x1p29 : 0x1p19;
    for (int d = 0; d < D; ++d) {
      lows_.clear();
      if (Axis::needs_lows(low[d], high[d], longest[d], limit))
        each_active([&](const Set& s, Index i) { lows_.push_back(s.boxes->lower(i)[d]); });
      axis_[d].set(lows_, low[d], high[d], longest[d], limit);
    }
    fit_keys();
  }

  /// Makes sure that cells have numbers of 62 bits: coarser where they have not.
  void fit_keys() {
    const auto bits = [this] {
      int sum = 0;
      for (const Axis& a : axis_) sum += std::bit_width(a.last() + 3);
      return sum;
    };
    while (bits() > 62)
      std::max_element(std::begin(axis_), std::end(axis_), [](const Axis& a, const Axis& b) {
        return a.last() < b.last();
      })->coarsen();
    stride_ = {1, 0, 0};
    for (int d = 1; d < D; ++d) stride_[d] = stride_[d - 1] * (axis_[d - 1].last() + 3);
    key_bits_ = std::bit_width(stride_[D - 1] * (axis_[D - 1].last() + 3));
  }

  /// Sorts the boxes of a set by their cells, those of this level apart from finer ones.
  void locate(Set& s) {
    located_.clear();
    for (Index i = 0; i < s.boxes->count; ++i) {
      if (!active(s, i)) continue;
      std::uint64_t key = 0;
      for (int d = 0; d < D; ++d) key += stride_[d] * (axis_[d].cell(s.boxes->lower(i)[d]) + 1);
      located_.push_back({key, static_cast<std::uint32_t>(i)});
    }
    radix_sort(located_, buffer_, key_bits_);
    s.own.clear();
    s.finer.clear();
    for (const Located& at : located_) {
      const bool own = sizes_.level(s.size[at.box]) == level_;
      CellList<D>& list = own ? s.own : s.finer;
      list.items.push_back(cell_box(*s.boxes, at.box));
      list.key.push_back(at.key);
    }
  }

  CellBox<D> cell_box(const Boxes& boxes, std::uint32_t i) const {
    CellBox<D> it;
    std::copy_n(boxes.lower(i), D, it.lower);
    std::copy_n(boxes.upper(i), D, it.upper);
    it.index = i;
    it.body = boxes.body[i];
    it.crosses = 0;
    for (int d = 0; d < D; ++d)
      it.crosses |= (axis_[d].cell(it.upper[d]) > axis_[d].cell(it.lower[d])) << d;
    return it;
  }

  bool active(const Set& s, Index i) const { return sizes_.level(s.size[i]) <= level_; }
  template <class F>
  void each_active(F&& f) {
    for (Set& s : sets())
      for (Index i = 0; i < s.boxes->count; ++i)
        if (active(s, i)) f(s, i);
  }

  /// Boxes without end, against all others.
  void search_endless() {
    const Boxes& first = *set_[0].boxes;
    for (const std::uint32_t i : set_[0].endless) {
      const Boxes& other = query_->second ? *query_->second : first;
      for (Index j = 0; j < other.count; ++j) {
        const bool again = !query_->second && set_[0].size[j] == SizeClasses::kEndless && j <= i;
        if (!again && first.overlap(i, other, j))
          query_->second ? add(i, j) : add(std::min<Index>(i, j), std::max<Index>(i, j));
      }
      tests_ += other.count;
    }
    if (!query_->second) return;
    for (const std::uint32_t j : set_[1].endless) {
      for (Index i = 0; i < first.count; ++i)
        if (set_[0].size[i] != SizeClasses::kEndless && first.overlap(i, *query_->second, j))
          add(i, j);
      tests_ += first.count;
    }
  }

  void add(Index i, Index j) {
    if (query_->wanted(i, j)) order_.add(i, j);
  }

  const BoxQuery* query_ = nullptr;
  Set set_[2];
  SizeClasses sizes_;
  int level_ = 0, key_bits_ = 0;
  Axis axis_[D];
  std::array<std::uint64_t, 3> stride_{};
  std::vector<Real> lows_;
  std::vector<Located> located_, buffer_;
  PairOrder order_;
  Index tests_ = 0;
};

class Grid final : public BroadPhase {
 public:
  struct Options {
    Index levels = 16;
    void describe(OptionVisitor& o) {
      o.integer("levels", levels)
          .at_least(1)
          .at_most(32)
          .help("most cell sizes used side by side; 1: all cells as large as the largest box");
    }
  };
  explicit Grid(const Options& o) : options_(o) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::sorted); }
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
  }

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    if (query.first->dim == 2)
      tests_ += plane_.run(query, options_.levels, pairs);
    else
      tests_ += space_.run(query, options_.levels, pairs);
  }

  Options options_;
  Search<2> plane_;
  Search<3> space_;
  Index tests_ = 0;
};

}  // namespace

TACTUS_PLUGIN(Grid, "grid", "Sparse grids of sorted cells, one for each class of box sizes")
