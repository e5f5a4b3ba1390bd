#include "core/scene/support_path_reader.hpp"

#include <algorithm>
#include <array>

namespace tactus::core {
namespace {

void check_path(ObjectReader& object, const SupportConfig& support) {
  static constexpr std::array<std::string_view, 3> kAll{"x", "y", "z"};
  const View<std::string_view> kAxes(kAll.data(), object.reading().dim == 3 ? 3 : 2);
  if (!support.velocity.empty())
    object.problem("velocity",
                   "\"velocity\" and \"path\" are given; one of them says how it moves");
  if (support.path.rotation() && support.fix.size() < kAxes.size())
    object.problem("fix", kAxes.size() == 3 ? "a rotation prescribes x, y and z; leave \"fix\" out"
                                            : "a rotation prescribes x and y; leave \"fix\" out");
  const auto* table = std::get_if<TablePath>(&support.path.shape);
  for (std::size_t d = 0; table && d < kAxes.size(); ++d) {
    bool moves = false;
    for (std::size_t i = d; i < table->displacements.size(); i += kAxes.size())
      moves = moves || table->displacements[i] != 0;
    if (moves && std::ranges::find(support.fix, kAxes[d]) == support.fix.end())
      object.problem("path", "a component that \"fix\" leaves free has no prescribed displacement");
  }
}

}  // namespace

void read_path(ObjectReader& support_object, SupportConfig& support) {
  const Json* value = support_object.member("path");
  if (!value) return;
  ObjectReader object(support_object.reading(), *value, support_object.pointer_to("path"),
                      "a path");
  const Section* section = object.readable() ? choose_section(object, "path") : nullptr;
  if (!section) return;
  if (section->type == "table")
    support.path.shape = TablePath();
  else
    support.path.shape = RotationPath();
  const bool good = object.options([&](OptionVisitor& o) { support.path.describe(o); });
  object.finish();
  support_object.resolve("path", object.take_resolved());
  if (good) check_path(support_object, support);
}

}  // namespace tactus::core
