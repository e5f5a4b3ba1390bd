#!/usr/bin/env bash
# A study as it is made for a paper: three laws, two solvers and three meshes of a scene that Gmsh has meshed here.
# Every sentence of its answer is compared with results.csv, the table is set by LaTeX into a PDF of one page, and the
# report is used in a real browser where there is one. Pictures of both are left in the second argument.
#   paper_study.sh PROGRAM [FOLDER]
set -euo pipefail

tactus=$(readlink -f "$1")
here=$(dirname "$(readlink -f "$0")")
seen=${2:+$(mkdir -p "$2" && readlink -f "$2")}
command -v gmsh >/dev/null || { echo "skipped: no gmsh; apt-get install gmsh"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export XDG_CACHE_HOME=$folder/cache

fail() { echo "FAILED: $*" >&2; exit 1; }

# A rubber arch on two feet, in millimetres.
cat >arch.geo <<'GEO'
Point(1) = {0, 60, 0, size};
Point(2) = {-100, 60, 0, size}; Point(3) = {0, 160, 0, size}; Point(4) = {100, 60, 0, size};
Point(5) = {-60, 60, 0, size}; Point(6) = {0, 120, 0, size}; Point(7) = {60, 60, 0, size};
Point(8) = {-110, 0, 0, size}; Point(9) = {-50, 0, 0, size};
Point(10) = {50, 0, 0, size}; Point(11) = {110, 0, 0, size};
Line(1) = {2, 8}; Line(2) = {8, 9}; Line(3) = {9, 5};
Circle(4) = {5, 1, 6}; Circle(5) = {6, 1, 7};
Line(6) = {7, 10}; Line(7) = {10, 11}; Line(8) = {11, 4};
Circle(9) = {4, 1, 3}; Circle(10) = {3, 1, 2};
Curve Loop(1) = {1:10}; Plane Surface(1) = {1};
Physical Surface("arch") = {1}; Physical Curve("feet") = {2, 7};
GEO
for size in 40 28 20; do
  gmsh -2 -format msh22 -setnumber size "$size" arch.geo -o "arch$size.msh" >gmsh.log || fail "$(tail -5 gmsh.log)"
done

cat >scene.json <<'JSON'
{"bodies": [
   {"name": "arch", "density": 1100, "scale": 1e-3, "translate": [0, 0.002], "velocity": [0.5, -2],
    "mesh": {"type": "file", "path": "arch40.msh"},
    "material": {"type": "neo_hookean", "young": 5e6, "poisson": 0.4}},
   {"name": "ground", "type": "obstacle", "translate": [-0.5, -0.1],
    "mesh": {"type": "rectangle", "size": [1, 0.1], "cells": [1, 1]}}],
 "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
 "integrator": {"type": "moreau_jean"},
 "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
   "solver": {"type": "interior_point", "tolerance": 1e-10},
   "laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.4}]},
 "probes": [{"type": "contact", "name": "on_ground", "body": "ground"}],
 "time": {"end": 0.02, "step": 1e-4}, "output": {"frames_every": 0.002}}
JSON
cat >study.json <<'JSON'
{"description": "A rubber arch that falls on the ground and slides: does the law, the solver or the mesh decide?",
 "base": "scene.json",
 "axes": [
   {"name": "law", "variants": {
     "nonsmooth_force": {"/contact/laws/0/type": "nonsmooth_force"},
     "nonsmooth_velocity": {"/contact/laws/0/type": "nonsmooth_velocity"},
     "de_saxce_feng": {"/contact/laws/0/type": "de_saxce_feng"}}},
   {"name": "solver", "pointer": "/contact/solver",
    "values": [{"type": "interior_point", "tolerance": 1e-10}, {"type": "gauss_seidel", "tolerance": 1e-10}]},
   {"name": "mesh", "pointer": "/bodies/0/mesh/path", "values": ["arch40.msh", "arch28.msh", "arch20.msh"],
    "labels": ["40 mm", "28 mm", "20 mm"], "numbers": [40, 28, 20]}],
 "metrics": {
   "push_N_s": {"of": "abs(probes/on_ground.impulse_y_N_s)", "take": "sum", "title": "impulse", "digits": 5},
   "peak_N": {"of": "abs(probes/on_ground.impulse_y_N_s)", "filter": "CFC1000", "take": "max", "title": "peak force"},
   "friction_J": {"of": "history/friction_dissipation_J", "take": "sum", "title": "friction"},
   "bending_J": {"of": "history/strain_energy_J", "take": "max", "title": "strain energy"},
   "order": {"order_of": "bending_J", "along": "mesh", "step": "mesh"}}}
JSON
status=0
"$tactus" study study.json --quiet --out study >said 2>&1 || status=$?
[ "$status" = 0 ] || { cat said >&2; fail "the study ended with $status"; }
python3 "$here/answer_is_true.py" study || fail "the answer is not what the data say"
python3 "$here/tables_are_true.py" study || fail "results.tex is not what the data say"
"$tactus" report study --out study.html >/dev/null

if command -v pdflatex >/dev/null; then
  cat >table.tex <<'TEX'
\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{booktabs,graphicx}
\begin{document}
\begin{table}\caption{Laws, solvers and meshes.}\input{study/results.tex}\end{table}
\end{document}
TEX
  pdflatex -interaction=nonstopmode -halt-on-error table.tex >said || fail "$(grep -m 3 -A 3 '^!' said)"
  if grep -E '^(Overfull|LaTeX Warning: Float too large)' table.log; then fail "results.tex does not fit its page"; fi
  grep -q 'Output written on table.pdf (1 page' table.log || fail "results.tex takes more than a page"
  [ -z "$seen" ] || cp table.pdf "$seen"
fi
if command -v chromedriver >/dev/null && [ -d "$here/../../web/node_modules" ]; then
  node "$here/../../web/check/check.mjs" "${seen:-$folder/seen}" study.html || fail "the report cannot be used"
  node "$here/../../web/check/axes.mjs" study.html=study || fail "the report does not show what the data say"
fi
[ -z "$seen" ] || cp study/results.* study.html "$seen"
