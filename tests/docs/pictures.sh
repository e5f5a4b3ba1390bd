#!/usr/bin/env bash
# Pictures of the pages: pictures.sh SOURCE. None has a palette, which makes curves of unlike colours alike; the movie of
# README.md is small, and the command below it makes it.
set -eu
cd "$1"
failed=0
fail() { echo "$*" >&2; failed=1; }

for picture in docs/pictures/*.png docs/pictures/studies/*.png; do
  # Byte 25 of a PNG is its type of colour; 3: a palette.
  [ "$(od -An -tu1 -j25 -N1 "$picture" | tr -d ' ')" != 3 ] || fail "$picture has a palette; make it with tools/report_pictures.sh"
done

movie=docs/pictures/four_squares.gif
size=$(wc -c <"$movie")
[ "$size" -lt 2000000 ] || fail "$movie has $size bytes; README.md promises less than 2 MB to who reads it on a telephone"
first=$(sed -n 's/^!\[.*\](\([^)]*\))$/\1/p' README.md | sed -n 1p)
[ "$first" = "$movie" ] || fail "the first picture of README.md is $first and not $movie"
# The first paragraph behind the title says what there is not yet.
paragraph=$(sed -n '3,/^$/p' README.md | tr '\n' ' ')
[[ $paragraph = *' not there yet'* ]] || fail "the first paragraph of README.md does not say what is not there yet"
made=$(sed -n 's/^movie pictures\/four_squares paper\/four_squares //p' tools/gallery.sh)
told=$(sed -n 's/^\.\/dev tactus movie runs\/four_squares //p' README.md)
[ -n "$made" ] && [ "$made" = "$told" ] || fail "README.md makes its picture with \"$told\", and tools/gallery.sh with \"$made\""
exit $failed
