# same_bits.sh TACTUS PLUGINS WORK FIRST: steps with a stage in velocities and one in increments, the one
# called FIRST (velocities, positions) first. Without contact, with one constraint for both stages, and
# with several of their own: a run has the same bytes on 1, 2 and 3 threads, with another broad phase,
# and after a kill at random places, from where it goes on. With "moreau_jean" as a fifth argument it is
# the shipped scheme.
set -- "$1" none "$3" "$2" "$4" "${5:-two_stages}"
. "$(dirname "$0")/../restart/common.sh"
plugins=$4 first=$5 type=$6
integrator='{"type": "two_stages", "positions_first": '$([ "$first" = positions ] && echo true || echo false)'}'
name=drift
[ "$type" = two_stages ] || { integrator='{"type": "moreau_jean", "drift": "project"}' name=projection; }

# A soft block slides down a slope that ends at a wall, two round bodies behind it, one rigid block upon it.
# Where a floor bears them, the ground is a wall.
scene() {  # scene NAME CONTACT [GROUND]
  cat > "$work/$1.json" <<JSON
{"name": "$1",
 "bodies": [
  {"name": "soft", "translate": [0.2, 1e-4], "density": 1000, "velocity": [-0.5, 0],
   "mesh": {"type": "rectangle", "size": [0.4, 0.2], "cells": [4, 2]},
   "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
  {"name": "stone", "type": "rigid", "translate": [0.25, 0.2002], "density": 2000,
   "mesh": {"type": "rectangle", "size": [0.2, 0.1], "cells": [1, 1]}, "velocity": [0.3, 0]},
  {"name": "ball", "type": "rigid", "radius": 0.06, "translate": [0.75, 0.0605], "density": 1500,
   "velocity": [-1, 0], "array": {"count": [2, 1], "spacing": [0.1205, 1]}},
  {"name": "ground", "type": "obstacle",
   ${3:-$ground}}],
 "loads": [{"type": "gravity", "acceleration": [-2, -9.5]}],
 "integrator": $integrator,
 $2
 "time": {"end": ${end:-0.06}, "step": 1e-4},
 "output": {"frames_every": 0.01, "checkpoint_every": 0.005}}
JSON
}
ground='"translate": [-1, -0.5], "mesh": {"type": "rectangle", "size": [4, 0.5], "cells": [3, 1]}'
both='"broad_phase": {"type": "grid"},
  "laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.3}],
  "solver": {"type": "gauss_seidel"}'
scene free ''
scene one '"contact": {'"$both"', "constraint": {"type": "node_to_facet"},
  "stages": {"'$name'": {"solver": {"type": "local_sqp"}}}},'
belt='{"type": "floor", "between": ["*", "belt"], "name": "belt", "point": [0, 0], "normal": [0, 1], "velocity": [0.2, 0]}'
scene two '"contact": {'"$both"', "constraint": ['"$belt"', {"type": "node_to_facet"}],
  "stages": {"'$name'": {"solver": {"type": "local_sqp", "detection_passes": 40},
    "constraint": ['"$belt"', {"type": "node_to_facet"}]}}},' \
  '"translate": [0.04, 0.01], "mesh": {"type": "rectangle", "size": [0.1, 0.5], "cells": [1, 2]}'
sets=(--quiet --plugin-dir "$plugins")
run() { "$tactus" run "$work/$1.json" "${sets[@]}" --out "$work/$2" "${@:3}" > "$work/log" 2>&1; }
sound() { run "$@" || { cat "$work/log"; exit 1; }; }

kills=0
for scene in free one two; do
  sound $scene $scene --threads 1
  for threads in 2 3; do
    sound $scene "$scene.$threads" --threads $threads
    same "$work/$scene" "$work/$scene.$threads"
  done
  [ $scene = free ] || {
    sound $scene "$scene.pairs" --set /contact/broad_phase/type=brute_force
    other_pairs=yes same "$work/$scene" "$work/$scene.pairs"
  }
  # Kills at places that a generator with a fixed seed draws among the rows of the run.
  RANDOM=$((17 + kills))
  rows=$(wc -l < "$work/$scene/history.csv")
  for k in 1 2 3 4 5 6 7; do
    rm -rf "$work/part"
    at=$((RANDOM % (rows - 2) + 1))
    "$tactus" run "$work/$scene.json" "${sets[@]}" --out "$work/part" > "$work/log" 2>&1 & pid=$!
    until [ "$( (wc -l < "$work/part/history.csv") 2> /dev/null || echo 0)" -ge $at ] ||
      ! kill -0 $pid 2> /dev/null; do sleep 0.002; done
    kill -KILL $pid 2> /dev/null || true
    code=0
    wait $pid 2> /dev/null || code=$?
    [ $code != 137 ] || { kills=$((kills + 1)); sound $scene part --resume; }
    same "$work/$scene" "$work/part"
  done
done
[ "$kills" -ge 10 ] || { echo "FAILED: only $kills of 21 runs were killed in the middle"; exit 1; }
[ "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "'$name'_solver_iterations") c = i } NR > 1 { n += $c } END { print (n > 0) }' "$work/two/history.csv")" = 1 ] ||
  { echo "FAILED: the solver of the second stage has no column of its own, or never had work"; exit 1; }
