#!/usr/bin/env bash
# Makes the pictures of docs/gallery from runs of the configurations there: tools/gallery.sh [TACTUS]
# Needs python3 with numpy and matplotlib (./dev setup --report).
set -eu
cd "$(dirname "$0")/.."
tactus=${1:-build/release/bin/tactus}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# picture FOLDER/NAME [picture.py's options...]
picture() {
  local config=$1 name=${1##*/}
  shift
  echo "$name"
  "$tactus" run "configs/$config.json" --quiet --out "$work/$name" > /dev/null
  /usr/bin/python3 tools/picture.py "$work/$name" -o "docs/gallery/$name.png" --dpi 110 "$@"
}

picture paper/four_squares -t 0 2.4e-4 6.4e-4 1e-3
picture paper/four_squares_symmetric -t 0 6e-5 2e-4 8e-4
picture paper/pool -t 0 1.5e-3 3e-3 8e-3 --columns 2 --no-mesh
picture paper/packed_squares_4x4 -t 0 1e-4 3e-4 2e-3 --columns 4
picture paper/packed_squares_8x8 -t 0 3e-4 1e-3 3e-3 --columns 4 --no-mesh
picture paper/self_contact -t 0 2e-4 4e-4 1e-3
picture paper/two_particles --paths
picture paper/particle_in_box -t 0 1.5 15 30 --columns 4
picture gallery/tower -t 0.1 0.3 0.6 1.5 --columns 2 --no-mesh --forces --no-forces-on 9 --view -1.6 -0.15 2.6 2.15
picture gallery/dragged_block -t 0.1 0.25 0.4 --columns 3 --forces --no-forces-on 2 --view -0.35 -0.1 1.5 0.75
picture gallery/hydroforming -t 0 0.1 0.15 0.3 --columns 4 --colour von_mises --no-mesh --view -0.6 -0.6 0.6 0.6
picture validation/masonry_arch -t 1 --no-mesh --forces --no-forces-on 27 28 --view -1.25 -0.12 1.25 1.2 --width 7
picture validation/masonry_arch_falling -t 0.2 0.5 0.6 0.68 --columns 2 --no-mesh --forces --no-forces-on 27 28 --view -1.25 -0.12 1.25 1.2
