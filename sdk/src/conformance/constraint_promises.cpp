// Tests what every constraint promises, and what it promises by its claims, on the bodies of a
// ContactScene in the plane and in space.
#include "tactus/conformance/constraint_promises.hpp"

#include "constraint_corners.hpp"
#include "constraint_far.hpp"
#include "constraint_followed.hpp"
#include "constraint_frames.hpp"
#include "constraint_lattice.hpp"
#include "constraint_moving_plane.hpp"
#include "constraint_notch.hpp"
#include "constraint_outside.hpp"
#include "constraint_passes.hpp"
#include "constraint_rows.hpp"
#include "tactus/conformance/claims.hpp"

namespace tactus::conformance {
namespace constraint_tests {
namespace {

/// A constraint may be restricted to the plane or to space; it then says so in setup.
std::string refusal(const Make<Constraint>& make, int dim) {
  try {
    const Trial trial(make, dim);
    return "";
  } catch (const ConfigError& e) {
    return e.what();
  }
}

void promises(const Make<Constraint>& make, int dim, const Claims& claims, Check& check) {
  const auto name = [&](std::string_view what) { return text_of(dim, "D: ", what); };
  const auto promise = [&](std::string_view what, auto test) {
    return check.promise(name(what), [&] {
      if constexpr (std::is_invocable_v<decltype(test), Trial&>) {
        Trial trial(make, dim);
        return test(trial);
      } else {
        return test(make, dim);
      }
    });
  };
  const auto claimed = [&](std::string_view capability, std::string_view what, auto test) {
    if (claims.has(capability))
      promise(what, test);
    else
      check.skip(name(what), text_of(capability, " is not claimed"));
  };
  std::string refused;
  if (!check.promise(name("is set up for a scene, with a reach that is a length"), [&] {
        refused = refusal(make, dim);
        if (!refused.empty()) return kept("refused: " + refused);
        Trial trial(make, dim);
        return reach_is_a_length(trial);
      }))
    return;
  if (!refused.empty()) {
    check.skip(name("all that follows"), refused);
    return;
  }
  if (make()->outside().empty()) {
    check.skip(name("what is outside of the model"), "it knows nothing there");
  } else {
    promise("what is outside has names of its own", outside_has_names);
    promise("what is outside is for the surfaces that have a pair with it",
            outside_serves_its_pairs);
    claimed(capability::frames, "rows against something outside are of one body, with weights of 1",
            outside_rows_are_of_one_body);
    claimed(capability::gradient, "what is outside moves as it says", outside_moves_as_it_says);
  }
  const bool pairs = asks_for_pairs(detection_of(*make(), Scales{}));
  promise("it asks for pairs of bodies, or knows something outside", [&](Trial& trial) {
    return pairs || !trial.constraint().outside().empty()
               ? kept()
               : broken("it asks for no pairs and knows nothing outside: it can never find a row");
  });
  if (!pairs) {
    promise("rows are sound", rows_are_sound);
    claimed(capability::gradient, "gradient = d value / dy (differences)", gradient_is_the_slope);
    claimed(capability::hessian, "Hessian = d gradient / dy (differences)", hessian_is_the_slope);
    claimed(capability::frames, "points are where bodies touch", points_are_where_bodies_touch);
    check.skip(name("all that follows"), "it asks for no pairs of bodies");
    return;
  }
  promise("bodies apart need no row", apart_needs_nothing);
  promise("bodies that touch need no row", touching_needs_nothing);
  if (!promise("bodies inside each other get rows", overlap_is_found)) return;
  if (!promise("rows are sound", rows_are_sound)) return;
  promise("rows that the start of the step does not satisfy are counted", inadmissible_rows);
  promise("a contact is seen wherever it is", seen_everywhere);
  promise("a contact in a notch is seen as on a side", seen_in_notches);
  promise("corners that meet corners are seen where they overlap, and only there",
          corners_are_seen);
  claimed(capability::complete, "what is wrong is said in every pass", violations_stay_said);
  constexpr std::string_view meet = "violations are seen where interiors meet, and only there";
  if (asks_for_half_spaces_alone(detection_of(*make(), Scales{})))
    check.skip(name(meet), "it asks for half-spaces alone, not for bodies");
  else
    claimed(capability::complete, meet, violations_are_intersections);
  claimed(capability::unilateral, "values are negative inside and positive outside", sign);
  claimed(capability::gap, "a gap is the distance in metres", gap_is_a_distance);
  claimed(capability::gradient, "gradient = d value / dy (differences)", gradient_is_the_slope);
  claimed(capability::hessian, "Hessian = d gradient / dy (differences)", hessian_is_the_slope);
  claimed(capability::hessian, "the Hessian is symmetric", hessian_is_symmetric);
  claimed(capability::frames, "frames are orthonormal, weights add up to zero",
          frames_are_orthonormal);
  if (claims.has(capability::gap)) {
    claimed(capability::frames, "the gradient of a gap is weight times normal",
            gradient_is_weight_times_normal);
    claimed(capability::frames, "bodies that turn together do not slip", rigid_motion_is_no_slip);
    claimed(capability::frames, "points are where bodies touch", points_are_where_bodies_touch);
  }
  claimed(capability::frames, "normals and points turn with the world", frames_turn_with_the_world);
  claimed(capability::persistent, "keys persist while a contact slides", keys_persist);
  claimed(capability::persistent, "rows stay while bodies touch", rows_stay_while_bodies_touch);
  claimed(capability::persistent, "rows stay in front of a bulge while bodies touch",
          seen_on_bulges);
  claimed(capability::persistent, "rows stay where corners coincide", corners_may_coincide);
  claimed(capability::persistent, "rows follow contacts that slide on in later passes",
          rows_follow_contacts);
  if (detection_of(*make(), Scales{}).plane_vertex && claims.has(capability::gradient))
    promise("half-spaces may move", planes_may_move);
  claimed(capability::nodal, "each row is owned by a vertex of its own", rows_are_nodal);
  claimed(capability::end_of_step, "rows depend on the end of the step alone",
          start_of_step_does_not_matter);
  if (!claims.has(capability::end_of_step))
    promise("what passes within a step is seen", what_passes_is_seen);
  promise("keys are those of any pass", keys_are_those_of_any_pass);
  promise("a world a kilometre away has the same rows", far_world);
  promise("hundreds of rows are evaluated as one is", hundreds_of_rows);
  if (const Detection wanted = detection_of(*make(), Scales{}); wanted.vertex_vertex)
    promise("particles deep inside each other get rows", deep_particles);
  warm_values_promise(make, dim, check);
  promise("a world that is turned and moved has the same rows", turned_world);
  promise("a world times 2^10 has the same rows, times 2^10", scaled_world);
  claimed(capability::gradient, "forces of a row and their moments add up to zero",
          forces_add_up_to_zero);
  promise("a row depends on the vertices of its stencil alone", rows_look_at_their_stencils);
  promise("it writes what it is asked for", writes_what_is_asked);
  promise("a value depends on the question alone", values_depend_on_the_question);
  promise("one object serves four threads", threads_do_not_meet);
  promise("a row without a value is named by an EvaluationError", degenerate_row);
  promise("the numbering does not matter", numbering);
  promise("the order of candidates does not matter", order_of_candidates);
  promise("candidates out of reach change nothing", far_candidates);
  if (Trial::sees_radii(detection_of(*make(), Scales{})))
    promise("a pair with a round body is seen alone as among others", pairs_are_seen_alone);
  promise("rows are appended, never removed, moved or changed", rows_are_appended_only);
  promise("banned rows stay away", banned_rows_stay_away);
  promise("what a violation may be remedied by is heeded", remedies_are_heeded);
  promise("between prescribed vertices there is no row", rows_can_move);
  promise("a list of candidates serves until something has moved by the reach", list_serves);
  promise("laws that act at a distance get all rows within their reach, or none", reach_is_served);
  promise("told which vertices moved it finds the same rows", only_what_moved);
  promise("a restart leaves no trace", restart_leaves_no_trace);
  claimed(capability::swept, "time_of_impact() is not after the contact", time_of_impact_is_safe);
}

}  // namespace
}  // namespace constraint_tests

void constraint_promises(const Make<Constraint>& make, Check& check) {
  const Claims claims(*make());
  for (const int dim : {2, 3}) constraint_tests::promises(make, dim, claims, check);
  check.promise("works in the plane or in space", [&] {
    return constraint_tests::refusal(make, 2).empty() || constraint_tests::refusal(make, 3).empty()
               ? kept()
               : broken("it refuses both");
  });
}

}  // namespace tactus::conformance
