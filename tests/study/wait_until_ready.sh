# For scripts that send signals to a study that they have started; to be sourced.

# Until the program has its handlers, a signal ends it as it ends any program that is still being loaded. That of SIGHUP
# comes last; where SIGHUP is ignored, as under nohup, there is none.
wait_until_ready() {  # PROCESS
  while [[ -e /proc/$1/status && $(sed -n 's/^State:[[:space:]]*//p' /proc/$1/status) != Z* ]]; do
    if [[ $(readlink /proc/$1/exe) == */tactus ]]; then
      local caught ignored
      caught=0x$(sed -n 's/^SigCgt:[[:space:]]*//p' /proc/$1/status)
      ignored=0x$(sed -n 's/^SigIgn:[[:space:]]*//p' /proc/$1/status)
      if (( caught & 0x4000 && (caught | ignored) & 1 )); then break; fi
    fi
    sleep 0.002
  done
} 2>/dev/null
