#!/usr/bin/env bash
# growth_test.sh SOURCE BUILD WORK: the program of an SDK that is one minor number further (grow.py) runs the plugins in
# BUILD, as they are, and what they leave has the same bits as with the program in BUILD. So it has where plugins that
# own others, or those that are owned, are of the newer SDK. These are refused by the program in BUILD, in a sentence.
set -euo pipefail
source=$1 build=$2 work=$3
owned="grid projected_newton gauss_seidel nonsmooth_force neo_hookean" owners="auto hybrid energy_momentum moreau_jean"

fail() { echo "FAILED: $*" >&2; exit 1; }

/usr/bin/python3 -B "$source/tests/dev/grow.py" "$source" "$work/source"
CCACHE_BASEDIR=$work cmake -S "$work/source" --preset release -B "$work/build" -DTACTUS_TESTS=OFF >"$work/log"
# shellcheck disable=SC2046,SC2086  # lists of targets
CCACHE_BASEDIR=$work cmake --build "$work/build" -j "$(nproc)" --target tactus $(printf 'tactus_%s ' $owned $owners) >>"$work/log" ||
  { tail -30 "$work/log"; fail "the grown SDK does not compile"; }

# program NAME PLUGIN...: the grown program in a folder of its own, with these plugins grown.
program() {
  local here=$work/$1 plugin
  shift
  rm -rf "$here"
  mkdir -p "$here/lib/tactus"
  cp -r "$work/build/bin" "$here/bin"
  cp -r "$build/lib/tactus/plugins" "$here/lib/tactus/plugins"
  for plugin in "$@"; do cp "$work/build/lib/tactus/plugins/$plugin.so" "$here/lib/tactus/plugins/"; done
}
# shellcheck disable=SC2086
program old && program owned $owned && program owners $owners

scenes=(growth="$source/tests/dev/growth")
for name in gallery paper validation studies; do scenes+=("$name=$source/configs/$name"); done
only=()
for name in growth/\* gallery/conveyor gallery/cantilever gallery/taylor_bar paper/four_squares paper/edge_on_edge \
  studies/laws_and_solvers validation/bouncing_bar validation/viscoelastic_disk; do only+=(--only "$name"); done
for name in old owned owners; do
  /usr/bin/python3 -B "$source/tools/same/main.py" "$build" "$work/$name" --out "$work/runs" "${only[@]}" \
    --scenes "${scenes[@]}" || fail "$name: other bits"
  if [ "$name" = old ]; then only=(--only growth/\*); fi
done

said=$("$build/bin/tactus" check-plugin "$work/build/lib/tactus/plugins/grid.so" 2>&1) && fail "a newer plugin is accepted"
grep -q "needs Tactus SDK 4.1, this is 4.0" <<<"$said" || fail "it is refused with other words: $said"
