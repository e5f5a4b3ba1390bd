#include "core/json/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <numeric>

namespace tactus::core {
namespace {

/// An input iterator for the parser that tells how far the parser has read.
struct TextCursor {
  using difference_type = std::ptrdiff_t;
  using value_type = char;
  using pointer = const char*;
  using reference = const char&;
  using iterator_category = std::input_iterator_tag;

  const char* at;
  const char** reached;
  reference operator*() const { return *at; }
  TextCursor& operator++() {
    *reached = std::max(*reached, ++at);
    return *this;
  }
  TextCursor operator++(int) {
    TextCursor before = *this;
    ++*this;
    return before;
  }
  bool operator==(const TextCursor& other) const { return at == other.at; }
  bool operator!=(const TextCursor& other) const { return at != other.at; }
};

/// Builds the tree from the events of the parser. The parser does not report positions of values,
/// but it reads no further than the token it reports. Therefore the next token begins where the
/// last one ended, apart from blanks, commas, colons and comments.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, const char* const& reached, std::uint32_t source,
              std::vector<JsonFault>& faults)
      : text_(text), reached_(reached), source_(source), faults_(faults) {}

  bool null() { return scalar(std::monostate{}); }
  bool boolean(bool v) { return scalar(v); }
  bool number_integer(std::int64_t) { return number(); }
  bool number_unsigned(std::uint64_t) { return number(); }
  bool number_float(double, const std::string&) { return number(); }
  bool string(std::string& v) { return scalar(std::move(v)); }
  // This event does not occur for JSON text
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool key(std::string& k) {
    Object& object = std::get<Object>(open_.back()->value);
    object.push_back({std::move(k), static_cast<std::uint32_t>(next_token()), {}});
    return end_token();
  }
  bool start_object(std::size_t) { return open(Object{}); }
  bool start_array(std::size_t) { return open(Json::Array{}); }
  bool end_array() { return close(); }
  bool end_object() {
    report_repeated_keys(std::get<Object>(open_.back()->value));
    return close();
  }
  bool parse_error(std::size_t position, const std::string&, const std::exception& e);
  Json take() { return std::move(root_); }

 private:
  using Object = Json::Object;

  std::size_t next_token() const;
  bool end_token() { return last_end_ = static_cast<std::size_t>(reached_ - text_.data()), true; }
  bool number();
  bool scalar(Json::Value v) { return add(std::move(v), next_token()) && end_token(); }
  bool add(Json::Value v, std::size_t offset);
  bool open(Json::Value v);
  bool close() { return open_.pop_back(), end_token(); }
  bool fault(std::size_t offset, std::string message) {
    faults_.push_back({offset, pointer(), std::move(message)});
    return false;
  }
  void report_repeated_keys(const Object& object);
  std::string pointer() const;

  std::string_view text_;
  const char* const& reached_;
  std::uint32_t source_;
  std::vector<JsonFault>& faults_;
  Json root_;
  std::vector<Json*> open_;  ///< from the root to the innermost open value; pointers stay valid
  std::size_t last_end_ = 0, values_ = 0;
};

/// Skips everything between two tokens.
std::size_t TreeBuilder::next_token() const {
  std::size_t i = last_end_;
  if (i == 0 && text_.starts_with("\xEF\xBB\xBF")) i = 3;
  while (i < text_.size()) {
    if (text_.substr(i, 2) == "//") {
      i = std::min(text_.find('\n', i), text_.size());
    } else if (text_.substr(i, 2) == "/*") {
      const std::size_t end = text_.find("*/", i + 2);
      i = end == text_.npos ? text_.size() : end + 2;
    } else if (std::string_view(" \t\r\n,:").find(text_[i]) != std::string_view::npos) {
      ++i;
    } else {
      break;
    }
  }
  return i;
}

/// Converts the characters of a number: correctly rounded, independent of the locale, and with the
/// sign of -0.
bool TreeBuilder::number() {
  const std::size_t begin = next_token();
  const std::size_t end = std::min(text_.find_first_not_of("+-.0123456789eE", begin), text_.size());
  Json::Number n{0, static_cast<std::uint32_t>(end - begin)};
  // The parser has refused numbers that overflow; those that underflow are rounded to 0.
  std::from_chars(text_.data() + begin, text_.data() + end, n.value);
  if (!add(n, begin)) return false;
  last_end_ = end;
  return true;
}

bool TreeBuilder::add(Json::Value v, std::size_t offset) {
  if (++values_ > kMostValues)
    return fault(
        offset, fmt::format("more than {} values; large data belongs in a mesh file", kMostValues));
  Json item(std::move(v), source_, static_cast<std::uint32_t>(offset));
  if (open_.empty()) {
    root_ = std::move(item);
  } else if (Json::Array* array = open_.back()->if_array()) {
    array->push_back(std::move(item));
  } else {
    open_.back()->if_object()->back().value = std::move(item);
  }
  return true;
}

bool TreeBuilder::open(Json::Value v) {
  const std::size_t offset = next_token();
  if (open_.size() >= kDeepest)
    return fault(offset, fmt::format("nested deeper than {} levels", kDeepest));
  if (!add(std::move(v), offset)) return false;
  Json* opened = &root_;
  if (!open_.empty()) {
    Json::Array* array = open_.back()->if_array();
    opened = array ? &array->back() : &open_.back()->if_object()->back().value;
  }
  open_.push_back(opened);
  return end_token();
}

/// Sorts the keys, because an object may have millions of them.
void TreeBuilder::report_repeated_keys(const Object& object) {
  std::vector<std::size_t> order(object.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](auto a, auto b) { return object[a].key < object[b].key; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const JsonMember& repeated = object[order[i]];
    if (object[order[i - 1]].key != repeated.key) continue;
    faults_.push_back({repeated.offset, pointer() + "/" + pointer_token(repeated.key),
                       "the key " + quoted_short(repeated.key) + " is given twice"});
  }
}

std::string TreeBuilder::pointer() const {
  std::string p;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    const bool innermost = i + 1 == open_.size();
    if (const Json::Array* array = open_[i]->if_array()) {
      if (!innermost) p += "/" + std::to_string(array->size() - 1);
    } else if (const Object& object = *open_[i]->if_object(); !innermost) {
      p += "/" + pointer_token(object.back().key);
    }
  }
  return p;
}

/// The parser's message without its position and without the text it read last.
std::string reason(std::string_view what) {
  if (const auto at = what.find("column "); at != what.npos) {
    what.remove_prefix(std::min(what.find(": ", at) + 2, what.size()));
  } else if (const auto bracket = what.find("] "); bracket != what.npos) {
    what.remove_prefix(bracket + 2);
  }
  what = what.substr(0, what.find("; last read"));
  return what.starts_with("number overflow") ? "a number too large for a double"
                                             : std::string(what);
}

/// Advice about frequent mistakes, judged by the first character that does not fit.
std::string remedy(std::string_view why, std::string_view rest, bool at_the_start) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (at_the_start && !rest.empty() && (letter(rest[0]) || rest.starts_with("- ")))
    return "; is this YAML? JSON is wanted: {\"bodies\": [...], ...}";
  if (at_the_start && (rest.starts_with("\xFF\xFE") || rest.starts_with("\xFE\xFF")))
    return "; this is UTF-16: save the file as UTF-8";
  if (rest.empty()) return "; the text ends too early";
  if (rest[0] == '\0') return "; a byte 0: this is no text";
  if (rest[0] == 'N' || rest[0] == 'I' || rest.starts_with("-I") || rest.starts_with("-N"))
    return "; numbers are finite: no NaN, no Infinity";
  if (rest[0] == '}' || rest[0] == ']') return "; a comma too many, or a value missing?";
  if (rest[0] == '\'') return "; strings stand in double quotes";
  if (rest[0] == '#') return "; a comment begins with //";
  if (rest.starts_with("True") || rest.starts_with("False") || rest.starts_with("None"))
    return "; JSON has true, false and null";
  if (rest[0] == '_') return "; numbers have no separators: 1100 or 1.1e3";
  if (rest[0] == '.' || rest[0] == '+') return "; a number begins with a digit or with -: 0.5";
  if (digit(rest[0]) && why.find("parsing object key") != why.npos)
    return "; a decimal comma? Decimals follow a point: 0.5";
  const bool begins_a_value = std::string_view("\"{[-0123456789").find(rest[0]) != rest.npos;
  if (begins_a_value && (why.ends_with("expected '}'") || why.ends_with("expected ']'")))
    return "; is a comma missing before it?";
  return "";
}

bool TreeBuilder::parse_error(std::size_t position, const std::string&, const std::exception& e) {
  const std::size_t before = position == 0 ? 0 : position - 1;
  const std::size_t offset = std::min({next_token(), before, text_.size()});
  const std::string_view rest = text_.substr(offset);
  const std::string why = reason(e.what());
  std::string message = "not JSON: " + why;
  constexpr std::size_t kShown = 20;
  if (!rest.empty())
    message +=
        ", at " + quoted_short(rest.substr(0, std::min(rest.find('\n'), kShown + 1)), kShown);
  return fault(offset, message + remedy(why, rest, offset == 0));
}

}  // namespace

Json parse_json(std::string_view text, std::uint32_t source, std::vector<JsonFault>& faults) {
  if (text.size() > kLargestText) {
    faults.push_back({0, "", fmt::format("larger than {} MiB", kLargestText >> 20)});
    return {};
  }
  const char* reached = text.data();
  TreeBuilder builder(text, reached, source, faults);
  const TextCursor begin{text.data(), &reached}, end{text.data() + text.size(), &reached};
  const bool complete = nlohmann::json::sax_parse(begin, end, &builder,
                                                  nlohmann::json::input_format_t::json, true, true);
  return complete ? builder.take() : Json();
}

const Json* Json::find(std::string_view key) const {
  if (const Object* object = if_object())
    for (const JsonMember& m : *object)
      if (m.key == key) return &m.value;
  return nullptr;
}

Json* Json::find(std::string_view key) {
  return const_cast<Json*>(static_cast<const Json*>(this)->find(key));
}

Json& Json::set(std::string_view key, Json member) {
  if (Json* present = find(key)) return *present = std::move(member);
  return if_object()->emplace_back(JsonMember{std::string(key), 0, std::move(member)}).value;
}

std::string pointer_token(std::string_view key) {
  std::string token;
  for (const char c : key) token += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return token;
}

}  // namespace tactus::core
