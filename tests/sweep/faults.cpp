#include "faults.hpp"

#include <algorithm>
#include <initializer_list>
#include <sstream>

namespace tactus::sweep {
namespace {

bool is_any(const std::string& word, std::initializer_list<const char*> list) {
  return std::ranges::find(list, word) != list.end();
}

std::string operation_of(const std::string& call) {
  std::istringstream words(call);
  std::string number, operation;
  words >> number >> operation;
  return operation;
}

}  // namespace

const std::vector<std::string>& fault_kinds() {
  static const std::vector<std::string> all{
      "kill",   "half_kill",   "term",        "no_space", "io_error",  "full",     "half_full",
      "broken", "short_count", "interrupted", "cut_lost", "cut_names", "cut_zeros"};
  return all;
}

bool applies(const std::string& kind, const std::string& call) {
  const std::string operation = operation_of(call);
  const bool changes =
      is_any(operation, {"create", "write", "mkdir", "rename", "remove", "resize", "sync"});
  const bool takes_space = is_any(operation, {"create", "write", "mkdir"});
  if (kind == "io_error") return true;
  if (kind == "broken") return operation != "list";
  if (kind == "no_space") return takes_space || operation == "sync" || operation == "rename";
  if (kind == "full") return takes_space;
  if (is_any(kind, {"half_kill", "half_full"})) return operation == "write";
  if (is_any(kind, {"short_count", "interrupted"}))
    return operation == "write" || operation == "read";
  return changes;  // signals and power cuts
}

bool kills(const std::string& kind) {
  return is_any(kind, {"kill", "half_kill", "cut_lost", "cut_names", "cut_zeros"});
}

bool hurts_nothing(const std::string& kind) { return is_any(kind, {"short_count", "interrupted"}); }

bool lacks_space(const std::string& kind) {
  return is_any(kind, {"no_space", "full", "half_full"});
}

std::string shown(const Ended& ended) {
  return "exit code " + std::to_string(ended.code) + "; " + ended.err;
}

}  // namespace tactus::sweep
