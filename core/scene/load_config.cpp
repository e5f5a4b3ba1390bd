/// \file load_config.cpp  Declares the options of loads.
#include "core/scene/load_config.hpp"

namespace tactus::core {

void LoadConfig::describe_gravity(OptionVisitor& o) {
  o.axes("acceleration", acceleration).unit("m/s^2").required().help("of every body that has mass");
}

void LoadConfig::describe_place(OptionVisitor& o) {
  o.text("body", body).required().help("name of a body, or of an array: each of its copies");
  if (surface) {
    o.text("group", group).help("part of the boundary, a named group of the mesh; \"\": all of it");
    return;
  }
  o.text("group", group)
      .help("nodes, a named group of the mesh; \"\", and no \"at\": all of the body");
  o.axes("at", at).unit("m").optional().help(
      "in place of \"group\": the node nearest to this place at the start");
  o.require(at.empty() || group.empty(), "at",
            "\"group\" and \"at\" are given; one of them says where");
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
