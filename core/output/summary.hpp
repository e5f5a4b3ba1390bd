/// \file summary.hpp  What a run comes to: summary.json for programs, a paragraph for a person.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/audit.hpp"
#include "core/output/atomic_file.hpp"

namespace tactus::core {

enum class RunStatus : std::uint8_t {
  completed,
  interrupted,    ///< by the user; a checkpoint was written
  not_converged,  ///< a step failed and a smaller one did not help
  failed,         ///< an error ended the run
};

/// As in summary.json.
std::string_view to_string(RunStatus status);

/// Figures of a whole run, resumed parts included. Scales are those that drifts are measured by.
struct Summary {
  std::string name;  ///< of the configuration
  RunStatus status = RunStatus::completed;
  std::string reason;  ///< unless completed: one sentence
  int dim = 2;
  Index steps = 0, retries = 0, cuts = 0;
  Real time = 0, end_time = 0;  ///< s, reached and wanted
  Real wall = 0;                ///< s

  struct Energy {
    Real initial = 0, last = 0;  ///< J, total
    Real max = 0;                ///< J, largest total of any step
    Real scale = 0;              ///< J, largest kinetic + strain + |external|
  } energy;

  struct Momentum {
    Real linear = 0;         ///< kg m/s, largest |change less impulses from outside|
    Real linear_scale = 0;   ///< kg m/s, sum m|v| at the start
    Real angular = 0;        ///< kg m^2/s, likewise
    Real angular_scale = 0;  ///< kg m^2/s, sum m|v||x - c| at the start
    bool conserved = true;   ///< false: loads or supports act on it, the drift says nothing
  } momentum;

  struct Impulse {
    std::string body_a, body_b;
    Real first_time = 0;          ///< s, of the first contact of the two
    std::vector<Real> impulse{};  ///< [dim] N s, on body_a, sum over the run
  };
  struct Contact {
    bool enabled = false;
    std::optional<Real> first_time;  ///< s
    Real largest_work = 0;           ///< J, most that contact has put in in one step; >= 0
    std::vector<Impulse> impulses;   ///< a pair of bodies each, by name
  } contact;

  struct Audit {
    bool every_step = false;
    Index checked = 0;            ///< states that were audited
    Index intersections_max = 0;  ///< in one state
    Index contained_max = 0;
    std::optional<Real> first_bad_time;  ///< s, of the first state that was not clean
    std::string blind_body{};  ///< one that went through itself without "self_contact"; empty: none
  } audit;
};

/// A judgement that in_words() prints, one a line of the physics.
struct Verdict {
  bool sound = true;
  std::vector<std::string> lines;  ///< each says what was found and what it is measured by
};

/// Sound means: the run came to its end or was interrupted by the user; no overlap in any audited
/// state, and one was audited; total energy never rises by more than 1e-3 of the scale, nor by that
/// in one step of contact (the mark of an inadmissible branch); linear and angular momentum, where
/// conserved, kept to 1e-10 of their scales. A material that is not objective, or an integrator that
/// does not keep angular momentum, is thus found out.
Verdict judge(const Summary& summary);

/// A paragraph for the terminal: what happened, when, and whether it is physically sound.
std::string in_words(const Summary& summary);

/// summary.json; the keys of the design: status, steps, time_s, wall_s, energy, momentum, contact,
/// audit. Wall times stand in one line of their own ("wall_s").
std::string to_json(const Summary& summary);
void write_summary(const std::filesystem::path& path, const Summary& summary);

}  // namespace tactus::core
