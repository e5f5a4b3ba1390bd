# sorting.sh TACTUS CONFIG KEPT: no result depends on /contact/neighbour_list. A scene of deformable bodies,
# one of rigid bodies with friction and one in space give the same bytes with a search when the list is
# worn ("auto"), in every step, in every tenth one and in every detection ("off"), on one thread and on two,
# and when the run is killed and goes on from a checkpoint. The searches are made when they are due.
. "$(dirname "$0")/common.sh"
other_pairs=yes
folder=$(dirname "$config")/..
sets=()
start() { # OUT OPTIONS...
  "$tactus" run "$scene" --quiet "${sets[@]}" --out "$work/$1" "${@:2}" > "$work/log" || { cat "$work/log"; exit 1; }
}
column() { # OUT NAME: step and value, a line a row
  awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i; next } { print $1, $c }' "$work/$1/history.csv"
}
fail() { echo "FAILED: $*"; exit 1; }

scenes() {
  scene=$folder/paper/four_squares.json sets=(--set /time/end=6e-4) name=squares; every_scene
  scene=$folder/gallery/tower.json sets=(--set /time/end=0.4 --set /output/audit='"steps"') name=tower; every_scene
  scene=$folder/paper/two_cubes_vertex.json sets=(--set /time/end=1 --set /time/step=0.004) name=cubes; every_scene
}

every_scene() {
  sets+=(--set /output/history_every=1)
  start $name
  for list in 1 10 off; do
    if [ $list = off ]; then option='"off"'; else option="{\"every\": $list}"; fi
    for threads in 1 2; do
      start ${name}_${list}_$threads --threads $threads --set "/contact/neighbour_list=$option"
      own_lists=yes
      same "$work/$name" "$work/${name}_${list}_$threads"
      own_lists=
      [ $threads = 1 ] || same "$work/${name}_${list}_1" "$work/${name}_${list}_$threads"
    done
  done
  # One step more than n steps after the last search never passes without another one.
  column ${name}_1_1 neighbour_list_rebuilds | awk '$1 > 0 && $2 < 1 { exit 1 }' || fail "$name: a step without a search"
  column ${name}_10_1 neighbour_list_rebuilds |
    awk '$1 == 0 { next } $2 > 0 { last = $1; ++n } $1 - last > 9 { exit 1 } END { exit n * 10 > 1.5 * $1 }' ||
    fail "$name: not a search in each tenth step, and hardly another one"
  column ${name}_off_1 neighbour_list_rebuilds | awk '$1 > 0 { n += $2 } END { exit n < $1 }' || fail "$name: off"
  column ${name}_off_1 neighbour_list_boxes | awk '$1 > 0 && $2 == 0 { exit 1 }' || fail "$name: no boxes in a search"
  column ${name}_10_1 neighbour_list_wear | awk '$2 < 0 || $2 >= 1 { exit 1 } { sum += $2 } END { exit sum == 0 }' ||
    fail "$name: wear"
  killed 10
  violated
}

# A tenth of the buffer that ten steps need: searches come before they are due, and nothing else changes, or
# the run ends with a sentence.
violated() {
  local list='"every": 10, "reach": 1e-12, "margin": -0.9'
  start ${name}_violated --set "/contact/neighbour_list={$list}"
  own_lists=yes
  same "$work/$name" "$work/${name}_violated"
  own_lists=
  column ${name}_violated neighbour_list_rebuilds | awk '$1 > 0 { n += $2 } END { exit n < 0.5 * $1 }' ||
    fail "$name: a buffer was violated, and hardly a search came"
  local code=0
  "$tactus" run "$scene" --quiet "${sets[@]}" --set "/contact/neighbour_list={$list, \"violated\": \"stop\"}" \
    --out "$work/${name}_stop" > "$work/log" 2>&1 || code=$?
  [ $code = 3 ] || fail "$name: exit code $code where a violated buffer ends the run"
  grep -q 'the neighbour list is worn after .* of 10 steps: .* where the buffer is .* "violated": "sort"' "$work/log" ||
    { cat "$work/log"; fail "$name: not the sentence of a violated buffer"; }
}

# Killed in the middle, between two searches.
killed() {
  local rows=$(($(wc -l < "$work/$name/history.csv") / 2))
  local out=${name}_killed list="/contact/neighbour_list={\"every\": $1}"
  local every; every=$(awk -F, 'NR == 2 { print $2 } NR == 5 { print $2 }' "$work/$name/history.csv" | tail -1)
  start ${name}_straight --set "$list" --set "/output/checkpoint_every=$every"
  "$tactus" run "$scene" --quiet "${sets[@]}" --set "$list" --set "/output/checkpoint_every=$every" --out "$work/$out" > /dev/null & pid=$!
  until [ "$( (wc -l < "$work/$out/history.csv") 2> /dev/null || echo 0)" -ge $rows ] || ! kill -0 $pid 2> /dev/null; do sleep 0.002; done
  kill -KILL $pid 2> /dev/null || fail "$name ended before it was killed"
  wait $pid 2> /dev/null || true
  start $out --resume --set "$list" --set "/output/checkpoint_every=$every"
  same "$work/${name}_straight" "$work/$out"
}

scenes
