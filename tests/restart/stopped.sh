# stopped.sh TACTUS CONFIG WORK SIGNAL CODE: a run is sent SIGNAL at ten moments and has to end with
# CODE; then --resume gives, in the end, the bytes of a run in one go. Ctrl-C (INT, 130) leaves a
# checkpoint of that moment, kill -9 (KILL, 137) the last one that was due.
. "$(dirname "$0")/common.sh"
signal=$4 expected=$5
"$tactus" run "$config" "${sets[@]}" --out "$work/whole" > /dev/null
stopped=0
for k in 1 2 3 4 5 6 7 8 9 10; do
  run=("$tactus" run "$config" "${sets[@]}" --out "$work/part")
  rm -rf "$work/part"
  "${run[@]}" > /dev/null & pid=$!
  # Wait for a number of rows rather than a time: the same moments on any machine.
  until [ "$( (wc -l < "$work/part/history.csv") 2> /dev/null || echo 0)" -ge $((k * 110)) ] ||
    ! kill -0 $pid 2> /dev/null; do sleep 0.005; done
  kill "-$signal" $pid 2> /dev/null || true
  code=0
  wait $pid 2> /dev/null || code=$?
  if [ "$code" = "$expected" ]; then
    stopped=$((stopped + 1))
    # The same command again would lose what there is: only --resume or --force may.
    if "${run[@]}" > /dev/null 2>&1; then
      echo "FAILED: a stopped run was started anew without --force"
      exit 1
    fi
    "${run[@]}" --resume > /dev/null
  elif [ "$code" != 0 ]; then
    echo "FAILED: exit code $code after SIG$signal, not $expected"
    exit 1
  fi
  same "$work/whole" "$work/part"
done
[ "$stopped" -ge 5 ] || { echo "FAILED: only $stopped of 10 runs were caught in the middle"; exit 1; }
