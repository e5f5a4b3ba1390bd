// The constraint node_to_facet: contact of nodes with facets in the plane. It provides gaps, frames
// and persistent keys, as friction needs.
#include <array>
#include <cmath>
#include <string_view>
#include <tactus/constraint.hpp>
#include <tactus/known_row.hpp>
#include <tactus/plugin.hpp>
#include <utility>

#include "contacts.hpp"
#include "followed.hpp"
#include "second_derivative.hpp"

namespace node_to_facet {

/// A contact is formed by one node (or the centre of a round particle) and one smooth piece of another body's boundary.
/// The nodes of both bodies are examined. README.md in this folder has the three forms of rows.
class NodeToFacet final : public Constraint {
 public:
  struct Options {
    Search search = Search::facets;
    void describe(OptionVisitor& o) {
      static constexpr std::array<std::string_view, 2> kSearches{"facets", "closest_node"};
      o.choice("search", search)
          .choices(kSearches)
          .help(
              "of nodes: facets (the one counts through which the node has entered) or "
              "closest_node (after Petocz and Armero, for study)");
    }
  };
  explicit NodeToFacet(const Options& options) : contacts_(options.search) {}
  void capabilities(Capabilities& c) const override {
    for (auto name :
         {capability::unilateral, capability::gap, capability::frames, capability::gradient,
          capability::hessian, capability::persistent, capability::end_of_step})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.facet_vertex = true;
    wanted.vertex_vertex = true;
    wanted.reach = facet_reach(s);
    wanted.every_vertex = true;
  }

  void do_setup(const ConstraintSetup& setup, Context&) override {
    if (setup.surface->dim != 2)
      throw ConfigError(
          "node_to_facet works in the plane: contacts of vertices with faces and of edges with "
          "edges, which scenes in space need, are not there yet");
    contacts_.setup(*setup.surface);
  }

  // ---- detection -----------------------------------------------------------------------------

  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    // A contact is identified by its node and the piece of boundary it touches. Later passes find it again; one
    // that has a row must not get a second, which would let two equal rows share a reaction in an arbitrary ratio.
    known_.assign(set.key.begin(), set.key.end());
    std::sort(known_.begin(), known_.end());
    former_.assign(set.former.begin(), set.former.end());
    followed_.begin();
    DetectResult result;
    for (const Contact& c : contacts_.find(query, context.scales)) {
      Index stencil[3];
      const View<Index> vertices = stencil_of(*query.surface, c, stencil);
      if (c.gap < 0) {
        ++result.needs;
        set.violations.add(vertices);
      }
      ContactKey key = key_of(*query.surface, c);
      if (query.pass > 0 && is_known(key) &&
          followed_.look_at(set, c, key, *query.surface, query.y) && query.reach == 0)
        key.low |= kSecondOfPiece;
      if (!may_add(query, c, key, vertices)) continue;
      result.inadmissible += c.gap_old < 0;
      add(query, c, key, vertices, contact_margin(context.scales), set);
    }
    followed_.move_on(*query.surface, set);
    return result;
  }

  static ContactKey key_of(const Surface& surface, const Contact& c) {
    return {static_cast<std::uint64_t>(surface.global[c.node]), c.piece};
  }

  /// The key that a contact of two corners had before these changed hands; {} if there is none, or if
  /// another row has it already.
  ContactKey former_key_of(const Surface& surface, const Contact& c) {
    if (c.former_node == kNone) return {};
    const ContactKey former{static_cast<std::uint64_t>(surface.global[c.former_node]),
                            c.former_piece};
    if (former == key_of(surface, c) || std::ranges::find(former_, former) != former_.end())
      return {};
    former_.push_back(former);
    return former;
  }

  static View<Index> stencil_of(const Surface& surface, const Contact& c, Index* out) {
    out[0] = c.node, out[1] = c.other;
    if (c.form != Form::facet) return {out, 2};
    const View<Index> ends = surface.facet_vertices(c.facet);
    out[1] = ends[0], out[2] = ends[1];
    return {out, 3};
  }

  bool is_known(ContactKey key) const {
    return std::binary_search(known_.begin(), known_.end(), key);
  }

  bool may_add(const DetectQuery& query, const Contact& c, ContactKey key,
               View<Index> vertices) const {
    const Remedy remedy = query.remedy_of(vertices);
    return std::any_of(vertices.begin(), vertices.end(),
                       [&](Index v) { return query.movable[v]; }) &&
           !is_known(key) && !std::binary_search(query.banned.begin(), query.banned.end(), key) &&
           remedy != Remedy::no_row && !(remedy == Remedy::admissible_row && c.gap_old < 0);
  }

  void add(const DetectQuery& query, const Contact& c, ContactKey key, View<Index> vertices,
           Real margin, ContactSet& set) {
    const Surface& surface = *query.surface;
    set.add({.key = key,
             .stencil = vertices,
             .former = former_key_of(surface, c),
             .branch = static_cast<std::int32_t>(c.form),
             .event = set.rows(),
             .lower = margin,
             .patch_own =
                 c.facet == kNone ? surface.vertex_patch[c.node] : surface.facet_patch[c.facet],
             .patch_other = other_patch(query, c)});
  }

  /// The named surface on the side of the node: that of its facet which opposes the other side most.
  static std::int32_t other_patch(const DetectQuery& query, const Contact& c) {
    const Surface& surface = *query.surface;
    if (c.form == Form::round) return surface.vertex_patch[c.other];
    std::int32_t patch = surface.vertex_patch[c.node];
    const Line line(query.y, surface.facet_vertices(c.facet));
    Real least = 2;
    for (const Index f : surface.facets_of(c.node)) {
      const Real facing = Line(query.y, surface.facet_vertices(f)).n.dot(line.n);
      if (facing < least) least = facing, patch = surface.facet_patch[f];
    }
    return patch;
  }

  // ---- values --------------------------------------------------------------------------------

  struct Value {
    Real gap = 0;
    V2 normal = V2(0, 1), point = V2(0, 0);
    Real weight[3] = {};                ///< of the node and the vertices that follow ...
    std::int32_t place[3] = {0, 1, 2};  ///< ... and where these are in the stencil
  };

  /// Whether a contact of this form has these vertices.
  bool knows(std::int32_t branch, View<Index> v) const {
    if (branch < 0) return false;
    const Form form = form_of(branch);
    if (form != Form::facet)
      return (form == Form::round || form == Form::corner) &&
             branch == static_cast<std::int32_t>(form) && v.size() == 2;
    const EndPlaces at = EndPlaces::of(branch);
    const auto is_place = [&](std::int32_t place) {
      return place > 0 && std::cmp_less(place, v.size());
    };
    if (!is_place(at.first) || !is_place(at.second)) return false;
    const Index first = v[static_cast<std::size_t>(at.first)],
                second = v[static_cast<std::size_t>(at.second)];
    const Surface& surface = contacts_.boundary().surface();
    return std::ranges::any_of(surface.facets_of(first), [&](Index f) {
      const View<Index> ends = surface.facet_vertices(f);
      return ends[0] == first && ends[1] == second;
    });
  }

  Value value_of(const ContactSet& set, Index row, View<Real> y) const {
    const View<Index> v = set.stencil(row);
    expect_known_row(knows(set.branch[row], v), row);
    const V2 x = point<2>(y, v[0]);
    const Real radius = contacts_.boundary().surface().radius[v[0]];
    const Form form = form_of(set.branch[row]);
    if (form == Form::facet) {
      const EndPlaces at = EndPlaces::of(set.branch[row]);
      const Line line(y, FacetEnds(set, row));
      if (!(line.length > 0))
        throw EvaluationError("a facet of no length has no normal", {Item::contact, row});
      const Real s = line.along(x) / line.length;
      return {line.height(x) - radius,
              line.n,
              x - radius * line.n,
              {1, s - 1, -s},
              {0, at.first, at.second}};
    }
    const V2 d = point<2>(y, v[1]) - x;
    const Real distance = d.norm();
    if (!(distance > 0))
      throw EvaluationError(
          "two centres at one point, or a centre at a corner, have no direction "
          "between them",
          {Item::contact, row});
    const V2 n = d / distance;
    if (form == Form::corner) return {distance - radius, -n, x + radius * n, {1, -1}};
    const Real other = contacts_.boundary().surface().radius[v[1]];
    return {distance - radius - other, n, x + (distance + radius - other) / 2 * n, {-1, 1}};
  }

  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    std::size_t entry = 0;
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const Value value = value_of(*query.set, query.rows[k], query.y);
      const V2& n = value.normal;
      const Real frame[] = {n[0], n[1], -n[1], n[0]};
      if (out.value) out.value[k] = value.gap;
      if (out.frame) std::copy_n(frame, 4, out.frame + 4 * k);
      if (out.point) std::copy_n(value.point.data(), 2, out.point + 2 * k);
      for (std::size_t a = 0; a < query.set->stencil(query.rows[k]).size(); ++a, ++entry) {
        Real weight = 0;  // of a vertex of a facet that the node has left
        for (int i = 0; i < 3; ++i)
          if (std::cmp_equal(value.place[i], a)) weight = value.weight[i];
        if (out.weight) out.weight[entry] = weight;
        for (std::size_t d = 0; out.gradient && d < 2; ++d)
          out.gradient[2 * entry + d] = weight * n[static_cast<Eigen::Index>(d)];
      }
    }
  }

  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k)
      add_second_derivative(*query.set, query.rows[k], query.y, weights[k], sink);
  }

  Contacts contacts_;
  std::vector<ContactKey> known_;   ///< rows of earlier passes, sorted
  std::vector<ContactKey> former_;  ///< former keys of all rows
  Followed followed_;
};

}  // namespace node_to_facet

TACTUS_PLUGIN(node_to_facet::NodeToFacet, "node_to_facet",
              "2D: contacts of nodes and round bodies with boundaries (no mortar), for friction")
