"""`tactus plot` and `tactus movie` as a user meets them: pictures that are not blank, and
sentences."""

import contextlib
import io
import os
import shutil

from scratch import WithRun, main
import numpy as np

from tactus_plot import curves
from tactus_plot.arguments import parse
from tactus_plot.movie import with_progress
from tactus_plot.picture import plot
from tactus_plot.run_folder import Run
from tactus_plot.words import PlotError


def pixels_of(path):
    import matplotlib.image

    return (matplotlib.image.imread(path)[:, :, :3] * 255).round().astype(int)


class Command(WithRun):
    def setUp(self):
        super().setUp()
        (self.run_folder / "summary.json").write_text('{"status": "completed"}')

    def refused(self, *arguments, command="plot", **environment):
        code, out, err = self.tactus(command, *arguments, **environment)
        self.assertEqual((code, out), (2, ""), err)
        self.assertNotIn("Traceback", err)
        return err

    def draw(self, *arguments):
        """In this process, which is faster."""
        return plot(parse("plot", [str(argument) for argument in arguments]))

    def sentence(self, *arguments):
        with self.assertRaises(PlotError) as said:
            self.draw(self.run_folder, *arguments)
        return str(said.exception)

    def test_a_picture_has_its_size_and_the_colours_of_the_bodies(self):
        code, out, err = self.tactus(
            "plot",
            "run",
            "-t",
            "0",
            "1e-4",
            "--width",
            "6",
            "--dpi",
            "100",
            "--mesh",
            "off",
            "-o",
            "p.png",
        )
        self.assertEqual((code, out, err), (0, "p.png\n", ""))
        pixels = pixels_of(self.work / "p.png")
        self.assertEqual(pixels.shape[1], 600)
        for colour in ((0x7F, 0xB2, 0xDD), (0xF2, 0xB8, 0x72)):
            share = (np.abs(pixels - colour).max(axis=2) <= 2).mean()
            self.assertGreater(share, 0.05)  # a unit square in each of two views of 3.2 by 2.2

    def test_a_movie_moves(self):
        code, out, err = self.tactus(
            "movie",
            "run",
            "--width",
            "3",
            "--dpi",
            "50",
            "--most",
            "5",
            "--colour",
            "von_mises",
            "--arrows",
            "velocity",
            "contact_force",
        )
        self.assertEqual((code, out, err), (0, f"{'run/movie.gif'}\n", ""))
        from PIL import Image

        with Image.open(self.run_folder / "movie.gif") as movie:
            self.assertEqual((movie.n_frames, movie.size[0]), (5, 150))
            first = np.asarray(movie.convert("RGB")).astype(int)
            movie.seek(4)
            last = np.asarray(movie.convert("RGB")).astype(int)
        self.assertGreater((np.abs(first - last).max(axis=2) > 60).mean(), 0.02)
        if shutil.which("ffmpeg"):
            self.assertEqual(
                self.tactus("movie", "run", "--most", "3", "--dpi", "40", "-o", "m.mp4")[0], 0
            )
            self.assertEqual((self.work / "m.mp4").read_bytes()[4:8], b"ftyp")

    def test_a_movie_shows_progress_on_a_terminal_and_nowhere_else(self):
        class Terminal(io.StringIO):
            def isatty(self):
                return True

        for to, said in ((Terminal(), "\r1 of 2 pictures\r2 of 2 pictures\n"), (io.StringIO(), "")):
            self.assertEqual(list(with_progress(iter("ab"), 2, to)), ["a", "b"])
            self.assertEqual(to.getvalue(), said)

    def test_the_same_run_gives_the_same_picture(self):
        for kind in ("svg", "pdf"):
            pictures = []
            for name in ("a", "b"):
                out = self.work / f"{name}.{kind}"
                self.draw(self.run_folder, "-n", "2", "--colour", "pressure", "--smooth", "-o", out)
                pictures.append(out.read_bytes())
            self.assertEqual(*pictures)

    def test_names_may_hold_any_bytes(self):
        odd = os.fsencode(self.work) + b"/ru\xff'n\" $x$ <b>"
        os.rename(self.run_folder, odd)
        frame = odd + b"/frames/000000.vtu"
        with open(frame, "rb") as file:
            content = file.read()
        with open(frame, "wb") as file:
            file.write(content.replace(b"body 0: target", b"body 0: $t\xff\"e'"))
        code, _, err = self.tactus(
            "plot",
            os.fsdecode(odd),
            os.fsdecode(odd),
            "-t",
            "0",
            "--names",
            "--paths",
            "all",
            "-o",
            "p.png",
        )
        self.assertEqual((code, err), (0, ""))

    def test_what_is_wrong_is_said_with_what_would_be_right(self):
        self.assertEqual(self.refused("runn"), 'there is no folder "runn"; did you mean "run"?\n')
        self.assertEqual(
            self.refused("run", "--colr", "a"),
            '--colr is no option of plot; did you mean "--color"?\nsee: tactus plot --help\n',
        )
        self.assertEqual(
            self.refused("run", "--t", "0"),
            '--t is no option of plot; did you mean "--times"?\nsee: tactus plot --help\n',
        )
        self.assertIn('"x" given; allowed: a number', self.refused("run", "-t", "x"))
        self.assertIn("X0 < X1", self.refused("run", "--view", "0", "0", "-1e3", "1"))
        self.assertIn(
            "there is no frame from 1 s", self.refused("run", "--start", "1", command="movie")
        )
        self.assertIn(
            '"von_mise" is no field; did you mean "von_mises"? There are body, von_mises',
            self.sentence("--colour", "von_mise"),
        )
        self.assertIn(
            '"viridi" is no colour map of matplotlib; did you mean "viridis"?',
            self.sentence("--colour", "velocity", "--map", "viridi"),
        )
        self.assertIn("there is no table", self.sentence("--curves", "a.csv:b"))
        self.assertIn(
            "the ending tells what is written: .png, .svg and .pdf", self.sentence("-o", "p.jpg")
        )
        self.assertIn("there is no folder", self.sentence("-o", "nowhere/p.png"))
        pipe = self.work / "pipe.png"
        os.mkfifo(pipe)
        self.assertIn("it is no file that could be replaced", self.sentence("-o", pipe))
        self.assertIn("it has neither frames.pvd nor", self.sentence(self.work))

    def test_an_option_without_an_effect_is_refused_by_its_name(self):
        for words, why in (
            ("--curves energies --color von_mises", "--color has no effect here: --curves draws no frames"),
            ("--curves energies -n 4", "-n has no effect here: --curves draws no frames"),
            ("-t 0 --log", "--log has no effect here: it is for --curves"),
            ("-t 0 -n4", "-n has no effect here: --times says which frames are shown"),
            ("run -n 1 --columns=2", "--columns has no effect here: each run has a row of its own"),
            ("--range 0 1", "--range has no effect here: no field is shown: name one with --colour"),
            ("--no-smooth", "--no-smooth has no effect here: no field is shown: name one with --colour"),
            ("--arrow-length 1", "--arrow-length has no effect here: there are no --arrows"),
            ("--view 0 0 1 1 --fit target", "--fit has no effect here: --view says what is seen"),
        ):
            self.assertEqual(self.refused("run", *words.split()), f"{why}\nsee: tactus plot --help\n")
        self.assertIn("--map has no effect here", self.refused("run", "--map", "Reds", command="movie"))
        self.assertIn(
            "--set changes a configuration before it is run: tactus plot SCENE.json --set ...",
            self.refused("run", "--set", "/time/end=1"),
        )
        for command in ("plot", "movie"):
            said = self.refused("run", "--view", "-60", "25", command=command)
            self.assertIn("AZIMUTH and ELEVATION are for bodies in space", said)
        (self.run_folder / "history.csv").write_text("step,time_s,kinetic_energy_J\n0,0,1\n1,1,2\n")
        shown = "--curves energies --log --start 0 --end 1 --title t --width 4 --dpi 50 -o c.png"
        self.assertEqual(self.tactus("plot", "run", *shown.split())[0], 0)

    def test_damaged_and_unfinished_runs_are_named(self):
        (self.run_folder / "summary.json").write_text('{"status": "interrupted"}')
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.draw(self.run_folder, "-n", "1")
        self.assertEqual(
            said.getvalue(),
            f"note: {self.run_folder}: the run did not come to its end (interrupted); "
            "what it has is shown\n",
        )
        (self.run_folder / "summary.json").unlink()
        listing = self.run_folder / "frames.pvd"
        listing.write_text(listing.read_text()[:300])  # killed while it was written
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.draw(self.run_folder, "-n", "1")
            self.assertIn("still going on or was killed", said.getvalue())
            frame = self.run_folder / "frames" / "000000.vtu"
            frame.write_bytes(frame.read_bytes()[:-500])
            self.assertIn("is cut short", self.sentence("-t", "0"))
            frame.write_text("nothing")
            self.assertIn("is no frame of Tactus", self.sentence("-t", "0"))
            listing.unlink()
            (self.run_folder / "history.csv").write_text("step,time_s\n")
            self.assertIn("has no frames.pvd", self.sentence())
            self.assertIn("has no rows", self.sentence("--curves", "step"))

    def test_a_pipe_in_the_place_of_a_file_is_named_and_not_waited_for(self):
        for name in ("summary.json", "frames.pvd", "frames/000000.vtu", "history.csv"):
            path = self.run_folder / name
            kept = path.read_bytes() if path.exists() else b""
            path.unlink(missing_ok=True)
            os.mkfifo(path)
            with contextlib.redirect_stderr(io.StringIO()):
                said = self.sentence("--curves", "step") if name.endswith("csv") else self.sentence("-t", "0")
            self.assertIn("it is a pipe, not a file; write what it gives to a file first", said)
            path.unlink()
            path.write_bytes(kept)

    def test_what_there_is_nothing_of_is_said(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.draw(self.run_folder, "-t", "0", "9")
        self.assertEqual(
            said.getvalue(),
            "note: run: no frames at 9 s, they are of 0 to 0.0001 s; the nearest is shown\n",
        )
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.draw(self.run_folder, "-t", "0", "--arrows", "contact_force")
        self.assertEqual(
            said.getvalue(), "note: no arrows: in these frames there is no contact force\n"
        )

    def test_nothing_that_stands_in_a_run_folder_is_run(self):
        for name in ("numpy", "json", "matplotlib", "sitecustomize", "usercustomize", "evil", "tactus_plot"):
            (self.run_folder / f"{name}.py").write_text("open('ran', 'w').close()\n")
        (self.run_folder / "matplotlibrc").write_text("backend: module://evil\n")
        (self.run_folder / "resolved.json").write_text(
            '{"name": "__import__(\\"evil\\")", "description": "$(touch ran) `touch ran`"}'
        )
        (self.run_folder / "history.csv").write_text("step,time_s,total_energy_J\n0,0,1\n1,1,2\n")
        for words in ("plot . -o ../p.png", "plot . --curves energies -o ../c.png"):
            code, said = self.shell(f'cd run && "$0" {words}')
            self.assertEqual((code, said.count("Traceback")), (0, 0), said)
            self.assertFalse((self.run_folder / "ran").exists(), words)

    def test_words_that_cannot_be_printed_are_a_sentence_and_exit_code_2(self):
        for words in ("plot run -t 0 -o p.png", "plot --help", "movie --help"):
            for where in (">&-", "> /dev/full"):
                with self.subTest(words=words, where=where):
                    code, said = self.shell(f'"$0" {words} {where}')
                    self.assertEqual(code, 2, said)
                    self.assertRegex(
                        said, r"\Astandard output (is closed|cannot be written: .*)\n\Z"
                    )

    def test_without_packages_it_is_said_what_installs_them(self):
        bare = self.work / "python"  # the same Python, without its packages
        bare.write_text('#!/bin/sh\nexec /usr/bin/python3 -S "$@"\n')
        bare.chmod(0o755)
        said = self.refused("run", TACTUS_PYTHON=str(bare))
        self.assertIn("`./dev setup --report` installs it", said)
        self.assertIn('"/nowhere" cannot be started', self.refused("run", TACTUS_PYTHON="/nowhere"))
        self.assertIn("examples:", self.tactus("plot", "--help", TACTUS_PYTHON=str(bare))[1])


SCENE = """{"bodies": [
  {"name": "block", "density": 1000, "translate": [0, 1.2], "velocity": {"constant": [2, -1]},
   "mesh": {"type": "rectangle", "size": [1, 1], "cells": [4, 4]},
   "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
  {"name": "floor", "type": "obstacle", "translate": [-1, 0],
   "mesh": {"type": "rectangle", "size": [3, 1], "cells": [3, 1]}}],
 "loads": [{"type": "gravity", "acceleration": [0, -9.81]},
           {"type": "pressure", "body": "block", "group": "top", "pressure": 5e4}],
 "supports": [{"body": "block", "group": "left", "fix": ["x"]},
              {"body": "floor", "velocity": [0.5, 0]}],
 "integrator": {"type": "newmark"},
 "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
             "solver": {"type": "local_sqp"}},
 "time": {"end": 1}}"""


IN_SPACE = """{"dimension": 3, "bodies": [
  {"name": "block", "density": 1000, "translate": [0, 0, 0.05], "velocity": {"constant": [0, 0, -1]},
   "mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2]},
   "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
  {"name": "ground", "type": "obstacle", "half_space": {"normal": [0, 0, 1]}}],
 "loads": [{"type": "gravity", "acceleration": [0, 0, -9.81]},
           {"type": "pressure", "body": "block", "group": "top", "pressure": 5e4}],
 "supports": [{"body": "block", "group": "left", "fix": ["x"]},
              {"body": "block", "group": "bottom", "fix": ["y"]}],
 "integrator": {"type": "newmark"},
 "contact": {"broad_phase": {"type": "grid"}, "constraint": [
             {"type": "half_space", "between": ["*", "ground"]}, {"type": "vertex_face"}],
             "solver": {"type": "local_sqp"}},
 "time": {"end": 0.02, "step": 1e-3}, "output": {"frames_every": 0.01}}"""


def share_of(pixels, colour):
    """Of which part of a picture this is the colour."""
    return (np.abs(pixels - np.array(colour)).max(axis=2) <= 2).mean()


class Scenes(WithRun):
    """A configuration before it is run."""

    def setUp(self):
        super().setUp()
        (self.work / "scene.json").write_text(SCENE, encoding="utf-8")
        self.temporary = self.work / "tmp"
        self.temporary.mkdir()

    def draw(self, *words):
        done = self.tactus("plot", "scene.json", *words, TMPDIR=str(self.temporary))
        self.assertEqual(list(self.temporary.iterdir()), [])  # nothing is left behind
        return done

    def test_a_scene_is_drawn_with_supports_loads_and_velocities(self):
        code, out, err = self.draw("--out", "scene.svg")
        self.assertEqual((code, out, err), (0, "scene.svg\n", ""))
        text = (self.work / "scene.svg").read_text(encoding="utf-8")
        for words in (
            "group block/top",
            "group block/left",
            "support of block/left: x held",
            "support of floor: moved by 500 mm",
            "gravity, 9.81 m/s\u00b2",
            "pressure on block/top, 50 kPa",
            "velocity 2 m/s",
            "before the first step",
        ):
            self.assertIn(words, text)

    def test_the_picture_has_the_name_of_the_scene_and_its_changed_values(self):
        self.assertEqual(self.draw()[:2], (0, "scene.png\n"))
        before = pixels_of(self.work / "scene.png")
        self.assertEqual(self.draw("--set", "/bodies/0/translate=[0.5, 2]")[0], 0)
        after = pixels_of(self.work / "scene.png")
        self.assertTrue(before.shape != after.shape or (before != after).any())

    def test_what_is_wrong_with_a_scene_is_told_as_check_does(self):
        code, _, err = self.draw("--set", "/bodies/0/density=-1")
        self.assertEqual(code, 2)
        self.assertIn("/bodies/0/density", err)
        self.assertEqual(self.draw("--colr", "body")[0], 2)
        self.assertIn("--times has no effect here: a scene is", self.draw("--times", "0")[2])
        self.assertIn("is drawn alone", self.draw("scene.json")[2])
        code, _, err = self.tactus("plot", "no.json")
        self.assertEqual(code, 2)
        self.assertIn("no.json", err)

    def test_a_scene_in_space_is_drawn_as_well(self):
        (self.work / "scene.json").write_text(IN_SPACE, encoding="utf-8")
        self.assertEqual(self.draw("--out", "scene.svg"), (0, "scene.svg\n", ""))
        text = (self.work / "scene.svg").read_text(encoding="utf-8")
        for words in (
            "group block/top",
            "group block/left, on the far side",
            "support of block/left: x held",
            "gravity, 9.81 m/s\u00b2",
            "pressure on block/top, 50 kPa",
            "velocity 500 mm/s",
        ):
            self.assertIn(words, text)
        self.assertEqual(self.draw("--view", "120", "-30", "--out", "other.svg")[0], 0)
        text = (self.work / "other.svg").read_text(encoding="utf-8")
        self.assertIn("group block/left<", text)
        self.assertIn("group block/top, on the far side", text)

    def test_half_spaces_in_space_are_areas_that_hide_no_body(self):
        (self.work / "scene.json").write_text(IN_SPACE, encoding="utf-8")
        self.assertEqual(self.tactus("run", "scene.json", "--out", "space")[0], 0)
        plain = [0xDD, 0xE1, 0xE6]

        def picture(*view):
            words = ("-n", "1", "--mesh", "off", "--dpi", "80", "-o", "p.png")
            self.assertEqual(self.tactus("plot", "space", *words, "--view", *view)[0], 0)
            return pixels_of(self.work / "p.png")

        above = picture("-60", "25", "-2", "-2", "2", "2")
        # From above the patch of 1.3 m by 1.3 m is seen as large as sin(25 degrees) of it, less what the box hides.
        self.assertGreater(share_of(above, plain), 0.01)
        self.assertLess(share_of(above, plain), 1.69 * np.sin(np.radians(25)) / 16)
        below = picture("-60", "-25", "-2", "-2", "2", "2")
        self.assertLess(share_of(below, plain), 0.001)
        colour = above[above.sum(axis=2) < 600]  # the box: three of its sides have 1 m^2 each
        seen = np.cos(np.radians(25)) * (np.sin(np.radians(60)) + np.cos(np.radians(60)))
        seen += np.sin(np.radians(25))
        height, width, _ = above.shape
        self.assertAlmostEqual(len(colour) / (width * width) * 16, seen, delta=0.15)

    def test_frames_of_the_surface_are_drawn_as_those_of_all_elements(self):
        (self.work / "scene.json").write_text(IN_SPACE, encoding="utf-8")
        pictures = []
        for frames in ("all", "surface"):
            option = f'/output/frames={{"of": "{frames}"}}'
            said = self.tactus("run", "scene.json", "--out", frames, "--set", option)
            self.assertEqual(said[0], 0, said)
            words = ("-n", "1", "--dpi", "50", "--colour", "von_mises", "--paths", "all", "-o", "p.png")
            said = self.tactus("plot", frames, *words)
            self.assertEqual(said[0], 0, said)
            pictures.append(pixels_of(self.work / "p.png"))
        self.assertLess((np.abs(pictures[0] - pictures[1]).max(axis=2) > 8).mean(), 0.001)
        self.assertGreater((np.ptp(pictures[1], axis=2) > 30).mean(), 0.05)
        self.assertEqual(self.tactus("movie", "surface", "-o", "m.gif")[0], 0)

    def test_places_in_space_are_those_of_the_scene_wherever_it_is_seen_from(self):
        (self.work / "scene.json").write_text(IN_SPACE, encoding="utf-8")
        self.assertEqual(self.tactus("run", "scene.json", "--out", "space")[0], 0)
        find = curves.Histories(Run(self.work / "space")).find
        x, y, z, path = (find(f"block.{what}")[0] for what in ("x", "y", "z", "path"))
        start = [series.values[0] for series in (x, y, z, path)]
        np.testing.assert_allclose(start, [0.5, 0.5, 0.55, 0], atol=1e-6)
        moved = np.sqrt(sum((s.values - s.values[0]) ** 2 for s in (x, y, z)))
        np.testing.assert_allclose(path.values, moved, atol=1e-12)
        self.assertLess(z.values[1], 0.545)  # it falls with 1 m/s

    def test_fields_at_nodes_change_within_the_facets_of_a_body_in_space(self):
        scene = IN_SPACE.replace("[2, 2, 2]", "[1, 1, 1]").replace('"pressure": 5e4', '"pressure": 5e5')
        (self.work / "scene.json").write_text(scene, encoding="utf-8")
        self.assertEqual(self.tactus("run", "scene.json", "--out", "space")[0], 0)
        words = ("-n", "1", "--mesh", "off", "--dpi", "50", "-o", "p.png", "--colour")
        for field in (("displacement_z",), ("von_mises", "--smooth")):
            self.assertEqual(self.tactus("plot", "space", *words, *field)[0], 0)
            pixels = pixels_of(self.work / "p.png")[5:-60]
            coloured = pixels[np.ptp(pixels, axis=2) > 30]
            self.assertGreater(len(coloured), 1000)
            counts = np.sort(np.unique(coloured, axis=0, return_counts=True)[1])
            # Six facets are seen, and no few colours are most of the picture.
            self.assertLess(counts[-6:].sum(), 0.6 * len(coloured))

    def test_a_rigid_body_before_a_stressed_one_hides_it(self):
        rigid = """{"name": "plate", "type": "rigid", "density": 1000, "translate": [-2, -1.5, -2],
                    "mesh": {"type": "box", "size": [5, 0.1, 5], "cells": [1, 1, 1]}}"""
        scene = IN_SPACE.replace("}}],\n \"loads\"", "}}, " + rigid + "],\n \"loads\"")
        scene = scene[: scene.index('{"name": "ground"')] + scene[scene.index('{"name": "plate"') :]
        scene = scene.replace('{"type": "half_space", "between": ["*", "ground"]}, ', "")
        (self.work / "scene.json").write_text(scene, encoding="utf-8")
        said = self.tactus("run", "scene.json", "--out", "space")
        self.assertEqual(said[0], 0, said)
        words = ("-n", "1", "--mesh", "off", "--dpi", "50", "--colour", "von_mises", "-o", "p.png")
        for azimuth, hidden in (("-90", True), ("90", False)):
            self.assertEqual(
                self.tactus("plot", "space", *words, "--view", azimuth, "0", "-1", "-1", "1", "1")[0], 0
            )
            pixels = pixels_of(self.work / "p.png")[5:-60]  # without the bar of colours
            coloured = (np.ptp(pixels, axis=2) > 30).mean()
            self.assertEqual(coloured < 0.01, hidden, coloured)

    def test_half_spaces_in_the_plane_are_hatched_lines(self):
        ground = """{"name": "floor", "type": "obstacle", "half_space": {"normal": [0, 1]}}],"""
        scene = SCENE[: SCENE.index('{"name": "floor"')] + ground
        scene += SCENE[SCENE.index(' "integrator"') :].replace("vertex_edge", "half_space")
        (self.work / "scene.json").write_text(scene, encoding="utf-8")
        self.assertEqual(self.draw("--out", "scene.png", "--dpi", "100"), (0, "scene.png\n", ""))
        pixels = pixels_of(self.work / "scene.png")
        dark = np.abs(pixels - [0x26, 0x31, 0x3D]).max(axis=2) <= 40
        rows = np.flatnonzero(dark.mean(axis=1) > 0.6)  # the line goes through the whole picture
        self.assertTrue(1 <= len(rows) <= 3, rows)
        inked = pixels.min(axis=2) < 245
        self.assertGreater(inked[rows[-1] + 3 : rows[-1] + 5].mean(), 0.08)
        self.assertLess(inked[rows[0] - 5 : rows[0] - 3].mean(), 0.08)  # the name stands there

    def test_bodies_that_overlap_are_drawn_all_the_same(self):
        self.assertEqual(self.draw("--set", "/bodies/0/translate=[0, 0.5]")[0], 0)

    def test_a_run_is_never_removed_as_a_scene(self):
        self.tactus("plot", "run", "--scene", "-o", "p.png")
        self.assertTrue((self.run_folder / "frames.pvd").exists())


if __name__ == "__main__":
    main()
