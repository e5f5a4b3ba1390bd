#include "core/contact/constraint_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/contact/row_surfaces.hpp"
#include "core/support/plugin_fault.hpp"
#include "tactus/error.hpp"

namespace tactus::core {
namespace {

enum PairKind : std::uint8_t {
  facet_facet,
  facet_vertex,
  edge_edge,
  vertex_vertex,
  plane_vertex,
  element_vertex
};

/// The lists of Candidates, in the order of the enumerators of PairKind.
constexpr std::array kMember{&Candidates::facet_facet,  &Candidates::facet_vertex,
                             &Candidates::edge_edge,    &Candidates::vertex_vertex,
                             &Candidates::plane_vertex, &Candidates::element_vertex};

class Collector final : public Capabilities {
 public:
  void provides(std::string_view name) override { provided.emplace(name); }
  void needs(std::string_view name) override { needed.push_back({std::string(name)}); }
  void needs_one_of(std::initializer_list<std::string_view> names) override {
    needed.emplace_back(names.begin(), names.end());
  }
  void prefers(std::string_view, std::string_view) override {}

  std::set<std::string> provided;
  std::vector<std::vector<std::string>> needed;
};

bool is_particle(const Surface& surface, Index v) { return surface.facets_of(v).empty(); }

}  // namespace

ConstraintList::ConstraintList(const std::vector<Constraint*>& entries, const SurfacePairs& pairs,
                               const Surface& surface)
    : pairs_(pairs) {
  parts_.reserve(entries.size());  // no reallocation: a surface refers to its part's radii
  for (Constraint* constraint : entries) {
    parts_.push_back({.constraint = constraint});
    make_surface(parts_.back(), static_cast<Index>(parts_.size()) - 1, surface);
    for (const std::string_view name : constraint->outside()) {
      const auto at = std::ranges::find(outside_, name);
      parts_.back().outside.push_back(static_cast<std::int32_t>(at - outside_.begin()));
      if (at == outside_.end()) outside_.push_back(name);
    }
  }
}

void ConstraintList::make_surface(Part& part, Index entry, const Surface& surface) const {
  const std::vector<std::uint8_t> is_own = pairs_.served_by(entry);
  part.radius.assign(surface.radius.begin(), surface.radius.end());
  for (Index v = 0; v < surface.vertices; ++v)
    if (!is_own[static_cast<std::size_t>(surface.vertex_patch[v])])
      part.radius[static_cast<std::size_t>(v)] = 0;
  part.surface = surface;
  part.surface.radius = part.radius;
}

void ConstraintList::capabilities(Capabilities& claims) const {
  std::set<std::string> common;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    Collector part;
    parts_[k].constraint->capabilities(part);
    if (k == 0) common = part.provided;
    std::erase_if(common, [&](const std::string& name) { return !part.provided.contains(name); });
    for (const auto& one_of : part.needed)
      if (one_of.size() == 1) claims.needs(one_of.front());
  }
  for (const std::string& name : common) claims.provides(name);
}

Candidates ConstraintList::Part::candidates() const {
  Candidates views;
  for (std::size_t k = 0; k < kMember.size(); ++k) views.*kMember[k] = pairs[k];
  return views;
}

void widen(Detection& wanted, const Detection& by) {
  for (const auto flag : {&Detection::facet_facet, &Detection::facet_vertex, &Detection::edge_edge,
                          &Detection::vertex_vertex, &Detection::element_vertex,
                          &Detection::plane_vertex, &Detection::swept, &Detection::every_vertex})
    wanted.*flag = wanted.*flag || by.*flag;
  wanted.reach = std::max(wanted.reach, by.reach);
}

void ConstraintList::do_detection(const Scales& scales, Detection& wanted) const {
  for (const Part& part : parts_) {
    Detection d;
    part.constraint->detection(scales, d);
    widen(wanted, d);
  }
}

void ConstraintList::do_setup(const ConstraintSetup& setup, Context& context) {
  const Surface& surface = *setup.surface;
  body_patch_.clear();
  const auto note = [&](std::int32_t body, std::int32_t patch) {
    const auto b = static_cast<std::size_t>(body);
    if (body_patch_.size() <= b) body_patch_.resize(b + 1, 0);
    body_patch_[b] = patch;
  };
  for (Index v = surface.vertices - 1; v >= 0; --v)
    note(surface.vertex_body[v], surface.vertex_patch[v]);
  for (Part& part : parts_) {
    part.set.dim = surface.dim;
    part.wanted = {};
    part.constraint->detection(context.scales, part.wanted);
  }
}

/// Gives each constraint the candidates that it would get if it were alone in the run.
void ConstraintList::share_out(const Surface& surface, const Candidates& all,
                               std::vector<std::array<Pairs, 6>>& lists) const {
  const auto patch = [&](PairKind kind, bool first, Index thing) -> std::int32_t {
    const bool is_facet = kind == facet_facet || (kind == facet_vertex && first);
    if (is_facet) return surface.facet_patch[thing];
    if (kind == edge_edge) return surface.facet_patch[surface.edge_facet[2 * thing]];
    if (first && kind == plane_vertex)
      return body_patch_[static_cast<std::size_t>(surface.plane_body[thing])];
    if (first && kind == element_vertex)
      return body_patch_[static_cast<std::size_t>(surface.element_body[thing])];
    return surface.vertex_patch[thing];
  };
  const auto wants = [&](const Detection& d, PairKind kind, const Pair& p) {
    switch (kind) {
      case facet_facet:
        return d.facet_facet;
      case facet_vertex:
        return d.facet_vertex && (d.every_vertex || is_particle(surface, p.second));
      case edge_edge:
        return d.edge_edge;
      case vertex_vertex:
        return d.vertex_vertex;
      case plane_vertex:
        return d.plane_vertex;
      case element_vertex:
        return d.element_vertex;
    }
    return false;
  };
  lists.resize(parts_.size());
  for (auto& of_part : lists)
    for (Pairs& pairs : of_part) pairs.clear();
  for (std::size_t k = 0; k < kMember.size(); ++k) {
    const auto kind = static_cast<PairKind>(k);
    for (const Pair& p : all.*kMember[k]) {
      const Index entry = pairs_.entry(patch(kind, true, p.first), patch(kind, false, p.second));
      if (entry == kNone) continue;
      const auto part = static_cast<std::size_t>(entry);
      if (wants(parts_[part].wanted, kind, p)) lists[part][k].push_back(p);
    }
  }
}

void ConstraintList::start_anew() {
  source_.clear();
  for (Part& part : parts_) {
    part.set.clear();
    part.taken = 0;
  }
}

DetectResult ConstraintList::do_detect(const DetectQuery& query, ContactSet& set,
                                       Context& context) {
  if (set.rows() == 0) start_anew();
  if (!is_shared_ || list_ != query.list) {
    std::vector<std::array<Pairs, 6>> lists;
    share_out(*query.surface, query.candidates, lists);
    for (std::size_t k = 0; k < parts_.size(); ++k) parts_[k].pairs = std::move(lists[k]);
    list_ = query.list;
    is_shared_ = true;
  }
  DetectResult all;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    Part& part = parts_[k];
    DetectQuery own = query;
    own.surface = &part.surface;
    own.candidates = part.candidates();
    const DetectResult result = part.constraint->detect(own, part.set, context);
    all.needs += result.needs;
    all.inadmissible += result.inadmissible;
    for (Index i = 0; i < part.set.violations.count(); ++i)
      set.violations.add(part.set.violations.vertices(i));
  }
  renew_stencils(set);
  for (std::size_t k = 0; k < parts_.size(); ++k) take_rows(k, set);
  return all;
}

void ConstraintList::take_rows(std::size_t part, ContactSet& set) {
  Part& p = parts_[part];
  const auto count = static_cast<Index>(parts_.size());
  const auto outside_of = [&](Index r) {
    const std::int32_t own = p.set.outside[r];
    if (own >= static_cast<std::int32_t>(p.outside.size()))
      throw PluginFault(Kind::constraint, unknown_outside(r, own, p.outside.size()));
    return own < 0 ? -1 : p.outside[static_cast<std::size_t>(own)];
  };
  for (Index r = p.taken; r < p.set.rows(); ++r) {
    const ContactSet& own = p.set;
    set.add(
        {.key = own.key[r],
         .stencil = own.stencil(r),
         .former = own.former[r],
         .branch = own.branch[r],
         .event = own.event[r] == kNone ? kNone : own.event[r] * count + static_cast<Index>(part),
         .owner = own.owner[r],
         .lower = own.lower[r],
         .scale = own.scale[r],
         .patch_own = own.patch[2 * r],
         .patch_other = own.patch[2 * r + 1],
         .outside = outside_of(r)});
    source_.push_back({part, r});
  }
  p.taken = p.set.rows();
}

void ConstraintList::add(std::size_t entry, const ContactSet::Row& row, ContactSet& set) {
  Part& part = parts_[entry];
  ContactSet::Row own = row;
  if (row.outside >= 0)
    own.outside = static_cast<std::int32_t>(std::ranges::find(part.outside, row.outside) -
                                            part.outside.begin());
  source_.push_back({entry, part.set.add(own)});
  part.taken = part.set.rows();
  set.add(row);
}

/// Copies stencils again if rows found in an earlier pass have grown.
void ConstraintList::renew_stencils(ContactSet& set) {
  bool grown = false;
  for (Part& p : parts_) grown |= std::exchange(p.pattern, p.set.pattern) != p.set.pattern;
  if (!grown) return;
  CompressedRows<> wider;
  for (const Source& s : source_) wider.add_row(parts_[s.part].set.stencil(s.row));
  set.set_stencils(std::move(wider));
  for (std::size_t row = 0; row < source_.size(); ++row)
    set.branch[row] =
        parts_[source_[row].part].set.branch[static_cast<std::size_t>(source_[row].row)];
}

template <class Use>
void ConstraintList::for_runs(View<Index> rows, Context& context, Use&& use) const {
  Scratch::Frame frame(*context.scratch);
  const Out<Index> local = context.scratch->take<Index>(static_cast<Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    local[i] = source_[static_cast<std::size_t>(rows[i])].row;
  const auto part_of = [&](std::size_t i) {
    return source_[static_cast<std::size_t>(rows[i])].part;
  };
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    for (end = begin; end < rows.size() && part_of(end) == part_of(begin);) ++end;
    use(parts_[part_of(begin)], View<Index>(local).subspan(begin, end - begin), begin);
  }
}

void ConstraintList::do_evaluate(const RowQuery& query, const RowOutput& out,
                                 Context& context) const {
  const auto dim = static_cast<std::size_t>(query.set->dim);
  std::size_t entry = 0;
  const auto behind = [](Real* p, std::size_t offset) { return p ? p + offset : nullptr; };
  for_runs(query.rows, context, [&](const Part& part, View<Index> own, std::size_t first) {
    const RowOutput here{.value = behind(out.value, first),
                         .gradient = behind(out.gradient, entry * dim),
                         .frame = behind(out.frame, first * dim * dim),
                         .weight = behind(out.weight, entry),
                         .point = behind(out.point, first * dim),
                         .area = behind(out.area, first),
                         .outside_velocity = behind(out.outside_velocity, first * dim)};
    part.constraint->evaluate({&part.set, own, query.y, query.time}, here, context);
    for (const Index r : own) entry += part.set.stencil(r).size();
  });
}

void ConstraintList::do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                                Context& context) const {
  for_runs(query.rows, context, [&](const Part& part, View<Index> own, std::size_t first) {
    part.constraint->hessian({&part.set, own, query.y, query.time},
                             weights.subspan(first, own.size()), sink, context);
  });
}

Real ConstraintList::do_time_of_impact(const Surface& surface, const Candidates& candidates,
                                       View<Real> y0, View<Real> y1, Context& context) const {
  std::vector<std::array<Pairs, 6>> lists;
  share_out(surface, candidates, lists);
  Real fraction = 1;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    Candidates own;
    for (std::size_t i = 0; i < kMember.size(); ++i) own.*kMember[i] = lists[k][i];
    fraction = std::min(
        fraction, parts_[k].constraint->time_of_impact(parts_[k].surface, own, y0, y1, context));
  }
  return fraction;
}

}  // namespace tactus::core
