#!/usr/bin/env bash
# grow_test.sh SOURCE WORK: the copy that grow.py makes has grown at its ends alone, in every type that may grow, and its
# headers compile; a type that grow.py does not know is asked for; a whole copy of what an older library made stops.
set -euo pipefail
source=$1 work=$2

fail() { echo "FAILED: $*" >&2; exit 1; }

rm -rf "$work"
mkdir -p "$work/unknown/sdk"
/usr/bin/python3 -B "$source/tests/dev/grow.py" "$source" "$work/grown"
"$source/tools/abi" check "$work/grown/sdk/include" || fail "not at the ends"
grep -q "define TACTUS_SDK_MINOR 1" "$work/grown/sdk/include/tactus/growth.hpp" || fail "the minor number"
grown=$(grep -rhoE "Grown<[A-Za-z]+> grown|int grown\(\) const" "$work/grown/sdk/include/tactus" | wc -l)
[ "$grown" -ge 55 ] || fail "only $grown types have grown"

sed 's/"tactus::Archive"/"tactus::Unheard"/' "$source/sdk/abi.json" >"$work/unknown/sdk/abi.json"
said=$(/usr/bin/python3 -B "$source/tests/dev/grow.py" "$work/unknown" "$work/none" 2>&1) && fail "an unknown type passes"
grep -q "does not know: Unheard" <<<"$said" || fail "$said"

# What an older library made is what it knows, and behind that something else.
cat >"$work/copy.cpp" <<'TEXT'
#include <tactus/copied.hpp>
#include <tactus/material.hpp>
int main(int count, char**) {
  alignas(tactus::MaterialBatch) unsigned char memory[sizeof(tactus::MaterialBatch)];
  auto& old = *new (memory) tactus::MaterialBatch;
  old.size = sizeof(old) - sizeof(old.grown), old.dt = 3;
  std::memset(static_cast<void*>(&old.grown), 7, sizeof(old.grown));
  if (count > 1) return tactus::MaterialBatch(old).dt == 3 ? 0 : 1;
  const tactus::MaterialBatch copy = tactus::copied(old);
  copy.grown.look();
  return copy.dt == 3 && copy.size == sizeof(copy) ? 0 : 1;
}
TEXT
g++ -std=c++20 -O1 -isystem /usr/include/eigen3 -DEIGEN_MAX_ALIGN_BYTES=64 -DEIGEN_MAX_STATIC_ALIGN_BYTES=16 \
  -I"$work/grown/sdk/include" "$work/copy.cpp" -o "$work/copy"
"$work/copy" || fail "copied() is no copy"
if said=$("$work/copy" whole 2>&1); then fail "a whole copy is not found"; fi
grep -q "beyond its size: .*MaterialBatch" <<<"$said" || fail "it does not name the structure: $said"
