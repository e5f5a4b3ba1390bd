// Broad phases that are wrong in one way each, and the sentence that names it.
#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/broad_phase_promises.hpp>

#include "kill.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

using Change = std::function<void(const BoxQuery& query, std::vector<Pair>& pairs)>;

/// Every pair, and then something else.
class Wrong final : public BroadPhase {
 public:
  explicit Wrong(Change change, bool sorted) : change_(std::move(change)), sorted_(sorted) {}
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
  Change change_;
  bool sorted_;

 public:
  bool clears = false;
};

bool touching(const BoxQuery& q, const Pair& p) {
  const Boxes &a = *q.first, &b = q.second ? *q.second : a;
  for (int d = 0; d < a.dim; ++d)
    if (a.upper(p.first)[d] == b.lower(p.second)[d] || b.upper(p.second)[d] == a.lower(p.first)[d])
      return true;
  return false;
}

const std::string kPlane = "no overlapping pair is missed in the plane",
                  kMoving = kPlane + ", while boxes move",
                  kTwo = "no overlapping pair of two sets is missed in the plane";

struct Case {
  std::string name;
  Expected expected;
  Change change;
  bool sorted = false, clears = false;
};

std::vector<Case> cases() {
  return {
      {"misses one pair in a thousand",
       {kPlane, "pairs missing: the pair"},
       [](const BoxQuery&, std::vector<Pair>& p) {
         std::erase_if(p, [](const Pair& x) { return (x.first * 7919 + x.second) % 1000 == 0; });
       }},
      {"misses the last box",
       {kPlane, "missing"},
       [](const BoxQuery& q, std::vector<Pair>& p) {
         const Boxes& last = q.second ? *q.second : *q.first;
         std::erase_if(p, [&](const Pair& x) { return x.second == last.count - 1; });
       }},
      {"misses one pair in a thousand in space",
       {"no overlapping pair is missed in space", "missing"},
       [](const BoxQuery& q, std::vector<Pair>& p) {
         std::erase_if(p, [&](const Pair& x) {
           return q.first->dim == 3 && (x.first * 7919 + x.second) % 1000 == 0;
         });
       }},
      {"boxes that touch are no pair",
       {kPlane, "is missing, whose boxes touch"},
       [](const BoxQuery& q, std::vector<Pair>& p) {
         std::erase_if(p, [&](const Pair& x) { return touching(q, x); });
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
      {"remembers the last question of the same number",
       {kMoving, "a fresh object finds them: it remembers an earlier question"},
       [last = std::map<std::uint64_t, std::vector<Pair>>{}, dim = 0](
           const BoxQuery& q, std::vector<Pair>& p) mutable {
         if (q.identity != 5) return;
         auto& kept = last[q.first->bounds.size()];
         if (!kept.empty() && q.first->dim == dim) p = kept;
         kept = p, dim = q.first->dim;
       }},
      {"a pair of a box with none",
       {kPlane, "is none"},
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
      {"throws for many boxes",
       {kPlane, "threw: too many"},
       [](const BoxQuery& q, std::vector<Pair>&) {
         if (q.first->count > 100) throw std::length_error("too many");
       }},
  };
}

}  // namespace

void tactus::conformance::add_broad_phases(Kills& kills, Sounds& sounds) {
  const auto run = [](const Case& c, Check& check) {
    broad_phase_promises(
        [&] {
          auto phase = std::make_unique<Wrong>(c.change, c.sorted);
          phase->clears = c.clears;
          return phase;
        },
        check);
  };
  add(kills, "broad phase", "a wrong answer", cases(), run,
      {{"misses one pair in a thousand in space", "only in space"},
       {"claims to be sorted", "claim: pairs.sorted"},
       {"remembers the last question of the same number", "memory"},
       {"other pairs when asked once more", "memory"},
       {"throws for many boxes", "only with many"}});
  sounds.push_back({"every pair", 8, [](Check& check) {
                      broad_phase_promises([] { return std::make_unique<Wrong>(Change{}, true); },
                                           check);
                    }});
}
