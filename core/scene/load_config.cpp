/// \file load_config.cpp  Declares the options of loads.
#include "core/scene/load_config.hpp"

namespace tactus::core {
namespace {

void describe_body(LoadConfig& load, OptionVisitor& o) {
  o.text("body", load.body).required().help("name of a body, or of an array: each of its copies");
}

void describe_surface(LoadConfig& load, OptionVisitor& o) {
  describe_body(load, o);
  o.text("group", load.group)
      .help("part of the boundary, a named group of the mesh; \"\": all of it");
}

}  // namespace

void LoadConfig::describe(OptionVisitor& o) {
  switch (type) {
    case LoadType::gravity:
      return describe_gravity(o);
    case LoadType::traction:
      return describe_traction(o);
    case LoadType::pressure:
      return describe_pressure(o);
    case LoadType::force:
      return describe_force(o);
    case LoadType::damping:
      return describe_damping(o);
  }
}

void LoadConfig::describe_gravity(OptionVisitor& o) {
  o.axes("acceleration", acceleration).unit("m/s^2").required().help("of every body that has mass");
}

void LoadConfig::describe_traction(OptionVisitor& o) {
  describe_surface(*this, o);
  o.axes("traction", traction)
      .unit("Pa")
      .required()
      .help("force per area of the boundary at the start; its direction stays");
}

void LoadConfig::describe_pressure(OptionVisitor& o) {
  describe_surface(*this, o);
  o.real("pressure", pressure).unit("Pa").required().help("pushes into the body; negative: pulls");
  o.flag("follows", follows)
      .help(
          "true: normal to the boundary as it is, per area as it is; false: normal and area of the "
          "start");
}

void LoadConfig::describe_force(OptionVisitor& o) {
  describe_body(*this, o);
  o.text("group", group)
      .help(
          "nodes that share the force in equal parts, a named group of the mesh; \"\", and no "
          "\"at\": all of the body, each by its mass");
  o.axes("at", at).unit("m").optional().help(
      "in place of \"group\": the node nearest to this place at the start");
  o.require(at.empty() || group.empty(), "at",
            "\"group\" and \"at\" are given; one of them says where");
  o.axes("force", force)
      .unit("N")
      .required()
      .help("in all, on each copy of an array; its direction stays");
}

void LoadConfig::describe_damping(OptionVisitor& o) {
  o.text("body", body).help("name of a body, or of an array: each of its copies; \"\": all bodies");
  o.real("rate", rate)
      .unit("1/s")
      .above(0)
      .required()
      .help("c of the force -c m v: what moves freely slows down as exp(-c t)");
}

}  // namespace tactus::core
