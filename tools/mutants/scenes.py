"""Short runs that use a plugin, to tell whether a mutant of it changes anything that a user would see."""
import json
import math
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "same"))
from results import Difference, Rules, compare_runs  # noqa: E402, F401

# Where in a configuration a plugin of a kind is named.
SLOTS = {
    "broad_phase": "/contact/broad_phase",
    "constraint": "/contact/constraint",
    "contact_solver": "/contact/solver",
    "contact_law": "/contact/laws/0",
    "integrator": "/integrator",
    "material": "/bodies/0/material",
}
# What fills the slots of plugins that are made of others.
PARTS = {"auto": ("candidates", ["grid", "bvh"]), "hybrid": ("solvers", ["gauss_seidel", "projected_newton"]),
         "space_time": ("search", ["grid"])}
# Promises that a plugin is known to break, by parts of the kit's line: its page says why.
BROKEN = {"facet_intersection": [["3D: values are negative inside and positive outside"]],
          "vertex_face": [["with first_touch = false", ": 1 of ", "3D: values are negative inside and positive outside"]]}
# Options of a plugin that takes the place of another one, beside those that are there.
OPTIONS = {
    "gauss_seidel": {"tolerance": 1e-12},
    "projected_newton": {"tolerance": 1e-12},
    "hybrid": {"solvers": [{"type": "projected_newton", "tolerance": 1e-12}, {"type": "gauss_seidel", "tolerance": 1e-12}]},
    "auto": {"candidates": [{"type": "grid"}, {"type": "bvh"}]},
    "space_time": {"search": [{"type": "grid"}]},
    "j2_plastic": {"yield_stress": 2e4, "hardening": 1e5},
    "viscoelastic": {"fractions": [0.3, 0.2], "relaxation_times": [0.01, 0.1]},
}
FIGURES = ("history/", "frame/", "contacts/", "probes/", "summary/")
# Counts of the work by which a result was found, and of the choices on the way: a method may change them without
# changing the result. What changes these alone is a class of its own. This is the one place that names them.
WORK = ("iterations", "passes", "sweeps", "newton_steps", "law_newton", "law_solves", "inconsistent_qps",
        "inadmissible_branches", "comparisons", "visits", "searches", "search_used", "choices", "pairs", "tree_depth", "cells", "grids",
        "lists_made", "lists_sorted", "trees_built", "colours", "islands", "swaps", "rebuilt", "tests", "fallbacks",
        "halvings", "tangent_shifts", "interior_steps", "pivots", "stage_used", "solver_used")
# What is left of the clock, of memory and of errors that were allowed, which says nothing of either.
NEITHER = ("wall", "memory", "resid", "resv", "tolerance", "says")
SMALLEST = 1e-6  # of the largest magnitude of the column
ROUNDING = 1e-9  # a column that is nowhere larger is zero but for rounding; the scenes are of kilograms and metres
TIME_LIMIT = 20  # s, of a run
DISTURBED = 1e-12  # of densities: nobody could tell such a scene from the one that is written


class Scene:
    def __init__(self, file, sets=()):
        self.file, self.sets = file, list(sets)

    def disturbed(self, by):
        """The same scene, with densities that differ by parts `by`, 2 `by` and so on."""
        densities = [body.get("density") for body in json.loads(self.file.read_text())["bodies"]]
        return Scene(self.file, [*self.sets, *(f"/bodies/{i}/density={density * (1 + (i + 1) * by)!r}"
                                               for i, density in enumerate(densities) if density)])

    def run(self, tactus, folder, library=None):
        """The exit code, or "no end"."""
        command = [tactus, "run", self.file, "--quiet", "--force", "--threads", "1", "--out", folder]
        for one in self.sets:
            command += ["--set", one]
        if library:
            command += ["--plugin-dir", library]
        try:
            return subprocess.run(list(map(str, command)), capture_output=True, timeout=TIME_LIMIT).returncode
        except subprocess.TimeoutExpired:
            return "no end"


def candidates(root, plugin):
    """Scenes that name the plugin, and those in which it may take the place of another one."""
    kind, name = plugin.split("/")
    own = pathlib.Path(__file__).parent / "scenes"
    files = sorted(own.glob("*.json"))
    named = [f for f in files if f'"{name}"' in f.read_text()]
    scenes = [Scene(f) for f in named]
    if kind in SLOTS:
        sets = [f"{SLOTS[kind]}/type={json.dumps(name)}"]
        sets += [f"{SLOTS[kind]}/{key}={json.dumps(value)}" for key, value in OPTIONS.get(name, {}).items()]
        scenes += [Scene(f, sets) for f in files if f not in named]
    return scenes


def solved(out):
    """Whether a run got to its end with every step solved as well as was asked. From a step on in which a solver gave up,
    what it could not tell apart grows, and any other way of rounding gives another run."""
    if not (out / "summary.json").exists():
        return False
    contact = json.loads((out / "summary.json").read_text()).get("contact") or {}
    return not contact.get("reactions", {}).get("convergence", {}).get("accepted_unconverged", 0)


def undetermined(tactus, scene, run, folder):
    """The figures of a scene that rounding decides, such as how many contacts stick where one is at the border: they
    change where the scene is disturbed by DISTURBED."""
    found = set()
    for by in (DISTURBED, -DISTURBED):
        scene.disturbed(by).run(tactus, folder)
        if (folder / "summary.json").exists():
            found |= {d.what for d in compare_runs(run, folder, Rules())[0] if what_changes(d) == "figure"}
    return found


def scenes_of(root, tactus, plugin, folder, at_most=8):
    """[(scene, exit code, folder of its run, figures that rounding decides)] of scenes that run with the plugin as it
    is."""
    found = []
    for number, scene in enumerate(candidates(root, plugin)):
        out = folder / f"scene{number}"
        code = scene.run(tactus, out)
        if code in (0, 3) and solved(out):
            found.append((scene, code, out, undetermined(tactus, scene, out, folder / f"disturbed{number}")))
        if len(found) == at_most:
            break
    return found


def what_changes(difference):
    """"figure", "work" or None."""
    what = difference.what
    if not what.startswith(FIGURES) or any(word in what for word in NEITHER):
        return None
    if not math.isnan(difference.relative):
        if difference.relative <= SMALLEST or difference.absolute <= ROUNDING * difference.relative:
            return None
    return "work" if what == "history/work" or any(word in what for word in WORK) else "figure"


def changed(tactus, scenes, library, folder):
    """What a mutant changes first in the scenes, and how: ("figure", text), ("rounding", text) where rounding decides
    it, ("work", text) or (None, "")."""
    others = {}
    for scene, code, before, by_rounding in scenes:
        out = folder / "run"
        new = scene.run(tactus, out, library)
        name = pathlib.Path(scene.file).stem
        if new != code:
            return "figure", f"{name} ends with {new} in place of {code}"
        differences, _ = compare_runs(before, out, Rules())
        for difference in differences:
            kind, text = what_changes(difference), f"{name}: {difference.what} by {difference.relative:.1g}"
            if kind == "figure" and difference.what in by_rounding:
                kind = "rounding"
            if kind == "figure":
                return kind, text
            if kind:
                others.setdefault(kind, text)
    for kind in ("rounding", "work"):
        if kind in others:
            return kind, others[kind]
    return None, ""
