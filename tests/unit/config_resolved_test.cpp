#include <catch2/catch.hpp>

#include "core/config/resolved.hpp"

using namespace tactus::core;

namespace {

std::string resolved(const std::string& end, const std::string& sha256, const std::string& path) {
  return R"({"time": {"end": )" + end + R"(}, "resolved": {"from": ")" + path +
         R"(", "fingerprint": "x", "plugins": [{"name": "grid", "path": ")" + path +
         R"(", "sha256": ")" + sha256 + R"("}]}})";
}

}  // namespace

TEST_CASE("Two resolved configurations are the same whatever plugins and paths wrote them",
          "[config]") {
  CHECK(same_configuration(resolved("1", "a", "/x"), resolved("1.0", "b", "/y")));
  CHECK_FALSE(same_configuration(resolved("1", "a", "/x"), resolved("2", "a", "/x")));
  CHECK_FALSE(same_configuration("", resolved("1", "a", "/x")));
  CHECK_FALSE(same_configuration("", ""));
}

TEST_CASE("A run can be continued by the same plugins from another place, not by others",
          "[config]") {
  const std::string identity = run_identity(resolved("1", "a", "/x"));
  CHECK(identity != "");
  CHECK(run_identity(resolved("1", "a", "/y")) == identity);
  CHECK(run_identity(resolved("1", "b", "/x")) != identity);
  CHECK(run_identity(resolved("2", "a", "/x")) != identity);
  CHECK(run_identity("{}") == "");
}
