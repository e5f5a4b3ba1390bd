/// Studies that are asked to stop: by Ctrl-C, which reaches their cells, too, by a batch system, by a terminal that
/// closes. What was stopped is unfinished, not crashed, and the same command goes on to the same results.
#include <nlohmann/json.hpp>

#include "tests/cli/run_scene.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;

namespace {

/// Six cells of some tenths of a second.
const std::string kStudy = R"({"base": "base.json",
  "axes": [{"name": "v", "pointer": "/bodies/0/velocity/0", "range": {"from": 1, "to": 2, "count": 6}}],
  "metrics": {"p": {"of": "history/linear_momentum_x_kg_m_per_s"}}})";

class StoppedPlace : public Installation {
 public:
  StoppedPlace() {
    write_text(work() / "base.json", two_blocks("2e-2", "{}", "1e-5"));
    write_text(work() / "study.json", kStudy);
  }
};

}  // namespace

TEST_CASE(
    "A study that signals stop again and again has no crashed cell, and ends as one left alone",
    "[study]") {
  const StoppedPlace tactus;
  REQUIRE(tactus.script("\"$tactus\" study study.json --quiet --out whole").code == 0);
  const auto outcome = tactus.script(". '" TACTUS_SOURCE_DIR
                                     "/tests/study/wait_until_ready.sh'"
                                     R"(
set -u
for signal in INT TERM HUP; do
  for tenths in 00 05 10 15 20 25; do
    setsid "$tactus" study study.json --quiet --out stopped >log 2>&1 &
    study=$!
    wait_until_ready $study
    sleep "0.$tenths"
    target=$study
    if [ $signal = INT ]; then target=-$study; fi
    kill -$signal -- $target 2>/dev/null
    status=0
    wait $study 2>/dev/null || status=$?
    if [ $status != 0 ] && [ $status != 130 ]; then echo "SIG$signal after 0.$tenths s: $status"; cat log; fi
    if [ $signal = INT ] && grep -q crashed log; then echo "crashed:"; cat log; fi
    if [ $status = 0 ]; then rm -r stopped; fi
  done
done
"$tactus" study study.json --quiet --out stopped >log 2>&1 || { echo "at the end: $?"; cat log; }
cmp whole/results.csv stopped/results.csv && cmp whole/results.json stopped/results.json)");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.out.empty());
}

TEST_CASE("A disk without room for another file stops a study, which goes on when there is room",
          "[study]") {
  const StoppedPlace tactus;
  if (tactus.script("unshare -m true").code != 0) {
    WARN("not tested: a disk of our own can be mounted by root alone");
    return;
  }
  REQUIRE(tactus.script("\"$tactus\" study study.json --quiet --out whole").code == 0);
  // The limit on files meets another call each time: a folder, a record, a frame, a checkpoint.
  write_text(tactus.work() / "rounds", R"(
set -u
mkdir -p small
for files in $(seq 4 3 64); do
  mount -t tmpfs -o nr_inodes=$files tmpfs small || exit 1
  status=0
  "$tactus" study study.json --quiet --out small/out >log 2>&1 || status=$?
  if [ $status = 0 ] && ! cmp -s whole/results.csv small/out/results.csv; then echo "$files: 0"; cat log; fi
  if [ $status != 0 ] && ! grep -q "No space left on device" log; then echo "$files: $status"; cat log; fi
  if grep -q refused log; then echo "$files: refused"; cat log; fi
  mount -o remount,nr_inodes=0 small || exit 1
  "$tactus" study study.json --quiet --out small/out >log 2>&1 || { echo "$files, with room: $?"; cat log; }
  cmp whole/results.csv small/out/results.csv
  cmp whole/results.json small/out/results.json
  umount small
done)");
  const auto outcome = tactus.script("unshare -m bash rounds");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.out.empty());
}
