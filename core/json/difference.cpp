#include "core/json/difference.hpp"

#include <fmt/format.h>

namespace tactus::core {
namespace {

std::string shown(const Json* value) {
  if (!value) return "nothing";
  if (const std::string* text = value->if_text()) return quoted_short(*text, 200);
  std::string text = to_text(*value, 1'000'000);
  constexpr std::size_t kLongest = 80;
  if (text.size() > kLongest) text = text.substr(0, kLongest) + " ...";
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

void compare(const Json* before, const Json* now, const std::string& pointer,
             std::vector<Difference>& found) {
  const Json::Object* old_object = before ? before->if_object() : nullptr;
  const Json::Object* new_object = now ? now->if_object() : nullptr;
  if (old_object && new_object) {
    for (const JsonMember& m : *old_object)
      compare(&m.value, now->find(m.key), pointer + "/" + pointer_token(m.key), found);
    for (const JsonMember& m : *new_object)
      if (!before->find(m.key))
        compare(nullptr, &m.value, pointer + "/" + pointer_token(m.key), found);
    return;
  }
  const Json::Array* old_list = before ? before->if_array() : nullptr;
  const Json::Array* new_list = now ? now->if_array() : nullptr;
  const bool entries = old_list && new_list && old_list->size() == new_list->size() &&
                       !old_list->empty() && (*old_list)[0].if_object();
  if (entries) {
    for (std::size_t i = 0; i < old_list->size(); ++i)
      compare(&(*old_list)[i], &(*new_list)[i], fmt::format("{}/{}", pointer, i), found);
    return;
  }
  if (before && now && to_text(*before) == to_text(*now)) return;
  found.push_back({pointer, shown(before), shown(now)});
}

}  // namespace

std::vector<Difference> differences(const Json& before, const Json& now) {
  std::vector<Difference> found;
  compare(&before, &now, "", found);
  return found;
}

std::string in_words(const std::vector<Difference>& differences, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < differences.size() && i < most; ++i)
    text += fmt::format("\n  {}: {} in the folder, {} now", differences[i].pointer,
                        differences[i].before, differences[i].now);
  if (differences.size() > most) text += fmt::format("\n  and {} more", differences.size() - most);
  return text;
}

}  // namespace tactus::core
