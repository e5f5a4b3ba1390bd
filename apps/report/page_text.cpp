#include "apps/report/page_text.hpp"

#include <limits>

#include "tactus/error.hpp"

namespace tactus::core {

std::string embedded(const Json& data) {
  const std::string text = to_text(data, std::numeric_limits<std::size_t>::max());
  std::string result;
  result.reserve(text.size() + text.size() / 64);
  for (const char c : text) {
    if (c == '<')  // occurs in JSON only within strings
      result += "\\u003c";
    else
      result += c;
  }
  return result;
}

std::string page_text(const Json& data) {
  const std::string_view page = report_template();
  const std::size_t place = page.find(kDataPlace);
  if (place == page.npos) throw PreconditionError("the template of reports has no place for data");
  std::string text(page.substr(0, place));
  text += embedded(data);
  text += page.substr(place + kDataPlace.size());
  return text;
}

}  // namespace tactus::core
