# For scripts that send signals to a study that they have started; to be sourced.

# Until the program has its handlers, a signal ends it as it ends any program that is still being loaded.
wait_until_ready() {  # PROCESS
  while [[ -e /proc/$1/status && $(sed -n 's/^State:[[:space:]]*//p' /proc/$1/status) != Z* ]]; do
    if [[ $(readlink /proc/$1/exe) == */tactus ]] &&
      (( 0x$(sed -n 's/^SigCgt:[[:space:]]*//p' /proc/$1/status) & 0x4000 )); then break; fi
    sleep 0.002
  done
  sleep 0.002  # SIGHUP comes last
} 2>/dev/null
