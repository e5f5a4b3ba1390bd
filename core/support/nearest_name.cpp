#include "core/support/nearest_name.hpp"

#include <algorithm>
#include <utility>

#include "core/support/quoted.hpp"

namespace tactus::core {
namespace {

/// Symbols of the field, and the names that options have for them.
constexpr std::pair<std::string_view, std::string_view> kSymbols[] = {
    {"youngs_modulus", "young"},
    {"young_modulus", "young"},
    {"elastic_modulus", "young"},
    {"poissons_ratio", "poisson"},
    {"poisson_ratio", "poisson"},
    {"friction_coefficient", "friction"},
    {"coefficient_of_friction", "friction"},
    {"E", "young"},
    {"nu", "poisson"},
    {"rho", "density"},
    {"mu", "friction"},
    {"e", "restitution"},
    {"g", "acceleration"},
    {"dt", "step"},
    {"v", "velocity"},
    {"v0", "velocity"},
    {"t_end", "end"},
};

/// Other words for shapes and methods, where spelling would lead elsewhere ("cube" to "tube").
constexpr std::pair<std::string_view, std::string_view> kOtherWords[] = {
    {"cube", "box"},    {"cuboid", "box"},  {"brick", "box"},        {"sphere", "ball"},
    {"circle", "disk"}, {"disc", "disk"},   {"square", "rectangle"}, {"annulus", "ring"},
    {"pipe", "tube"},   {"rod", "cylinder"}};

std::string did_you_mean(std::string_view name) { return "did you mean " + in_quotes(name) + "?"; }

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  const std::size_t longer = std::max(a.size(), b.size()), shorter = std::min(a.size(), b.size());
  // Longer names are not compared, since the cost is quadratic
  constexpr std::size_t kLongest = 200;
  if (longer - shorter > most || longer > kLongest) return most + 1;
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above), std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    if (*std::ranges::min_element(row) > most) return most + 1;
  }
  return std::min(row[b.size()], most + 1);
}

namespace {

/// A name in lower case with one sign between words: "Neo-Hookean" is neo_hookean.
std::string plain(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    c = c == '-' || c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

/// Two names without the ending that they share (".msh"), which does not make them alike.
std::size_t shared_ending(std::string_view a, std::string_view b) {
  const std::size_t dot = a.rfind('.');
  return dot != a.npos && b.ends_with(a.substr(dot)) ? a.size() - dot : 0;
}

}  // namespace

std::string nearest_name(std::string_view given, const std::vector<std::string>& known) {
  constexpr std::size_t kFarthest = 2;
  const std::string* nearest = nullptr;
  const std::string wanted = plain(given);
  // For short names, fewer edits than characters
  std::size_t least = std::min(kFarthest + 1, given.size());
  for (const std::string& name : known) {
    const std::size_t ending = shared_ending(given, name);
    const std::size_t d = plain(name) == wanted ? 0 : edit_distance(given, name, kFarthest);
    // Names that share less than half are not alike.
    if (d < least && 2 * d <= std::max(given.size(), name.size()) - ending)
      least = d, nearest = &name;
  }
  return nearest ? *nearest : std::string();
}

std::string suggestion(std::string_view given, const std::vector<std::string>& known) {
  if (known.empty()) return "none is known";
  if (const std::string near = nearest_name(given, known); !near.empty()) return did_you_mean(near);
  constexpr std::size_t kShown = 20;
  std::string text = "known: ";
  for (std::size_t i = 0; i < std::min(known.size(), kShown); ++i)
    text += (i > 0 ? ", " : "") + known[i];
  return known.size() > kShown ? text + ", ..." : text;
}

std::string suggestion_by_description(std::string_view given,
                                      const std::vector<DescribedName>& known) {
  std::vector<std::string> names;
  for (const DescribedName& k : known) names.push_back(k.name);
  for (const auto& [word, name] : kOtherWords)
    if (plain(given) == word && std::ranges::find(names, name) != names.end())
      return did_you_mean(name);
  std::string text = suggestion(given, names);
  // Shorter words are parts of others.
  constexpr std::size_t kShortest = 3;
  if (!nearest_name(given, names).empty() || given.size() < kShortest) return text;
  std::string found;
  for (const DescribedName& k : known)
    if (plain(k.description).find(plain(given)) != std::string::npos)
      found += (found.empty() ? "" : ", ") + in_quotes(k.name) + " (" + k.description + ")";
  return found.empty() ? text
                       : in_quotes(given) + " is in the description of " + found + "; " + text;
}

std::string key_suggestion(std::string_view given, const std::vector<std::string>& known) {
  for (const auto& [symbol, name] : kSymbols)
    if (given == symbol && std::ranges::find(known, name) != known.end()) return did_you_mean(name);
  return suggestion(given, known);
}

}  // namespace tactus::core
