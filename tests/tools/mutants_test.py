"""Mechanical mutants: which places of a source they change, and that each changes one of them alone."""
import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))
from mutations import Mutation, mutations_of  # noqa: E402
from scenes import Difference, what_changes  # noqa: E402

SOURCE = """// A comment with a < b.
#include <cmath>
double gap(double a, double b) {
  const char* text = "a < b";  // and a + b here
  if (!known && a < b) return -a;
  sum += a * 0.5;
  return std::max(a - b, 0);
}
"""


class Mutations(unittest.TestCase):
    def setUp(self):
        self.found = mutations_of("gap.cpp", SOURCE)

    def test_comments_strings_and_includes_are_left_alone(self):
        self.assertEqual({m.line for m in self.found}, {5, 6, 7})

    def test_options_are_left_alone_up_to_their_last_brace(self):
        text = """class Spring {
  struct Options : Base::Options {
    Real stiffness = 2 * kUnit;
    void describe(OptionVisitor& o) {
      o.real("stiffness", stiffness).at_least(0);
    }
  };
  Real force(Real gap) { return gap - start; }
"""
        self.assertEqual({m.line for m in mutations_of("spring.cpp", text)}, {8})

    def test_each_changes_one_place_of_its_line(self):
        for mutation in self.found:
            lines, changed = SOURCE.split("\n"), mutation.apply(SOURCE).split("\n")
            self.assertEqual([i for i in range(len(lines)) if lines[i] != changed[i]], [mutation.line - 1])

    def test_what_a_hand_would_get_wrong_is_among_them(self):
        after = {m.after.strip() for m in self.found}
        for one in (
            "if (!known && a <= b) return -a;",
            "if (!known || a < b) return -a;",
            "if (known && a < b) return -a;",
            "if (!known && a < b) return a;",
            "sum -= a * 0.5;",
            "sum += a / 0.5;",
            "sum += a * 1.0;",
            "return std::min(a - b, 0);",
            "return std::max(a + b, 0);",
            "return std::max(a - b, 1);",
            "",
        ):
            self.assertIn(one, after)

    def test_a_mutation_of_another_source_is_not_applied(self):
        with self.assertRaises(AssertionError):
            Mutation("gap.cpp", 5, "something else", "").apply(SOURCE)


class Classes(unittest.TestCase):
    def test_counts_of_work_are_told_from_figures(self):
        for what, kind in {
            "history/total_energy_J": "figure",
            "summary/contact/peak_force_N": "figure",
            "contacts/gap_m": "figure",
            "history/solver_iterations": "work",
            "history/trees_built": "work",
            "history/work": "work",
            "history/work_of_loads_J": "figure",
            "history/wall_ms": None,
            "history/reaction_residual": None,
        }.items():
            self.assertEqual(what_changes(Difference(what, absolute=1, relative=0.1)), kind, what)

    def test_what_is_rounding_is_neither(self):
        self.assertIsNone(what_changes(Difference("history/total_energy_J", absolute=1, relative=1e-7)))
        self.assertIsNone(what_changes(Difference("history/gap_m", absolute=1e-18, relative=0.5)))


if __name__ == "__main__":
    unittest.main()
