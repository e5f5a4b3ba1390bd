// Constraints whose rows do not go on with contacts that slide within a step. The sound one to start from is
// node_to_facet.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here

#include "changed_constraint.hpp"
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
      {"weights of the first facet for a row that is with the next one",
       {kFollow, "another weight than"},
       {.answer =
            [](const Asked& a) {
              for (std::size_t k = 0, entry = 0; a.out.weight && k < a.rows.size(); ++k) {
                const std::size_t vertices = a.set.stencil(a.rows[k]).size();
                if (vertices > 3) std::swap(a.out.weight[entry + 1], a.out.weight[entry + 3]);
                entry += vertices;
              }
            }}},
      {"derivatives of the first facet for a row that is with the next one",
       {kFollow, "another gradient than"},
       {.answer =
            [](const Asked& a) {
              for (std::size_t k = 0, entry = 0; a.out.gradient && k < a.rows.size(); ++k) {
                const std::size_t vertices = a.set.stencil(a.rows[k]).size();
                if (vertices > 3) a.out.gradient[2 * (entry + 3)] = 0;
                entry += vertices;
              }
            }}},
  };
}

}  // namespace

void tactus::conformance::add_followers(Kills& kills, Sounds& sounds) {
  add(kills, "constraint, rows that follow", "wrong rows", wrong_followers(),
      run_changed(sound_follower));
  sounds.push_back({"node_to_facet", 40, [](Check& check) {
                      constraint_promises([] { return sound_follower({}); }, check);
                    }});
}
