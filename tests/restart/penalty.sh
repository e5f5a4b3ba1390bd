# A disk that is squeezed between walls which move, by springs with a dynamic gap: the run that goes on from
# ten places, some of them in the middle of contacts, and the one on two threads have the bytes of the one
# that was not stopped.
. "$(dirname "$0")/common.sh"
cat > "$work/squeeze.json" <<'JSON'
{"name": "squeeze",
 "bodies": [
  {"name": "disk", "density": 1000, "velocity": {"constant": [0.3, 0.2]},
   "mesh": {"type": "disk", "radius": 0.1, "rings": 3},
   "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
  {"name": "left", "type": "obstacle", "translate": [-0.25, -0.2],
   "mesh": {"type": "rectangle", "size": [0.14, 0.4], "cells": [2, 4]}},
  {"name": "right", "type": "obstacle", "half_space": {"point": [0.11, 0], "normal": [-1, 0]}}],
 "supports": [
  {"body": "left", "path": {"type": "table", "times": [0, 0.02, 0.04, 1],
   "displacements": [[0, 0], [0.03, 0.01], [0, 0], [0, 0]], "interpolation": "smooth"}},
  {"body": "right", "path": {"type": "table", "times": [0, 0.02, 0.04, 1],
   "displacements": [[0, 0], [-0.03, 0], [0, 0], [0, 0]], "interpolation": "smooth"}}],
 "integrator": {"type": "energy_momentum", "contact": "middle"},
 "contact": {
  "broad_phase": {"type": "grid"},
  "constraint": [{"type": "half_space", "between": ["*", "right"]}, {"type": "node_to_facet"}],
  "solver": {"type": "penalty"}},
 "time": {"end": 0.0625, "step": 0.00048828125},
 "output": {"frames_every": 0.001953125}}
JSON
run() { "$tactus" run "$work/squeeze.json" --quiet --out "$work/$1" "${@:2}" > "$work/log" || { cat "$work/log"; exit 1; }; }
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i } END { print $c }' "$work/$1/history.csv"; }
run straight
run threads --threads 2
same "$work/straight" "$work/threads"
pressed=0
for k in 8 16 20 24 28 36 44 52 64 88; do
  end=$(awk "BEGIN { printf \"%.11f\", $k / 2048 }")
  run "stop_$k" --set "/time/end=$end"
  [ "$(column "stop_$k" contact_stored_energy_J)" = 0 ] || pressed=$((pressed + 1))
  run "stop_$k" --resume --set /time/end=0.0625
  same "$work/straight" "$work/stop_$k"
done
[ "$pressed" -gt 3 ] || { echo "FAILED: the disk was hardly pressed where runs were stopped ($pressed)"; exit 1; }
