// Implements crossing/event.hpp: orders the branches that could settle a crossing, and chooses
// among them without depending on rounding errors or on the order of candidates.
#include <algorithm>
#include <cmath>
#include <tactus/crossing/event.hpp>
#include <tuple>

namespace tactus::crossing {
namespace {

/// Compares by class, then by cost, exactly. A tolerance here would not define an order: if a ties
/// with b and b with c, nothing follows for a and c.
bool cheaper(const Branch& a, const Branch& b) {
  return std::tie(a.rank, a.cost, a.numbers) < std::tie(b.rank, b.cost, b.numbers);
}

/// Whether `b`, which is no cheaper than `least`, counts as equally good: it is of the same class,
/// and its cost differs by at most 1e-9 of the cost, so that rounding errors must not decide.
bool ties(const Branch& least, const Branch& b) {
  return b.rank == least.rank && b.cost - least.cost <= 1e-9 * b.cost;
}

}  // namespace

bool by_number(const Event& a, const Event& b) {
  return std::tie(a.kind, a.first, a.second) < std::tie(b.kind, b.first, b.second);
}

void collect_vertices(const Surface& surface, const Event& event, std::vector<Index>& vertices) {
  vertices.clear();
  const auto append = [&](View<Index> some) {
    vertices.insert(vertices.end(), some.begin(), some.end());
  };
  switch (event.kind) {
    case EventKind::facets_cross:
      append(surface.facet_vertices(event.first));
      append(surface.facet_vertices(event.second));
      break;
    case EventKind::edge_pierces:
      append(surface.edge_vertices(event.first));
      append(surface.facet_vertices(event.second));
      break;
    case EventKind::edges_cross:
      append(surface.edge_vertices(event.first));
      append(surface.edge_vertices(event.second));
      break;
    case EventKind::vertex_inside:
      vertices.push_back(event.first);
      append(surface.element_vertices(event.element));
      break;
  }
}

bool rank(const BranchState& state, Branch& branch) {
  // A row that the start of the step satisfies can do no positive work, because lambda >= 0 and
  // its gap changes from gap_old >= 0 to about zero. A row that it violates adds energy. Hence
  // admissible branches come first, whatever they cost, and no tolerance is applied to the sign:
  // a tolerance would admit exactly those rows that add energy.
  const bool admissible = state.gap_old >= 0;
  branch.rank =
      (admissible ? 0 : 2) + (state.in_range ? 0 : 1) + (state.gap >= state.margin / 2 ? 4 : 0);
  branch.cost =
      // The kinetic energy of the correction that closes the gap is proportional to
      // gap^2/mobility, so that least cost is the nearest point in the norm of the mass matrix,
      // which is what the projection of Kane et al. (3.24) minimises. For a branch that is not
      // admissible the energy that it adds is the better measure.
      (admissible ? state.gap * state.gap : std::abs(state.gap_old) * std::abs(state.gap)) /
      state.mobility;
  return std::isfinite(branch.cost);
}

Branch best_of(View<Branch> branches) {
  const auto least = std::min_element(branches.begin(), branches.end(), cheaper);
  if (least == branches.end()) return {};
  Branch best = *least;
  for (const Branch& b : branches)
    if (ties(*least, b) && b.numbers < best.numbers) best = b;
  return best;
}

void sort_by_branch(std::vector<Event>& events) {
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    if (a.best.none() != b.best.none()) return b.best.none();
    if (cheaper(a.best, b.best)) return true;
    return !cheaper(b.best, a.best) && by_number(a, b);
  });
  for (auto run = events.begin(); run != events.end() && !run->best.none();) {
    const auto end = std::find_if(run + 1, events.end(), [&](const Event& event) {
      return event.best.none() || !ties(run->best, event.best);
    });
    std::sort(run, end, [](const Event& a, const Event& b) {
      if (a.best.numbers != b.best.numbers) return a.best.numbers < b.best.numbers;
      return by_number(a, b);
    });
    run = end;
  }
}

void AcceptedBranches::accept(View<Index> pushed, View<Index> others) {
  const auto mark = [&](View<Index> vertices, std::uint8_t as) {
    for (const Index v : vertices) mark_[static_cast<std::size_t>(v)] |= as;
    marked_.insert(marked_.end(), vertices.begin(), vertices.end());
  };
  mark(pushed, kPushed);
  mark(others, kOther);
}

void AcceptedBranches::accept_edges(Index first, Index second, View<Index> ends) {
  accept({}, ends);
  for (const Index edge : {first, second}) {
    edge_mark_[static_cast<std::size_t>(edge)] = 1;
    marked_edges_.push_back(edge);
  }
}

bool AcceptedBranches::settles(const Event& event, View<Index> vertices) const {
  const auto marks = [&](Index v) { return mark_[static_cast<std::size_t>(v)]; };
  if (event.kind == EventKind::vertex_inside) return marks(event.first) != 0;
  if (event.kind == EventKind::edge_pierces && edge_is_accepted(event.first)) return true;
  if (event.kind == EventKind::edges_cross &&
      (edge_is_accepted(event.first) || edge_is_accepted(event.second)))
    return true;
  return std::any_of(vertices.begin(), vertices.end(),
                     [&](Index v) { return (marks(v) & kPushed) != 0; });
}

void AcceptedBranches::clear() {
  for (const Index v : marked_) mark_[static_cast<std::size_t>(v)] = 0;
  for (const Index e : marked_edges_) edge_mark_[static_cast<std::size_t>(e)] = 0;
  marked_.clear();
  marked_edges_.clear();
}

}  // namespace tactus::crossing
