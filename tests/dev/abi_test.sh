#!/usr/bin/env bash
# abi_test.sh SOURCE WORK: `./dev check abi` passes what the SDK is, and what grows at its ends; it finds a member and
# a function that have moved, an element of arrays that has grown (Eigen's tiles, too), a view of something else, one of
# two overloads that is gone, and a value or the size of an enumeration that has changed.
set -euo pipefail
source=$1 work=$2

fail() { echo "FAILED: $*" >&2; exit 1; }
# change HEADER FROM TO: once, in the copy of the headers.
change() {
  grep -qF -- "$2" "$include/tactus/$1" || fail "$1 does not say: $2"
  FROM=$2 TO=$3 perl -0pi -e 's/\Q$ENV{FROM}\E/$ENV{TO}/' "$include/tactus/$1"
}
copy() {
  include=$work/$1
  rm -rf "$include"
  mkdir -p "$include"
  cp -r "$source/sdk/include/tactus" "$include"
}

"$source/tools/abi" check || fail "the SDK is not as it was frozen"

copy grown
change material.hpp 'Real time = 0;  ///< s, of F' 'Real time = 0, more = 0;'
change material.hpp 'virtual void do_history(HistoryVisitor& /*columns*/) const {}' \
  'virtual void do_history(HistoryVisitor&) const {} virtual void do_more() const {}'
"$source/tools/abi" check "$include" || fail "growth at the ends is refused"

copy broken
change material.hpp 'Index columns = 0;' 'Real more = 0; Index columns = 0;'
change material.hpp 'virtual void do_evaluate(' 'virtual void do_more() {} virtual void do_evaluate('
change integrator.hpp 'std::string_view name{};' 'std::string_view name{}; double more = 0;'
change system.hpp 'enum class Mass : std::uint8_t { lumped, consistent }' 'enum class Mass : std::uint16_t { consistent, lumped }'
change material.hpp 'kLanes = 8;' 'kLanes = 16;'
change constraint.hpp 'View<Index> rows{};' 'View<std::int32_t> rows{};'
change component.hpp 'virtual void write(std::string_view name, View<Real> data) = 0;' ''
if "$source/tools/abi" check "$include" >"$work/found"; then fail "nothing is found"; fi
cat "$work/found"
for sentence in "tactus::MaterialBatch: the member columns was at" "tactus::Material: the function do_evaluate(MaterialBatch const&, Context&) was at" \
  "tactus::Stage is an element of arrays and has grown" "tactus::Mass::lumped was 0 and is 1" "tactus::Mass had 1 bytes and has 2" \
  "tactus::MaterialBatch: the member W was at [64, 'std::span<Eigen::Array<double, 8, 1, 0, 8, 1>>']" \
  "tactus::RowQuery: the member rows was at" "tactus::Archive: the function write(std::string_view, std::span<double const>) is gone"; do
  grep -qF "$sentence" "$work/found" || fail "it does not say: $sentence"
done
