/// \file reference_page.cpp  Writes docs/configuration.md.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "apps/reference/reference.hpp"

namespace tactus::core {
namespace {

constexpr std::string_view kIntroduction = R"(# What a configuration may say

This page is written by `tactus explain --markdown` from the declarations that the program reads
configurations by; a test compares the two. `tactus explain KIND NAME` shows a part of it, for
plugins of your own too, and `tactus schema` gives an editor the same as a JSON Schema (name it in
`"$schema"`).

Below, parentheses behind an option hold its default, or "required" or "optional", and what is
allowed.

A configuration is one JSON object; `//` and `/* */` comments are allowed. Wherever there is a
choice, `"type"` names it (`"type": "rigid"` for what is below "body rigid") and its options stand
beside it. Units are SI; angles are in radians. Paths
are relative to the folder of the configuration. A key that is not known, a key given twice, a value
of the wrong type or out of range: each is an error with file, line, column and JSON pointer, and all
of them are shown at once, before anything is written. A file has at most 64 MiB, 4 million values
and 64 levels.

`--set /json/pointer=value` changes one value on the command line: the value is JSON, or else a
string. Objects on the way are made, and `-` is the entry behind the last of a list:

    tactus run scene.json --set /time/end=1e-3 --set /contact/broad_phase/type=brute_force

A body with an `"array"` stands for copies of it, named `NAME_1`, `NAME_2`, ... row by row, that
share one material. Its own name, in `"supports"` and `"laws"`, means each of them:

    {"name": "brick", "mesh": {"type": "rectangle"}, ..., "array": {"count": [4, 2], "spacing": [1, 1]}}

A surface, in `"between"` of a contact law or of a constraint, is a body or an array (`"block"`: all of
its boundary), a named group of its mesh (`"block/top"`), what a constraint pushes bodies against that is
no body (the name of a `floor`), or `"*"` for any. The order of the two names does not matter. Of several laws, and of several constraints, the first one in the list that fits two
surfaces holds for them, so that the one between `"*"` and `"*"` comes last.

A run writes the configuration with every default filled in to `resolved.json` in its folder. That
file runs again to the same bits.
)";

/// Text of a list item, without line breaks.
std::string item(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// A link to a section or kind, which are headings of this page.
std::string member_link(const SectionMember& m) {
  using Form = SectionMember::Form;
  const bool plugin = m.form == Form::component || m.form == Form::components ||
                      m.form == Form::one_or_more_components;
  const std::string heading(plugin ? kind_name(m.kind) : m.group);
  return member_text(m, "[", "](#" + heading + ")");
}

std::string ticked(const std::vector<std::string>& names, std::string_view between) {
  std::string text;
  for (const std::string& name : names)
    text += fmt::format("{}`{}`", text.empty() ? "" : between, name);
  return text;
}

/// What the list of an entry says of each option: its name, and the rest of the item.
std::vector<std::pair<std::string, std::string>> items_of(const Explanation& e) {
  std::vector<std::pair<std::string, std::string>> items;
  const auto add = [&](std::string_view name, std::string_view value, const std::string& allowed,
                       std::string_view help) {
    if (value == "not given") value = "optional";
    items.emplace_back(
        name, item(fmt::format(" ({}; {}){}{}", value, allowed, help.empty() ? "" : ": ", help)));
  };
  for (const DeclaredOption& o : flat(e.options)) add(o.name, default_text(o), allowed(o), o.help);
  for (const SectionMember& m : e.members)
    add(m.name, m.required ? "required" : "optional", member_link(m), m.help);
  return items;
}

/// The options of an entry. `known` are the items above under this heading: what says the same
/// again is named and not repeated.
void append_options(std::string& page, const Explanation& e,
                    std::map<std::string, std::string>& known) {
  std::string list;
  std::vector<std::string> again;
  for (const auto& [name, text] : items_of(e)) {
    std::string& last = known[name];
    if (last == text)
      again.push_back(name);
    else
      list += fmt::format("- `{}`{}\n", name, text);
    last = text;
  }
  if (!list.empty()) page += "\n" + list;
  if (!again.empty()) page += "\nAs above: " + ticked(again, ", ") + ".\n";
  if (list.empty() && again.empty()) page += "\nNo options.\n";
}

void append_claims(std::string& page, const Claims& claims) {
  if (!claims.provides.empty())
    page += "\nProvides, with default options: " + ticked(claims.provides, ", ") + ".\n";
  std::string needs;
  for (const auto& one_of : claims.needs)
    needs += (needs.empty() ? "" : ", ") + ticked(one_of, " or ");
  if (!needs.empty()) page += "\nNeeds: " + needs + ".\n";
  for (const auto& p : claims.prefers)
    page += fmt::format("\nPrefers `{}`; otherwise: {}.\n", p.name, p.otherwise);
}

}  // namespace

std::string reference_page(const std::vector<Explanation>& all) {
  std::string page(kIntroduction);
  std::string_view kind;
  std::map<std::string, std::string> known;
  for (const Explanation& e : all) {
    if (e.kind != kind) page += fmt::format("\n## {}\n", e.kind);
    // A build may leave out plugins, so that no plugin's part depends on another one's.
    if (e.kind != kind || !e.version.empty()) known.clear();
    kind = e.kind;
    if (!e.name.empty()) page += fmt::format("\n### {} {}\n", e.kind, e.name);
    page += "\n" + e.summary + (e.summary.ends_with('.') ? "\n" : ".\n");
    append_options(page, e, known);
    if (e.claims) append_claims(page, *e.claims);
  }
  return page;
}

}  // namespace tactus::core
