/// \file configuration.hpp  What a configuration file says, as values. Plain data: no JSON, no
/// plugin. The reader fills it and reports every error; nothing here is checked again later.
///
/// Kernel sections declare their options as plugins do, by describe(): validation, defaults in
/// resolved.json, the schema and the reference pages come from that one declaration.
#pragma once

#include <string>
#include <vector>

#include "core/config/json/problems.hpp"
#include "core/config/options/component_config.hpp"
#include "core/config/scene/between.hpp"
#include "core/config/scene/load_config.hpp"
#include "core/config/scene/support_path.hpp"
#include "core/mesh/generator.hpp"

namespace tactus::core {

inline constexpr Real kAutomatic = 0;  ///< "auto" for steps

/// Where the mesh of a body comes from.
struct MeshConfig {
  std::string type;  ///< of the generator: the name of a file in core/mesh/generators
  std::unique_ptr<MeshGenerator> generator;
};

/// Velocity at the start: constant + spin about the body's centre of mass + gradient . (x - about).
struct VelocityConfig {
  std::vector<Real> constant;  ///< [dim] m/s
  Real spin = 0;               ///< rad/s, counter-clockwise, about the centre of mass
  std::vector<Real> gradient;  ///< [dim * dim] 1/s, row-major: v += gradient (x - about); or empty
  std::vector<Real> about;     ///< [dim] m, for gradient; empty: centre of mass
  std::vector<Real>
      amplitude;  ///< [dim] m/s: v += amplitude sin(wave_vector . x + phase); or empty
  std::vector<Real> wave_vector;  ///< [dim] rad/m
  Real phase = 0;                 ///< rad
  std::string group;              ///< nodes it holds for; empty: all
  std::vector<Real> box;  ///< [2 * dim] m, opposite corners: of these the nodes inside; or empty
  void describe(OptionVisitor& o);
};

enum class BodyConfigType : std::uint8_t { deformable, particles, obstacle, rigid };

/// What only a rigid body has. Of mass and density one is given; mass and inertia that are not given
/// come from the shape.
struct RigidConfig {
  Real density = kNotGiven;  ///< kg/m^3
  Real mass = kNotGiven;     ///< kg
  Real inertia = kNotGiven;  ///< kg m^2, about the centre of mass, in the plane
  Real radius = kNotGiven;   ///< m: a disk or a ball about the local origin, in place of a mesh
  bool is_round() const { return given(radius); }
};

inline constexpr std::size_t kNoMesh = static_cast<std::size_t>(-1);

struct BodyConfig {
  std::string name;       ///< of an array: name_1, name_2, ... (the reader expands arrays)
  std::string array{};    ///< name of the array it is a copy of, or empty
  std::string pointer{};  ///< JSON pointer; copies of an array have the same
  BodyConfigType type = BodyConfigType::deformable;
  std::size_t mesh = kNoMesh;   ///< position in Configuration::meshes; particles have none
  Real scale = 1;               ///< applied first, about the local origin
  Real rotate = 0;              ///< rad, counter-clockwise, second, about the local origin
  std::vector<Real> translate;  ///< [dim] m, last
  std::size_t material = 0;     ///< deformable: position in Configuration::materials
  Real density = 0;             ///< kg/m^3
  Real thickness = 1;           ///< m, plane strain
  std::vector<VelocityConfig> velocity;
  bool self_contact = false;
  // particles
  std::vector<Real> points;  ///< rows [dim] m
  Real mass = 1;             ///< kg, each
  Real radius = 0;           ///< m
  RigidConfig rigid;

  void describe_deformable(OptionVisitor& o);
  void describe_particles(OptionVisitor& o);
  void describe_obstacle(OptionVisitor& o);
  void describe_rigid(OptionVisitor& o);
};

/// Prescribed motion of nodes: in each component of `fix`, speed velocity * r(t / ramp) with
/// r(s) = s^2 (3 - 2 s) up to s = 1, then 1. No ramp: at once. No velocity: at rest, or along a path.
struct SupportConfig {
  std::string body, group;  ///< group empty: all nodes
  std::vector<std::string> fix{"x", "y"};
  std::vector<Real> velocity;  ///< [dim] m/s, or empty
  Real ramp = 0;               ///< s
  SupportPath path;            ///< in place of a velocity
  std::size_t body_index = 0;  ///< filled by the reader
  std::string pointer{};       ///< JSON pointer
  void describe(OptionVisitor& o);
};

/// A time history that probes.csv holds.
enum class ProbeType : std::uint8_t { node, group, contact, energy };

struct ProbeConfig {
  ProbeType type = ProbeType::node;
  std::string name;            ///< its columns begin with it
  std::string body;            ///< of this body
  std::string group;           ///< of its mesh; empty: all of the body
  std::string with;            ///< contact: with this other body; empty: with all
  std::vector<Real> point;     ///< [dim] m: the node that is nearest to it at the start; or empty
  Index node = 0;              ///< number in the mesh of the body, from 1; 0: by the point
  std::size_t body_index = 0;  ///< filled by the reader
  std::size_t with_index = kNoBody;  ///< filled by the reader
  std::string pointer{};             ///< JSON pointer
  static constexpr std::size_t kNoBody = static_cast<std::size_t>(-1);

  void describe_node(OptionVisitor& o);
  void describe_group(OptionVisitor& o);
  void describe_contact(OptionVisitor& o);
  void describe_energy(OptionVisitor& o);
};

/// A law of contact points. Of two surfaces the first entry holds that is between them.
struct LawConfig {
  BetweenConfig between;
  Real friction = 0, restitution = 0;
  ComponentConfig law{};
  void describe(OptionVisitor& o);
};

/// What not to intersect means. Of two surfaces the first entry holds that is between them; surfaces
/// that none is between do not see each other.
struct ConstraintConfig {
  BetweenConfig between;
  ComponentConfig constraint{};
  void describe(OptionVisitor& o);
};

struct ContactConfig {
  bool enabled = false;  ///< the section is there
  ComponentConfig broad_phase, solver;
  std::vector<ConstraintConfig> constraints;  ///< at least one where the section is there
  std::vector<LawConfig> laws;
  Real depth_limit = 0.1;  ///< parts of a facet; of methods that overlap by design
  bool cut_steps = true;   ///< nothing passes unseen; off only to show what it prevents
  void describe(OptionVisitor& o);

  /// The only one: several are not served yet (served.hpp).
  ComponentConfig& constraint() { return constraints.front().constraint; }
  const ComponentConfig& constraint() const { return constraints.front().constraint; }
};

/// The state that a run begins with, where it is not that of its bodies as they are placed.
struct StartConfig {
  std::string from;    ///< folder of the run whose last state it is, made absolute; empty: none
  std::string sha256;  ///< of that run's checkpoint
  Real time = 0;       ///< s, that the other run had come to; known when the model is built
  Index steps = 0;     ///< that the other run had made; likewise
  void describe(OptionVisitor& o);
};

/// What plugins draw their random numbers from (Context::random).
struct RandomConfig {
  Index seed = 0;
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
  bool residuals = false;  ///< residuals.csv: how the reactions of each step were solved
  void describe(OptionVisitor& o);
};

struct Configuration {
  std::string name;  ///< the file's name without folder and ending, unless given
  std::string description;
  int dim = 2;
  std::vector<BodyConfig> bodies;  ///< arrays expanded
  /// one per entry "mesh"; shared by the copies of an array
  std::vector<MeshConfig> meshes;
  /// one an entry "material"; shared by the copies of an array
  std::vector<ComponentConfig> materials;
  std::vector<LoadConfig> loads;
  std::vector<SupportConfig> supports;
  std::vector<ProbeConfig> probes;
  ComponentConfig integrator;
  ContactConfig contact;
  StartConfig start;
  RandomConfig random;
  TimeConfig time;
  OutputConfig output;
  AcceptConfig accept = AcceptConfig::completed;
  std::vector<std::string> plugin_folders;  ///< "plugins", made absolute

  /// What works, but worse than it could: shown at the start of a run and by `check`.
  std::vector<std::string> notes;
  /// For errors that come when the model is built:
  ///     Problems problems(configuration.places);
  ///     problems.add(support.pointer + "/group", "no group of the mesh; known: left, right");
  ///     problems.throw_if_any();
  Places places;
  void describe(OptionVisitor& o);
};

}  // namespace tactus::core
