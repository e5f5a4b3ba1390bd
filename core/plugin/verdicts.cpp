#include "core/plugin/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tactus::core {
namespace {

constexpr char kBetween = '\x1f', kEnd = '\x1e';

}  // namespace

void Verdicts::line(PromiseVerdict::Result result, std::string_view promise,
                    std::string_view text) {
  say_(fmt::format("{}{}{}{}{}", static_cast<char>(result), promise, kBetween, text, kEnd));
}

bool Verdicts::promise(std::string_view what, FunctionRef<Finding()> test) {
  if (seen_ < known_.size()) return noted(known_[seen_++].result == PromiseVerdict::Result::kept);
  line(PromiseVerdict::Result::begun, what, "");
  const Finding finding = conformance::found_by(test);
  line(finding.kept ? PromiseVerdict::Result::kept : PromiseVerdict::Result::broken, what,
       finding.text);
  return noted(finding.kept);
}

void Verdicts::skip(std::string_view what, std::string_view why) {
  if (seen_ < known_.size())
    ++seen_;
  else
    line(PromiseVerdict::Result::skipped, what, why);
}

std::vector<PromiseVerdict> Verdicts::parse(std::string_view said) {
  std::vector<PromiseVerdict> verdicts;
  while (!said.empty()) {
    const std::string_view one = said.substr(0, said.find(kEnd));
    said.remove_prefix(std::min(one.size() + 1, said.size()));
    const std::size_t between = one.find(kBetween);
    if (one.empty() || between == one.npos) continue;
    if (!verdicts.empty() && verdicts.back().result == PromiseVerdict::Result::begun)
      verdicts.pop_back();
    verdicts.push_back({static_cast<PromiseVerdict::Result>(one[0]),
                        std::string(one.substr(1, between - 1)),
                        std::string(one.substr(between + 1))});
  }
  return verdicts;
}

}  // namespace tactus::core
