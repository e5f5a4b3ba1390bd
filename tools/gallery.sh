#!/usr/bin/env bash
# Makes the pictures of docs/gallery and docs/pictures from runs of the configurations there:
#
#   tools/gallery.sh [TACTUS] [NAME]...      only those pictures whose names are given
#
# Needs python3 with numpy and matplotlib (./dev setup --report). Runs stay in TACTUS_GALLERY_RUNS, where that is
# set: pictures can then be made again without them.
set -eu
cd "$(dirname "$0")/.."
tactus=${1:-build/release/bin/tactus}
shift || true
wanted=" $* "
work=${TACTUS_GALLERY_RUNS:-$(mktemp -d)}
[ -n "${TACTUS_GALLERY_RUNS:-}" ] || trap 'rm -rf "$work"' EXIT

# picture FILE FOLDER/NAME [options of plot...]: of a run with the options in `sets`
sets=
picture() {
  local file=$1 config=$2 name=${2##*/}${sets:+_other}
  shift 2
  case $wanted in "  " | *" $file "*) ;; *) return 0 ;; esac
  [ -e "$work/$name/summary.json" ] || "$tactus" run "configs/$config.json" $sets --quiet --out "$work/$name" >/dev/null
  "$tactus" plot "$work/$name" -o "docs/$file.png" --dpi 120 "$@"
}

# movie FILE FOLDER/NAME [options of movie...]: a GIF of a run
movie() {
  local file=$1 config=$2 name=${2##*/}
  shift 2
  case $wanted in "  " | *" $file "*) ;; *) return 0 ;; esac
  [ -e "$work/$name/summary.json" ] || "$tactus" run "configs/$config.json" --quiet --out "$work/$name" >/dev/null
  "$tactus" movie "$work/$name" -o "docs/$file.gif" "$@"
}

# As README.md tells to make it.
movie pictures/four_squares paper/four_squares --colour von_mises --range 0 1e10 --mesh off --dpi 90
picture gallery/four_squares paper/four_squares -t 0 6e-5 6.2e-4 1.48e-3 --arrows velocity --columns 2 --mesh off \
  --arrow-length 0.45 --width 7
picture gallery/four_squares_detail paper/four_squares -t 9.6e-4 1.06e-3 1.18e-3 --colour von_mises \
  --view 0.5 -0.9 1.5 0.1 --width 7
picture gallery/four_squares_symmetric paper/four_squares_symmetric -t 0 6e-5 2e-4 8e-4 --arrows velocity \
  --columns 2 --mesh off --arrow-length 0.4 --width 5.5
picture gallery/four_squares_symmetric_detail paper/four_squares_symmetric -t 4e-5 1e-4 1.6e-4 2.2e-4 \
  --view 0.7 0.7 1.4 1.4 --colour von_mises
picture gallery/pool paper/pool -t 0 8e-3 --paths disk cue --mesh off
picture gallery/pool_stress paper/pool -t 1.1e-3 1.3e-3 1.5e-3 --colour von_mises --smooth --mesh off --fit disk cue
picture gallery/packed_squares_4x4 paper/packed_squares_4x4 -t 3e-4 2e-3 --paths all --mesh off
picture gallery/packed_squares_8x8 paper/packed_squares_8x8 -t 3e-4 3e-3 --paths all --mesh off
picture gallery/forty_nine_disks paper/forty_nine_disks_explicit -t 0 5 10 20 30 40 --columns 3 --mesh off --width 7
picture gallery/self_contact paper/self_contact -t 0 2e-4 4e-4 1e-3 --columns 4 --colour von_mises --mesh off
for kind in vertex_on_face edge_on_edge edge_on_face vertex_on_edge; do
  picture "gallery/$kind" "paper/$kind" -t 0 3 6 --view 30 15
done
picture gallery/scattering_cubes gallery/scattering_cubes -t 0 0.07 0.2 0.5 --columns 2 --mesh off
picture gallery/cavity gallery/cavity -t 0 0.04 0.12 --mesh off --colour von_mises --range 0 3e5
picture gallery/linked_rings gallery/linked_rings -t 0 0.012 0.024 0.06 --columns 2 --mesh off
picture gallery/closing_coil gallery/closing_coil -t 0 0.02 0.06 --mesh off
picture gallery/twisted_mat gallery/twisted_mat -t 0 0.3 0.6 1.1 --columns 2 --mesh off
picture gallery/spinning_top gallery/spinning_top -t 0 0.3 0.6 0.9 --columns 2 --mesh off --fit top
picture gallery/thrown_jack gallery/thrown_jack -t 0 0.04 0.1 0.25 --columns 2 --mesh off --colour von_mises
picture gallery/two_particles paper/two_particles --curves first.x second.x --width 6
picture gallery/particle_in_box paper/particle_in_box -t 3 30 --paths particle --width 6
picture gallery/tower gallery/tower -t 0.1 0.3 0.6 1.5 --columns 2 --arrows contact_force \
  --view -1.6 -0.15 2.6 2.15 --paths ball
picture gallery/conveyor gallery/conveyor -t 0 0.1 0.34 1 --columns 2 --arrows velocity --view -0.2 -0.1 3.2 0.7
picture gallery/dragged_block gallery/dragged_block -t 0.1 0.25 0.4 --arrows contact_force --colour stress_xy \
  --view -0.35 -0.1 1.5 0.75
picture gallery/masonry_arch validation/masonry_arch -t 1 --arrows contact_force --view -1.25 -0.12 1.25 1.2 --width 6
picture gallery/masonry_arch_falling validation/masonry_arch_falling -t 0.2 0.5 0.6 0.68 --columns 2 \
  --arrows contact_force --view -1.25 -0.12 1.25 1.2
picture gallery/falling_arch gallery/falling_arch -t 0.1 0.4 0.5 0.6 --columns 2 --arrows contact_force \
  --view -1.3 -0.1 1.3 1.15
picture gallery/card_house gallery/card_house -t 1 --view -1.35 -0.1 1.35 3.15 --width 5
picture gallery/card_house_falling gallery/card_house_falling -t 0.3 0.6 0.9 1.2 --columns 2 --view -2.1 -0.1 2.1 3.15
picture gallery/poured_pile gallery/poured_pile -t 0.2 0.4 0.6 1.5 --columns 4 --view -0.12 -0.12 1.72 2.45 --mesh off
picture gallery/poured_pile_detail gallery/poured_pile -t 1.5 --view -0.02 -0.05 1.62 0.75 --mesh off
picture gallery/jenga gallery/jenga -t 0.1 0.6 1 1.5 --columns 4 --view -0.5 -0.06 1 1.55
sets="--set /contact/laws/0/friction=1.2"
picture gallery/jenga_rough gallery/jenga -t 0.1 0.6 1 1.5 --columns 4 --view -0.5 -0.06 1 1.55
sets=
picture gallery/slices gallery/slices -t 0 1.4e-3 2.2e-3 --colour von_mises --mesh off
picture gallery/wedge gallery/wedge -t 0 8e-4 1.2e-3 4e-3 --columns 2 --colour von_mises --mesh off --width 7
picture gallery/gears gallery/gears -t 0 1e-3 2e-3 --colour von_mises --mesh off
picture gallery/implicit_impact gallery/implicit_impact -t 0.2 0.24 0.34 0.45 --columns 2 --colour von_mises \
  --view -0.6 -0.03 0.6 0.95 --mesh off --smooth --width 7
picture gallery/ring_on_blocks gallery/ring_on_blocks -t 0.28 0.36 0.44 0.62 --columns 2 --colour von_mises \
  --view -1 -0.05 1 1.6 --mesh off --smooth --width 7
picture gallery/ring_on_blocks_curves gallery/ring_on_blocks --curves energies contact_forces --width 7
picture gallery/taylor_bar gallery/taylor_bar -t 0 1e-5 3e-5 8e-5 --columns 4 --colour plastic_strain --mesh off \
  --view -0.015 -0.001 0.015 0.034
picture gallery/dzhanibekov gallery/dzhanibekov -t 0 0.5 0.7 0.8 0.9 1.2 --columns 3 --view -40 20 --names
picture gallery/cantilever gallery/cantilever -t 0 0.14 0.3 0.44 --columns 2 --colour von_mises --mesh off \
  --view -60 15 --width 7
picture gallery/hydroforming gallery/hydroforming -t 0 0.1 0.15 0.3 --columns 4 --colour von_mises --mesh off \
  --view -0.6 -0.6 0.6 0.6
