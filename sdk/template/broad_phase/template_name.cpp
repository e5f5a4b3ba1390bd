#include <algorithm>
#include <numeric>
#include <tactus/broad_phase.hpp>
#include <tactus/plugin.hpp>
#include <vector>

namespace {
using namespace tactus;

/// State method and source here. To start from: sweep along one axis. Boxes are sorted by their
/// lower bound on it; each is then compared with those that begin before it ends.
class TemplateName final : public BroadPhase {
 public:
  struct Options {
    Index axis = 0;
    void describe(OptionVisitor& o) {
      o.integer("axis", axis)
          .at_least(0)
          .at_most(2)
          .help("along which to sweep: 0 is x; in the plane 2 counts as 0");
    }
  };
  explicit TemplateName(const Options& o) : axis_(static_cast<int>(o.axis)) {}

  /// Numbers worth a column in the history: `++member_` is all there is to counting.
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
  }

 private:
  /// Every pair of boxes that overlap and pass query.wanted() must be appended: touching counts, one
  /// pair too few is wrong. More is only slow: the kernel drops pairs that do not overlap, sorts
  /// them and removes repetitions, so all broad phases give the same run.
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    const Boxes &a = *query.first, &b = query.second ? *query.second : a;
    const int axis = axis_ < a.dim ? axis_ : 0;
    sort(a, axis, first_);
    if (query.second) sort(b, axis, second_);
    const std::vector<Index>& others = query.second ? second_ : first_;
    std::size_t j = 0;
    for (std::size_t i = 0; i < first_.size(); ++i) {
      const Index box = first_[i];
      if (!query.second) {  // within one set: those after it in the order
        for (std::size_t k = i + 1; k < others.size() && begins_in(b, others[k], a, box, axis); ++k)
          compare(query, a, std::min(box, others[k]), b, std::max(box, others[k]), pairs);
        continue;
      }
      // Between two sets: each box of the second that begins before this one looks for boxes of the
      // first that begin in it; then this one looks for boxes of the second that begin in it.
      for (; j < others.size() && b.lower(others[j])[axis] < a.lower(box)[axis]; ++j)
        for (std::size_t k = i; k < first_.size() && begins_in(a, first_[k], b, others[j], axis);
             ++k)
          compare(query, a, first_[k], b, others[j], pairs);
      for (std::size_t k = j; k < others.size() && begins_in(b, others[k], a, box, axis); ++k)
        compare(query, a, box, b, others[k], pairs);
    }
  }

  /// Members keep their memory from call to call: a warm step allocates nothing.
  static void sort(const Boxes& boxes, int axis, std::vector<Index>& order) {
    order.resize(static_cast<std::size_t>(boxes.count));
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [&](Index i, Index k) {
      const Real x = boxes.lower(i)[axis], y = boxes.lower(k)[axis];
      return x < y || (x == y && i < k);  // never by chance: the same bits in every run
    });
  }
  static bool begins_in(const Boxes& a, Index i, const Boxes& b, Index k, int axis) {
    return a.lower(i)[axis] <= b.upper(k)[axis];
  }
  void compare(const BoxQuery& query, const Boxes& a, Index i, const Boxes& b, Index k,
               std::vector<Pair>& pairs) {
    ++tests_;
    if (a.overlap(i, b, k) && query.wanted(i, k)) pairs.push_back({i, k});
  }

  int axis_;
  Index tests_ = 0;
  std::vector<Index> first_, second_;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
