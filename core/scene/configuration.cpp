/// \file configuration.cpp  Declares the options of the kernel's sections in the same way as
/// plugins declare theirs.
#include "core/scene/configuration.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/support/printable.hpp"
#include "tactus/planes/plane_rows.hpp"

namespace tactus::core {
namespace {

constexpr const char* kNameRule =
    "a name has none of \" , * / and no control characters, no blank at its ends, and does not "
    "begin "
    "with = @ + - (a formula, to spreadsheets)";

/// Whether a name can be used in a column of a CSV file and in messages.
bool is_name(const std::string& name) {
  if (name.empty()) return true;
  const bool plain = is_printable(name) && name.find_first_of("\",*/") == std::string::npos;
  const bool begins = std::string_view("=@+- ").find(name.front()) == std::string_view::npos;
  return plain && begins && name.back() != ' ';
}

void describe_name(BodyConfig& body, OptionVisitor& o) {
  o.text("name", body.name)
      .required()
      .length(1, 200)
      .help("what supports, laws and tables call it; no two bodies have the same");
  o.require(is_name(body.name), "name", kNameRule);
  o.require(body.name != "(zone)" && body.name != "(outside)", "name",
            "(zone) and (outside) stand for something else in tables; take another name");
}

void describe_place(BodyConfig& body, OptionVisitor& o) {
  o.real("scale", body.scale).above(0).help("factor on all coordinates of the mesh; applied first");
  o.turn("rotate", body.rotate)
      .unit("rad")
      .length(1, 100)
      .help("about the mesh's own origin, counter-clockwise; applied second");
  o.axes("translate", body.translate).unit("m").optional().help("applied last");
}

void describe_matter(BodyConfig& body, OptionVisitor& o) {
  o.real("density", body.density)
      .unit("kg/m^3")
      .above(0)
      .required()
      .help("mass per reference volume");
  if (o.dim() != 3)
    o.real("thickness", body.thickness).unit("m").above(0).help("out of the plane; plane strain");
  o.flag("self_contact", body.self_contact)
      .help(
          "look for contact of the body with itself; in space the default is true where a "
          "constraint sees it");
  o.words("massless", body.massless)
      .length(0, 100)
      .help(
          "groups of the mesh whose nodes give their mass to the nearest ones inside, for an "
          "integrator that moves nodes without mass");
}

void describe_points(BodyConfig& body, OptionVisitor& o) {
  o.rows("points", body.points, kPerAxis)
      .unit("m")
      .required()
      .length(1, 1000000)
      .help("where each particle is at the start");
  o.real("mass", body.mass).unit("kg").above(0).help("of each particle");
  o.real("radius", body.radius).unit("m").at_least(0).help("of each particle");
}

}  // namespace

void BodyConfig::become(const BodyKindType& of) {
  type = BodyConfigType::of_kind;
  kind = &of;
  form = of.create();
}

void BodyConfig::describe(OptionVisitor& o) {
  describe_name(*this, o);
  switch (type) {
    case BodyConfigType::deformable:
      describe_matter(*this, o);
      return describe_place(*this, o);
    case BodyConfigType::obstacle:
      return describe_place(*this, o);
    case BodyConfigType::particles:
      return describe_points(*this, o);
    case BodyConfigType::of_kind:
      form->describe(*this, o);
      return describe_place(*this, o);
  }
}

void HalfSpaceConfig::describe(OptionVisitor& o) {
  o.axes("point", point).unit("m").optional().help("on its boundary; without it the origin");
  o.axes("normal", normal)
      .required()
      .help("towards the side on which bodies are, of any length; what lies behind is filled");
  o.require(normal.empty() || has_direction(normal), "normal",
            "a normal of no length has no direction");
}

void VelocityConfig::describe(OptionVisitor& o) {
  o.axes("constant", constant).unit("m/s").optional().help("the same for all nodes");
  o.turn("spin", spin).unit("rad/s").help("counter-clockwise, about the centre of mass");
  o.rows("gradient", gradient, kPerAxis)
      .unit("1/s")
      .length(kPerAxis)
      .optional()
      .help("G of v = G (x - about): in the plane rows [dvx/dx, dvx/dy], [dvy/dx, dvy/dy]");
  o.axes("about", about)
      .unit("m")
      .optional()
      .help("point that the gradient leaves at rest; without it the centre of mass");
  o.require(about.empty() || !gradient.empty(), "about",
            "this is the centre of a \"gradient\", and none is given");
  o.axes("amplitude", amplitude)
      .unit("m/s")
      .optional()
      .help("A of v = A sin(wave_vector . x + phase), x as in the configuration");
  o.axes("wave_vector", wave_vector)
      .unit("rad/m")
      .optional()
      .help("direction of the wave, 2 pi / wave length long");
  o.real("phase", phase).unit("rad").help("of the wave at the origin; pi/2: a cosine");
  o.require(amplitude.empty() || !wave_vector.empty(), "amplitude",
            "this is that of a wave; give its \"wave_vector\", or what is the same for all nodes "
            "as \"constant\"");
  o.require(wave_vector.empty() || !amplitude.empty(), "wave_vector",
            "a wave has an \"amplitude\", and none is given");
  o.require(phase == 0 || !amplitude.empty(), "phase",
            "a wave has an \"amplitude\", and none is given");
  o.text("group", group).help("nodes it holds for, a named group of the mesh; \"\": all");
  o.rows("box", box, kPerAxis)
      .unit("m")
      .length(2)
      .optional()
      .help("two opposite corners: of these nodes only those inside, at the start");
}

std::array<Real, 3> VelocityConfig::angular_velocity() const {
  if (spin.size() == 3) return {spin[0], spin[1], spin[2]};
  return {0, 0, spin.empty() ? 0 : spin[0]};
}

namespace {

bool twice(const std::vector<std::string>& names) {
  return std::ranges::any_of(names,
                             [&](const auto& n) { return std::ranges::count(names, n) > 1; });
}

}  // namespace

void SupportConfig::describe(OptionVisitor& o) {
  static constexpr std::array<std::string_view, 3> kAll{"x", "y", "z"};
  const View<std::string_view> kAxes(kAll.data(), o.dim() == 2 ? 2 : 3);
  if (o.dim() == 3 && fix.size() == 2) fix = {"x", "y", "z"};
  o.text("body", body).required().help("name of a body, or of an array: each of its copies");
  o.text("group", group).help("nodes held, a named group of the mesh; \"\": all");
  o.words("fix", fix)
      .choices(kAxes)
      .length(1, static_cast<Index>(kAxes.size()))
      .help("components that are prescribed; in space \"z\", too, where it is left out");
  o.require(!twice(fix), "fix", "the same component twice");
  o.axes("velocity", velocity)
      .unit("m/s")
      .optional()
      .help("prescribed in the components of \"fix\"; without it at rest");
  for (std::size_t c = 0; c < std::min(kAxes.size(), velocity.size()); ++c)
    o.require(velocity[c] == 0 || std::ranges::find(fix, kAxes[c]) != fix.end(), "velocity",
              "a component that \"fix\" leaves free has no prescribed velocity");
  o.real("ramp", ramp)
      .unit("s")
      .at_least(0)
      .help("time until the full velocity, as s^2 (3 - 2 s); 0: at once");
  o.require(ramp == 0 || !velocity.empty(), "ramp",
            "this is the start-up of a \"velocity\", and none is given");
}

void LawConfig::describe(OptionVisitor& o) {
  between.describe(o, true);
  o.real("friction", friction).at_least(0).help("Coulomb's coefficient, for laws with friction");
  o.real("restitution", restitution)
      .at_least(0)
      .at_most(1)
      .help("Newton's coefficient, for laws with impact");
}

void ConstraintConfig::describe(OptionVisitor& o) { between.describe(o, false); }

void ContactConfig::describe(OptionVisitor& o) {
  o.real("depth_limit", depth_limit)
      .at_least(0)
      .help(
          "largest penetration, in lengths of a facet, up to which a run is called sound, for "
          "methods that overlap by design");
  o.real("substepping", substepping)
      .above(0)
      .or_word("false", kUnlimited)
      .help(
          "altitudes of an element by which bodies that may meet move at most before a step is "
          "divided: with more than 0.5 (true) a contact could be missed; false, for study: steps "
          "are "
          "neither divided nor shortened where they would strain an element too far");
  o.flag("gap_ahead", gap_ahead)
      .help(
          "for solvers of reactions: contacts without restitution begin before their gap is "
          "closed; false: bodies land up to a step's path deep");
}

void NewtonConfig::describe(OptionVisitor& o) {
  static constexpr std::array<std::string_view, 5> kLinear{"factor", "automatic", "definite",
                                                           "general", "iterative"};
  NewtonOptions::describe(o);
  o.choice("linear", linear)
      .choices(kLinear)
      .help(
          "definite factors a symmetric tangent, general any one, factor takes whichever fits, "
          "iterative takes conjugate gradients, automatic chooses between definite and iterative");
}

void NotConvergedConfig::describe(OptionVisitor& o) {
  static constexpr std::array<std::string_view, 3> kPolicies{"accept", "divide", "stop"};
  o.choice("policy", policy)
      .choices(kPolicies)
      .help(
          "of a step whose reactions did not converge: accept the best ones up to \"limit\" and "
          "divide the step above it, always divide it, or end the run");
  o.real("limit", limit)
      .above(0)
      .help(
          "for \"accept\": largest natural residual of all contacts, relative to their velocities "
          "without reactions");
  o.real("share", share)
      .at_least(0)
      .at_most(1)
      .help("fraction of the steps with contacts that may be accepted with a residual above 1e-4");
}

void RandomConfig::describe(OptionVisitor& o) {
  o.integer("seed", seed).at_least(0).help("the same seed gives the same run, to the bit");
}

void TimeConfig::describe(OptionVisitor& o) {
  o.real("end", end).unit("s").above(0).required().help("simulated time");
  o.real("step", step)
      .unit("s")
      .above(0)
      .or_word("auto", kAutomatic)
      .help(
          "time step; \"auto\": from the largest frequency, half of the stability limit; in space "
          "rigid bodies turn by at most 0.03 rad in it");
}

void OutputConfig::describe(OptionVisitor& o) {
  static constexpr std::array<std::string_view, 3> kAudits{"off", "frames", "steps"};
  o.real("frames_every", frames_every)
      .unit("s")
      .at_least(0)
      .help("simulated time between frames for ParaView; 0: first and last only");
  o.integer("history_every", history_every).at_least(1).help("steps per row of history.csv");
  o.real("checkpoint_every", checkpoint_every)
      .unit("s")
      .at_least(0)
      .help(
          "simulated time between checkpoints, beside one every minute of wall time and one at the "
          "end");
  o.choice("audit", audit)
      .choices(kAudits)
      .help("exact test for intersections: never, at every frame, or after every step");
  o.flag("residuals", residuals)
      .help(
          "residuals.csv: the natural residual after each iteration of every solve for reactions, "
          "rejected attempts included");
}

void Configuration::describe(OptionVisitor& o) {
  static constexpr std::array<std::string_view, 2> kAccept{"completed", "sound"};
  o.text("name", name)
      .length(0, 200)
      .help("of the run and its folder; \"\": the file's name without its ending");
  o.require(is_name(name) && !name.starts_with('.'), "name",
            std::string(kNameRule) + "; nor with a dot, as it names a folder");
  o.text("description", description).help("what the scene shows, for the reader and the summary");
  Index dimension = dim;
  o.integer("dimension", dimension).at_least(2).at_most(3).help("of space; 2 is plane strain");
  dim = static_cast<int>(dimension);
  o.choice("accept", accept)
      .choices(kAccept)
      .help(
          "what ends with exit code 0: every run that comes to its end, or only those that are "
          "sound; the others end with 5");
  o.words("plugins", plugin_folders)
      .help("folders with plugins, relative to the folder of the configuration");
}

}  // namespace tactus::core
