"""What `./dev check same` says of runs that differ in known places: same_test.py SAME_FOLDER."""

import contextlib
import io
import json
import struct
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

sys.path.insert(0, sys.argv.pop(1))
from main import main  # noqa: E402

HISTORY = {
    "step": ["0", "1", "2"],
    "time_s": ["0", "0.1", "0.2"],
    "support_impulse_x_N_s": ["3", "-2", "1e-13"],
    "wall_solver_s": ["0", "0.5", "0.7"],
}
SUMMARY = {"name": "a", "wall_s": 1.5, "sound": True, "energy": {"initial_J": 4.0, "final_J": 0.1}}


def table(columns):
    rows = [columns.keys(), *zip(*columns.values())]
    return "".join(",".join(row) + "\n" for row in rows)


def frame(velocity, kind="Float64", compressor=""):
    values = struct.pack(f"<{len(velocity)}{'d' if kind == 'Float64' else 'f'}", *velocity)
    head = (f'<VTKFile{compressor}>\n<DataArray type="{kind}" Name="velocity" NumberOfComponents="3" format="appended" offset="0"/>\n'
            '<AppendedData encoding="raw">\n_')
    block = struct.pack("<Q", len(values)) + values
    if compressor:  # the last block is shorter than the one before it
        each = 2 * len(values) // len(velocity)
        parts = [zlib.compress(values[:each]), zlib.compress(values[each:])]
        block = struct.pack("<5Q", 2, each, len(values) - each, *map(len, parts)) + b"".join(parts)
    return head.encode() + block + b"\n</AppendedData>\n</VTKFile>\n"


class TwoRuns(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.sides = [Path(self.folder.name) / side for side in ("first", "second")]
        for side in self.sides:
            self.write(side)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, side, history=None, summary=None, velocity=(1.0, 2.0, 3.0)):
        (side / "scene/frames").mkdir(parents=True, exist_ok=True)
        (side / "scene/history.csv").write_text(table(HISTORY | (history or {})))
        (side / "scene/summary.json").write_text(json.dumps(SUMMARY | (summary or {})))
        (side / "scene/frames/frame_1.vtu").write_bytes(frame([0.0, 0.0, 0.0]))
        (side / "scene/frames/frame_2.vtu").write_bytes(frame(velocity))

    def compare(self, *options):
        """(exit code, what it said)."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = main([*map(str, self.sides), "--folders", *options])
        return code, said.getvalue()

    def expect(self, *words, code=1, options=()):
        ended, said = self.compare(*options)
        self.assertEqual(ended, code, said)
        line = next((line for line in said.splitlines() if words[0] in line), "")
        for word in words:
            self.assertIn(word, line, said)

    def test_what_clocks_and_names_decide_does_not_count(self):
        self.write(self.sides[1], {"wall_solver_s": ["0", "7", "8"]}, {"name": "b", "wall_s": 2})
        self.expect("runs compared: 1; 1 the same to the bit", code=0)
        self.expect("left aside", "machine_load, name, plugins, processor_s, version, wall_s of summaries", "wall_*", code=0)

    def test_one_bit_of_a_table_is_told_with_its_size_and_row(self):
        self.write(self.sides[1], {"time_s": ["0", "0.10000000000000002", "0.2"]})
        self.expect("history/time_s", "1.4e-17", "6.9e-17", "row 2")

    def test_the_sign_of_zero_is_a_bit(self):
        self.write(self.sides[1], {"time_s": ["-0", "0.1", "0.2"]})
        self.expect("history/time_s", "0.0e+00", "row 1")

    def test_columns_are_compared_by_their_names(self):
        first = {name: HISTORY[name] for name in reversed(HISTORY)}
        (self.sides[1] / "scene/history.csv").write_text(table(first))
        self.expect("1 the same to the bit", code=0)

    def test_a_column_of_one_alone_is_listed_and_no_difference(self):
        self.write(self.sides[1], {"substeps": ["0", "0", "1"]})
        self.expect("history/substeps (runs: 1): scene", code=0)
        _, said = self.compare()
        self.assertIn("only of the second program", said)

    def test_a_row_more_is_a_difference(self):
        self.write(self.sides[1], {name: [*column, "9"] for name, column in HISTORY.items()})
        self.expect("history rows", "3 and 4")

    def test_rounding_is_allowed_where_asked_for_and_as_far_as_it_goes(self):
        asked = ("--rounding", "history/support_impulse_*")
        self.write(self.sides[1], {"support_impulse_x_N_s": ["3", "-2", "2e-13"]})
        self.expect("history/support_impulse_x_N_s", "1.0e-13", "row 3")
        self.expect("history/support_impulse_x_N_s", "allowed", code=0, options=asked)
        self.write(self.sides[1], {"support_impulse_x_N_s": ["3", "-2", "1e-11"]})  # 1e-12 of 5 is less
        self.expect("history/support_impulse_x_N_s", "9.9e-12", options=asked)
        self.write(self.sides[1], {"time_s": ["0", "0.10000000000000002", "0.2"]})
        self.expect("history/time_s", options=asked)

    def test_an_empty_cell_is_no_number(self):
        self.write(self.sides[1], {"support_impulse_x_N_s": ["3", "", "1e-13"]})
        self.expect("history/support_impulse_x_N_s", '"-2" and ""', "row 2", options=("--rounding", "*"))
        self.expect("history/support_impulse_x_N_s", "allowed", code=0, options=("--differs", "history/*"))

    def test_one_bit_of_the_last_frame_is_told(self):
        self.write(self.sides[1], velocity=(1.0, 2.0, 3.0000000000000004))
        self.expect("frame/velocity", "4.4e-16", "number 3")

    def test_frames_that_are_written_in_other_ways_are_compared_by_their_numbers(self):
        other = self.sides[1] / "scene/frames/frame_2.vtu"
        zlib_blocks = ' compressor="vtkZLibDataCompressor"'
        for kind in ("Float64", "Float32"):
            other.write_bytes(frame((1.0, 2.0, 3.0), kind, zlib_blocks))
            self.expect("1 the same to the bit", code=0)
            other.write_bytes(frame((1.0, 2.0, 3.000001), kind, zlib_blocks))
            self.expect("frame/velocity", "number 3")

    def test_a_value_of_the_summary_is_told(self):
        self.write(self.sides[1], summary={"energy": {"initial_J": 4.0, "final_J": 0.2}, "sound": False})
        self.expect("summary/energy/final_J", "1.0e-01", "5.0e-01")
        self.expect("summary/sound", "True and False")

    def test_a_run_of_one_alone_is_a_difference(self):
        (self.sides[1] / "scene").rename(self.sides[1] / "other")
        self.expect("other", "of one alone")


if __name__ == "__main__":
    unittest.main()
