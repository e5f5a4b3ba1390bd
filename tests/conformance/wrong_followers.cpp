// Constraints whose rows do not go on with contacts that slide within a step, or with half-spaces that move. The sound
// ones to start from are node_to_facet and half_space.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here

#include "changed_constraint.hpp"
#include "plugins/constraint/half_space/half_space.cpp"            // NOLINT
#include "plugins/constraint/node_to_facet/boundary.cpp"           // NOLINT
#include "plugins/constraint/node_to_facet/closest_node.cpp"       // NOLINT
#include "plugins/constraint/node_to_facet/contacts.cpp"           // NOLINT
#include "plugins/constraint/node_to_facet/corner_evidence.cpp"    // NOLINT
#include "plugins/constraint/node_to_facet/corner_pair.cpp"        // NOLINT
#include "plugins/constraint/node_to_facet/depth_check.cpp"        // NOLINT
#include "plugins/constraint/node_to_facet/far_side.cpp"           // NOLINT
#include "plugins/constraint/node_to_facet/followed.cpp"           // NOLINT
#include "plugins/constraint/node_to_facet/hinge.cpp"              // NOLINT
#include "plugins/constraint/node_to_facet/node_to_facet.cpp"      // NOLINT
#include "plugins/constraint/node_to_facet/normal_cone.cpp"        // NOLINT
#include "plugins/constraint/node_to_facet/second_derivative.cpp"  // NOLINT
#include "plugins/constraint/node_to_facet/selection.cpp"          // NOLINT

namespace {
using namespace tactus;
using namespace tactus::conformance;

std::unique_ptr<Constraint> sound_follower(const Changes&) {
  return std::make_unique<node_to_facet::NodeToFacet>(node_to_facet::NodeToFacet::Options{});
}

const std::string kFollow = "2D: rows follow contacts that slide on in later passes";

std::vector<Case> wrong_followers() {
  return {
      {"a row that stays with the facet that it had first",
       {kFollow, " than a first pass finds there"},
       {.after =
            [first = std::map<ContactKey, std::int32_t>{}](const DetectQuery& q, ContactSet& set,
                                                           DetectResult&) mutable {
              if (q.pass == 0) first.clear();
              for (std::size_t row = 0; row < set.key.size(); ++row)
                set.branch[row] = first.try_emplace(set.key[row], set.branch[row]).first->second;
            }}},
      {"nothing where a corner is exactly on a corner",
       {"2D: rows stay where corners coincide", "about a common corner has no row"},
       {.after =
            [](const DetectQuery& q, ContactSet& set, DetectResult& result) {
              const auto corner = [&](Index v) { return point<2>(q.y, v); };
              for (Index v = 0; v < 8; ++v)
                for (Index w = 8; w < 16; ++w) {
                  if ((corner(v) - corner(w)).norm() > 1e-9) continue;
                  ContactSet none;
                  none.dim = set.dim;
                  set = none, result = {};
                  return;
                }
            }}},
  };
}

std::unique_ptr<Constraint> sound_half_space(const Changes&) {
  return std::make_unique<half_spaces::HalfSpace>(half_spaces::HalfSpace::Options{});
}

std::vector<Case> wrong_half_spaces() {
  const std::string kMoves = "2D: half-spaces may move";
  return {
      {"a half-space whose own vertex takes no force",
       {kMoves, "and its gradient is 0"},
       {.answer =
            [](const Asked& a) {
              for (std::size_t k = 0, entry = 0; a.out.gradient && k < a.rows.size(); ++k) {
                const std::size_t vertices = a.set.stencil(a.rows[k]).size();
                if (vertices > 1) std::fill_n(a.out.gradient + 2 * (entry + 1), 2, 0);
                entry += vertices;
              }
            }}},
  };
}

/// A half-space that does not ask for the vertices at it.
class AsksForNothing final : public Constraint {
 public:
  void capabilities(Capabilities& c) const override { sound_->capabilities(c); }

 private:
  void do_detection(const Scales&, Detection&) const override {}
  void do_setup(const ConstraintSetup& setup, Context& c) override { sound_->setup(setup, c); }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& c) override {
    return sound_->detect(query, set, c);
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context& c) const override {
    sound_->evaluate(query, out, c);
  }
  std::unique_ptr<Constraint> sound_ = sound_half_space({});
};

}  // namespace

void tactus::conformance::add_followers(Kills& kills, Sounds& sounds) {
  add(kills, "constraint, rows that follow", "wrong rows", wrong_followers(),
      run_changed(sound_follower));
  add(kills, "constraint, half-spaces", "wrong rows", wrong_half_spaces(),
      run_changed(sound_half_space));
  kills.push_back(
      {"constraint, half-spaces",
       "asks for nothing",
       "wrong rows",
       {"2D: it asks for pairs of bodies, or knows something outside", "can never find"},
       [](Check& check) {
         constraint_promises([] { return std::make_unique<AsksForNothing>(); }, check);
       }});
  sounds.push_back({"half_space", 40, [](Check& check) {
                      constraint_promises([] { return sound_half_space({}); }, check);
                    }});
  sounds.push_back({"node_to_facet", 40, [](Check& check) {
                      constraint_promises([] { return sound_follower({}); }, check);
                    }});
}
