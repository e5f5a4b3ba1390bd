#!/usr/bin/env bash
# Makes the pictures of docs/gallery from runs of configs/paper: tools/gallery.sh [TACTUS]
# Needs python3 with numpy and matplotlib (./dev setup --report).
set -eu
cd "$(dirname "$0")/.."
tactus=${1:-build/release/bin/tactus}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# picture NAME [picture.py's options...]
picture() {
  local name=$1
  shift
  echo "$name"
  "$tactus" run "configs/paper/$name.json" --quiet --out "$work/$name" > /dev/null
  /usr/bin/python3 tools/picture.py "$work/$name" -o "docs/gallery/$name.png" --dpi 110 "$@"
}

picture four_squares -t 0 2.4e-4 6.4e-4 1e-3
picture four_squares_symmetric -t 0 6e-5 2e-4 8e-4
picture pool -t 0 1.5e-3 3e-3 8e-3 --columns 2 --no-mesh
picture packed_squares_4x4 -t 0 1e-4 3e-4 2e-3 --columns 4
picture packed_squares_8x8 -t 0 3e-4 1e-3 3e-3 --columns 4 --no-mesh
picture self_contact -t 0 2e-4 4e-4 1e-3
picture two_particles --paths
picture particle_in_box -t 0 1.5 15 30 --columns 4
