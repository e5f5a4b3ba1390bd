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

namespace tactus::core {

inline constexpr Real kAutomatic = 0;  ///< "auto" for steps

/// Which mesh; one of the generators or a file.
struct RectangleMesh {            ///< local origin in the lower left corner
  std::vector<Real> size{1, 1};   ///< m
  std::vector<Real> cells{8, 8};  ///< whole numbers
  Index triangles = 4;            ///< a cell: 2 (one diagonal) or 4 (round its centre)
  /// rows [x0, y0, x1, y1]: cells with their centre inside are left out
  std::vector<Real> without;
  void describe(OptionVisitor& o);
};
struct DiskMesh {  ///< ring k of 6k nodes at radius k R/rings, origin in the centre
  Real radius = 0.5;
  Index rings = 6;
  void describe(OptionVisitor& o);
};
struct PolygonMesh {         ///< simple polygon, either orientation; groups side_1, side_2, ...
  std::vector<Real> points;  ///< rows [x, y]
  /// m, longest edge of the outline; inner edges are about as long, up to 1.4 times it
  Real size = 0;
  void describe(OptionVisitor& o);
};
struct FileMesh {
  std::string path;    ///< made absolute by the reader: relative to the configuration's folder
  std::string sha256;  ///< that the file has to have; the reader fills it where it is not given
  void describe(OptionVisitor& o);
};

/// Velocity at the start: constant + spin about the body's centre of mass + gradient . (x - about).
struct VelocityConfig {
  std::vector<Real> constant;  ///< [dim] m/s
  Real spin = 0;               ///< rad/s, counter-clockwise, about the centre of mass
  std::vector<Real> gradient;  ///< [dim * dim] 1/s, row-major: v += gradient (x - about); or empty
  std::vector<Real> about;     ///< [dim] m, for gradient; empty: centre of mass
  std::string group;           ///< nodes it holds for; empty: all
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

struct BodyConfig {
  std::string name;       ///< of an array: name_1, name_2, ... (the reader expands arrays)
  std::string array{};    ///< name of the array it is a copy of, or empty
  std::string pointer{};  ///< JSON pointer; copies of an array have the same
  BodyConfigType type = BodyConfigType::deformable;
  std::string mesh_type;  ///< rectangle | disk | polygon | file
  RectangleMesh rectangle;
  DiskMesh disk;
  PolygonMesh polygon;
  FileMesh file;
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

struct LoadConfig {
  std::string type = "gravity";
  std::vector<Real> acceleration;  ///< [dim] m/s^2
  std::string pointer{};           ///< JSON pointer
  void describe(OptionVisitor& o);
};

/// Prescribed motion of nodes: in each component of `fix`, speed velocity * r(t / ramp) with
/// r(s) = s^2 (3 - 2 s) up to s = 1, then 1. No ramp: at once. No velocity: at rest.
struct SupportConfig {
  std::string body, group;  ///< group empty: all nodes
  std::vector<std::string> fix{"x", "y"};
  std::vector<Real> velocity;  ///< [dim] m/s, or empty
  Real ramp = 0;               ///< s
  std::size_t body_index = 0;  ///< filled by the reader
  std::string pointer{};       ///< JSON pointer
  void describe(OptionVisitor& o);
};

struct LawConfig {
  std::vector<std::string> between;  ///< two names of bodies or arrays, "*" for any
  Real friction = 0, restitution = 0;
  ComponentConfig law{};
  std::vector<bool> first{}, second{};  ///< [bodies] whom the names of `between` mean
  void describe(OptionVisitor& o);

  /// Whether it is meant for a contact of bodies a and b, in either order.
  bool between_bodies(std::size_t a, std::size_t b) const {
    return (first[a] && second[b]) || (first[b] && second[a]);
  }
};

struct ContactConfig {
  bool enabled = false;  ///< the section is there
  ComponentConfig broad_phase, constraint, solver;
  std::vector<LawConfig> laws;  ///< of a pair of bodies the first that is meant for it holds
  bool cut_steps = true;        ///< nothing passes unseen; off only to show what it prevents
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
  void describe(OptionVisitor& o);
};

struct Configuration {
  std::string name;  ///< the file's name without folder and ending, unless given
  std::string description;
  int dim = 2;
  std::vector<BodyConfig> bodies;  ///< arrays expanded
  /// one an entry "material"; shared by the copies of an array
  std::vector<ComponentConfig> materials;
  std::vector<LoadConfig> loads;
  std::vector<SupportConfig> supports;
  ComponentConfig integrator;
  ContactConfig contact;
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
