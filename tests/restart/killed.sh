# kill -9 at ten moments, then --resume from the last checkpoint: the bytes of a run in one go.
. "$(dirname "$0")/common.sh"
"$tactus" run "$config" "${sets[@]}" --out "$work/whole" > /dev/null
killed=0
for k in 1 2 3 4 5 6 7 8 9 10; do
  run=("$tactus" run "$config" "${sets[@]}" --out "$work/part")
  rm -rf "$work/part"
  "${run[@]}" > /dev/null & pid=$!
  until [ "$( (wc -l < "$work/part/history.csv") 2> /dev/null || echo 0)" -ge $((k * 140)) ] ||
    ! kill -0 $pid 2> /dev/null; do sleep 0.005; done
  kill -KILL $pid 2> /dev/null || true
  code=0; wait $pid 2> /dev/null || code=$?
  if [ "$code" = 137 ]; then
    killed=$((killed + 1))
    "${run[@]}" --resume > /dev/null
  fi
  same "$work/whole" "$work/part"
done
[ "$killed" -ge 5 ] || { echo "FAILED: only $killed of 10 runs were caught in the middle"; exit 1; }
