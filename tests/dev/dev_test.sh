#!/usr/bin/env bash
# ./dev with apt, dpkg and sudo replaced by scripts that write down what they were asked.
#
#   dev_test.sh REPOSITORY SCRATCH_FOLDER
set -euo pipefail

dev=$1/dev scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/bin"
scratch=$(readlink -f "$scratch")
for tool in bash env readlink dirname nproc comm sort sed paste cat mktemp rm; do
  ln -s "$(command -v "$tool")" "$scratch/bin/$tool"
done

fake() {  # NAME SCRIPT
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}

# Runs ./dev with the fakes only; its exit code in $status, what it said in $said.
run_dev() {
  : >"$scratch/asked"
  status=0
  said=$(PATH=$scratch/bin CI='' "$dev" "$@" 2>&1) || status=$?
}
expect() {  # WHAT CONDITION...
  local what=$1
  shift
  if ! "$@"; then
    printf 'not so: %s\nexit code %s, it said:\n%s\nit asked:\n%s\n' "$what" "$status" "$said" \
      "$(cat "$scratch/asked")"
    exit 1
  fi
}
says() { [[ $said == *"$1"* ]]; }
asks() { [[ $(cat "$scratch/asked") == *"$1"* ]]; }
ends() { [ "$status" = "$1" ]; }
quiet() { [ ! -s "$scratch/asked" ] && [ -z "$said" ]; }

installed_all='shift 2; for p in "$@"; do echo "$p installed"; done'
installed_some='shift 2; for p in "$@"; do case $p in g++ | cmake) echo "$p config-files" ;; *) echo "$p installed" ;; esac; done'
fake apt-get 'echo "apt-get $DEBIAN_FRONTEND $*" >>'"'$scratch/asked'"
fake id 'echo 0'

run_dev
expect "without arguments it helps" ends 0
for verb in run tactus test build setup check fuzz docs bench; do
  expect "help names $verb" says "  $verb "
done
run_dev tset
expect "an unknown command is refused" ends 2
expect "and named" says 'no command "tset"'

fake dpkg-query "$installed_all"
run_dev setup --bench --report --movie --docs --check --tex --fuzz --web
expect "nothing is asked where all is installed" quiet
for verb in setup build test check docs fuzz bench; do
  run_dev "$verb" --help
  expect "$verb --help builds nothing" ends 0
  expect "$verb --help is the help" says "./dev COMMAND [ARGUMENTS]"
done
run_dev bench --quik
expect "an unknown option of bench is refused before anything is built" ends 1
expect "and named" says 'bench knows one NAME and --quick, not "--quik"'
run_dev fuzz nonsense
expect "an unknown fuzz target is refused before anything is built" ends 1
expect "and named" says 'no fuzz target "nonsense"; there are: configuration mesh checkpoint'
run_dev setup --all
expect "an unknown group is refused" ends 1
expect "and the groups are named" says '--bench, --report, --movie, --docs, --check, --tex, --fuzz and --web, not "--all"'

fake dpkg-query "$installed_some"
run_dev setup
expect "root installs what is missing, and nothing else" \
  asks "apt-get noninteractive install -q -y --no-install-recommends -o DPkg::Lock::Timeout=600 cmake g++"
expect "after reading the lists" asks "apt-get noninteractive update"

fake id 'echo 1000'
run_dev setup
expect "without sudo it fails" ends 1
expect "and says what root has to do" says "apt-get install --no-install-recommends cmake g++"
expect "and asks nothing" test ! -s "$scratch/asked"

fake sudo 'echo "sudo" >>'"'$scratch/asked'"'; "$@"'
run_dev setup
expect "with sudo it goes through it" asks "sudo"
expect "non-interactively" asks "apt-get noninteractive install"

fake apt-get 'exit 100'
run_dev setup
expect "apt's failure is a failure" ends 100

# check: a stage that fails is named, and hides no other.
for tool in git xargs mkdir; do ln -s "$(command -v "$tool")" "$scratch/bin/$tool"; done
fake dpkg-query "$installed_all"
fake clang-format 'echo "$2 is not formatted"; exit 1'
fake cmake 'echo "cmake $*" >>'"'$scratch/asked'"
fake ctest 'echo "scenes $TACTUS_SCENES, $TACTUS_MEETING_SCENES, sweep every $TACTUS_SWEEP_EVERY, mixed $TACTUS_MIXED_SCENES, everyday $TACTUS_EVERYDAY_SCENES: ctest $*" >>'"'$scratch/asked'"
run_dev check scenes
expect "a stage alone is run" asks "scenes 12000, 600, "
expect "as one of the property tests" asks "-R ^property:"
expect "its verdict is told" says "ok      scenes: 12000 random scenes, 600 of corners that meet"
expect "and is that of the whole" ends 0
run_dev check mixed
expect "scenes that mix everything are many" asks "mixed 1000, "
expect "and one of the tests of that name" asks "-R ^mixed:"
run_dev check everyday
expect "everyday scenes are many" asks "everyday 1000: ctest"
expect "and one of the tests of that name" asks "-R ^everyday:"
run_dev check faults
expect "the sweep of faults takes every call" asks "sweep every 1, "
expect "and is one of the tests of that name" asks "-R ^sweep:"
run_dev check format scenes
expect "what fails is told at once" says "check format: FAILED"
expect "the next stage runs all the same" asks "scenes 12000, 600, "
expect "all verdicts are told at the end" says "  FAILED  format: clang-format on every file
  ok      scenes: 12000 random scenes, 600 of corners that meet"
expect "with how to run what failed again" says "./dev check format"
expect "and the whole fails" ends 1
fake ctest 'exit 8'
run_dev check --all sanitize scenes
expect "each failure is named" says "failed: sanitize scenes; again with: ./dev check --all sanitize scenes"
expect "and the whole fails" ends 1
run_dev check forma
expect "an unknown stage is refused" says 'not "forma"'
expect "before anything runs" test ! -s "$scratch/asked"

run_dev check same --wth main
expect "an unknown option of check same is refused" ends 1
expect "and named" says 'check same knows --with, --only, --rounding, --differs and --jobs, not "--wth"'
run_dev check same --with
expect "an option without its value is refused" says "check same --with what?"
run_dev check same --with nowhere
expect "what is neither a folder nor a revision is refused" says "--with takes a build folder or a revision"
expect "before anything is built" test ! -s "$scratch/asked"

eval "$(sed -n '/^kind_of()/,/^}/p' "$dev")"
for text in '{"base": "b.json", "axes": []}' $'{\n  "$schema": "https://x/s.json", "axes" : []}'; do
  printf '%s\n' "$text" >"$scratch/given.json"
  expect "a study is one however its lines are broken: $text" [ "$(kind_of "$scratch/given.json")" = study ]
done
printf '%s\n' '// "axes": []' '{"time": {}}' >"$scratch/given.json"
expect "a comment makes no study" [ "$(kind_of "$scratch/given.json")" = run ]
