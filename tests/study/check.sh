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
