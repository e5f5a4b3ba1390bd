#!/usr/bin/env bash
# What takes too long for every test: a study that is killed again and again, a thousand small cells, and a
# thousand seeds of a random choice.
#   check.sh PROGRAM
set -euo pipefail

tactus=$(readlink -f "$1")
. "$(dirname "$(readlink -f "$0")")/wait_until_ready.sh"
ensemble=$(readlink -f "$(dirname "$0")/../../configs/studies/random_ensemble.json")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export XDG_CACHE_HOME=$folder/cache

fail() { echo "FAILED: $*" >&2; exit 1; }

cat >base.json <<'JSON'
{"bodies": [{"name": "block", "density": 1000, "velocity": [1, 0],
  "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
  "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
 "integrator": {"type": "newmark"}, "time": {"end": 1e-3, "step": 1e-4}}
JSON

study() {  # COUNT END
  cat <<JSON
{"base": "base.json", "set": {"/time/end": $2},
 "axes": [{"name": "v", "pointer": "/bodies/0/velocity/0", "range": {"from": 1, "to": 2, "count": $1}}],
 "metrics": {"p": {"of": "history/linear_momentum_x_kg_m_per_s"}, "wall_s": {"of": "summary/wall_s"}}}
JSON
}

study 12 1 >long.json
"$tactus" study long.json --quiet --out whole >/dev/null

same_as_whole() {  # WORDS
  for name in csv json md tex; do
    cmp "whole/results.$name" "killed/results.$name" || fail "$1: results.$name of a killed study differ"
  done
  for cell in whole/cells/*/; do
    "$tactus" compare "$cell" "killed/cells/$(basename "$cell")" >/dev/null || fail "$1: $cell differs"
  done
}

# Each round ends the study after up to 0.35 s; the next one goes on. A study that comes to its end is compared
# with the one that was left alone, and begins anew.
for signal in INT TERM HUP KILL; do
  rounds=0
  while [ "$rounds" -lt "${TACTUS_KILLS:-200}" ]; do
    setsid "$tactus" study long.json --quiet --out killed >killed.log 2>&1 &
    study=$!
    wait_until_ready "$study"
    sleep "$(printf '0.%03d' $((RANDOM % 350)))"
    # From a terminal SIGINT reaches the cells, too; SIGKILL reaches the study alone.
    target=$study
    if [ "$signal" = INT ]; then target=-$study; fi
    kill "-$signal" -- "$target" 2>/dev/null || true
    status=0
    wait "$study" 2>/dev/null || status=$?
    if [ "$status" = 0 ]; then
      same_as_whole "SIG$signal, $rounds times"
      rm -rf killed
      continue
    fi
    rounds=$((rounds + 1))
    if [ "$signal" != KILL ] && [ "$status" != 130 ]; then
      cat killed.log >&2
      fail "SIG$signal: exit code $status"
    fi
  done
  "$tactus" study long.json --quiet --out killed >/dev/null || fail "SIG$signal: the same command ends with $?"
  same_as_whole "SIG$signal"
  rm -rf killed
  echo "$rounds times SIG$signal: the same results"
done

study 1000 1e-3 >many.json
begin=$(date +%s%N)
"$tactus" study many.json --quiet --out many >/dev/null
end=$(date +%s%N)
workers=$(nproc)
awk -F, -v wall=$((end - begin)) -v workers="$workers" '
  NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "cell_wall_s") column = i; next }
  { sum += $column; ++cells }
  END {
    lost = (workers * wall / 1e9 - sum) / cells * 1e3
    printf "%d cells, %d at a time, %.1f s: %.1f ms a cell beside the runs themselves\n", cells, workers,
      wall / 1e9, lost
    exit !(cells == 1000 && lost < 50)
  }' many/timings.csv || fail "a cell costs 50 ms or more beside its run"

# A thousand random choices between two walls that are equally near (Kane et al. 1999, Fig. 12): the share of one of
# them is 1/2 within four standard errors, or the study ends with 5.
begin=$(date +%s)
"$tactus" study "$ensemble" --quiet --out ensemble \
  >ensemble.log || fail "$(tail -5 ensemble.log)"
echo "$(grep '^ *share: ' ensemble.log), $(($(date +%s) - begin)) s"
