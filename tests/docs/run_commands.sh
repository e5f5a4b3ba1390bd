#!/usr/bin/env bash
# Does what a page of the documentation tells its reader to do, and compares what comes out.
#
#   run_commands.sh PAGE.md REPOSITORY BUILD_FOLDER
#
# A comment in the page marks the fenced block after it:
#   <!-- run -->             the commands are run; the first that fails fails the test
#   <!-- run: exit 2 -->     the last command has to end with this exit code
#   <!-- shows -->           these lines are in what the commands before said, in this order;
#                            ... stands for anything
#   <!-- file: NAME -->      the block is the content of this file
# Blocks without a mark are for the eye. All blocks of a page run in one shell, in a folder that
# looks like a fresh checkout with a build in it: ./dev, configs, build/release. It is a temporary one, which may be in
# memory: runs wait for the disk.
set -euo pipefail

page=$(readlink -f "$1") repository=$(readlink -f "$2") build=$(readlink -f "$3")
scratch=$(readlink -f "$(mktemp -d)")
mkdir -p "$scratch/checkout/build" "$scratch/home"
for entry in "$repository"/*; do
  case ${entry##*/} in build | runs) ;; *) ln -s "$entry" "$scratch/checkout/" ;; esac
done
ln -s "$build" "$scratch/checkout/build/release"

# The page as one bash script: marked blocks between calls of the functions below.
translate() {
  awk '
    /^<!-- (run|shows|file)[ :].*-->$/ { mark = $2; sub(/:$/, "", mark); word = $(NF - 1); line = NR; next }
    mark == "" { next }
    /^```/ && !inside {
      inside = 1
      if (mark == "run") printf "begin %d\n", line
      else if (mark == "shows") printf "shows %d <<'\''END-OF-BLOCK'\''\n", line
      else printf "file %d %s <<'\''END-OF-BLOCK'\''\n", line, word
      if (mark == "run" && word != "run") print "set +e; (set -e"
      next
    }
    /^```$/ {
      if (mark == "run" && word != "run") printf "); status=$?; set -e; expect %s\n", word
      print mark == "run" ? "finish" : "END-OF-BLOCK"
      inside = 0; mark = ""
      next
    }
    inside { print }' "$1"
}

line=0 status=0 output=$scratch/output.txt
exec 3>&1 4>&2

begin() { line=$1; exec >"$output" 2>&1; }
finish() { exec >&3 2>&4; }
expect() {
  if [ "$status" != "$1" ]; then
    echo "exit code $status, and the page says $1"
    exit 1
  fi
}
file() {
  line=$1
  mkdir -p "$(dirname "$2")"
  cat >"$2"
}
shows() {  # Each line of the block in turn, searched below the place of the one before.
  line=$1
  local said wanted pattern at=0 i
  mapfile -t said <"$output"
  while IFS= read -r wanted; do
    line=$((line + 1))
    if [ -z "$wanted" ]; then continue; fi
    # Literal text, but for the dots.
    pattern=$(sed 's/[][\\*?]/\\&/g; s/\.\.\./*/g' <<<"$wanted")
    for ((i = at; i < ${#said[@]}; ++i)); do
      # shellcheck disable=SC2053  # a pattern is meant
      if [[ ${said[i]} == $pattern ]]; then break; fi
    done
    if [ "$i" = "${#said[@]}" ]; then
      echo "the commands did not say: $wanted" >&2
      exit 1
    fi
    at=$((i + 1))
  done
}
ended() {
  local code=$?
  exec >&3 2>&4
  cd /
  if [ "$code" != 0 ]; then
    printf '%s:%s: failed (exit code %s). The last commands said:\n' "$page" "$line" "$code"
    if [ -e "$output" ]; then cat "$output"; fi
  fi
  rm -rf "$scratch"
  [ "$code" = 0 ]
}

translate "$page" >"$scratch/script.sh"
grep -q '^begin ' "$scratch/script.sh" || { echo "$page has no marked commands" >&2; exit 1; }
export HOME=$scratch/home TACTUS_BUILD=$scratch/checkout/build/release
unset XDG_CACHE_HOME XDG_DATA_HOME TACTUS_PLUGIN_PATH
cd "$scratch/checkout"
trap ended EXIT
# shellcheck disable=SC1091
source "$scratch/script.sh"
