/// \file reference_page.cpp  Writes docs/configuration.md.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <utility>

#include "apps/reference/reference.hpp"

namespace tactus::core {
namespace {

constexpr std::string_view kIntroduction = R"(# What a configuration may say

Written by `tactus explain --markdown` from the declarations that the program reads configurations by. Meshes and
factors have their options and defaults here; `tactus explain KIND NAME` says what these mean and allow. It does so for
plugins, too, your own included, of which this page has one sentence each; their pages are in [plugins](../plugins).
`tactus schema` writes a JSON Schema for editors, whose name goes into `"$schema"`.

Parentheses behind an option hold its default or "required", and what is allowed; with neither of the two it may be left
out. A link is an object with the options of that section, a vector a list with a number per axis, quoted words are
choices, and where only limits are given it is a number. Options that an entry shares with one above it under the same
heading are named at its end.

A configuration is one JSON object with comments (`//` and `/* */`). Where there is a choice, `"type"` names it and its
options stand beside it. Units are SI, angles are in radians, and paths are relative to the folder of the configuration.
All errors are shown at once, before anything is written. A file has at most 64 MiB, 4 million values and 64 levels.

`--set /json/pointer=value` changes one value on the command line: the value is JSON, or else a string. Objects on the
way are made, and `-` is the entry behind the last of a list:

    tactus run scene.json --set /time/end=1e-3 --set /contact/broad_phase/type=brute_force

A body with an `"array"` stands for copies of it, named `NAME_1`, `NAME_2`, ... row by row. Its own name, in
`"supports"` and `"laws"`, means each of them:

    {"name": "brick", "mesh": {"type": "rectangle"}, ..., "array": {"count": [4, 2], "spacing": [1, 1]}}
)";

/// Text of a list item, without line breaks.
std::string item(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// Replaces each of these words by shorter ones that the introduction explains.
std::string shortened(std::string text,
                      std::initializer_list<std::pair<const char*, const char*>> words) {
  for (const auto& [longer, shorter] : words)
    text = std::regex_replace(text, std::regex(longer), shorter);
  return text;
}

/// A link to a section or kind, which are headings of this page.
std::string member_link(const SectionMember& m) {
  using Form = SectionMember::Form;
  const bool plugin = m.form == Form::component || m.form == Form::components ||
                      m.form == Form::one_or_more_components;
  const std::string heading(plugin ? kind_name(m.kind) : m.group);
  return shortened(member_text(m, "[", "](#" + heading + ")"),
                   {{"^an object or a list of objects, (.*)", "$1 or a list of such"},
                    {"^a list of objects, ", "list of "},
                    {"^an object with an entry for each name, (.*)", "$1 for each name"},
                    {", or a list of objects, (.*)", ", $1 or a list of such"},
                    {"an object(, |$)", ""}});
}

std::string ticked(const std::vector<std::string>& names, std::string_view between) {
  std::string text;
  for (const std::string& name : names)
    text += fmt::format("{}`{}`", text.empty() ? "" : between, name);
  return text;
}

/// What is allowed, in the fewest words that the introduction explains: a flag is known by its default.
std::string brief(std::string_view allowed) {
  if (allowed == "true or false") return {};
  return shortened(std::string(allowed), {{"^a list of numbers, one per axis", "vector"},
                                          {"rows of one number per axis", "vectors"},
                                          {"^a list of (\\d)", "$1"},
                                          {"^a string .*", "string"},
                                          {"^one of ", ""},
                                          {", relative to the folder of the configuration", ""},
                                          {">= ([^ ]+) and <= ", "from $1 to "},
                                          {"^a number >", ">"},
                                          {"^a whole number >", "whole >"},
                                          {"^a (whole )?number from ", "$1"},
                                          {"^a ", ""}});
}

/// What the list of an entry says of each option: its name, and the rest of the item.
std::vector<std::pair<std::string, std::string>> items_of(const Explanation& e) {
  std::vector<std::pair<std::string, std::string>> items;
  const auto add = [&](std::string_view name, std::string value, const std::string& allowed,
                       std::string_view help) {
    const std::string values = brief(allowed);
    if (!value.empty() && !values.empty()) value += "; ";
    value += values;
    items.emplace_back(name, item(fmt::format("{}{}{}", value.empty() ? "" : " (" + value + ")",
                                              help.empty() ? "" : ": ", help)));
  };
  for (const DeclaredOption& o : flat(e.options))
    add(o.name, o.optional ? "" : default_text(o), allowed(o), o.help);
  for (const SectionMember& m : e.members)
    add(m.name, m.required ? "required" : "", member_link(m), m.help);
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
}

/// What it is in one item, and of what belongs to the kernel the options with their defaults: those of plugins
/// fill pages of their own.
std::string in_one_item(const Explanation& e) {
  std::string options;
  const bool is_plugin = !e.file.empty();
  for (const DeclaredOption& o : is_plugin ? std::vector<DeclaredOption>() : flat(e.options))
    options += fmt::format("{}`{}`{}", options.empty() ? " Options: " : ", ", o.name,
                           o.optional ? "" : " (" + default_text(o) + ")");
  return fmt::format("- `{}`: {}{}{}\n", e.name, item(e.summary),
                     e.summary.ends_with('.') ? "" : ".", options);
}

}  // namespace

std::string reference_page(const std::vector<Explanation>& all) {
  std::string page(kIntroduction);
  std::string_view kind;
  bool in_full = true;  // a kind that the kernel has entries of, too, such as load
  std::map<std::string, std::string> known;
  for (const Explanation& e : all) {
    if (e.kind != kind) {
      page += fmt::format("\n## {}\n", e.kind), known.clear();
      in_full = e.file.empty() && e.kind != "mesh" && e.kind != "factor";
      if (!in_full) page += "\n";
    }
    kind = e.kind;
    if (!in_full) {
      page += in_one_item(e);
      continue;
    }
    if (!e.name.empty()) page += fmt::format("\n### {} {}\n", e.kind, e.name);
    page += "\n" + e.summary + (e.summary.ends_with('.') ? "\n" : ".\n");
    append_options(page, e, known);
  }
  return page;
}

}  // namespace tactus::core
