#!/usr/bin/env bash
# A study as a job array under a real Slurm of one node, made for this check and gone after it: its results
# are those of the local pool. Needs slurmctld, slurmd, slurm-client and munge, and root to start them.
#   slurm.sh PROGRAM
set -euo pipefail

tactus=$(readlink -f "$1")
for needed in slurmctld slurmd sbatch munged; do
  command -v "$needed" >/dev/null || { echo "skipped: no $needed; apt-get install slurmctld slurmd slurm-client munge"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: only root can start a Slurm"; exit 0; }
folder=$(mktemp -d)
chmod 755 "$folder"
export SLURM_CONF=$folder/slurm.conf
controller='' node='' munge=''
finish() {
  for process in $node $controller $munge; do kill "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
fail() { echo "FAILED: $*" >&2; tail -n 20 "$folder"/*.log >&2; exit 1; }

mkdir -p "$folder"/{state,spool,munge}
dd if=/dev/urandom of="$folder/munge/key" bs=1024 count=1 2>/dev/null
chmod 700 "$folder/munge"
chmod 600 "$folder/munge/key"
munged --foreground --force --key-file "$folder/munge/key" --socket "$folder/munge.socket" \
  --pid-file "$folder/munge/pid" --seed-file "$folder/munge/seed" 2>"$folder/munge.log" &
munge=$!
cat >"$SLURM_CONF" <<CONF
ClusterName=check
SlurmctldHost=$(hostname -s)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
ReturnToService=2
MailProg=/bin/true
NodeName=$(hostname -s) CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$(hostname -s) Default=YES MaxTime=INFINITE State=UP
CONF
for _ in $(seq 50); do [ -S "$folder/munge.socket" ] && break; sleep 0.1; done
slurmctld -D >/dev/null 2>&1 & controller=$!
slurmd -D >/dev/null 2>&1 & node=$!
for _ in $(seq 100); do sinfo -h -o %t 2>/dev/null | grep -q idle && break; sleep 0.3; done
sinfo -h -o %t 2>/dev/null | grep -q idle || fail "the node did not come up"

cd "$folder"
cat >base.json <<'JSON'
{"bodies": [{"name": "block", "density": 1000, "velocity": [1, 0],
  "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
  "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
 "integrator": {"type": "newmark"}, "time": {"end": 1e-2, "step": 1e-4}}
JSON
cat >study.json <<'JSON'
{"base": "base.json",
 "axes": [{"name": "v", "pointer": "/bodies/0/velocity/0", "range": {"from": 1, "to": 2, "count": 6}},
          {"name": "step", "variants": {"whole": {}, "half": {"/time/step": 5e-5}, "does not fit": {
            "/contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"}, "solver": {"type": "direct"},
              "laws": [{"between": ["*", "*"], "type": "spring_dashpot", "friction": 0.3, "spring": 1e6}]}}}}],
 "metrics": {"p": {"of": "history/linear_momentum_x_kg_m_per_s"}, "U_J": {"of": "history/strain_energy_J", "take": "max"}}}
JSON
"$tactus" study study.json --quiet --out local >/dev/null
array='an array, 50 %j of it'  # a folder with all that Slurm would read in its own way
"$tactus" study study.json --out "$array" --emit slurm >/dev/null
timeout 300 sbatch --wait "$array/slurm.sh" >/dev/null || fail "a task of the array failed: $(cat "$array"/slurm/*.txt)"
"$tactus" study study.json --quiet --out "$array" --collect >/dev/null
for name in csv json md tex; do
  cmp "local/results.$name" "$array/results.$name" || fail "results.$name of the array differ"
done
echo "a job array of $(ls "$array"/slurm/*.txt | wc -l) tasks under $(slurmctld -V): the same results"

# Before its time is up Slurm sends a signal to the steps of a job, or with "B:" to its batch shell. The script is
# one process, the study, which becomes that shell: only "B:" reaches it.
cat >long.json <<'JSON'
{"base": "base.json",
 "axes": [{"name": "v", "pointer": "/bodies/0/velocity/0", "values": [1]}],
 "metrics": {"p": {"of": "history/linear_momentum_x_kg_m_per_s"}}}
JSON
sed -i 's/"end": 1e-2/"end": 1e3/' base.json
warned() {  # SIGNAL: whether a task that would take for ever stopped by itself, with a checkpoint, before its minute was over
  rm -rf long
  "$tactus" study long.json --out long --emit slurm >/dev/null
  sed -i "2i #SBATCH --time=1\n#SBATCH --signal=$1@30" long/slurm.sh
  local begun=$SECONDS
  timeout 200 sbatch --wait long/slurm.sh >/dev/null || true
  echo "signal $1: ended after $((SECONDS - begun)) s: $(tail -n 1 long/slurm/0.txt)"
  ls long/cells/*/checkpoint.h5 >/dev/null && [ $((SECONDS - begun)) -lt 55 ]
}
warned B:USR1 || fail "the warning signal did not reach the task"
! warned USR1 || fail "the warning signal reaches the task without B:, which the documentation denies"
