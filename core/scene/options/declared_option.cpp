#include "core/scene/options/declared_option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/plugin/option_target.hpp"
#include "core/plugin/registry.hpp"

namespace tactus::core {
namespace {

using Type = DeclaredOption::Type;

Json number(Real v) { return std::isfinite(v) ? Json::of(v) : Json(); }

Json list_of(const std::vector<Real>& values) {
  Json list = Json::array();
  for (const Real v : values) list.if_array()->push_back(number(v));
  return list;
}

Index in_space(Index number, int dim) { return number == kPerAxis && dim > 0 ? dim : number; }

/// One rotation as a number in the plane and as a list in space; several as a list of lists.
Json turns(const std::vector<Real>& values, int dim) {
  if (dim != 3) return number(values.empty() ? 0 : values[0]);
  if (values.empty()) return list_of({0, 0, 0});
  if (values.size() == 3) return list_of(values);
  Json list = Json::array();
  for (std::size_t i = 0; i + 3 <= values.size(); i += 3)
    list.if_array()->push_back(list_of({values[i], values[i + 1], values[i + 2]}));
  return list;
}

/// The options of a nested object with their defaults.
Json values_of(const std::vector<DeclaredOption>& options) {
  Json object = Json::object();
  for (const DeclaredOption& o : options)
    if (!o.optional && !o.value.is_null()) object.set(o.name, o.value);
  return object;
}

/// The current value of an option's target.
struct Described {
  DeclaredOption& option;
  const OptionInfo& info;

  void operator()(Real v) const {
    const bool is_word = !info.word.empty() && v == info.word_value;
    option.value = is_word ? json_of_word(info.word) : number(v);
  }
  void operator()(Index v) const { option.value = number(static_cast<Real>(v)); }
  void operator()(bool v) const { option.value = Json::of(v); }
  void operator()(const std::string& v) const { option.value = Json::of(v); }
  void operator()(const FileTarget& v) const { option.value = Json::of(v.path); }
  void operator()(const std::vector<Real>& v) const { option.value = list_of(v); }
  void operator()(const std::vector<std::string>& v) const {
    option.value = Json::array();
    for (const std::string& word : v) option.value.if_array()->push_back(Json::of(word));
  }
  void operator()(const AxesTarget& axes) const {
    option.value = axes.values.empty() && option.dim > 0 && !option.optional
                       ? list_of(std::vector<Real>(static_cast<std::size_t>(option.dim), 0))
                       : list_of(axes.values);
  }
  void operator()(const TurnTarget& turn) const { option.value = turns(turn.values, option.dim); }
  void operator()(const ObjectTarget& object) const {
    OptionList list(option.dim);
    object.describe(list);
    option.options = list.options();
    option.value = values_of(option.options);
  }
  void operator()(const RowsTarget& rows) const {
    option.rows_by_axis = rows.columns == kPerAxis;
    option.columns = in_space(rows.columns, option.dim);
    option.value = Json::array();
    const auto columns = static_cast<std::size_t>(std::max<Index>(option.columns, 0));
    for (std::size_t i = 0; columns > 0 && i + columns <= rows.values.size(); i += columns)
      option.value.if_array()->push_back(
          list_of({rows.values.begin() + static_cast<std::ptrdiff_t>(i),
                   rows.values.begin() + static_cast<std::ptrdiff_t>(i + columns)}));
  }
  void operator()(const ChoiceTarget& choice) const {
    const auto i = static_cast<std::size_t>(choice.get());
    if (i < option.choices.size()) option.value = Json::of(option.choices[i]);
  }
  void operator()(const PartTarget& part) const { option.kind = part.kind(); }
};

/// The allowed range, " > 0 and <= 1", or empty.
std::string range(const DeclaredOption& o) {
  std::string text;
  if (std::isfinite(o.lower)) text = fmt::format(" {} {}", o.lower_open ? ">" : ">=", o.lower);
  if (std::isfinite(o.upper))
    text += fmt::format("{} {} {}", text.empty() ? "" : " and", o.upper_open ? "<" : "<=", o.upper);
  return text;
}

/// The allowed number of entries, "2 ", "at least 3 ", "1 to 3 ", or empty.
std::string length(const DeclaredOption& o) {
  constexpr Index kAny = std::numeric_limits<Index>::max();
  if (o.least == kPerAxis) return "one per axis, ";
  if (o.least == o.most) return fmt::format("{} ", o.least);
  if (o.most == kAny) return o.least > 0 ? fmt::format("at least {} ", o.least) : "";
  return o.least > 0 ? fmt::format("{} to {} ", o.least, o.most)
                     : fmt::format("at most {} ", o.most);
}

std::string rotation(const DeclaredOption& o) {
  const std::string_view vector = "3 numbers, the axis times the angle";
  const std::string_view several = o.least > 0 ? ", or a list of such, applied in order" : "";
  if (o.dim == 2) return "a number";
  if (o.dim == 3) return fmt::format("a list of {}{}", vector, several);
  return fmt::format("a number; in space {}{}", vector, several);
}

std::string without_unit(const DeclaredOption& o) {
  const std::string plural = o.most == 1 ? "" : "s";
  const auto choices = [&] { return fmt::format("\"{}\"", fmt::join(o.choices, "\", \"")); };
  switch (o.type) {
    case Type::real:
      return "a number" + range(o);
    case Type::integer:
      return o.lower == o.upper ? fmt::format("{}", o.lower) : "a whole number" + range(o);
    case Type::flag:
      return "true or false";
    case Type::text:
      if (!o.choices.empty()) return "one of " + choices();
      if (o.least > 0) return "a string that is not empty";
      return o.most < std::numeric_limits<Index>::max()
                 ? fmt::format("a string of at most {} characters", o.most)
                 : "a string";
    case Type::file:
      return "the path of a file, relative to the folder of the configuration";
    case Type::reals:
      return "a list of " + length(o) + "number" + plural + range(o);
    case Type::words:
      return "a list of " + length(o) + (o.choices.empty() ? "strings" : "of " + choices());
    case Type::rows:
      if (o.columns == kPerAxis)
        return fmt::format("a list of {}{} of one number per axis{}",
                           o.least == kPerAxis ? "one " : length(o),
                           o.least == kPerAxis ? "row per axis, each" : "row" + plural, range(o));
      return fmt::format("a list of {}row{} of {} numbers{}", length(o), plural, o.columns,
                         range(o));
    case Type::axes:
      if (o.dim == 0) return "a list of numbers" + range(o) + ", one per axis";
      return fmt::format("a list of {} numbers{}", o.dim, range(o));
    case Type::turn:
      return rotation(o);
    case Type::object:
      return "an object";
    case Type::choice:
      return "one of " + choices();
    case Type::parts:
      return fmt::format("a list of {}{}s, each with its \"type\"", length(o), kind_name(o.kind));
  }
  return {};
}

}  // namespace

bool DeclaredOption::is_random() const {
  constexpr std::string_view kRandom = "random";
  const auto names_it = [&](const Json& v) { return v.if_text() && *v.if_text() == kRandom; };
  if (std::ranges::find(choices, kRandom) == choices.end())
    return std::ranges::any_of(options, &DeclaredOption::is_random);
  return value.if_array() ? std::ranges::any_of(*value.if_array(), names_it) : names_it(value);
}

Json json_of_word(std::string_view word) {
  return word == kFalse ? Json::of(false) : Json::of(std::string(word));
}

std::string with_article(Kind kind) {
  const std::string_view name = kind_name(kind);
  const bool vowel = std::string_view("aeiou").find(name.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(name);
}

DeclaredOption declared(const OptionVisitor::Target& target, const OptionInfo& info, int dim) {
  DeclaredOption option;
  option.dim = dim;
  option.type = target.type;
  option.name = info.name;
  option.unit = info.unit;
  option.help = info.help;
  option.word = info.word;
  option.lower = info.lower, option.upper = info.upper;
  option.lower_open = info.lower_open, option.upper_open = info.upper_open;
  option.required = info.required, option.optional = info.optional;
  option.choices.assign(info.choices.begin(), info.choices.end());
  option.least = in_space(info.least, dim), option.most = in_space(info.most, dim);
  visit_target(target, Described{option, info});
  return option;
}

std::string allowed(const DeclaredOption& o) {
  std::string text = without_unit(o);
  if (o.unit != "1" && !o.unit.empty()) text += " [" + o.unit + "]";
  if (!o.word.empty()) text += " or " + (o.word == kFalse ? o.word : "\"" + o.word + "\"");
  const bool by_dimension = o.type == Type::axes || o.type == Type::turn || o.rows_by_axis;
  if (o.dim > 0 && by_dimension) text += fmt::format(", as \"dimension\" is {}", o.dim);
  return text;
}

void OptionList::visit(const Target& target, const OptionInfo& info) noexcept {
  options_.push_back(declared(target, info, dim_));
}

}  // namespace tactus::core
