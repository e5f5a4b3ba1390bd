// The broad phase heap_sort: both ends of all boxes in one list for each axis, sorted by a heap.
// README.md in this folder has its steps and limits.
#include <tactus/boxes/ordered_ends.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

class HeapSort final : public BroadPhase {
 public:
  using Options = NoOptions;
  explicit HeapSort(const Options&) {}
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
    m.integer("comparisons", comparisons_, Reduce::sum, "pairs of ends compared by the heap sort");
  }

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    query.first->dim == 2 ? search(plane_, query, pairs) : search(space_, query, pairs);
  }

  template <int D>
  void search(boxes::OrderedEnds<D>& ends, const BoxQuery& query, std::vector<Pair>& pairs) {
    const boxes::JoinedBoxes joined(query);
    ends.collect(joined);
    for (int d = 0; d < D; ++d) sort(ends.axis(d));
    ends.note_places();
    tests_ += ends.sweep(joined, query, [&](Index k, Index l) {
      Pair pair;
      if (joined.pair_of(k, l, pair)) pairs.push_back(pair);
    });
  }

  /// A heap with the last end at its top gives it up, again and again (Williams 1964).
  template <class End>
  void sort(std::vector<End>& list) {
    for (std::size_t k = list.size() / 2; k-- > 0;) sink(list, k, list.size());
    for (std::size_t n = list.size(); n-- > 1;) {
      std::swap(list[0], list[n]);
      sink(list, 0, n);
    }
  }
  template <class End>
  void sink(std::vector<End>& list, std::size_t k, std::size_t n) {
    const End end = list[k];
    for (std::size_t child = 2 * k + 1; child < n; child = 2 * k + 1) {
      if (child + 1 < n && list[child].before(list[child + 1])) ++child;
      comparisons_ += 2;
      if (!end.before(list[child])) break;
      list[k] = list[child];
      k = child;
    }
    list[k] = end;
  }

  boxes::OrderedEnds<2> plane_;
  boxes::OrderedEnds<3> space_;
  Index tests_ = 0, comparisons_ = 0;
};

}  // namespace

TACTUS_PLUGIN(HeapSort, "heap_sort", "Ends of boxes ordered along each axis by heap sort")
