/// \file configuration.hpp  The content of a configuration file as values: plain data without JSON or plugin
/// libraries. The reader fills it and reports every error, so that nothing here is checked again later.
///
/// The kernel's sections declare their options in the same way as plugins, by describe(). Validation, the defaults
/// in resolved.json, the schema and the reference page follow from this one declaration.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/problems.hpp"
#include "core/mesh/generator.hpp"
#include "core/scene/between.hpp"
#include "core/scene/body_form.hpp"
#include "core/scene/frames_config.hpp"
#include "core/scene/load_config.hpp"
#include "core/scene/neighbour_list_config.hpp"
#include "core/scene/options/component_config.hpp"
#include "core/scene/support_path.hpp"
#include "tactus/newton/newton_options.hpp"

namespace tactus::core {

inline constexpr Real kAutomatic = 0;  ///< "auto" for steps

/// The source of a body's mesh.
struct MeshConfig {
  std::string type;  ///< name of the generator, which is that of a file in core/mesh/generators
  std::unique_ptr<MeshGenerator> generator;
};

/// Initial velocity: constant + spin about the body's centre of mass + gradient . (x - about) + wave.
struct VelocityConfig {
  std::vector<Real> constant;  ///< [dim] m/s
  std::vector<Real> spin;      ///< rad/s, about the centre of mass: one number, counter-clockwise,
                               ///< in the plane, a vector in space; or empty
  std::vector<Real> gradient;  ///< [dim * dim] 1/s, row-major: v += gradient (x - about); or empty
  std::vector<Real> about;     ///< [dim] m, reference point of gradient; empty: centre of mass
  std::vector<Real>
      amplitude;  ///< [dim] m/s: v += amplitude sin(wave_vector . x + phase); or empty
  std::vector<Real> wave_vector;  ///< [dim] rad/m
  Real phase = 0;                 ///< rad
  std::string group;              ///< nodes to which it applies; empty: all
  std::vector<Real> box;          ///< [2 * dim] m, opposite corners: only nodes inside; or empty
  void describe(OptionVisitor& o);
  /// rad/s; in the plane along the third axis
  std::array<Real, 3> angular_velocity() const;
};

/// Bodies of the first three types consist of nodes. All others are of some kind (body_form.hpp).
enum class BodyConfigType : std::uint8_t { deformable, particles, obstacle, of_kind };

inline constexpr std::size_t kNoMesh = static_cast<std::size_t>(-1);

/// An obstacle that fills all that lies behind a plane. It is placed as a mesh is.
struct HalfSpaceConfig {
  std::vector<Real> point;   ///< [dim] m
  std::vector<Real> normal;  ///< [dim] outward, of any length; empty: there is no half-space
  void describe(OptionVisitor& o);
};

struct BodyConfig {
  std::string name;       ///< in an array: name_1, name_2, ... (the reader expands arrays)
  std::string array{};    ///< name of the array it is a copy of, or empty
  std::string pointer{};  ///< JSON pointer, the same for copies of an array
  BodyConfigType type = BodyConfigType::deformable;
  std::size_t mesh = kNoMesh;  ///< position in Configuration::meshes; kNoMesh: none
  Real scale = 1;              ///< applied first, about the local origin
  /// rad, second, about the local origin: one angle, counter-clockwise, in the plane; in space
  /// rotation vectors, one after another; or empty
  std::vector<Real> rotate;
  std::vector<Real> translate;  ///< [dim] m, last
  std::size_t material = 0;     ///< deformable: position in Configuration::materials
  Real density = 0;             ///< kg/m^3
  Real thickness = 1;           ///< m, of plane strain
  std::vector<VelocityConfig> velocity;
  bool self_contact = false;
  std::vector<std::string> massless{};  ///< groups of the mesh whose nodes have no mass
  // particles
  std::vector<Real> points;  ///< rows [dim] m
  Real mass = 1;             ///< kg, each
  Real radius = 0;           ///< m
  // obstacle, in place of a mesh
  HalfSpaceConfig half_space{};
  // of_kind
  const BodyKindType* kind = nullptr;
  std::shared_ptr<BodyForm> form{};

  /// Makes it a body of this kind, with default options.
  void become(const BodyKindType& of);
  /// Whether it looks for contact with itself: with self contact, or as several round particles. One
  /// particle has at most three coordinates.
  bool touches_itself() const {
    return self_contact || (type == BodyConfigType::particles && radius > 0 && points.size() > 3);
  }
  bool is_half_space() const { return !half_space.normal.empty(); }
  /// Exactly round, without a mesh; the radius [m] is that before scaling.
  bool is_round() const { return form && given(form->radius()); }
  /// Declares the options depending on the type.
  void describe(OptionVisitor& o);
};

/// Prescribed motion of nodes. Each component in `fix` has the speed velocity * r(t / ramp) with
/// r(s) = s^2 (3 - 2 s) up to s = 1 and r = 1 afterwards. Without a ramp the speed applies at once.
/// Without a velocity the nodes are at rest or follow a path.
struct SupportConfig {
  std::string body, group;                 ///< group empty: all nodes
  std::vector<std::string> fix{"x", "y"};  ///< in space "z", too, where it is left out
  std::vector<Real> velocity;              ///< [dim] m/s, or empty
  Real ramp = 0;                           ///< s
  SupportPath path;                        ///< replaces a velocity
  std::size_t body_index = 0;              ///< set by the reader
  std::string pointer{};                   ///< JSON pointer
  void describe(OptionVisitor& o);
};

/// The kinds of time histories in probes.csv: those of the kernel, and what a plugin of the kind probe measures.
enum class ProbeType : std::uint8_t { contact, energy, material, plugin };

struct ProbeConfig {
  ProbeType type = ProbeType::plugin;
  std::string name;                  ///< prefix of its columns
  std::string body;                  ///< of this body
  std::string group;                 ///< group of its mesh; empty: the whole body
  std::string with;                  ///< contact: with this other body; empty: with all
  ComponentConfig probe{};           ///< plugin
  bool one_node = false;             ///< plugin: it claims to be of one node
  std::vector<Real> point;           ///< [dim] m: the node nearest to it at the start; or empty
  Index node = 0;                    ///< number in the mesh of the body, from 1; 0: use the point
  std::string column;                ///< material: what it remembers by this name
  std::string unit{};                ///< material: of the column, set by the reader
  std::size_t body_index = 0;        ///< set by the reader
  std::size_t with_index = kNoBody;  ///< set by the reader
  std::string pointer{};             ///< JSON pointer
  static constexpr std::size_t kNoBody = static_cast<std::size_t>(-1);

  /// What stands beside the options of a plugin: what it is of, which depends on its claims.
  void describe_place(OptionVisitor& o);
  void describe_contact(OptionVisitor& o);
  void describe_energy(OptionVisitor& o);
  void describe_material(OptionVisitor& o);
};

/// A contact law. For two surfaces the first entry that matches them applies.
struct LawConfig {
  BetweenConfig between;
  Real friction = 0, restitution = 0;
  ComponentConfig law{};
  void describe(OptionVisitor& o);
};

/// A constraint, which defines what counts as an intersection. For two surfaces the first entry
/// that matches them applies; surfaces that no entry matches do not interact.
struct ConstraintConfig {
  BetweenConfig between;
  ComponentConfig constraint{};
  void describe(OptionVisitor& o);
};

/// What becomes of a step whose reactions the solver did not converge.
struct NotConvergedConfig {
  enum class Policy : std::uint8_t {
    accept,  ///< the best reactions make the step if resv is at most `limit`; otherwise it is divided
    divide,  ///< the step is tried again with half of its length
    stop,    ///< the run ends
  };
  Policy policy = Policy::accept;
  Real limit = 1e-3;  ///< largest resv (tactus/reactions/residual.hpp) of an accepted step
  /// Fraction of the steps with contacts that may be accepted coarsely (ConvergenceFacts::coarse).
  Real share = 0.1;
  void describe(OptionVisitor& o);
};

/// How a named stage of the integrator is solved (tactus/integrator.hpp): an entry of /contact/stages.
/// The stage without a name is solved as the rest of /contact says.
struct StageConfig {
  std::string name;
  std::string pointer{};  ///< JSON pointer
  ComponentConfig solver{};
  /// At least one; objects of its own, also where they have the options of /contact/constraint.
  std::vector<ConstraintConfig> constraints{};
  bool own_constraints = false;  ///< they are given here
};

struct ContactConfig {
  bool enabled = false;  ///< the section exists
  ComponentConfig broad_phase, solver;
  std::vector<ConstraintConfig> constraints;  ///< at least one if the section exists
  std::vector<StageConfig> stages{};          ///< in the order in which they are given
  std::vector<LawConfig> laws;
  /// Names of what the constraints know outside of the model (Constraint::outside), each once. Rows,
  /// pairs and tables number the k-th of them as surface and as body behind those of bodies.
  std::vector<std::string> outside;
  Real depth_limit = 0.1;  ///< multiple of a facet length; used for methods that overlap by design
  /// Altitudes by which things that may meet move in a substep at most; kUnlimited: steps are not divided,
  /// to show why they are.
  Real substepping = 0.5;
  NotConvergedConfig not_converged;
  NeighbourListConfig neighbour_list;
  /// Contacts of pairs without restitution begin before their gap is closed; see core/contact/gap_ahead.hpp.
  bool gap_ahead = true;
  void describe(OptionVisitor& o);
  bool divides_steps() const { return substepping < kUnlimited; }

  /// The first constraint; all others are in the list alone.
  ComponentConfig& constraint() { return constraints.front().constraint; }
  const ComponentConfig& constraint() const { return constraints.front().constraint; }
  /// The entry of a named stage; null if there is none.
  const StageConfig* stage(std::string_view of_name) const {
    for (const StageConfig& s : stages)
      if (s.name == of_name) return &s;
    return nullptr;
  }
};

/// The state from which a run starts, if it is not that of its bodies as they are placed.
struct StartConfig {
  std::string from;    ///< folder of the run whose last state is used, made absolute; empty: none
  std::string sha256;  ///< of that run's checkpoint
  Real time = 0;       ///< s, reached by the other run; known when the model is built
  Index steps = 0;     ///< made by the other run; likewise
  void describe(OptionVisitor& o);
};

/// The seed of the random numbers that plugins draw (Context::random).
struct RandomConfig {
  Index seed = 0;
  void describe(OptionVisitor& o);
};

/// How the equations of implicit steps without contact are solved.
struct NewtonConfig : NewtonOptions {
  enum class Linear : std::uint8_t {
    factor,  ///< definite where the tangent is symmetric, general elsewhere
    automatic,
    definite,
    general,
    iterative
  };
  Linear linear = Linear::factor;
  void describe(OptionVisitor& o);
};

struct TimeConfig {
  Real end = 0;            ///< s
  Real step = kAutomatic;  ///< s, or "auto"
  void describe(OptionVisitor& o);
};

/// Which runs end with exit code 0.
enum class AcceptConfig : std::uint8_t { completed, sound };

enum class AuditConfig : std::uint8_t { off, frames, steps };

struct OutputConfig {
  Real frames_every = 0;      ///< s; 0: first and last only
  Index history_every = 1;    ///< steps
  Real checkpoint_every = 0;  ///< s of simulated time; 0: first and last only
  AuditConfig audit = AuditConfig::frames;
  FramesConfig frames;
  bool residuals = false;  ///< residuals.csv: convergence of the reactions of each step
  void describe(OptionVisitor& o);
};

struct Configuration {
  std::string name;  ///< name of the file without folder and extension, unless given
  std::string description;
  int dim = 2;
  std::vector<BodyConfig> bodies;  ///< arrays expanded
  /// one per entry "mesh"; shared by copies of an array
  std::vector<MeshConfig> meshes;
  /// one per entry "material"; shared by copies of an array
  std::vector<ComponentConfig> materials;
  std::vector<LoadConfig> loads;
  std::vector<SupportConfig> supports;
  std::vector<ProbeConfig> probes;
  ComponentConfig integrator;
  ContactConfig contact;
  StartConfig start;
  RandomConfig random;
  TimeConfig time;
  NewtonConfig newton;  ///< how the equations of implicit steps are solved
  OutputConfig output;
  AcceptConfig accept = AcceptConfig::completed;
  std::vector<std::string> plugin_folders;  ///< "plugins", made absolute

  /// Notes about combinations that work but could be better; shown at the start of a run and by `check`.
  std::vector<std::string> notes;
  /// The places of values, for errors that are found when the model is built:
  ///     Problems problems(configuration.places);
  ///     problems.add(support.pointer + "/group", "no group of the mesh; known: left, right");
  ///     problems.throw_if_any();
  Places places;
  void describe(OptionVisitor& o);
};

}  // namespace tactus::core
