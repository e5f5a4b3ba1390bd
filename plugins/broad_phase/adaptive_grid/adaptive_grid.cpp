// The broad phase adaptive_grid: a grid whose crowded cells have grids of their own. README.md in this
// folder has its steps and limits.
#include <tactus/plugin.hpp>
#include <tuple>

#include "division.hpp"

namespace {
using namespace tactus;
using namespace adaptive_grid;

struct Options {
  Index crowded = 32, depth = 12;
  void describe(OptionVisitor& o) {
    o.integer("crowded", crowded)
        .at_least(2)
        .at_most(100000)
        .help("a cell with more boxes than this is divided");
    o.integer("depth", depth)
        .at_least(1)
        .at_most(40)
        .help("most grids one inside another; what is left then is compared box by box");
  }
};

template <int D>
class Search {
 public:
  void run(const BoxQuery& query, const Options& options, std::vector<Pair>& pairs) {
    const boxes::JoinedBoxes joined(query);
    joined_ = &joined, query_ = &query, pairs_ = &pairs, options_ = options;
    levels_.resize(static_cast<std::size_t>(options.depth));
    path_.clear();
    items_.clear();
    all_.clear();
    for (Index k = 0; k < joined.count(); ++k) {
      const Bounds<D> bounds(joined.lower(k), joined.upper(k));
      if (!bounds.finite()) continue;
      all_.push_back(static_cast<std::uint32_t>(items_.size()));
      items_.push_back({bounds, k, joined.body(k)});
    }
    search(all_, 0);
  }
  Index tests() const { return tests_; }
  Index grids() const { return grids_; }

 private:
  using List = View<std::uint32_t>;
  using Cell = typename Division<D>::Cell;

  /// One grid. Boxes that touch at most two cells along each axis are entered into all cells that they
  /// touch; wide ones look into the cells that they touch, and have a coarser grid among themselves.
  struct Level {
    Division<D> division;
    std::vector<Index> start;
    std::vector<std::uint32_t> entry, wide;
  };
  struct Step {
    const Division<D>* division;
    Cell cell;
  };

  void search(List list, std::size_t depth) {
    if (!may_hold_pairs(list)) return;
    if (list.size() <= static_cast<std::size_t>(options_.crowded) || depth == levels_.size())
      return compare_all(list);
    Level& level = levels_[depth];
    level.division.choose(items_, list);
    if (level.division.cells() == 1) return compare_all(list);
    ++grids_;
    enter(level, list);
    if (level.wide.size() == list.size()) return compare_all(list);
    compare_wide(level);
    search_cells(level, list.size(), depth);
    search(level.wide, depth + 1);
  }

  /// Whether the list has two boxes of one set, or one of each, that are of two bodies or of one that
  /// may touch itself.
  bool may_hold_pairs(List list) const {
    if (list.size() < 2) return false;
    const Placed<D>&first = items_[list.front()], &last = items_[list.back()];
    if (query_->second && joined_->is_first(first.index) == joined_->is_first(last.index))
      return false;
    if (query_->self[static_cast<std::size_t>(first.body)]) return true;
    for (const std::uint32_t k : list)
      if (items_[k].body != first.body) return true;
    return false;
  }

  void enter(Level& level, List list) {
    level.wide.clear();
    level.start.assign(static_cast<std::size_t>(level.division.cells()) + 1, 0);
    for (const std::uint32_t k : list) {
      const auto [low, high] = cells_of(level, k);
      if (is_wide(low, high)) {
        level.wide.push_back(k);
        continue;
      }
      Division<D>::each(low, high, [&](const Cell& c) { ++level.start[place(level, c)]; });
    }
    Index sum = 0;
    for (Index& start : level.start) start = sum += start;
    level.entry.resize(static_cast<std::size_t>(sum));
    // Backwards, so that the boxes of a cell remain in their order
    for (std::size_t at = list.size(); at-- > 0;) {
      const auto [low, high] = cells_of(level, list[at]);
      if (is_wide(low, high)) continue;
      Division<D>::each(low, high, [&](const Cell& c) {
        level.entry[static_cast<std::size_t>(--level.start[place(level, c)])] = list[at];
      });
    }
  }

  static std::size_t place(const Level& level, const Cell& c) {
    return static_cast<std::size_t>(level.division.number(c));
  }
  std::pair<Cell, Cell> cells_of(const Level& level, std::uint32_t k) const {
    const Bounds<D>& b = items_[k].bounds;
    return {level.division.cell(b.lower), level.division.cell(b.upper)};
  }
  static bool is_wide(const Cell& low, const Cell& high) {
    bool wide = false;
    for (int d = 0; d < D; ++d) wide |= high[d] - low[d] > 1;
    return wide;
  }
  List entries(const Level& level, std::size_t cell) const {
    const auto begin = static_cast<std::size_t>(level.start[cell]);
    return List(level.entry)
        .subspan(begin, static_cast<std::size_t>(level.start[cell + 1]) - begin);
  }

  void compare_wide(const Level& level) {
    for (const std::uint32_t k : level.wide) {
      const auto [low, high] = cells_of(level, k);
      Division<D>::each(low, high, [&](const Cell& c) {
        path_.push_back({&level.division, c});
        for (const std::uint32_t l : entries(level, place(level, c))) compare(k, l);
        path_.pop_back();
      });
    }
  }

  void search_cells(const Level& level, std::size_t boxes, std::size_t depth) {
    Cell last;
    for (int d = 0; d < D; ++d) last[d] = level.division.cell(kUnlimited, d);
    Division<D>::each(Cell{}, last, [&](const Cell& c) {
      const List list = entries(level, place(level, c));
      if (list.size() < 2) return;
      path_.push_back({&level.division, c});
      // A cell with all boxes would be divided for ever.
      list.size() == boxes ? compare_all(list) : search(list, depth + 1);
      path_.pop_back();
    });
  }

  /// Boxes are in the order of their sets, and in them grouped by bodies.
  void compare_all(List list) {
    std::size_t second = 0;
    while (query_->second && second < list.size() && joined_->is_first(items_[list[second]].index))
      ++second;
    const std::size_t end = query_->second ? second : list.size();
    for (std::size_t a = 0; a < end; ++a) {
      const auto body = items_[list[a]].body;
      std::size_t b = query_->second ? second : a + 1;
      if (!query_->second && !query_->self[static_cast<std::size_t>(body)])
        b = end_of_body(list, a);
      for (; b < list.size(); ++b) compare(list[a], list[b]);
    }
  }
  /// The first box behind those of the body of box a; it is found once for each body.
  std::size_t end_of_body(List list, std::size_t a) {
    if (a == 0 || items_[list[a - 1]].body != items_[list[a]].body)
      for (body_end_ = a;
           body_end_ < list.size() && items_[list[body_end_]].body == items_[list[a]].body;)
        ++body_end_;
    return body_end_;
  }

  /// Two boxes that overlap do so at the largest of their lower corners. Of the cells that hold both,
  /// the one that holds this point reports them.
  void compare(std::uint32_t k, std::uint32_t l) {
    ++tests_;
    const Placed<D>&a = items_[k], &b = items_[l];
    if (!a.bounds.overlap(b.bounds)) return;
    Pair pair;
    if (!joined_->pair_of(a.index, b.index, pair)) return;
    std::array<Real, D> corner;
    for (int d = 0; d < D; ++d) corner[d] = std::max(a.bounds.lower[d], b.bounds.lower[d]);
    for (const Step& step : path_)
      if (step.division->cell(corner) != step.cell) return;
    pairs_->push_back(pair);
  }

  const boxes::JoinedBoxes* joined_ = nullptr;
  const BoxQuery* query_ = nullptr;
  std::vector<Pair>* pairs_ = nullptr;
  Options options_;
  std::vector<Placed<D>> items_;
  std::vector<std::uint32_t> all_;
  std::vector<Level> levels_;
  std::vector<Step> path_;
  std::size_t body_end_ = 0;
  Index tests_ = 0, grids_ = 0;
};

class AdaptiveGrid final : public BroadPhase {
 public:
  using Options = ::Options;
  explicit AdaptiveGrid(const Options& o) : options_(o) {}
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
    m.integer("grids", grids_, Reduce::sum, "grids made, those in crowded cells included");
  }

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    with_dimension(query.first->dim, [&]<int D>(Dimension<D>) {
      Search<D>& search = std::get<D - 2>(search_);
      endless_.collect<D>(query);
      search.run(query, options_, pairs);
    });
    tests_ = std::get<0>(search_).tests() + std::get<1>(search_).tests() +
             (endless_tests_ += endless_.search(query, pairs));
    grids_ = std::get<0>(search_).grids() + std::get<1>(search_).grids();
  }

  Options options_;
  std::tuple<Search<2>, Search<3>> search_;
  boxes::EndlessBoxes endless_;
  Index tests_ = 0, grids_ = 0, endless_tests_ = 0;
};

}  // namespace

TACTUS_PLUGIN(AdaptiveGrid, "adaptive_grid", "A grid whose crowded cells have grids of their own")
