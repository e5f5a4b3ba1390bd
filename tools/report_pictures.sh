#!/usr/bin/env bash
# Makes the pictures of pages of reports in docs/pictures, from studies and runs of the configurations:
#
#   tools/report_pictures.sh [TACTUS] [NAME]...      only those pictures whose names are given
#
# Needs a real Chromium and npm (./dev setup --web). Folders of studies and runs stay in TACTUS_PICTURE_RUNS, where
# that is set. The pictures are written as the browser gives them: a palette of few colours makes curves alike.
set -eu
cd "$(dirname "$0")/.."
tactus=${1:-build/release/bin/tactus}
shift || true
wanted=" $* "
work=${TACTUS_PICTURE_RUNS:-$(mktemp -d)}
[ -n "${TACTUS_PICTURE_RUNS:-}" ] || trap 'rm -rf "$work"' EXIT

is_wanted() { case $wanted in "  " | *" $1 "*) ;; *) return 1 ;; esac; }

# page NAME: the report of the study configs/studies/NAME.json
page() {
  [ -e "$work/$1.html" ] && return
  "$tactus" study "configs/studies/$1.json" --quiet --out "$work/$1" >"$work/$1.txt"
  "$tactus" report "$work/$1" --out "$work/$1.html" >/dev/null
}

# picture FILE STUDY WIDTH PART... [--OPTION]...: see web/check/pictures.mjs
picture() {
  local file=$1 study=$2
  shift 2
  is_wanted "$file" || return 0
  page "$study"
  node web/check/pictures.mjs "$work/$study.html" "docs/pictures/$file.png" "$@"
}

mkdir -p "$work" docs/pictures/studies
picture report laws_and_solvers 1400 .kind answer table --filter=ok --height=1500
picture study laws_and_solvers 1400 answer table frames --filter=ok --frame=0.3
picture studies/laws_and_solvers laws_and_solvers 1400 table --filter=ok
picture studies/laws_solvers_cases laws_solvers_cases 900 answer
picture studies/random_ensemble random_ensemble 1000 answer
picture studies/step_order step_order 900 convergence
picture studies/bar_mode bar_mode 900 convergence
picture studies/bar_mesh bar_mesh 900 curves "--draw=impulse_x_on_bar_by_wall_N_s"
picture studies/impact impact 900 curves "--draw=force_on_mover_by_target"
picture studies/broad_phases broad_phases 900 heat --metric=detection

if is_wanted report_frames; then
  for impact in reflect stop; do
    [ -e "$work/$impact/summary.json" ] || "$tactus" run configs/paper/four_squares.json --quiet \
      --set /integrator/impact=$impact --out "$work/$impact" >/dev/null
  done
  "$tactus" report "$work/reflect" "$work/stop" --out "$work/frames.html" >/dev/null
  node web/check/pictures.mjs "$work/frames.html" docs/pictures/report_frames.png 1100 frames --frame=0.12
fi
