#!/usr/bin/env bash
# What takes too long for every test: a thousand small cells, and a thousand seeds of a random choice.
#   check.sh PROGRAM
set -euo pipefail

tactus=$(readlink -f "$1")
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

study 1000 1e-3 >many.json
load=$(cut -d ' ' -f 1 /proc/loadavg)
TIMEFORMAT='%R %U %S'
used=$({ time "$tactus" study many.json --quiet --out many >/dev/null 2>many.log; } 2>&1) || fail "$(tail -5 many.log)"
workers=$(nproc)
# Where other programs run, wall time says nothing of what a cell costs: processor time is judged alone.
awk -F, -v used="$used" -v workers="$workers" -v load="$load" '
  NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
  { wall += $column["cell_wall_s"]; cpu += $column["cell_cpu_s"]; ++cells }
  END {
    split(used, all, " ")
    lost = (workers * all[1] - wall) / cells * 1e3
    work = (all[2] + all[3] - cpu) / cells * 1e3
    printf "%d cells, %d at a time, %.1f s: %.1f ms a cell beside the runs themselves, %.1f ms of them processor time (load %s)\n",
      cells, workers, all[1], lost, work, load
    exit !(cells == 1000 && work < 50 && (lost < 50 || load > 1))
  }' many/timings.csv || fail "a cell costs 50 ms or more beside its run"

# A thousand random choices between two walls that are equally near (Kane et al. 1999, Fig. 12): the share of one of
# them is 1/2 within four standard errors, or the study ends with 5.
begin=$(date +%s)
"$tactus" study "$ensemble" --quiet --out ensemble \
  >ensemble.log || fail "$(tail -5 ensemble.log)"
echo "$(grep '^ *share: ' ensemble.log), $(($(date +%s) - begin)) s"
