#!/usr/bin/env bash
# Studies of a few short cells that a signal ends at any moment: 200 by each of SIGINT, which a terminal sends to the
# cells as well, SIGTERM and SIGHUP, and SIGKILL of the study alone. After each kill the same command ends the study with
# the exit code 0, and with the bytes of a study that was left alone, of all of its cells, too.
#   kills.sh PROGRAM
#   TACTUS_KILLS=N          so many by each signal
#   TACTUS_SIGNALS='A B'    these signals alone
set -euo pipefail

tactus=$(readlink -f "$1")
here=$(dirname "$(readlink -f "$0")")
. "$here/wait_until_ready.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export XDG_CACHE_HOME=$folder/cache
if ((0x$(sed -n 's/^SigIgn:[[:space:]]*//p' /proc/$$/status) & 1)); then
  echo "SIGHUP is ignored here, as under nohup, and would end no study" >&2
  exit 1
fi

fail() { echo "FAILED: $*" >&2; cat killed.log again.log >&2; exit 1; }

cat >base.json <<'JSON'
{"bodies": [
  {"name": "block", "density": 1000, "velocity": [1, 0],
   "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
   "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
  {"name": "target", "density": 1000, "translate": [1.01, 0.1],
   "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
   "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
 "integrator": {"type": "newmark"},
 "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"}, "solver": {"type": "local_sqp"}},
 "time": {"end": 0.05, "step": 1e-4},
 "output": {"checkpoint_every": 5e-3, "frames_every": 0.025, "history_every": 20}}
JSON
cat >study.json <<'JSON'
{"base": "base.json",
 "axes": [{"name": "v", "pointer": "/bodies/0/velocity/0", "range": {"from": 1, "to": 2, "count": 4}}],
 "metrics": {"p": {"of": "history/linear_momentum_x_kg_m_per_s"}}}
JSON

study() { "$tactus" study study.json --quiet --out "$1"; }

begin=$(date +%s%N)
study whole >again.log 2>&1 || fail "the study ends with $?"
long=$((($(date +%s%N) - begin) / 1000000))  # ms

for signal in ${TACTUS_SIGNALS:-INT TERM HUP KILL}; do
  kills=0
  while [ "$kills" -lt "${TACTUS_KILLS:-200}" ]; do
    rm -rf study
    setsid "$tactus" study study.json --quiet --out study >killed.log 2>&1 &
    process=$!
    wait_until_ready "$process"
    sleep "$(printf '%d.%03d' 0 $((RANDOM % long % 1000)))"
    target=$process
    if [ "$signal" = INT ]; then target=-$process; fi
    kill "-$signal" -- "$target" 2>/dev/null || true
    status=0
    wait "$process" 2>/dev/null || status=$?
    case $status:$signal in
      0:*)  # it had come to its end: sooner the next time
        long=$((long * 9 / 10 + 10))
        continue
        ;;
      130:INT | 130:TERM | 130:HUP | 137:KILL) ;;
      *) fail "SIG$signal: exit code $status" ;;
    esac
    kills=$((kills + 1)) long=$((long * 20 / 19))
    study study >again.log 2>&1 || fail "SIG$signal, kill $kills: the same command ends with $?"
    "$here/same_study.py" whole study >different || fail "SIG$signal, kill $kills: these differ: $(cat different)"
    ((kills % 20)) || echo "SIG$signal: $kills kills, all right" >&2
  done
  echo "$kills studies ended by SIG$signal: the same command ended each with 0, and with the bytes of one left alone"
done
