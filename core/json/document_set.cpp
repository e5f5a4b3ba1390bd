/// \file document_set.cpp  Implements --set /json/pointer=value for a Document: it sets or replaces
/// one value of the configuration.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/json/document.hpp"

namespace tactus::core {
namespace {

/// The tokens of a JSON pointer with "~1" and "~0" decoded; empty if the text is not a pointer.
std::optional<std::vector<std::string>> tokens_of(std::string_view pointer) {
  std::vector<std::string> tokens;
  while (!pointer.empty()) {
    if (pointer[0] != '/') return std::nullopt;
    pointer.remove_prefix(1);
    const std::string_view raw = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(raw.size());
    std::string token;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] != '~') {
        token += raw[i];
        continue;
      }
      if (++i == raw.size() || (raw[i] != '0' && raw[i] != '1')) return std::nullopt;
      token += raw[i] == '0' ? '~' : '/';
    }
    tokens.push_back(std::move(token));
  }
  return tokens;
}

/// The list entry that a token refers to: its number, or "-" for a new entry at the end.
std::optional<std::size_t> entry_of(const std::string& token, std::size_t size) {
  if (token == "-") return size;
  std::size_t i = 0;
  const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), i);
  if (error != std::errc() || stop != token.data() + token.size() || i > size) return std::nullopt;
  return i;
}

std::string entries_in_words(const Json::Array& list) {
  if (list.empty()) return "the list has no entries";
  if (list.size() == 1) return "the list has entry 0 alone";
  if (list.size() == 2) return "the list has entries 0 and 1";
  return fmt::format("the list has entries 0 to {}", list.size() - 1);
}

bool is_whole_json(std::string_view text) {
  std::vector<JsonFault> faults;
  parse_json(text, 0, faults);
  return faults.empty();
}

/// ".2", "5." and "+3" as JSON writes these numbers; a text that is none stays as it is.
std::string written_as_json(const std::string& text) {
  const bool positive = text.starts_with('+'), negative = text.starts_with('-');
  std::string number = text.substr(positive || negative ? 1 : 0);
  if (number.starts_with('.')) number.insert(0, "0");
  const std::size_t point = number.find('.');
  const bool ends = point != number.npos &&
                    (point + 1 == number.size() ||
                     std::string_view("eE").find(number[point + 1]) != std::string_view::npos);
  if (ends && text.find_first_of("0123456789") < text.find('.')) number.insert(point + 1, "0");
  const bool is_number = !number.empty() && number[0] >= '0' && number[0] <= '9';
  return is_number && is_whole_json(number) ? (negative ? "-" : "") + number : text;
}

}  // namespace

/// Descends from the root and creates missing objects on the way. If that is impossible, adds a
/// problem and returns null.
Json* Document::reach(const std::vector<std::string>& tokens, std::uint32_t source) {
  Json* at = &root_;
  std::string pointer;
  Json empty;
  empty.source = source;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const std::string& token = tokens[t];
    if (at->is_null()) {
      if (token == "-")
        at->value.emplace<Json::Array>();
      else
        at->value.emplace<Json::Object>();
      at->source = source, at->offset = 0;
    }
    if (at->if_object()) {
      Json* member = at->find(token);
      at = member ? member : &at->set(token, empty);
    } else if (Json::Array* list = at->if_array()) {
      const auto i = entry_of(token, list->size());
      if (!i) {
        problems_.push_back(
            {{source, 0, 0},
             pointer,
             fmt::format("{}; {} is none of them, nor {} for a new one", entries_in_words(*list),
                         quoted_short(token), quoted_short("-"))});
        return nullptr;
      }
      // Users who count entries from 1 get here; they mean the last entry.
      if (*i == list->size() && *i > 0 && token != "-" && t + 1 < tokens.size()) {
        problems_.push_back(
            {{source, 0, 0},
             pointer,
             fmt::format(
                 "{}, counted from 0, and {} is none of them; a new one is given as a whole: "
                 "--set '{}/-={{...}}'",
                 entries_in_words(*list), quoted_short(token), pointer)});
        return nullptr;
      }
      if (*i == list->size()) list->push_back(empty);
      at = &(*list)[*i];
    } else {
      problems_.push_back({{source, 0, 0},
                           pointer,
                           fmt::format("{} has no member {}", shown(*at), quoted_short(token))});
      return nullptr;
    }
    pointer += "/" + pointer_token(token);
  }
  return at;
}

std::string name_of_set(const std::string& set) {
  std::string name = set.size() > 80 ? set.substr(0, 80) + "..." : set;
  std::ranges::replace_if(
      name, [](unsigned char c) { return c < ' '; }, ' ');
  return "--set " + name;
}

void Document::apply(const std::string& set) {
  const auto number = static_cast<std::uint32_t>(sources_.size());
  places_.sources.push_back(name_of_set(set));
  const auto equals = set.find('=');
  const auto tokens = tokens_of(std::string_view(set).substr(0, equals));
  if (equals == set.npos || !tokens) {
    sources_.push_back({});
    problems_.push_back(
        {{number, 0, 0}, "", "is not of the form /json/pointer=value, as in /time/end=1e-3"});
    return;
  }
  std::string text = written_as_json(set.substr(equals + 1));
  const std::string pointer = set.substr(0, equals);
  const bool looks_like_json =
      !text.empty() && std::string_view("{[\"").find(text[0]) != std::string_view::npos;
  const bool is_text = !looks_like_json && !is_whole_json(text);
  sources_.push_back({std::move(text), {}});
  Json value;
  if (is_text) {
    value.value.emplace<std::string>(sources_[number].text);
    value.source = number;
  } else {
    value = parse_source(number, pointer);
  }
  if (!readable_) return;
  if (Json* target = reach(*tokens, number)) *target = std::move(value);
}

}  // namespace tactus::core
