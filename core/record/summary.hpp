/// \file summary.hpp  The summary of a run: summary.json for programs, a paragraph for people.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/audit.hpp"
#include "core/support/atomic_file.hpp"

namespace tactus::core {

enum class RunStatus : std::uint8_t {
  completed,
  interrupted,    ///< by the user; a checkpoint was written
  not_converged,  ///< a step failed and smaller steps did not help
  failed,         ///< an error ended the run
};

/// The word used in summary.json.
std::string_view to_string(RunStatus status);

/// Figures of a whole run, including its resumed parts. A scale is what the drift beside it is divided by.
struct Summary {
  std::string name;  ///< of the configuration
  RunStatus status = RunStatus::completed;
  std::string reason;  ///< one sentence, unless completed
  int dim = 2;
  Index steps = 0, retries = 0, subdivided_steps = 0;
  /// Steps that were made shorter, so that no element was strained too far within them.
  struct StrainLimit {
    Index steps = 0;
    Real least_step = 0;  ///< s, the shortest one
    std::string body{};   ///< whose element it was
  } strain_limit{};
  Real time = 0, end_time = 0;  ///< s, reached and requested
  Real wall = 0;                ///< s
  Real processor = 0;           ///< s, of all threads together
  Real machine_load = 0;  ///< processes that ran or waited to, on average over the last minute
  std::string blas{};     ///< see core/support/blas_name.hpp

  struct Energy {
    Real initial = 0, last = 0;  ///< J, total
    Real max = 0;                ///< J, largest total at any step
    Real scale = 0;              ///< J, largest kinetic + strain + |external|, minus gains
    Real rounding = 0;           ///< J, energies below come from rounding of the strain energy
    std::string unknown{};       ///< type of a material without an energy; empty: all have one
  } energy;

  /// The state of another run with which this one began.
  struct Start {
    std::string from, sha256;  ///< folder, and SHA-256 of its checkpoint; empty: none
    Real time = 0;             ///< s, time of that state
    Index steps = 0;           ///< number of steps made before
  } start;

  /// Changes of the energy R = T + U + shift, which the integrator conserves for linear systems, by cause.
  struct Account {
    bool kept = false;           ///< the integrator keeps an account; if not, T + U is judged
    Real initial = 0, last = 0;  ///< J, R
    Real contact = 0;            ///< J, sum over the run
    Real contact_max = 0;        ///< J, largest running sum; >= 0
    Real contact_limit = 1e-3;   ///< largest contact_share of a sound run
    Real contact_share = 0;      ///< largest running sum over the scale at that moment; >= 0
    Real integration = 0, integration_max = 0, integration_share = 0;  ///< likewise
    Real step_change = 0, step_change_share = 0;                       ///< likewise; the share >= 0
    Real inside_share = 0;    ///< largest share of contact and integration together, >= 0
    Real outside = 0;         ///< J, sum over the run
    bool dissipates = false;  ///< a material claims to tell what it dissipates
    Real dissipated = 0;      ///< J, by materials since the start
    Real positive_contact_work =
        0;  ///< J, sum of the work of contact in steps in which it was positive
  } account;

  /// What the integrator claims. The run is not judged by properties that it does not claim.
  struct Integrator {
    bool keeps_angular_momentum = true;
    bool reversible = true;     ///< false: it may dissipate energy
    bool second_order = false;  ///< and if it does, by its error alone; else by numerical damping
    /// Contact holds in the middle of a step, by a rule that does not claim to keep the energy.
    bool middle_contact = false;
  } integrator;

  /// Largest rotation of an element whose material is not objective.
  struct Rotation {
    std::string body, material;  ///< empty: all materials are objective
    Real angle = 0;              ///< rad
    Real time = 0;               ///< s
  } rotation;

  /// Of a run of load steps without inertia: the largest residual of equilibrium over the largest nodal force.
  std::optional<Real> equilibrium_residual{};

  struct Momentum {
    Real linear = 0;         ///< kg m/s, largest |change minus impulses from outside|
    Real linear_scale = 0;   ///< kg m/s, sum m|v| at the start
    Real angular = 0;        ///< kg m^2/s, likewise
    Real angular_scale = 0;  ///< kg m^2/s, sum m|v||x - c| at the start
    /// false: loads, supports or obstacles act, so that angular momentum is not judged
    bool conserved = true;
    /// Damping acts alone, with one rate: `angular` is what it does not explain.
    bool damped = false;
    bool obstacles_alone = false;  ///< no loads and supports do
    /// kg m/s, of a run that began at rest: a linear_scale below it is that of rounding, and no measure
    Real rounding = 0;
  } momentum;

  struct Impulse {
    std::string body_a, body_b;
    Real first_time = 0;          ///< s, of the first contact between the two
    std::vector<Real> impulse{};  ///< [dim] N s, on body_a, sum over the run
    Real duration = 0;            ///< s, sum of the steps in which the two were in contact
    Real peak_force = 0;          ///< N, largest mean over a window; see peak_force.hpp
    Real peak_window = 0;         ///< s, length of that window; 0: the end of a load step
    /// N, largest |impulse| / dt of one step: the blow of a node more than the force of a body
    Real greatest_force_in_one_step = 0;
    Real mean_force() const;  ///< N, |impulse| / duration
  };
  /// Steps in which the contact solver locked nodes together in rigid impact zones.
  struct Zones {
    Index steps = 0;
    Index nodes_max = 0;  ///< in one step
  };
  struct Contact {
    bool enabled = false;
    std::optional<Real> first_time;  ///< s
    Real largest_work = 0;           ///< J, largest energy that contact added in one step; >= 0
    std::vector<Impulse> impulses;   ///< one per pair of bodies, with their names
    Zones zones{};
    /// In space: bodies that were in contact with themselves, and deformable ones that were not.
    std::vector<std::string> with_themselves{}, not_with_themselves{};
    /// Whether the constraint and the solver claim to leave no overlap; otherwise its depth is judged.
    bool leaves_no_overlap = true;
    /// Whether a law gives forces from gap and velocity (law.explicit), as springs do.
    bool explicit_laws = false;
    std::string law_steps{};   ///< "/contact/laws/0/steps" if such a law has that option
    bool drift_stays = false;  ///< the integrator has an option "drift" that could project it away
    /// Of runs that solve for reactions; see core/step/reaction_facts.hpp.
    struct Reactions {
      /// false: the run does not, and all values are zero
      bool solved = false;
      Real friction_dissipation = 0, normal_energy_loss = 0;  ///< J, over the run
      Real depth = 0, new_contact_excess_depth = 0;           ///< m, the largest
      std::vector<Real>
          angular_momentum_error{};    ///< [1 in the plane, 3 in space] kg m^2/s, the sum
      Index simultaneous_impacts = 0;  ///< number of steps
      Index unconverged = 0;           ///< number of rejected attempts
      Real unconverged_residual = 0;   ///< m/s, largest natural residual of rejected attempts
      Index immovable = 0;             ///< contacts left out, summed over the steps
      bool restitution = false;        ///< a law of the configuration has one
      /// How well accepted steps converged; see core/step/convergence_facts.hpp.
      struct Convergence {
        Index measured = 0, accepted = 0, coarse = 0;  ///< steps
        Real resv = 0, accepted_resv = 0;              ///< relative
        Real largest = 0;                              ///< m/s
        Real distance = 0;                             ///< m
        Real distance_reaches = 0, distance_facets = 0;
        Real gain = 0;                       ///< J
        std::optional<Real> first_time{};    ///< s, of the first accepted step
        Real coarse_limit = 0, share = 0.1;  ///< limits for `coarse` and for its part of `measured`
        Real distance_limit = 0;             ///< limit for distance_facets
      } convergence{};
    } reactions{};
  } contact;

  /// Effect of a support on the bodies; also of an obstacle, which holds itself, or of the world outside the model.
  struct Reaction {
    std::string support, body, group;  ///< as in supports.csv
    std::vector<Real> impulse{};       ///< [dim] N s, sum over the run
  };
  std::vector<Reaction> reactions;

  struct Audit {
    bool every_step = false;
    Index checked = 0;            ///< number of audited states
    Index intersections_max = 0;  ///< largest number in one state
    Index overlaps_without_crossing_max = 0;
    /// s, of the first state with an overlap; if there is none, bodies touched at most
    std::optional<Real> first_bad_time;
    /// Two that overlap and have no constraint; empty: none do
    std::string unconstrained_a{}, unconstrained_b{};
    std::string blind_body{};  ///< one that went through itself without "self_contact"; empty: none
    Real depth = 0;            ///< m, greatest depth of an overlap
    Real depth_in_facets = 0;  ///< the same as a multiple of AuditResult's length
    Real depth_limit = 0;  ///< limit of the configuration for it, if the method overlaps by design
    Real touching = 0;     ///< m, overlaps up to this count as touching; AuditInput::touching
    std::vector<std::string>
        outside{};  ///< what constraints hold bodies off and is no body (Constraint::outside)
  } audit;
};

/// One criterion of the verdict, with its value and its limit: a line of in_words().
struct Finding {
  std::string says;
  bool fault = false;  ///< the run fails this criterion
};

struct Verdict {
  bool sound = true;
  std::vector<Finding> findings;
};

/// Sound means: the run came to its end or was interrupted by the user; no overlap in any audited state, and one
/// was audited; at no time had contact gained more than 1e-3 of the scale of energies, nor time integration or
/// changes of the step more than 1e-2 (where the integrator keeps no account: T + U never rose by more than 1e-3,
/// nor did contact put in that in one step); linear momentum less the impulses of loads and supports kept to 1e-10,
/// and so angular momentum where nothing acts from outside and materials are objective, to 1e-2 if the integrator
/// does not claim to keep it; no element of a material that is not objective turned by more than 0.1 rad; of steps
/// whose reactions had not converged no more were accepted coarsely than /contact/not_converged/share allows, none of
/// them moved a contact by more than a hundredth of /contact/depth_limit, and they added no energy; all materials
/// give an energy, and none has in all dissipated less than nothing. Load steps without inertia are judged by their
/// equilibrium, to 1e-8 of the largest nodal force, in place of energy and momentum.
Verdict judge(const Summary& summary);

/// Whether an energy (J) is nothing but rounding, beside the energies of the run or beside the
/// stiffness of its bodies.
bool is_rounding(Real energy, const Summary::Energy& of_run);

/// The verb for energy that bodies lose to something: negative if they gain it.
inline const char* took_or_gave(Real loss) { return loss < 0 ? "gave" : "took"; }

/// "4.5e+09 J" in as many digits as asked; "0 J" for what is_rounding().
std::string joules(Real energy, const Summary::Energy& of_run, int digits);

/// A paragraph for the terminal: what happened, when, and whether it is physically sound.
std::string in_words(const Summary& summary);

/// The text of summary.json. Its keys: status, steps, time_s, wall_s, processor_s, machine_load, blas, energy, account,
/// momentum, rotation, contact, supports, audit, and "findings", a list of objects with "says" and "fault".
/// What depends on the clock is in lines of its own ("wall_s", "processor_s", "machine_load").
std::string to_json(const Summary& summary);
void write_summary(const std::filesystem::path& path, const Summary& summary);

}  // namespace tactus::core
