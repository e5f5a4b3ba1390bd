# Ctrl-C at ten moments, then --resume: exit code 130, and in the end the bytes of a run in one go.
. "$(dirname "$0")/common.sh"
"$tactus" run "$config" "${sets[@]}" --out "$work/whole" > /dev/null
stopped=0
for k in 1 2 3 4 5 6 7 8 9 10; do
  run=("$tactus" run "$config" "${sets[@]}" --out "$work/part")
  rm -rf "$work/part"
  "${run[@]}" > /dev/null & pid=$!
  # Wait for a number of rows rather than a time: the same moments on any machine.
  until [ "$( (wc -l < "$work/part/history.csv") 2> /dev/null || echo 0)" -ge $((k * 140)) ] ||
    ! kill -0 $pid 2> /dev/null; do sleep 0.005; done
  kill -INT $pid 2> /dev/null || true
  code=0; wait $pid || code=$?
  if [ "$code" = 130 ]; then
    stopped=$((stopped + 1))
    "${run[@]}" --resume > /dev/null
  elif [ "$code" != 0 ]; then
    echo "FAILED: exit code $code after an interrupt"; exit 1
  fi
  same "$work/whole" "$work/part"
done
[ "$stopped" -ge 5 ] || { echo "FAILED: only $stopped of 10 runs were caught in the middle"; exit 1; }
