// Broad phases that are wrong in one way each, and the sentence that names it.
#include <set>
#include <stdexcept>
#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/broad_phase_promises.hpp>

#include "kill.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

using BroadPhaseChange = std::function<void(const BoxQuery& query, std::vector<Pair>& pairs)>;

/// Every pair, and then something else.
class WrongBroadPhase final : public BroadPhase {
 public:
  explicit WrongBroadPhase(BroadPhaseChange change, bool sorted)
      : change_(std::move(change)), sorted_(sorted) {}
  void capabilities(Capabilities& c) const override {
    if (sorted_) c.provides(capability::sorted);
  }

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    std::vector<Pair> all = all_pairs(query);
    if (change_) change_(query, all);
    if (clears) pairs.clear();
    pairs.insert(pairs.end(), all.begin(), all.end());
  }
  BroadPhaseChange change_;
  bool sorted_;

 public:
  bool clears = false;
};

/// Keeps for each number what it asks about, trusting that things and filters stay the same: boxes that are larger
/// than those of the question, and the pairs of these that are wanted, until one has left its box.
class Tables final : public BroadPhase {
 private:
  struct Table {
    std::vector<Real> first, second;
    std::vector<std::int32_t> body;
    std::vector<Pair> near;
  };
  static bool holds(const Boxes& boxes, const std::vector<Real>& larger) {
    const auto dim = static_cast<std::size_t>(boxes.dim);
    for (std::size_t k = 0; k < boxes.bounds.size(); ++k) {
      const bool lower = k / dim % 2 == 0;
      if (lower ? boxes.bounds[k] < larger.at(k) : boxes.bounds[k] > larger.at(k)) return false;
    }
    return true;
  }
  static std::vector<Real> enlarged(const Boxes& boxes) {
    std::vector<Real> larger(boxes.bounds.begin(), boxes.bounds.end());
    const auto dim = static_cast<std::size_t>(boxes.dim);
    for (std::size_t k = 0; k < larger.size(); ++k) larger[k] += k / dim % 2 == 0 ? -0.05 : 0.05;
    return larger;
  }
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    Table& t = tables_[query.identity];
    const Boxes &a = *query.first, &b = query.second ? *query.second : a;
    if (t.first.empty() || !holds(a, t.first) || !holds(b, t.second)) {
      t.first = enlarged(a), t.second = enlarged(b);
      t.body.assign(b.body.begin(), b.body.end());
      Boxes wide = a, other = b;
      wide.bounds = t.first, other.bounds = t.second;
      BoxQuery larger = query;
      larger.first = &wide;
      if (query.second) larger.second = &other;
      t.near = all_pairs(larger);
    }
    if (t.body.size() != b.body.size()) throw std::logic_error("another set of the same number");
    for (const Pair& p : t.near)
      if (a.overlap(p.first, b, p.second)) pairs.push_back(p);
  }
  std::map<std::uint64_t, Table> tables_;
};

/// Drops pairs; `dropped(query, a, b)` is told both sets and the pair.
template <class F>
BroadPhaseChange without(F dropped) {
  return [dropped](const BoxQuery& q, std::vector<Pair>& pairs) {
    const Boxes &a = *q.first, &b = q.second ? *q.second : a;
    std::erase_if(pairs, [&](const Pair& p) { return dropped(q, a, b, p); });
  };
}

/// Some corner of the box that `of` computes from its bounds along an axis is not finite.
bool has_no(const Boxes& boxes, Index i, Real (*of)(Real lower, Real upper)) {
  for (int d = 0; d < boxes.dim; ++d)
    if (!std::isfinite(of(boxes.lower(i)[d], boxes.upper(i)[d]))) return true;
  return false;
}

// The numbers of questions that the kit asks while boxes move, and in turn.
bool is_moving(const BoxQuery& q) { return q.identity >= 500 && q.identity < 1000; }
bool takes_turns(const BoxQuery& q) { return q.identity >= 1000; }

const std::string kPlane = "no overlapping pair is missed in the plane",
                  kMoving = kPlane + ", while boxes move",
                  kTurns = kPlane + ", when queries take turns",
                  kTwo = "no overlapping pair of two sets is missed in the plane";

struct BroadPhaseCase {
  std::string name;
  Expected expected;
  BroadPhaseChange change;
  bool sorted = false, clears = false;
};

std::vector<BroadPhaseCase> cases_of_broad_phases() {
  return {
      {"misses one pair in a thousand in space",
       {"no overlapping pair is missed in space", "missing"},
       [](const BoxQuery& q, std::vector<Pair>& p) {
         std::erase_if(p, [&](const Pair& x) {
           return q.first->dim == 3 && (x.first * 7919 + x.second) % 1000 == 0;
         });
       }},
      {"pairs of two sets the other way round",
       {kTwo, "but the other way round it is there"},
       [](const BoxQuery& q, std::vector<Pair>& p) {
         for (Pair& x : p)
           if (q.second) std::swap(x.first, x.second);
       }},
      {"misses pairs by the order of boxes",
       {"the order of boxes does not matter in the plane", "in the opposite order"},
       [](const BoxQuery& q, std::vector<Pair>& p) {
         std::erase_if(p, [&](const Pair& x) { return q.first->body[0] > 3 && x.first == 0; });
       }},
      {"a pair of a box with none",
       {"no boxes give no pairs", "pairs of no boxes"},
       [](const BoxQuery& q, std::vector<Pair>& p) {
         p.push_back({0, q.first->count});
       }},
      {"pairs that nobody wants",
       {kPlane, "is not wanted"},
       [](const BoxQuery& q, std::vector<Pair>& p) {
         for (Index i = 0; i + 1 < q.first->count && !q.second; ++i)
           if (!q.wanted(i, i + 1)) p.push_back({i, i + 1});
       }},
      {"claims to be sorted",
       {kPlane, "pairs.sorted is claimed"},
       [](const BoxQuery&, std::vector<Pair>& p) { std::reverse(p.begin(), p.end()); },
       true},
      {"other pairs when asked once more",
       {kPlane, "asked the same once more"},
       [n = 0](const BoxQuery&, std::vector<Pair>& p) mutable {
         if (++n % 2 == 0) p.insert(p.end(), p.begin(), p.end());
       }},
      {"clears the list",
       {"pairs are appended to the list", "that were in the list are gone"},
       {},
       false,
       true},
      {"takes memory in every call", {"warm calls allocate nothing", "allocations in five"}, {}},
      {"a swap is lost",
       {kMoving, "it remembers an earlier question"},
       [before = std::vector<Pair>{}, number = std::uint64_t{0}](const BoxQuery& q,
                                                                 std::vector<Pair>& p) mutable {
         if (!is_moving(q)) return;
         // One in five of the pairs that are new
         if (number == q.identity)
           std::erase_if(p, [&](const Pair& x) {
             return (x.first + x.second) % 5 == 0 &&
                    !std::binary_search(before.begin(), before.end(), x);
           });
         before = p, number = q.identity;
       }},
      {"what was kept for a number is taken for unmoved when it comes back",
       {kTurns, "it remembers an earlier question"},
       [last = std::uint64_t{0}, kept = std::map<std::uint64_t, std::vector<Pair>>{}](
           const BoxQuery& q, std::vector<Pair>& p) mutable {
         const auto known = kept.find(q.identity);
         if (q.identity != last && known != kept.end() && takes_turns(q)) p = known->second;
         last = q.identity;
         kept[q.identity] = p;
       }},
      {"what was a pair is one for good",
       {"pairs that have parted are let go in the plane", "pairs after 100 steps, and"},
       [ever = std::map<std::uint64_t, std::set<Pair>>{}](const BoxQuery& q,
                                                          std::vector<Pair>& p) mutable {
         std::set<Pair>& known = ever[q.identity];
         known.insert(p.begin(), p.end());
         p.assign(known.begin(), known.end());
       }},
      {"a pair is lost where a box ends at the border of a cell",
       {kPlane, "a lattice of boxes that touch exactly: "},
       without([](const BoxQuery&, const Boxes& a, const Boxes& b, const Pair& p) {
         const Real end = a.upper(p.first)[0], begin = b.lower(p.second)[0];
         return end == begin && std::fmod(end, 0.25) == 0;
       })},
      {"a box without end has no place in the tree",
       {kPlane, "half-spaces and slabs without end: "},
       without([](const BoxQuery&, const Boxes& a, const Boxes& b, const Pair& p) {
         const auto length = [](Real lower, Real upper) { return lower / 2 + upper / 2; };
         return has_no(a, p.first, length) || has_no(b, p.second, length);
       })},
      {"the centre of a box is half of a sum that is too large",
       {kPlane, "the whole range of doubles: "},
       without([](const BoxQuery&, const Boxes& a, const Boxes& b, const Pair& p) {
         const auto sum = [](Real lower, Real upper) {
           return std::isfinite(lower) && std::isfinite(upper) ? lower + upper : 0;
         };
         return has_no(a, p.first, sum) || has_no(b, p.second, sum);
       })},
      {"pairs within a body are left out",
       {kPlane, "missing"},
       without([](const BoxQuery&, const Boxes& a, const Boxes& b, const Pair& p) {
         return a.body[static_cast<std::size_t>(p.first)] ==
                b.body[static_cast<std::size_t>(p.second)];
       })},
  };
}

/// Every pair, and a number of what it counts that is off.
class Counting final : public BroadPhase {
 public:
  enum class Fault { none, begins_at_one, falls, keeps_the_last };
  explicit Counting(Fault fault) : fault_(fault), number_(fault == Fault::begins_at_one) {}
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", number_, Reduce::sum, "pairs of boxes compared");
    m.integer("boxes", last_, Reduce::last, "boxes of the last question");
  }

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    const Index boxes = query.first->count;
    if (fault_ == Fault::falls) number_ = 0;
    number_ += fault_ == Fault::falls && last_ > 0 ? boxes : boxes * boxes;
    if (boxes > 0 || fault_ != Fault::keeps_the_last) last_ = boxes;
    const std::vector<Pair> all = all_pairs(query);
    pairs.insert(pairs.end(), all.begin(), all.end());
  }
  Fault fault_;
  Index number_ = 0, last_ = 0;
};

struct CountingCase {
  std::string name;
  Counting::Fault fault;
  Expected expected;
};

}  // namespace

void tactus::conformance::add_broad_phases(Kills& kills, Sounds& sounds) {
  const auto run = [](const BroadPhaseCase& c, Check& check) {
    broad_phase_promises(
        [&] {
          auto phase = std::make_unique<WrongBroadPhase>(c.change, c.sorted);
          phase->clears = c.clears;
          return phase;
        },
        check);
  };
  add(kills, "broad phase", "a wrong answer", cases_of_broad_phases(), run,
      {{"misses one pair in a thousand in space", "only in space"},
       {"claims to be sorted", "claim: pairs.sorted"},
       {"other pairs when asked once more", "memory"},
       {"takes memory in every call", "allocation in a warm call"}});
  const std::string counts = "what it counts begins at nothing and only rises";
  using Fault = Counting::Fault;
  const auto run_counting = [](const CountingCase& c, Check& check) {
    broad_phase_promises([c] { return std::make_unique<Counting>(c.fault); }, check);
  };
  add(kills, "broad phase", "a wrong count",
      std::vector<CountingCase>{
          {"counts one before it is asked", Fault::begins_at_one, {counts, "is 1 before anything"}},
          {"a counter of the last question alone", Fault::falls, {counts, "and fell from 3600"}},
          {"says of nothing what it said of boxes",
           Fault::keeps_the_last,
           {counts, "boxes is 60 after a question about nothing"}}},
      run_counting);
  sounds.push_back({"counts", 8, [run_counting](Check& check) {
                      run_counting({"", Fault::none, {}}, check);
                    }});
  sounds.push_back({"tables for each number", 8, [](Check& check) {
                      broad_phase_promises([] { return std::make_unique<Tables>(); }, check);
                    }});
  sounds.push_back(
      {"every pair", 8, [](Check& check) {
         broad_phase_promises(
             [] { return std::make_unique<WrongBroadPhase>(BroadPhaseChange{}, true); }, check);
       }});
}
