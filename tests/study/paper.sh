#!/usr/bin/env bash
# Sets results.tex with LaTeX: labels of all kinds, cells that do not fit, wide and long tables. Every table fits
# between the margins, and a short one on one page.
#   paper.sh PROGRAM
set -euo pipefail

tactus=$(readlink -f "$1")
source=$(readlink -f "$(dirname "$0")/../..")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export XDG_CACHE_HOME=$folder/cache

fail() { echo "FAILED: $*" >&2; exit 1; }
command -v latex >/dev/null || fail "there is no latex: ./dev setup --tex"

# set NAME [PAGES]: results.tex of the study in the folder NAME.
set_in_tex() {
  cat >"$1.tex" <<TEX
\\documentclass{article}
\\usepackage[T1]{fontenc}
\\usepackage{booktabs,graphicx}
\\begin{document}
\\noindent\\input{$1/results.tex}
\\end{document}
TEX
  latex -interaction=nonstopmode -halt-on-error "$1.tex" >"$1.said" || fail "$1: $(grep -m 3 -A 3 '^!' "$1.said")"
  if grep -E '^Overfull' "$1.log"; then fail "$1/results.tex is wider than the page"; fi
  pages=$(grep -oE 'Output written on .*\(([0-9]+) page' "$1.log" | grep -oE '[0-9]+ page' | cut -d' ' -f1)
  [ -z "${2:-}" ] || [ "$pages" = "$2" ] || fail "$1/results.tex takes $pages pages, not $2"
  echo "$1: $pages pages"
}

cat >base.json <<'JSON'
{"bodies": [{"name": "block", "density": 1000, "velocity": [1, 0],
  "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
  "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
 "integrator": {"type": "newmark"}, "time": {"end": 1e-3, "step": 1e-4}}
JSON

labels='"[law] a_b", "*50 % & #1", "{x} ~ ^ \\\\ $1$", "µ = 0.3, α ≤ 2 m²", "网格", "Größe Łódź", "<a> | \"b\"", "--", "-1.5e-3"'
cat >labels.json <<JSON
{"name": "labels", "description": "signs & words", "base": "base.json",
 "axes": [{"name": "v", "pointer": "/bodies/0/velocity/0", "values": [1, 2, 3, 4, 5, 6, 7, 8, 9], "labels": [$labels]},
          {"name": "step_of_time", "variants": {"0.0001": {}, "5e-05": {"/time/step": 5e-5}, "does not fit": {
            "/contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"}, "solver": {"type": "direct"},
              "laws": [{"between": ["*", "*"], "type": "spring_dashpot", "friction": 0.3, "spring": 1e6}]}}}}],
 "metrics": {"p_kg_m_per_s": {"of": "history/linear_momentum_x_kg_m_per_s", "exact": "1000", "title": "Impuls p_x", "digits": 4},
             "total_energy_J": {"of": "history/total_energy_J", "best": "least"},
             "strain_energy_J": {"of": "history/strain_energy_J"}, "steps": {"of": "summary/steps"},
             "linear_momentum_y_kg_m_per_s": {"of": "history/linear_momentum_y_kg_m_per_s"},
             "angular_momentum_z_kg_m2_per_s": {"of": "history/angular_momentum_z_kg_m2_per_s"}}}
JSON
"$tactus" study labels.json --quiet --out labels >/dev/null 2>&1 || fail "the study of labels ended with $?"
set_in_tex labels 1

cat >long.json <<'JSON'
{"name": "long", "base": "base.json",
 "axes": [{"name": "v", "pointer": "/bodies/0/velocity/0", "range": {"from": 1, "to": 2, "count": 90}}],
 "metrics": {"p_kg_m_per_s": {"of": "history/linear_momentum_x_kg_m_per_s"}, "steps": {"of": "summary/steps"}}}
JSON
"$tactus" study long.json --quiet --out long >/dev/null
set_in_tex long

# More rows than a page has, and more columns than a line.
cat >wide.json <<'JSON'
{"name": "wide and long", "base": "base.json",
 "axes": [{"name": "velocity_of_the_block", "pointer": "/bodies/0/velocity/0", "range": {"from": 1, "to": 2, "count": 30}},
          {"name": "step", "pointer": "/time/step", "values": [1e-4, 5e-5], "labels": ["a long label of a step", "half"]}],
 "metrics": {"p_kg_m_per_s": {"of": "history/linear_momentum_x_kg_m_per_s", "exact": "900", "digits": 7},
             "total_energy_J": {"of": "history/total_energy_J", "digits": 7}, "strain_energy_J": {"of": "history/strain_energy_J", "digits": 7},
             "kinetic_energy_J": {"of": "history/kinetic_energy_J", "digits": 7}, "largest_speed_m_per_s": {"of": "history/largest_speed_m_per_s", "digits": 7},
             "linear_momentum_y_kg_m_per_s": {"of": "history/linear_momentum_y_kg_m_per_s", "digits": 7},
             "angular_momentum_z_kg_m2_per_s": {"of": "history/angular_momentum_z_kg_m2_per_s", "digits": 7}, "steps": {"of": "summary/steps"}},
 "baseline": {"step": "half"}}
JSON
"$tactus" study wide.json --quiet --out wide >/dev/null
set_in_tex wide

for study in laws_and_solvers step_order bar_mesh; do
  "$tactus" study "$source/configs/studies/$study.json" --quiet --out "$study" >/dev/null || fail "$study ended with $?"
  set_in_tex "$study" 1
done
