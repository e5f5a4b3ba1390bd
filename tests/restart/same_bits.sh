# One scene, the same bytes to its end: run twice, on one and two threads, with another broad phase, and from
# its own resolved.json. All broad phases: broad_phases.sh.
. "$(dirname "$0")/common.sh"
"$tactus" run "$config" "${sets[@]}" --threads 1 --out "$work/first" > /dev/null
"$tactus" run "$config" "${sets[@]}" --threads 1 --out "$work/again" > /dev/null
"$tactus" run "$config" "${sets[@]}" --threads 2 --out "$work/two_threads" > /dev/null
"$tactus" run "$config" "${sets[@]}" --threads 2 \
  --set /contact/broad_phase='{"type": "space_time", "search": [{"type": "bvh"}]}' --out "$work/space_time" > /dev/null
"$tactus" run "$work/first/resolved.json" --quiet --out "$work/resolved" > /dev/null
for other in again two_threads resolved; do same "$work/first" "$work/$other"; done
other_pairs=yes
same "$work/first" "$work/space_time"
[ "$(wc -l < "$work/first/history.csv")" -gt 1000 ] || { echo "FAILED: hardly a step was made"; exit 1; }
