// Writes JSON values as text: the part of json.hpp that does not parse.
#include <fmt/format.h>

#include <cmath>

#include "core/json/json.hpp"

namespace tactus::core {
namespace {

/// Writes a tree: on one line if it fits, otherwise one entry per line.
class Writer {
 public:
  explicit Writer(std::size_t width) : width_(width) {}

  /// `used`: number of characters already on the line plus those that will follow.
  void write(const Json& v, std::size_t indent, std::size_t used) {
    std::string line;
    const std::size_t room = width_ > used ? width_ - used : 0;
    if (on_one_line(v, line, room) || is_scalar(v)) {
      out_ += line;
      return;
    }
    const bool object = v.if_object() != nullptr;
    const std::string blanks(indent + 2, ' ');
    out_ += object ? "{\n" : "[\n";
    const std::size_t n = object ? v.if_object()->size() : v.if_array()->size();
    for (std::size_t i = 0; i < n; ++i) {
      out_ += blanks;
      if (object) {
        const JsonMember& m = (*v.if_object())[i];
        const std::string key = in_quotes(m.key) + ": ";
        out_ += key;
        write(m.value, indent + 2, indent + 3 + key.size());
      } else {
        write((*v.if_array())[i], indent + 2, indent + 3);
      }
      out_ += i + 1 < n ? ",\n" : "\n";
    }
    out_ += std::string(indent, ' ') + (object ? "}" : "]");
  }
  std::string take() { return std::move(out_); }

 private:
  static bool is_scalar(const Json& v) { return !v.if_array() && !v.if_object(); }

  /// Writes to one line; returns false as soon as it exceeds `room`. A scalar is always written in
  /// full.
  static bool on_one_line(const Json& v, std::string& line, std::size_t room) {
    if (const Json::Array* array = v.if_array()) {
      line += '[';
      for (std::size_t i = 0; i < array->size(); ++i) {
        if (i > 0) line += ", ";
        if (!on_one_line((*array)[i], line, room)) return false;
      }
      line += ']';
    } else if (const Json::Object* object = v.if_object()) {
      line += '{';
      for (std::size_t i = 0; i < object->size(); ++i) {
        line += (i > 0 ? ", " : "") + in_quotes((*object)[i].key) + ": ";
        if (!on_one_line((*object)[i].value, line, room)) return false;
      }
      line += '}';
    } else if (const Json::Number* n = v.if_number(); n && std::isfinite(n->value)) {
      line += fmt::format("{}", n->value);
    } else if (const bool* flag = v.if_flag()) {
      line += *flag ? "true" : "false";
    } else if (const std::string* text = v.if_text()) {
      line += in_quotes(*text);
    } else {
      line += "null";
    }
    return line.size() <= room;
  }

  std::size_t width_;
  std::string out_;
};

}  // namespace

std::string to_text(const Json& value, std::size_t width) {
  Writer writer(width);
  writer.write(value, 0, 0);
  return writer.take();
}

}  // namespace tactus::core
