// Reads how often a run sorts bodies: one of two words, or an object.
#include "core/scene/neighbour_list_config.hpp"

#include <fmt/format.h>

#include <string>

#include "core/scene/options/object_reader.hpp"
#include "core/scene/sections.hpp"
#include "core/support/nearest_name.hpp"

namespace tactus::core {

void NeighbourListConfig::describe(OptionVisitor& o) {
  static constexpr std::array<std::string_view, 2> kViolated{"sort", "stop"};
  o.integer("every", every)
      .at_least(1)
      .optional()
      .help("steps between two searches; without it a search is due when the buffer is used up");
  o.real("reach", reach)
      .above(0)
      .unit("m")
      .or_word("auto", kOfConstraint)
      .help(
          "how far anything may move before the next search; \"auto\": what the constraint asks "
          "for");
  o.real("margin", margin)
      .at_least(-1)
      .help(
          "with n = \"every\" the buffer is reach + (1 + margin) n v_max dt, where v_max is the "
          "largest speed of a vertex at the search; below 0 it is too small on purpose");
  o.choice("violated", violated)
      .choices(kViolated)
      .help(
          "where the buffer is used up before n steps are made: sort (a search at once) or stop "
          "(the run ends)");
  o.require(every > 0 || violated == ViolatedBuffer::sort, "violated",
            "it is for searches that are due \"every\" so many steps, which is not given");
}

void read_neighbour_list(ObjectReader& contact, NeighbourListConfig& out) {
  using Mode = NeighbourListConfig::Mode;
  static constexpr std::string_view kName = "neighbour_list";
  const Json* given = contact.value().find(kName);
  const auto resolve_word = [&] {
    contact.resolve(
        kName, Json::of(std::string(NeighbourListConfig::kWords[out.mode == Mode::off ? 1 : 0])));
  };
  if (!given) return resolve_word();
  if (given->if_object()) {
    ObjectReader object(contact.reading(), *given, contact.pointer_to(kName),
                        find_section(kName, "")->help);
    object.options([&](OptionVisitor& o) { out.describe(o); });
    object.finish();
    out.mode = Mode::kept;
    return contact.resolve(kName, object.take_resolved());
  }
  const std::string* word = given->if_text();
  for (std::size_t k = 0; k < NeighbourListConfig::kWords.size(); ++k)
    if (word && *word == NeighbourListConfig::kWords[k]) {
      out.mode = static_cast<Mode>(k);
      return resolve_word();
    }
  std::string message =
      fmt::format("{} given; allowed: \"auto\", \"off\", or an object as {{\"every\": 10}}",
                  contact.reading().document.shown(*given));
  if (word)
    if (const std::string hint = suggestion(*word, {"auto", "off"}); hint.starts_with("did"))
      message += "; " + hint;
  contact.problem(kName, std::move(message));
}

}  // namespace tactus::core
