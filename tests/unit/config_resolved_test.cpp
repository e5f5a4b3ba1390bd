#include <catch2/catch.hpp>

#include "core/scene/resolved.hpp"

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
  CHECK(run_identity(resolved("2", "a", "/x")) == identity);  // a resumed run may go further
  CHECK(run_identity("{}") == "");
}

TEST_CASE("What keeps a run from being resumed is named by key and both values", "[config]") {
  const auto found = [](const std::string& before, const std::string& now) {
    return in_words(resume_differences(before, now));
  };
  CHECK(found(resolved("1", "a", "/x"), resolved("2", "a", "/y")) == "");
  CHECK(found(resolved("2", "a", "/x"), resolved("1", "a", "/x")) ==
        "\n  /time/end: 2 in the folder, 1 now");
  CHECK(found(resolved("1", "a", "/x"), resolved("1", "b", "/x")) ==
        "\n  /resolved/plugins/grid: \"a\" in the folder, \"b\" now");
  std::string step = resolved("1", "a", "/x");
  step.replace(step.find("\"end\""), 5, "\"step\": [1, 2], \"end\"");
  CHECK(found(resolved("1", "a", "/x"), step) ==
        "\n  /time/step: nothing in the folder, [1, 2] now");
}
