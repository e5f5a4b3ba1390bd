# space.sh TACTUS CONFIG KEPT: eight cubes in space scatter, to the same bytes on one thread and two, with every broad
# phase, from resolved.json, and when the run is killed at any of forty places and goes on from its last
# checkpoint; and a run that begins with the state of another one in space moves on from it.
. "$(dirname "$0")/common.sh"
config=$(dirname "$config")/eight_cubes.json
sets=(--quiet --set /time/end=7e-4 --set /output/checkpoint_every=2e-5 --set /output/history_every=1)
for body in 0 1 2 3 4 5 6 7; do sets+=(--set "/bodies/$body/mesh/cells=[2, 2, 2]"); done
run() { "$tactus" run "$config" "${sets[@]}" --out "$work/$1" "${@:2}" > /dev/null; }
run whole --threads 1
run two_threads --threads 2
same "$work/whole" "$work/two_threads"
"$tactus" run "$work/whole/resolved.json" --quiet --out "$work/resolved" > /dev/null
same "$work/whole" "$work/resolved"
other_pairs=yes
for other in brute_force quadtree octree bsp_tree bvh sweep_and_prune heap_sort adaptive_grid body_cells; do
  run $other --set /contact/broad_phase/type=$other
  same "$work/whole" "$work/$other"
done
run space_time --threads 2 --set /contact/broad_phase='{"type": "space_time", "search": [{"type": "bvh"}]}'
same "$work/whole" "$work/space_time"
other_pairs=

rows=$(wc -l < "$work/whole/history.csv") killed=0
for k in $(seq 1 40); do
  part=$work/part
  rm -rf "$part"
  "$tactus" run "$config" "${sets[@]}" --out "$part" > /dev/null & pid=$!
  until [ "$( (wc -l < "$part/history.csv") 2> /dev/null || echo 0)" -ge $((k * rows / 42)) ] ||
    ! kill -0 $pid 2> /dev/null; do sleep 0.002; done
  kill -KILL $pid 2> /dev/null || true
  code=0
  wait $pid 2> /dev/null || code=$?
  if [ "$code" = 137 ]; then
    killed=$((killed + 1))
    run part --resume || run part --force  # before its first checkpoint there is nothing to go on from
  elif [ "$code" != 0 ]; then
    echo "FAILED: exit code $code after SIGKILL"
    exit 1
  fi
  same "$work/whole" "$part"
done
[ "$killed" -ge 20 ] || { echo "FAILED: only $killed of 40 runs were caught in the middle"; exit 1; }

# From the state at its end: the cubes are where they were, and as fast.
run later --set "/start={\"from\": \"$work/whole\"}" --set /time/end=1e-5
last() { awk -F, -v row="$2" 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "kinetic_energy_J") c = i } { v = $c } row == "first" && NR == 2 { exit } END { print v }' "$work/$1/history.csv"; }
[ "$(last whole last)" = "$(last later first)" ] || { echo "FAILED: another start than that end"; exit 1; }
