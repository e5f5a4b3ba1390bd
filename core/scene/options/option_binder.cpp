#include "core/scene/options/option_binder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/scene/options/component_text.hpp"
#include "core/support/nearest_name.hpp"
#include "core/support/nearest_path.hpp"
#include "core/support/regular_file.hpp"
#include "core/support/sha256.hpp"

namespace tactus::core {
namespace fs = std::filesystem;

void OptionBinder::visit(const Target& target, const OptionInfo& info) noexcept {
  try {
    bind(target, info);
  } catch (...) {
    failed_ = true;
    if (!thrown_) thrown_ = std::current_exception();
  }
}

void OptionBinder::bind(const Target& target, const OptionInfo& info) {
  target_ = &target, info_ = &info;
  pointer_ = object_.pointer_to(info.name);
  const Json* value = object_.member(info.name);
  Json everything;
  if (!value && info.optional && target.type == Type::parts)
    value = &(everything = one_of_each(object_.reading().components, target.kind));
  if (!value) {
    const DeclaredOption option = described();
    if (info.required) {
      failed_ = true;
      object_.problem(info.name, fmt::format("{} is missing: {}, {}", in_quotes(info.name),
                                             allowed(option), option.help));
    } else if (!parts_ && !info.optional && !option.value.is_null()) {
      settle(option);
    }
    return;
  }
  if (!visit_target(target, [&](auto&& t) { return read(*value, t); }))
    failed_ = true;
  else if (!parts_ && (target.type == Type::parts || target.type == Type::object))
    object_.resolve(info.name, std::move(resolved_nested_));
  else if (!parts_)
    settle(described());
}

void OptionBinder::settle(DeclaredOption option) {
  if (option.is_random()) object_.reading().random = true;
  object_.resolve(info_->name, std::move(option.value));
}

void OptionBinder::require(bool holds, std::string_view name, std::string_view message) {
  if (holds || failed_) return;
  failed_ = true;
  const Json* given = object_.value().find(name);
  std::string text(message);
  if (given && !given->if_object())
    text = object_.reading().document.shown(*given) + " given; " + text;
  object_.problem(name, std::move(text));
}

bool OptionBinder::refuse(const Json& given, const std::string& pointer) {
  const DeclaredOption option = described();
  std::string message =
      object_.reading().document.shown(given) + " given; allowed: " + allowed(option);
  // What each of many numbers means stands in the help.
  constexpr Index kMany = 3;
  if (option.type == DeclaredOption::Type::reals && option.least == option.most &&
      option.least >= kMany)
    message += fmt::format(" ({})", option.help);
  const std::string* word = given.if_text();
  const bool alone = word && option.type == DeclaredOption::Type::words && pointer == pointer_;
  if (alone &&
      (option.choices.empty() || std::ranges::find(option.choices, *word) != option.choices.end()))
    message += info_->least == 2 && info_->name == "between"
                   ? fmt::format("; write [{}, \"*\"]", in_quotes(*word))  // "*": any other
               : info_->least > 1 ? fmt::format("; write a list of {} of them", info_->least)
                                  : fmt::format("; write [{}]", in_quotes(*word));
  else if (word && !option.choices.empty())
    if (const std::string hint = suggestion(*word, option.choices); hint.starts_with("did"))
      message += "; " + hint;
  object_.reading().problem(given, pointer, std::move(message));
  return false;
}

bool OptionBinder::in_range(Real v) const {
  const OptionInfo& i = *info_;
  return (i.lower_open ? v > i.lower : v >= i.lower) && (i.upper_open ? v < i.upper : v <= i.upper);
}

bool OptionBinder::fits_length(const Json& value, std::size_t entries) {
  const auto n = static_cast<Index>(entries);
  const auto limit = [&](Index number) { return number == kPerAxis ? Index{dim_} : number; };
  return (n >= limit(info_->least) && n <= limit(info_->most)) || refuse(value, pointer_);
}

bool OptionBinder::read_real(const Json& value, const std::string& pointer, Real& out) {
  const Json::Number* n = value.if_number();
  if (!n || !in_range(n->value)) return refuse(value, pointer);
  out = n->value;
  return true;
}

bool OptionBinder::read(const Json& value, Real& out) {
  if (const bool* flag = value.if_flag(); flag && info_->word == kFalse) {
    if (!*flag) out = info_->word_value;  // and true is the default
    return true;
  }
  if (const std::string* word = value.if_text(); word && !info_->word.empty())
    if (*word == info_->word && *word != kFalse) return out = info_->word_value, true;
  return read_real(value, pointer_, out);
}

bool OptionBinder::read(const Json& value, Index& out) {
  constexpr Real kExact = 9007199254740992;  // 2^53: larger integers are not exact in a double
  const Json::Number* n = value.if_number();
  if (!n || !in_range(n->value) || n->value != std::floor(n->value)) return refuse(value, pointer_);
  if (std::abs(n->value) >= kExact) {
    const DeclaredOption option = described();
    object_.reading().problem(
        value, pointer_,
        fmt::format("{} given; allowed: {} and < 2^53 = 9007199254740992, from where on not every "
                    "whole number is one of JSON's",
                    object_.reading().document.shown(value), allowed(option)));
    return false;
  }
  out = static_cast<Index>(n->value);
  return true;
}

bool OptionBinder::read(const Json& value, bool& out) {
  const bool* flag = value.if_flag();
  if (!flag) return refuse(value, pointer_);
  out = *flag;
  return true;
}

bool OptionBinder::read(const Json& value, std::string& out) {
  const std::string* text = value.if_text();
  const auto& choices = info_->choices;
  if (!text || (!choices.empty() && std::ranges::find(choices, *text) == choices.end()))
    return refuse(value, pointer_);
  if (std::cmp_greater(text->size(), info_->most)) {
    object_.reading().problem(
        value, pointer_,
        fmt::format("{} given, of {} bytes; allowed: at most {}",
                    object_.reading().document.shown(value), text->size(), info_->most));
    return false;
  }
  if (std::cmp_less(text->size(), info_->least)) return refuse(value, pointer_);
  out = *text;
  return true;
}

/// The path becomes absolute, so that a run does not depend on the working directory. The file's
/// SHA-256 is a member beside it in the resolved configuration, and thereby part of the run's
/// identity; where it is given, the file must have it.
bool OptionBinder::read(const Json& value, const FileTarget& file) {
  constexpr std::size_t kLongest = 4096;  // bytes that the system takes in a path
  const std::string* text = value.if_text();
  if (!text || text->size() > kLongest || (text->empty() && info_->required))
    return refuse(value, pointer_);
  const std::string key = std::string(info_->name) + "_sha256";
  const Json* wanted = object_.member(key);
  file.path.clear();
  if (text->empty()) {
    if (wanted) object_.problem(key, "no file is given that could have this SHA-256");
    return !wanted;
  }
  const fs::path folder = object_.reading().document.file().parent_path();
  file.path = fs::absolute(folder / *text).lexically_normal().string();
  if (parts_) return true;  // in the second pass there is nothing to report
  try {
    return identify(file.path, key, wanted);
  } catch (const Error& e) {
    object_.problem(info_->name, e.what());
    return false;
  }
}

/// @throws Error if the system cannot tell
bool OptionBinder::identify(const std::string& path, const std::string& key, const Json* wanted) {
  const std::string shown = quoted_short(path, 200);
  const auto fail = [&](std::string_view at, std::string message) {
    object_.problem(at, std::move(message));
    return false;
  };
  if (!is_there(path))
    return fail(info_->name, fmt::format("there is no file {}; paths are relative to the folder of "
                                         "the configuration{}",
                                         shown, nearest_beside(path)));
  if (const std::string why = why_no_file(path); !why.empty())
    return fail(info_->name, fmt::format("{} {}; give the path of a file", shown, why));
  const std::string found = sha256_of_file(path);
  const std::string* text = wanted ? wanted->if_text() : nullptr;
  if (wanted && !text)
    return fail(key, "allowed: the SHA-256 that the file must have, 64 digits in a string");
  if (text && *text != found)
    return fail(key,
                fmt::format("{} has changed: its SHA-256 is {}, wanted is {}; put the file back, "
                            "or take \"{}\" away to use it as it is",
                            shown, found, quoted_short(*text, 70), key));
  object_.resolve(key, Json::of(found));
  return true;
}

bool OptionBinder::read(const Json& value, std::vector<Real>& out) {
  const Json::Array* list = value.if_array();
  if (!list) return refuse(value, pointer_);
  if (!fits_length(value, list->size())) return false;
  std::vector<Real> values(list->size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!read_real((*list)[i], fmt::format("{}/{}", pointer_, i), values[i])) return false;
  out = std::move(values);
  return true;
}

bool OptionBinder::read(const Json& value, std::vector<std::string>& out) {
  const Json::Array* list = value.if_array();
  if (!list) return refuse(value, pointer_);
  if (!fits_length(value, list->size())) return false;
  std::vector<std::string> values;
  const auto& choices = info_->choices;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string* text = (*list)[i].if_text();
    if (!text || (!choices.empty() && std::ranges::find(choices, *text) == choices.end()))
      return refuse((*list)[i], fmt::format("{}/{}", pointer_, i));
    values.push_back(*text);
  }
  out = std::move(values);
  return true;
}

bool OptionBinder::read(const Json& value, const RowsTarget& rows) {
  const Json::Array* list = value.if_array();
  if (!list) return refuse(value, pointer_);
  if (!fits_length(value, list->size())) return false;
  const auto columns =
      static_cast<std::size_t>(rows.columns == kPerAxis ? Index{dim_} : rows.columns);
  std::vector<Real> values(list->size() * columns);
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json::Array* row = (*list)[i].if_array();
    if (!row || row->size() != columns)
      return refuse((*list)[i], fmt::format("{}/{}", pointer_, i));
    for (std::size_t j = 0; j < columns; ++j)
      if (const Json::Number* n = (*row)[j].if_number(); n && in_range(n->value)) {
        values[i * columns + j] = n->value;
      } else {
        return refuse((*row)[j], fmt::format("{}/{}/{}", pointer_, i, j));
      }
  }
  rows.values = std::move(values);
  return true;
}

bool OptionBinder::read(const Json& value, const AxesTarget& axes) {
  const Json::Array* list = value.if_array();
  if (!list || std::cmp_not_equal(list->size(), dim_)) return refuse(value, pointer_);
  std::vector<Real> values(list->size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!read_real((*list)[i], fmt::format("{}/{}", pointer_, i), values[i])) return false;
  axes.values = std::move(values);
  return true;
}

bool OptionBinder::read_vector(const Json& value, const std::string& pointer,
                               std::vector<Real>& out) {
  const Json::Array* list = value.if_array();
  if (!list || list->size() != 3) return refuse(value, pointer);
  for (std::size_t i = 0; i < 3; ++i)
    if (!read_real((*list)[i], fmt::format("{}/{}", pointer, i), out.emplace_back())) return false;
  return true;
}

bool OptionBinder::read(const Json& value, const TurnTarget& turn) {
  std::vector<Real> values;
  const Json::Array* list = value.if_array();
  const bool several = list && !list->empty() && list->front().if_array() && info_->least > 0;
  if (dim_ == 2) {
    if (!read_real(value, pointer_, values.emplace_back())) return false;
  } else if (!several) {
    if (!read_vector(value, pointer_, values)) return false;
  } else {
    if (!fits_length(value, list->size())) return false;
    for (std::size_t i = 0; i < list->size(); ++i)
      if (!read_vector((*list)[i], fmt::format("{}/{}", pointer_, i), values)) return false;
  }
  turn.values = std::move(values);
  return true;
}

bool OptionBinder::read(const Json& value, const ObjectTarget& object) {
  ObjectReader reader(object_.reading(), value, pointer_, info_->help);
  if (!reader.readable()) return false;
  OptionBinder inner(reader);
  inner.parts_ = parts_;
  inner.slot_ = fmt::format("{}{}/", slot_, info_->name);
  object.describe(inner);
  inner.rethrow();
  if (!parts_) reader.finish();
  resolved_nested_ = reader.take_resolved();
  return !inner.failed();
}

bool OptionBinder::read(const Json& value, const ChoiceTarget& choice) {
  const std::string* text = value.if_text();
  const auto& choices = info_->choices;
  const auto found = text ? std::ranges::find(choices, *text) : choices.end();
  if (found == choices.end()) return refuse(value, pointer_);
  choice.set(found - choices.begin());
  return true;
}

bool OptionBinder::read(const Json& value, const PartTarget& part) {
  const Json::Array* list = value.if_array();
  if (!list) return refuse(value, pointer_);
  if (!fits_length(value, list->size())) return false;
  const std::string pointer = pointer_, slot = slot_ + std::string(info_->name);
  resolved_nested_ = Json::array();
  bool good = true;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& entry = (*list)[i];
    const std::string at = fmt::format("{}/{}", pointer, i);
    if (!parts_) {
      Json resolved;
      const auto no_more = [](ObjectReader&) {};
      good &=
          check_component(object_.reading(), entry, at, part.kind(), no_more, resolved) != nullptr;
      resolved_nested_.if_array()->push_back(std::move(resolved));
      continue;
    }
    const std::string& type = *entry.find("type")->if_text();
    const Registration& what = *object_.reading().components.find(part.kind(), type);
    const std::size_t position = parts_->size();
    parts_->push_back({fmt::format("{}/{}", slot, i), type, nullptr, part.kind()});
    auto made =
        make_component(object_.reading(), entry, at, what, *parts_, fmt::format("{}/{}/", slot, i));
    (*parts_)[position].object = made.get();
    part.add(std::move(made));
  }
  return good;
}

}  // namespace tactus::core
