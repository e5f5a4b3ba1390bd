# Shared by the scripts of this folder: TACTUS CONFIG KEPT are the arguments of each. They work in a temporary folder,
# which may be in memory: their runs wait for the disk with each checkpoint. If they fail it is kept as KEPT.
set -eu
tactus=$1 config=$2 kept=$3 work=$(mktemp -d)
rm -rf "$kept"
trap '[ $? = 0 ] || cp -r "$work" "$kept"; rm -rf "$work"' EXIT

# 12 cells a side: long enough to be stopped in the middle of.
sets=(--quiet --set /output/checkpoint_every=1e-4)
for body in 0 1 2 3; do sets+=(--set "/bodies/$body/mesh/cells=[12, 12]"); done

# history.csv without the columns in which runs may differ: wall times (the last ones); between broad
# phases, what they count of their own work (other_pairs=yes); and what counts searches, if they are not
# made at the same times (own_lists=yes).
other_pairs= own_lists=
plain_history() {
  local own='^(box_tests|path_searches|path_pairs|comparisons|swaps|lists_sorted|lists_made|trees_built|tree_depth|tree_cells'
  own+='|node_visits|particle_tests|bp_pairs|body_tests|grids|search_used|choices)(_[0-9]+)?$'
  awk -F, -v OFS=, -v other="$other_pairs" -v own="$own" -v lists="$own_lists" 'NR == 1 {
      for (i = 1; i <= NF; ++i)
        keep[i] = $i !~ /^wall_/ && !(other && $i ~ own) && !(lists && $i ~ /^neighbour_list_/) }
    { line = ""; for (i = 1; i <= NF; ++i) if (keep[i]) line = line OFS $i; print line }' "$1/history.csv"
}

# Says what differs between two run folders, and fails.
same() {
  local bad=0 clock='"wall_s"\|"processor_s"\|"machine_load"\|"name"'
  cmp <(plain_history "$1") <(plain_history "$2") || bad=1
  cmp "$1/contacts.csv" "$2/contacts.csv" || bad=1
  cmp "$1/supports.csv" "$2/supports.csv" || bad=1
  cmp "$1/frames.pvd" "$2/frames.pvd" || bad=1
  diff -rq "$1/frames" "$2/frames" || bad=1
  diff <(grep -v "$clock" "$1/summary.json") <(grep -v "$clock" "$2/summary.json") || bad=1
  [ "$bad" = 0 ] || { echo "FAILED: $1 and $2 differ"; exit 1; }
}
