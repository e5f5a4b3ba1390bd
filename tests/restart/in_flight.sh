# A block that bounces on a floor, stopped while it flies: the run that goes on from there has the
# columns of the one that was not stopped, also those in which solvers report of their last contacts.
. "$(dirname "$0")/common.sh"
cat > "$work/bounce.json" <<'JSON'
{"name": "bounce",
 "bodies": [
  {"name": "block", "translate": [0, 0.005], "density": 1000,
   "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [4, 2]},
   "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
  {"name": "floor", "type": "obstacle", "translate": [-2, -1],
   "mesh": {"type": "rectangle", "size": [5, 1], "cells": [5, 1]}}],
 "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
 "integrator": {"type": "moreau_jean"},
 "contact": {
  "broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
  "solver": {"type": "hybrid", "solvers": [{"type": "gauss_seidel"}, {"type": "projected_newton"}]},
  "laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.3, "restitution": 0.5}]},
 "time": {"end": 0.203125, "step": 0.000244140625},
 "output": {"frames_every": 0.0078125}}
JSON
run() { "$tactus" run "$work/bounce.json" --quiet --out "$work/$1" "${@:2}" > "$work/log" || { cat "$work/log"; exit 1; }; }
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i } END { print $c }' "$work/$1/history.csv"; }
run straight
# Times are multiples of powers of two, so that a run that ends earlier makes the same steps.
flights=0
for k in $(seq 4 25); do
  end=$(awk "BEGIN { printf \"%.7f\", $k / 128 }")
  run "stop_$k" --set "/time/end=$end"
  [ "$(column "stop_$k" contacts)" != 0 ] || flights=$((flights + 1))
  run "stop_$k" --resume --set /time/end=0.203125
  same "$work/straight" "$work/stop_$k"
done
[ "$flights" -gt 2 ] || { echo "FAILED: the block hardly flew ($flights)"; exit 1; }
