"""tools/picture.py against frames that the program's own writer made. Usage: picture_test.py
PICTURE_PY EXAMPLE_FRAMES [unittest arguments]"""

import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

PICTURE, EXAMPLE = sys.argv[1], sys.argv[2]
spec = importlib.util.spec_from_file_location("picture", PICTURE)
picture = importlib.util.module_from_spec(spec)
spec.loader.exec_module(picture)


class PictureTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.run_folder = Path(self.folder.name) / "run"
        subprocess.run([EXAMPLE, str(self.run_folder)], check=True)

    def tearDown(self):
        self.folder.cleanup()

    def draw(self, *arguments):
        """Exit code, what was said on stderr, path of the picture."""
        out = Path(self.folder.name) / "picture.png"
        done = subprocess.run([sys.executable, PICTURE, str(self.run_folder), "-o", str(out),
                               *arguments], capture_output=True, text=True, check=False)
        return done.returncode, done.stderr, out

    def test_a_frame_is_read_as_it_was_written(self):
        frames = picture.list_frames(self.run_folder)
        self.assertEqual(len(frames), 11)
        self.assertEqual(frames[3][0], 3 * 1e-5)
        frame = picture.Frame(frames[10][1])
        np.testing.assert_array_equal(frame.triangles, [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])
        np.testing.assert_array_equal(frame.particles, [8])
        np.testing.assert_array_equal(frame.cell_data["body"], [0, 0, 1, 1])
        np.testing.assert_array_equal(frame.particle_data["body"], [2])
        np.testing.assert_allclose(frame.points[4], [2 - 1e4 * 1e-4, 0, 0], rtol=1e-14)
        np.testing.assert_allclose(frame.cell_data["von_mises"], [0, 1e6, 2e6, 3e6], rtol=1e-14)
        np.testing.assert_allclose(picture.scalars(frame, "velocity"), [0, 0, 1e4, 1e4])

    def test_the_boundary_is_what_bounds_the_bodies(self):
        frame = picture.Frame(picture.list_frames(self.run_folder)[0][1])
        edges = {tuple(sorted(e)) for e in frame.boundary().tolist()}
        self.assertEqual(edges, {(0, 1), (1, 2), (2, 3), (0, 3), (4, 5), (5, 6), (6, 7), (4, 7)})

    def test_times_stand_for_the_nearest_frames(self):
        frames = picture.list_frames(self.run_folder)
        found = [t for t, _ in picture.nearest(frames, [0, 1.4e-5, 1.6e-5, 1])]
        np.testing.assert_allclose(found, [0, 1e-5, 2e-5, 1e-4])

    def test_times_are_labelled_in_the_unit_that_fits(self):
        for time, label in [(0, "t = 0"), (6e-5, "t = 60 µs"), (1.48e-3, "t = 1.48 ms"),
                            (1e-6, "t = 1 µs"), (12.5, "t = 12.5 s"), (2e-9, "t = 2 ns")]:
            self.assertEqual(picture.time_label(time), label)

    def test_a_picture_shows_the_colours_of_the_bodies(self):
        code, said, out = self.draw("-t", "0", "1e-4", "--dpi", "100")
        self.assertEqual((code, said), (0, ""))
        import matplotlib.image
        pixels = (matplotlib.image.imread(out)[:, :, :3] * 255).round().astype(int)
        self.assertEqual(pixels.shape[1], 1000)
        for body in range(2):
            colour = [int(picture.COLOURS[body][i:i + 2], 16) for i in (1, 3, 5)]
            # a unit square in a view of 3.2 by 2.2, less lines and labels
            share = (np.abs(pixels - colour).max(axis=2) <= 2).mean()
            self.assertGreater(share, 0.08, f"body {body}")

    def test_paths_show_where_particles_are_over_time(self):
        frames = [(t, picture.Frame(path)) for t, path in picture.list_frames(self.run_folder)]
        options = picture.parse(["run", "-o", "x.png"])
        axes = picture.draw_paths(frames, options).axes[0]
        self.assertEqual(len(axes.lines), 1)  # of the one particle
        times, x = axes.lines[0].get_data()
        np.testing.assert_allclose(times, np.arange(11) * 1e-5, rtol=1e-12)
        np.testing.assert_array_equal(x, [frame.points[8, 0] for _, frame in frames])
        code, said, out = self.draw("--paths")
        self.assertEqual((code, said), (0, ""))
        self.assertGreater(out.stat().st_size, 5000)

    def test_fields_and_forces_are_drawn_without_a_word(self):
        for field in ["von_mises", "velocity", "stress"]:
            code, said, out = self.draw("--colour", field, "--forces", "--columns", "2")
            self.assertEqual((code, said), (0, ""))
            self.assertGreater(out.stat().st_size, 5000)

    def test_the_same_run_gives_the_same_picture(self):
        pictures = []
        for _ in range(2):
            out = Path(self.folder.name) / "p.svg"
            self.assertEqual(picture.main([str(self.run_folder), "-o", str(out), "-n", "2"]), 0)
            pictures.append(out.read_bytes())
        self.assertEqual(*pictures)

    def test_what_cannot_be_drawn_is_a_sentence(self):
        code, said, _ = self.draw("--colour", "temperature")
        self.assertEqual(code, 2)
        self.assertIn("has no field 'temperature': it has body, contact_force", said)
        frame = self.run_folder / "frames" / "000000.vtu"
        frame.write_bytes(frame.read_bytes()[:2500])
        self.assertIn("is cut short", self.draw("-t", "0")[1])
        frame.write_text("nothing")
        self.assertIn("is no frame of Tactus", self.draw("-t", "0")[1])
        (self.run_folder / "frames.pvd").unlink()
        code, said, _ = self.draw()
        self.assertEqual(code, 2)
        self.assertIn("give the folder of a run that has frames", said)
        self.assertNotIn("Traceback", said)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
