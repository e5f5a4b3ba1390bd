#!/usr/bin/env bash
# What a plugin author does, as tests: run.sh WHAT ARGUMENTS. Each starts with an empty home and
# nothing of this repository in its environment.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "FAILED: $*" >&2; exit 1; }
# says TEXT COMMAND...: the command succeeds and prints the text.
says() {
  local wanted=$1 output status=0
  shift
  output=$("$@" 2>&1) || status=$?
  echo "$output"
  [ "$status" = 0 ] || fail "$* ended with $status"
  grep -qF -- "$wanted" <<<"$output" || fail "$* does not say: $wanted"
}
empty_home() {
  export HOME=$1/home
  rm -rf "$HOME"
  mkdir -p "$HOME"
  unset XDG_DATA_HOME XDG_CACHE_HOME XDG_CONFIG_HOME TACTUS_PLUGIN_PATH CMAKE_PREFIX_PATH
}

# install BUILD WORK: into one folder, which is then renamed; the program runs and finds its plugins.
install() {
  local build=$1 work=$2
  rm -rf "$work"
  mkdir -p "$work"
  empty_home "$work"
  cmake --install "$build" --prefix "$work/as_installed" >"$work/install.log"
  mv "$work/as_installed" "$work/prefix"
  cd /
  says "$work/prefix/lib/tactus/plugins/neo_hookean.so" "$work/prefix/bin/tactus" list material
  says "$work/prefix" "$work/prefix/bin/tactus" doctor
  # What draws is found beside the program, too; --help needs Python alone.
  [ ! -x /usr/bin/python3 ] || says "tactus plot RUN" "$work/prefix/bin/tactus" plot --help
  # Outside of the repository the program says where the configuration is that was meant.
  if "$work/prefix/bin/tactus" run configs/paper/two_particles.json >"$work/missing.log" 2>&1; then
    fail "a configuration that is not there ran"
  fi
  says "; the installation has $work/prefix/share/tactus/configs/paper/two_particles.json" cat "$work/missing.log"
  says "" "$work/prefix/bin/tactus" check "$work/prefix/share/tactus/configs/paper/two_particles.json"
  for page in README.md docs/studies.md docs/theory plugins/integrator/newmark/README.md \
    configs/paper/two_particles.json; do
    [ -e "$work/prefix/share/doc/tactus/$page" ] || fail "there is no share/doc/tactus/$page"
  done
  bash "$here/../docs/links.sh" "$work/prefix/share/doc/tactus" || fail "links of installed pages are dead"
  local runpath
  runpath=$(readelf -d "$work/prefix/bin/tactus" "$work"/prefix/lib/tactus/plugins/*.so |
    grep -E 'R(UN)?PATH' || true)
  [ -z "$runpath" ] || fail "libraries are looked for in folders of the build: $runpath"
  if grep -rF "$build" "$work/prefix/lib/cmake" "$work/prefix/share"; then
    fail "the installation speaks of the build tree"
  fi
}

# new_plugin PREFIX WORK KIND [CONFIGS [ENTRY]]: the three commands that `tactus new plugin` prints; what is
# about contact then runs a paper scene as it was written, what rubs slows a block down by mu g.
new_plugin() {
  local prefix=$1 work=$2 kind=$3 configs=${4:-} entry=${5:-}
  local folder=$work/new/$kind$entry
  rm -rf "$folder"
  mkdir -p "$folder"
  empty_home "$folder"
  cd "$folder"
  export PATH=$prefix/bin:$PATH
  local written
  written=$(tactus new plugin "$kind" "my_$kind" ${entry:+--for "$entry"})
  echo "$written"
  local commands
  commands=$(sed -n 's/^  //p' <<<"$written")
  [ "$(wc -l <<<"$commands")" = 3 ] || fail "these are not three commands: $commands"
  says passed bash -euo pipefail -c "$commands"
  says "my_$kind keeps every promise of" ctest --test-dir "my_$kind/build" --output-on-failure
  if tactus new plugin "$kind" "my_$kind"; then fail "it wrote over a folder that was there"; fi
  local with=(--plugin-dir "my_$kind/build" --out run)
  case $kind$entry in
    materialhistory)
      says "physically sound" tactus run "$configs/paper/four_squares.json" "${with[@]}" --set '/time/end=3e-4' \
        --set '/bodies/0/material={"type": "my_material", "young": 2.15e11, "poisson": 0.343}' ;;
    integratorvelocities) slides "$folder" '"my_integrator"' '"gauss_seidel"' '"nonsmooth_force"' "${with[@]}" ;;
    contact_solverreactions) slides "$folder" '"moreau_jean"' '"my_contact_solver"' '"nonsmooth_force"' "${with[@]}" ;;
    contact_lawexplicit)
      slides "$folder" '"moreau_jean"' '"direct"' '"my_contact_law", "spring": 1e7, "dashpot": 1e5' "${with[@]}" ;;
    constraint)  # the closed form of the scene: (1 + 2 e^2)/3 of the energy with e = 1/2
      says "2.25 J at the end" tactus run "$configs/paper/two_particles.json" "${with[@]}" \
        --set "/contact/constraint/type=my_$kind" ;;
    contact_solver)
      says "first contact at t = 5.98" tactus run "$configs/paper/four_squares.json" "${with[@]}" \
        --set '/time/end=2e-4' --set "/contact/solver/type=my_$kind" ;;
    load)
      write_pulled_block "$folder" "my_$kind"
      says "" tactus run scene.json "${with[@]}" ;;
    probe)
      write_pulled_block "$folder" force '"force": [30, 0]' ', "probes": [{"type": "my_probe", "name": "p", "body": "block"}]'
      says "" tactus run scene.json "${with[@]}"
      grep -q "p.kinetic_J" run/probes.csv || fail "probes.csv has no column p.kinetic_J" ;;
    *) return ;;
  esac
  grep -q '"sound": true' run/summary.json || fail "the run is not physically sound"
}

# slides FOLDER INTEGRATOR SOLVER LAW ARGUMENTS: a block that friction slows down by mu g t, from 1 m/s and with
# 1000 kg. Of springs it hops a little, as they are pressed in first.
slides() {
  local folder=$1
  cat >"$folder/slide.json" <<JSON
{"bodies": [
  {"name": "block", "type": "rigid", "density": 1000, "velocity": [1, 0],
   "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]}},
  {"name": "floor", "type": "obstacle", "translate": [-10, -1],
   "mesh": {"type": "rectangle", "size": [40, 1], "cells": [40, 1]}}],
 "loads": [{"type": "gravity", "acceleration": [0, -10]}],
 "integrator": {"type": $2},
 "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"}, "solver": {"type": $3},
   "laws": [{"between": ["block", "floor"], "friction": 0.5, "type": $4}]},
 "time": {"end": 0.1, "step": 1e-3}}
JSON
  shift 4
  says "" tactus run "$folder/slide.json" "$@"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "linear_momentum_x_kg_m_per_s") c = i }
    { last = $c } END { exit !(last > 495 && last < 505) }' run/history.csv ||
    fail "the block is not slowed down by mu g"
}

# write_pulled_block FOLDER LOAD [OPTIONS] [MORE]: an elastic block under one load.
write_pulled_block() {
  cat >"$1/scene.json" <<JSON
{"bodies": [{"name": "block", "density": 1000, "velocity": [0.1, 0],
   "mesh": {"type": "rectangle", "size": [2, 1], "cells": [4, 2]},
   "material": {"type": "linear_elastic", "young": 1e6, "poisson": 0.3}}],
 "loads": [{"type": "$2", "body": "block"${3:+, $3}}],
 "integrator": {"type": "newmark"}, "time": {"end": 0.05}, "output": {"checkpoint_every": 0.01}${4:-}}
JSON
}

# load_and_probe PREFIX WORK SOURCE: a load and a probe of one's own in one run, which is killed, goes on, and
# ends with the bits of one that was not.
load_and_probe() {
  local prefix=$1 work=$2 source=$3 tactus=$1/bin/tactus
  local folder=$work/load_and_probe
  rm -rf "$folder"
  mkdir -p "$folder"
  empty_home "$folder"
  cd "$folder"
  local name
  for name in load/tether probe/hooke_energy; do
    [ "$(wc -l <"$source/$name.cpp")" -le 50 ] || fail "$name has more than 50 lines"
    cmake -S "$source/${name%/*}" -B "${name%/*}" -D CMAKE_PREFIX_PATH="$prefix"
    cmake --build "${name%/*}"
    says passed "$tactus" check-plugin "$name.so"
  done
  export TACTUS_PLUGIN_PATH=$folder/load:$folder/probe
  write_pulled_block "$folder" tether \
    '"stiffness": 300, "place": [3, 1], "velocity": [1, 0]' \
    ', "probes": [{"type": "hooke_energy", "name": "inside", "body": "block", "young": 1e6, "poisson": 0.3},
       {"type": "group", "name": "mean", "body": "block"},
       {"type": "energy", "name": "known", "body": "block"}]'
  says "physically sound" "$tactus" run scene.json --out straight
  "$tactus" run scene.json --out killed >killed.log 2>&1 &
  local pid=$!
  until [ "$(wc -l <killed/probes.csv 2>/dev/null || echo 0)" -gt 20 ] || ! kill -0 "$pid" 2>/dev/null; do
    sleep 0.002
  done
  kill -9 "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  says "" "$tactus" run scene.json --out killed --resume
  cmp straight/probes.csv killed/probes.csv || fail "probes.csv is another one after a kill"
  # What the probe makes of the stress is what the kernel has; strains are small.
  awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) { if ($i == "inside.energy_J") a = i; if ($i == "known.strain_energy_J") b = i } }
    { x = $a; y = $b } END { exit !(y > 0 && x > 0.99 * y && x < 1.01 * y) }' straight/probes.csv ||
    fail "the probe does not measure the energy that the kernel has"
}

# user_plugin PREFIX WORK: cmake --install puts a plugin where every tactus of the user looks.
user_plugin() {
  local prefix=$1 work=$2
  mkdir -p "$work/user"
  empty_home "$work/user"
  cd "$work/user"
  rm -rf mine
  "$prefix/bin/tactus" new plugin broad_phase mine
  cmake -S mine -B mine/build
  cmake --build mine/build
  cmake --install mine/build
  says "$HOME/.local/share/tactus/plugins/mine.so" "$prefix/bin/tactus" list broad_phase
  says "broad_phase $HOME/.local/share/tactus/plugins/mine.so" "$prefix/bin/tactus" doctor
}

# material PREFIX WORK SOURCE CONFIGS: the whole way of an author, with a material of their own.
material() {
  local prefix=$1 work=$2 source=$3 configs=$4
  local folder=$work/material
  rm -rf "$folder"
  mkdir -p "$folder"
  empty_home "$folder"
  cp -r "$source" "$folder/source"
  local files=("$folder"/source/*) lines
  lines=$(cat "${files[@]}" | wc -l)
  [ "${#files[@]}" = 2 ] || fail "${#files[@]} files"
  [ "$lines" -le 40 ] || fail "$lines lines"
  cd "$folder"
  cmake -S source -B build -D CMAKE_PREFIX_PATH="$prefix"
  cmake --build build
  says passed "$prefix/bin/tactus" check-plugin build/quadratic_volume.so
  says "physically sound" "$prefix/bin/tactus" run "$configs/paper/four_squares.json" \
    --plugin-dir build --out run --set '/time/end=3e-4' \
    --set '/bodies/0/material={"type": "quadratic_volume", "lambda": 1.75e11, "mu": 0.801e11}'
  grep -q "$folder/build/quadratic_volume.so" run/resolved.json ||
    fail "resolved.json does not say which plugin ran"
}

# law PREFIX WORK SOURCE: a contact law of one's own, with friction, in a scene.
law() {
  local prefix=$1 work=$2 source=$3
  local folder=$work/law
  rm -rf "$folder"
  mkdir -p "$folder"
  empty_home "$folder"
  cp -r "$source" "$folder/source"
  [ "$(wc -l <"$folder/source/plane_coulomb.cpp")" -le 40 ] || fail "the law has more than 40 lines"
  cd "$folder"
  cmake -S source -B build -D CMAKE_PREFIX_PATH="$prefix"
  cmake --build build
  says passed "$prefix/bin/tactus" check-plugin build/plane_coulomb.so
  cat >slide.json <<'JSON'
{"bodies": [
  {"name": "block", "type": "rigid", "density": 1000, "velocity": [1, 0],
   "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]}},
  {"name": "floor", "type": "obstacle", "translate": [-10, -1],
   "mesh": {"type": "rectangle", "size": [40, 1], "cells": [40, 1]}}],
 "loads": [{"type": "gravity", "acceleration": [0, -10]}],
 "integrator": {"type": "moreau_jean"},
 "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
   "solver": {"type": "gauss_seidel"},
   "laws": [{"between": ["block", "floor"], "type": "plane_coulomb", "friction": 0.5}]},
 "time": {"end": 0.1, "step": 1e-3}}
JSON
  "$prefix/bin/tactus" run slide.json --plugin-dir build --out run
  # mu g t of deceleration from 1 m/s, times 1000 kg
  awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "linear_momentum_x_kg_m_per_s") c = i }
    { last = $c } END { exit !(last > 499.9995 && last < 500.0005) }' run/history.csv ||
    fail "the law does not slow the block down by mu g"
  swap_laws
}

# swap_laws: the same configuration with each law and solver, by --set alone. What fits slows the
# block down by mu g; what does not is refused, and the sentence names the laws that fit.
swap_laws() {
  local law solver status output fitting=0
  local -A fits=(
    [interior_point]=" plane_coulomb nonsmooth_force nonsmooth_velocity projected_gradient de_saxce_feng "
    [gauss_seidel]=" plane_coulomb nonsmooth_force nonsmooth_velocity projected_gradient de_saxce_feng "
    [projected_newton]=" nonsmooth_force nonsmooth_velocity projected_gradient de_saxce_feng "
    [hybrid]=" nonsmooth_force nonsmooth_velocity projected_gradient de_saxce_feng "
    [direct]=" spring_dashpot ")
  for solver in interior_point gauss_seidel projected_newton hybrid direct; do
    for law in plane_coulomb nonsmooth_force nonsmooth_velocity projected_gradient de_saxce_feng \
      spring_dashpot; do
      local sets=(--set "/contact/laws/0/type=$law" --set "/contact/solver={\"type\": \"$solver\"}")
      [ "$solver" != hybrid ] || sets[3]='/contact/solver={"type": "hybrid", "solvers": [
        {"type": "projected_newton"}, {"type": "gauss_seidel"}]}'
      [ "$law" != spring_dashpot ] || sets+=(--set /contact/laws/0/spring=1e7
        --set /contact/laws/0/dashpot=1e5)
      status=0
      output=$("$prefix/bin/tactus" run slide.json --plugin-dir build --out "$solver.$law" \
        "${sets[@]}" 2>&1) || status=$?
      if [[ ${fits[$solver]} == *" $law "* ]]; then
        [ "$status" = 0 ] || fail "$law with $solver ended with $status: $output"
        awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "linear_momentum_x_kg_m_per_s") c = i }
          { last = $c } END { exit !(last > 499 && last < 501) }' "$solver.$law/history.csv" ||
          fail "$law with $solver does not slow the block down by mu g"
        fitting=$((fitting + 1))
      else
        [ "$status" = 2 ] || fail "$law with $solver is not refused: $output"
        grep -q "fit this configuration" <<<"$output" || fail "it is not said what fits: $output"
        [ "$solver" != gauss_seidel ] || grep -q plane_coulomb <<<"$output" ||
          fail "the law from outside is not among those that fit: $output"
      fi
    done
  done
  echo "$fitting pairs of law and solver ran"
  [ "$fitting" = 19 ] || fail "19 pairs fit"
}

# other_compiler PREFIX WORK SOURCE CONFIGS: a material built by each other compiler that is here, for a program built
# by gcc.
other_compiler() {
  local prefix=$1 work=$2 source=$3 configs=$4 compiler
  for compiler in clang++ g++-11 g++-13 g++-14; do
    if ! command -v "$compiler" >/dev/null; then
      echo "no $compiler here: nothing to show"
      continue
    fi
    local folder=$work/other_compiler/$compiler
    rm -rf "$folder"
    mkdir -p "$folder"
    empty_home "$folder"
    cd "$folder"
    CXX=$compiler cmake -S "$source" -B build -D CMAKE_PREFIX_PATH="$prefix"
    cmake --build build
    local named
    named="gcc $("$compiler" -dumpversion)"
    [ "$compiler" != clang++ ] || named=clang
    says "SDK 4.0, $named" "$prefix/bin/tactus" list material --long --plugin-dir build
    says passed "$prefix/bin/tactus" check-plugin build/quadratic_volume.so
    says "physically sound" "$prefix/bin/tactus" run "$configs/paper/four_squares.json" \
      --plugin-dir build --out run --set '/time/end=3e-4' \
      --set '/bodies/0/material={"type": "quadratic_volume", "lambda": 1.75e11, "mu": 0.801e11}'
    grep -q "\"compiler\": \"$named" run/resolved.json ||
      fail "resolved.json does not say what compiled the plugin"
  done
}

"$@"
