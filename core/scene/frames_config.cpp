// Reads what frames hold. In the plane frames are small, and always of all elements.
#include "core/scene/frames_config.hpp"

#include <array>

#include "core/scene/options/object_reader.hpp"
#include "core/scene/sections.hpp"

namespace tactus::core {

void FramesConfig::describe(OptionVisitor& o) {
  static constexpr std::array<std::string_view, 2> kOf{"all", "surface"};
  static constexpr std::array<std::string_view, 3> kPrecision{"double", "mixed", "single"};
  o.choice("of", of).choices(kOf).help("all elements, or, in space, facets of the boundary alone");
  o.choice("precision", precision)
      .choices(kPrecision)
      .help("of numbers; mixed: single for values of elements, double for those of points");
}

void read_frames(ObjectReader& output, FramesConfig& out) {
  static const Json kNothing = Json::object();
  static constexpr std::string_view kName = "frames";
  const Json* given = output.member(kName);
  ObjectReader object(output.reading(), given ? *given : kNothing, output.pointer_to(kName),
                      find_section(kName, "")->help);
  object.options([&](OptionVisitor& o) { out.describe(o); });
  object.finish();
  if (output.reading().dim == 2 && out.of == FramesConfig::Of::surface)
    object.problem("of",
                   "\"surface\" is for \"dimension\": 3; in the plane frames are of all elements");
  output.resolve(kName, object.take_resolved());
}

}  // namespace tactus::core
