// Tests what every broad phase promises. Each scene is tested as one set and as two sets, in the
// plane and in space, against a test of all pairs.
#include "tactus/conformance/broad_phase_promises.hpp"

#include <iterator>

#include "counts.hpp"
#include "tactus/conformance/box_scenes.hpp"
#include "tactus/conformance/check.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "warm_calls.hpp"

namespace tactus::conformance {

/// One implementation under test. Faults are sentences; an empty one means there is none.
class BroadPhaseTrial {
 public:
  explicit BroadPhaseTrial(const Make<BroadPhase>& make)
      : make_(make), object_(make()), sorted_(Claims(*object_).has(capability::sorted)) {}

  std::vector<Pair> answer(BroadPhase& object, const BoxQuery& query) {
    const Scratch::Frame frame(*context_.context().scratch);
    std::vector<Pair> pairs;
    object.candidates(query, pairs, context_.context());
    return pairs;
  }
  std::vector<Pair> answer(const BoxQuery& query) { return answer(*object_, query); }

  /// Everything that can be tested with one query.
  std::string fault(const BoxQuery& query) {
    const std::vector<Pair> expected = all_pairs(query), found = answer(query);
    if (std::string text = fault_of(query, found, expected); !text.empty()) return text;
    if (answer(query) != found) return "asked the same once more, it gives other pairs";
    const std::vector<Pair> fresh = answer(*make_(), query);
    if (fresh == found || fault_of(query, fresh, expected).empty()) return "";
    return "a fresh object gives other pairs";
  }

  /// As fault(), but says so if a new object gives a better answer.
  std::string fault_of_the_used(const BoxQuery& query) {
    const std::string text = fault(query);
    if (text.empty() || !fault_of(query, answer(*make_(), query), all_pairs(query)).empty())
      return text;
    return text + "; a fresh object finds them: it remembers an earlier question";
  }

 private:
  std::string fault_of(const BoxQuery& query, std::vector<Pair> found,
                       const std::vector<Pair>& expected) const {
    if (found == expected) return "";
    const Index seconds = (query.second ? query.second : query.first)->count;
    for (const auto& [i, j] : found)
      if (i < 0 || i >= query.first->count || j < 0 || j >= seconds || (!query.second && i >= j))
        return text_of("the pair (", i, ", ", j, ") is none");
    for (const auto& [i, j] : found)
      if (!query.wanted(i, j)) return text_of("the pair (", i, ", ", j, ") is not wanted");
    if (sorted_ && found != expected)
      return text_of("pairs.sorted is claimed, but these are not exactly the sorted pairs: ",
                     found.size(), " instead of ", expected.size());
    std::sort(found.begin(), found.end());
    const auto reported = [&](const Pair& p) {
      return std::binary_search(found.begin(), found.end(), p);
    };
    std::vector<Pair> missing;
    std::ranges::set_difference(expected, found, std::back_inserter(missing));
    if (missing.empty()) return "";
    const auto [i, j] = missing[0];
    return text_of(missing.size(), " of ", expected.size(), " pairs missing: the pair (", i, ", ",
                   j, ") is missing", touch(query, missing[0]) ? ", whose boxes touch" : "",
                   reported({j, i}) ? ", but the other way round it is there" : "");
  }
  /// Whether the boxes have only a corner, an edge or a side in common.
  static bool touch(const BoxQuery& query, const Pair& p) {
    const Boxes &a = *query.first, &b = query.second ? *query.second : a;
    bool touching = false;
    for (int d = 0; d < a.dim; ++d)
      touching = touching || a.upper(p.first)[d] == b.lower(p.second)[d] ||
                 b.upper(p.second)[d] == a.lower(p.first)[d];
    return touching;
  }

  Make<BroadPhase> make_;
  std::unique_ptr<BroadPhase> object_;
  bool sorted_;
  SerialContext context_;
};

namespace {

/// Numbers of questions, each for one set of things and one filter: where they begin in each promise.
constexpr std::uint64_t kOnce = 1, kMoved = 500, kInTurn = 1000;

/// 0: no pairs within a body; 1: all pairs; 2: odd bodies do not move, and every third one has self
/// contact.
struct Filter {
  Filter(int which, std::size_t bodies) : self(bodies), movable(bodies) {
    for (std::size_t b = 0; b < bodies; ++b) {
      self[b] = which == 1 || (which == 2 && b % 3 == 0);
      movable[b] = which != 2 || b % 2 == 0;
    }
  }
  std::vector<std::uint8_t> self, movable;
};

/// Runs `test` on every scene of a dimension and returns the first fault.
Finding in_every_scene(int dim, FunctionRef<std::string(BoxSet&, BoxSet&, Random&)> test) {
  std::size_t scenes = 0;
  for (const BoxScene& scene : box_scenes()) {
    Random random(7);
    BoxSet one, two;
    one.dim = two.dim = dim;
    scene.fill(one, random);
    scene.fill(two, random);
    const std::string fault = test(one, two, random);
    if (!fault.empty()) return broken(scene.name + ": " + fault);
    ++scenes;
  }
  return kept(text_of(scenes, " scenes"));
}

Finding no_pair_is_missed(const Make<BroadPhase>& make, int dim, bool two_sets) {
  BroadPhaseTrial trial(make);
  std::uint64_t number = kOnce;
  return in_every_scene(dim, [&](BoxSet& one, BoxSet& two, Random&) {
    const Boxes a = one.boxes(), b = two.boxes();
    std::string fault;
    for (int filter = 0; filter < 3 && fault.empty(); ++filter) {
      const Filter f(filter, std::max(one.body.size(), two.body.size()) + 1);
      fault = trial.fault({&a, two_sets ? &b : nullptr, f.self, f.movable, number++});
    }
    return fault;
  });
}

/// The same boxes in reverse order give the same pairs, with other numbers.
Finding order_does_not_matter(const Make<BroadPhase>& make, int dim) {
  return in_every_scene(dim, [&](BoxSet& set, BoxSet&, Random&) -> std::string {
    BoxSet reversed = set;
    const std::size_t n = set.body.size(), width = 2 * static_cast<std::size_t>(set.dim);
    for (std::size_t i = 0; i < n; ++i) {
      reversed.body[n - 1 - i] = set.body[i];
      for (std::size_t k = 0; k < width; ++k)
        reversed.bounds[(n - 1 - i) * width + k] = set.bounds[i * width + k];
      for (std::size_t k = 0; k < 2 && !set.corner.empty(); ++k)
        reversed.corner[(n - 1 - i) * 2 + k] = set.corner[i * 2 + k];
    }
    const Filter f(2, n + 1);
    const Boxes a = set.boxes(), b = reversed.boxes();
    BroadPhaseTrial trial(make);
    const BoxQuery query{&a, nullptr, f.self, f.movable, 3};
    const BoxQuery backward{&b, nullptr, f.self, f.movable, 4};
    const std::vector<Pair> there = tidied(query, trial.answer(query));
    std::vector<Pair> back = tidied(backward, trial.answer(backward));
    const auto last = static_cast<Index>(n) - 1;
    for (Pair& p : back) p = {last - p.second, last - p.first};
    std::sort(back.begin(), back.end());
    return there == back ? ""
                         : text_of(there.size(), " pairs, and ", back.size(),
                                   " of the same boxes in the opposite order");
  });
}

/// Moves each box by up to half of `by`, and keeps its size but for rounding.
void move_boxes(BoxSet& set, Random& random, Real by) {
  const auto width = static_cast<std::size_t>(set.dim);
  for (std::size_t i = 0; i < set.body.size(); ++i)
    for (std::size_t d = 0; d < width; ++d) {
      const Real way = by * (random() - 0.5);
      Real &lower = set.bounds[2 * i * width + d], &upper = set.bounds[(2 * i + 1) * width + d];
      lower += way;
      upper = std::max(upper + way, lower);
    }
}

/// The same boxes are moved a little, then far: data kept between calls must not affect the answer.
Finding motion_is_followed(const Make<BroadPhase>& make, int dim) {
  BroadPhaseTrial trial(make);
  std::uint64_t number = kMoved;
  return in_every_scene(dim, [&](BoxSet& set, BoxSet&, Random& random) {
    const Filter f(1, set.body.size() + 1);
    std::string fault;
    for (int step = 0; step < 3 && fault.empty(); ++step) {
      const Boxes boxes = set.boxes();
      fault = trial.fault_of_the_used({&boxes, nullptr, f.self, f.movable, number});
      move_boxes(set, random, step == 1 ? 1 : 0.01);
    }
    ++number;
    return fault;
  });
}

std::size_t distinct(std::vector<Pair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  return static_cast<std::size_t>(std::unique(pairs.begin(), pairs.end()) - pairs.begin());
}

/// Boxes fly about slowly and turn round at the sides of the domain: after many steps hardly more pairs are given than
/// after few. What is not forgotten would become more and more in a long run. How many pairs are given beside those
/// that overlap is left to the object.
Finding parted_pairs_are_let_go(const Make<BroadPhase>& make, int dim) {
  constexpr std::size_t kMany = 200;
  constexpr int kEarly = 100, kSteps = 1500;
  BroadPhaseTrial trial(make);
  Random random(15);
  BoxSet set;
  set.dim = dim;
  for (std::size_t i = 0; i < kMany; ++i)
    add_random(set, random, 1, dim == 2 ? 0.2 : 0.4, static_cast<std::int32_t>(i));
  const auto width = static_cast<std::size_t>(dim);
  std::vector<Real> speed(kMany * width);
  for (Real& v : speed) v = random.between(-0.004, 0.004);
  const Filter f(1, kMany);
  std::size_t early = 0, late = 0;
  for (int step = 1; step <= kSteps; ++step) {
    for (std::size_t i = 0; i < kMany; ++i)
      for (std::size_t d = 0; d < width; ++d) {
        Real &lower = set.bounds[2 * i * width + d], &upper = set.bounds[(2 * i + 1) * width + d];
        Real& v = speed[i * width + d];
        if (lower + v < 0 || lower + v > 1) v = -v;
        lower += v, upper = std::max(upper + v, lower);
      }
    const Boxes boxes = set.boxes();
    late = distinct(trial.answer({&boxes, nullptr, f.self, f.movable, 1}));
    if (step == kEarly) early = late;
  }
  const Boxes boxes = set.boxes();
  const BoxQuery query{&boxes, nullptr, f.self, f.movable, 1};
  if (std::string fault = trial.fault_of_the_used(query); !fault.empty()) return broken(fault);
  const std::string text =
      text_of(early, " pairs after ", kEarly, " steps, and ", late, " after ", kSteps);
  return late <= 2 * early ? kept(text) : broken(text);
}

/// Two lists and a query of two sets, each with its number, are asked about in turn while boxes move.
Finding turns_are_told_apart(const Make<BroadPhase>& make, int dim) {
  BroadPhaseTrial trial(make);
  std::uint64_t number = kInTurn;
  return in_every_scene(dim, [&](BoxSet& one, BoxSet& two, Random& random) {
    const Filter f(1, std::max(one.body.size(), two.body.size()) + 1);
    std::string fault;
    number += 3;
    for (int round = 0; round < 3 && fault.empty(); ++round) {
      const Boxes a = one.boxes(), b = two.boxes();
      fault = trial.fault_of_the_used({&a, nullptr, f.self, f.movable, number});
      if (fault.empty())
        fault = trial.fault_of_the_used({&b, nullptr, f.self, f.movable, number + 1});
      if (fault.empty()) fault = trial.fault_of_the_used({&a, &b, f.self, f.movable, number + 2});
      for (BoxSet* set : {&one, &two}) move_boxes(*set, random, 0.1);
    }
    return fault;
  });
}

Finding nothing_in_nothing_out(const Make<BroadPhase>& make) {
  SerialContext context;
  const Boxes none{.dim = 2};
  std::vector<Pair> pairs;
  make()->candidates({.first = &none}, pairs, context.context());
  return pairs.empty() ? kept() : broken("pairs of no boxes");
}

Finding pairs_are_appended(const Make<BroadPhase>& make) {
  SerialContext context;
  BoxSet set;
  set.add({0, 0, 0}, {1, 1, 1}, 0);
  set.add({1, 1, 1}, {2, 2, 2}, 1);
  const Boxes boxes = set.boxes();
  const Filter f(1, 2);
  const std::vector<Pair> before{{41, 42}, {5, 6}};
  std::vector<Pair> pairs = before;
  make()->candidates({&boxes, nullptr, f.self, f.movable, 9}, pairs, context.context());
  if (pairs.size() < 2 || !std::equal(before.begin(), before.end(), pairs.begin()))
    return broken("pairs that were in the list are gone");
  return kept();
}

Finding counts(const Make<BroadPhase>& make) {
  SerialContext context;
  const auto phase = make();
  Random random(3);
  BoxSet set;
  for (int i = 0; i < 60; ++i) add_random(set, random, 1, 0.3, i / 4);
  const Boxes boxes = set.boxes(), none{.dim = 3};
  const Filter f(1, set.body.size());
  const auto ask = [&](const Boxes& about, std::uint64_t number) {
    const Scratch::Frame frame(*context.context().scratch);
    std::vector<Pair> pairs;
    phase->candidates({&about, nullptr, f.self, f.movable, number}, pairs, context.context());
  };
  return counts_are_sound(
      *phase, [&] { ask(boxes, 1); }, [&] { ask(none, 2); });
}

/// The same boxes in call after call, as in steps in which little happens.
Finding warm_calls(const Make<BroadPhase>& make,
                   FunctionRef<Finding(FunctionRef<void()>)> counted) {
  SerialContext context;
  const auto phase = make();
  BoxSet set;
  set.dim = 2;
  for (int i = 0; i < 200; ++i) {
    const int column = i % 20, row = i / 20;
    const Real x = column, y = row;
    set.add({x, y, 0}, {x + 1.1, y + 1.1, 0}, i);
  }
  const Boxes boxes = set.boxes();
  const Filter f(1, 200);
  std::vector<Pair> pairs;
  return counted([&] {
    const Scratch::Frame frame(*context.context().scratch);
    pairs.clear();
    phase->candidates({&boxes, nullptr, f.self, f.movable, 1}, pairs, context.context());
  });
}

}  // namespace

void broad_phase_promises(const Make<BroadPhase>& make, Check& check) {
  warm_calls_promise(check, "warm calls allocate nothing",
                     [&](auto counted) { return warm_calls(make, counted); });
  check.promise("no boxes give no pairs", [&] { return nothing_in_nothing_out(make); });
  check.promise("pairs are appended to the list", [&] { return pairs_are_appended(make); });
  check.promise("what it counts begins at nothing and only rises", [&] { return counts(make); });
  for (const int dim : {2, 3}) {
    const std::string where = dim == 2 ? "in the plane" : "in space";
    check.promise("no overlapping pair is missed " + where,
                  [&] { return no_pair_is_missed(make, dim, false); });
    check.promise("no overlapping pair of two sets is missed " + where,
                  [&] { return no_pair_is_missed(make, dim, true); });
    check.promise("no overlapping pair is missed " + where + ", while boxes move",
                  [&] { return motion_is_followed(make, dim); });
    check.promise("no overlapping pair is missed " + where + ", when queries take turns",
                  [&] { return turns_are_told_apart(make, dim); });
    check.promise("pairs that have parted are let go " + where,
                  [&] { return parted_pairs_are_let_go(make, dim); });
    check.promise("the order of boxes does not matter " + where,
                  [&] { return order_does_not_matter(make, dim); });
  }
}

}  // namespace tactus::conformance
