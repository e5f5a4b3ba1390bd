#include "core/json/problems.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tactus::core {

Place Places::find(std::string_view pointer) const {
  for (;;) {
    if (const auto found = at.find(pointer); found != at.end()) return found->second;
    if (pointer.empty()) return {};
    const auto slash = pointer.rfind('/');
    pointer = pointer.substr(0, slash == pointer.npos ? 0 : slash);
  }
}

std::string Places::text(Place place) const {
  const std::string& source = sources[place.source];
  return place.line == 0 ? source : fmt::format("{}:{}:{}", source, place.line, place.column);
}

void Problems::add(Problem problem) {
  // Several parts of a configuration may run into one cause, which a reader wants to see once.
  const auto same = [&](const Problem& p) {
    return p.pointer == problem.pointer && p.message == problem.message;
  };
  ++count_;
  if (std::ranges::any_of(problems_, same))
    ++repeated_;
  else if (!full())
    problems_.push_back(std::move(problem));
}

bool Problems::is_at(std::string_view pointer) const {
  return std::ranges::find(problems_, pointer, &Problem::pointer) != problems_.end();
}

bool Problems::are_among(const Problems& others, std::string_view besides) const {
  return std::ranges::all_of(
      problems_, [&](const Problem& p) { return p.pointer == besides || others.is_at(p.pointer); });
}

bool Problems::are_at(std::string_view pointer) const {
  return std::ranges::any_of(problems_, [&](const Problem& p) {
    return p.pointer.starts_with(pointer) &&
           (p.pointer.size() == pointer.size() || p.pointer[pointer.size()] == '/');
  });
}

ConfigurationErrors Problems::errors() const {
  std::vector<const Problem*> order;
  for (const Problem& p : problems_) order.push_back(&p);
  std::ranges::stable_sort(order, {}, [](const Problem* p) { return p->place; });
  std::string text;
  ConfigurationErrors::Lines lines;
  for (const Problem* p : order) {
    std::string line = places_.text(p->place) + ": ";
    constexpr std::size_t kLongest = 200;
    const bool cut = p->pointer.size() > kLongest;
    if (!p->pointer.empty()) line += p->pointer.substr(0, kLongest) + (cut ? "...: " : ": ");
    line += p->message;
    text += (text.empty() ? "" : "\n") + line;
    lines[static_cast<std::size_t>(p->kind)].push_back(std::move(line));
  }
  if (different() > problems_.size())
    text += fmt::format("\n... and {} more", different() - problems_.size());
  return {text, different(), std::move(lines)};
}

void Problems::throw_if_any() const {
  if (!empty()) throw errors();
}

}  // namespace tactus::core
