# One scene, the same bytes: run twice, on one and two threads, with other broad phases, and from
# its own resolved.json.
. "$(dirname "$0")/common.sh"
"$tactus" run "$config" "${sets[@]}" --threads 1 --out "$work/first" > /dev/null
"$tactus" run "$config" "${sets[@]}" --threads 1 --out "$work/again" > /dev/null
"$tactus" run "$config" "${sets[@]}" --threads 2 --out "$work/two_threads" > /dev/null
others="brute_force quadtree octree bsp_tree bvh sweep_and_prune heap_sort adaptive_grid body_cells"
for other in $others; do
  "$tactus" run "$config" "${sets[@]}" --set /contact/broad_phase/type=$other --out "$work/$other" > /dev/null
done
"$tactus" run "$config" "${sets[@]}" --threads 2 \
  --set /contact/broad_phase='{"type": "space_time", "search": [{"type": "bvh"}]}' --out "$work/space_time" > /dev/null
others+=" space_time"
"$tactus" run "$work/first/resolved.json" --quiet --out "$work/resolved" > /dev/null
for other in again two_threads resolved; do same "$work/first" "$work/$other"; done
other_pairs=yes
for other in $others; do same "$work/first" "$work/$other"; done
[ "$(wc -l < "$work/first/history.csv")" -gt 1000 ] || { echo "FAILED: hardly a step was made"; exit 1; }
