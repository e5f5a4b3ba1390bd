"""What the tests of `tactus plot` share: the package under test, and runs made by the program's
own writer of frames. Each test program is called with PLOT_FOLDER EXAMPLE_FRAMES TACTUS [unittest
arguments]."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PLOT, EXAMPLE, TACTUS = sys.argv[1:4]
sys.path.insert(0, PLOT)
try:
    import matplotlib  # noqa: F401
    import numpy  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}; ./dev setup --report")
    sys.exit(77)


class WithRun(unittest.TestCase):
    """A folder with a run of two squares and a particle, 11 frames
    (tests/tools/example_frames.cpp)."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.work = Path(self.folder.name)
        self.run_folder = self.work / "run"
        subprocess.run([EXAMPLE, str(self.run_folder)], check=True)

    def tearDown(self):
        self.folder.cleanup()

    def tactus(self, *words, **environment):
        """(exit code, stdout, stderr) of the program, called in the folder of work."""
        import os

        done = subprocess.run(
            [TACTUS, *map(str, words)],
            capture_output=True,
            cwd=self.work,
            check=False,
            env={**os.environ, **environment},
        )
        return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")

    def shell(self, command):
        """(exit code, stderr) of a line of shell in the folder of work; $0 is the program."""
        done = subprocess.run(
            ["sh", "-c", command, TACTUS], stderr=subprocess.PIPE, cwd=self.work, check=False
        )
        return done.returncode, done.stderr.decode("utf-8")


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
