# broad_phases.sh TACTUS CONFIG KEPT: a run has the same bytes with every broad phase, each with every
# /contact/neighbour_list (when the list is worn, in every step, in every tenth, in every detection), with one of
# them on two threads, and after it was killed in the middle and went on from a checkpoint.
. "$(dirname "$0")/common.sh"
other_pairs=yes own_lists=yes
sets=(--quiet --set /time/end=4e-4 --set /output/checkpoint_every=4e-5)
start() { # OUT OPTIONS...
  "$tactus" run "$config" "${sets[@]}" --out "$work/$1" "${@:2}" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

# Killed at half of its rows, with a search in every tenth step.
killed() { # NAME OPTIONS...
  local rows=$(($(wc -l < "$work/first/history.csv") / 2)) out=$work/$1.killed pid code=0
  "$tactus" run "$config" "${sets[@]}" "${@:2}" --out "$out" > "$work/log" 2>&1 & pid=$!
  until [ "$( (wc -l < "$out/history.csv") 2> /dev/null || echo 0)" -ge $rows ] ||
    ! kill -0 $pid 2> /dev/null; do sleep 0.002; done
  kill -KILL $pid 2> /dev/null || true
  wait $pid 2> /dev/null || code=$?
  [ $code != 137 ] || { kills=$((kills + 1)); start "$1.killed" --resume "${@:2}"; }
  same "$work/first" "$out"
}

start first --threads 1
kills=0
for phase in grid brute_force quadtree octree bsp_tree bvh sweep_and_prune heap_sort adaptive_grid body_cells space_time auto; do
  type='{"type": "'$phase'"}'
  [ $phase != space_time ] || type='{"type": "space_time", "search": [{"type": "grid"}]}'
  for how in '1 "auto"' '1 {"every": 1}' '1 {"every": 10}' '2 {"every": 10}' '1 "off"'; do
    start other --force --threads "${how%% *}" --set "/contact/broad_phase=$type" \
      --set "/contact/neighbour_list=${how#* }"
    same "$work/first" "$work/other"
  done
  killed $phase --set "/contact/broad_phase=$type" --set '/contact/neighbour_list={"every": 10}'
done
# Of auto nothing was said: it had all that are installed and need no option.
[ "$(grep -o '"type": "[a-z_]*"' "$work/auto.killed/resolved.json" | sort -u | grep -c 'grid\|tree\|bvh\|cells\|sort\|prune\|force')" -ge 10 ] ||
  { echo "FAILED: auto did not take what is installed"; exit 1; }
[ $kills -ge 8 ] || { echo "FAILED: only $kills of 12 runs were killed in the middle"; exit 1; }
awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "contacts") c = i; next } { n += $c } END { exit n < 100 }' \
  "$work/first/history.csv" || { echo "FAILED: hardly anything touches"; exit 1; }
