#!/usr/bin/env python3
"""grow.py SOURCE TARGET: a copy of sdk/, core/ and apps/ whose SDK is one minor number further.

Every structure that may grow has a member more at its end, every interface a function more, as another SDK of the same
number could have them. `./dev check abi` builds a program of this copy and lets it run the plugins as they are.

The member refuses to be read where its maker does not know it: a structure that was copied as a whole from a plugin of
before stops the program and names itself, and one that was written as a whole breaks the stack of that plugin.
Every type of sdk/abi.json is classified here, so that a new one has to be thought about.
"""
import json
import pathlib
import re
import shutil
import sys

# Made by the kernel alone, or by a plugin with its size in it.
MEMBERS = """ConstraintSetup ContactRows ContactVertices ContactSet Context DetectQuery Detection Layout LoadQuery
    LoadTarget ProbeState ProbeTarget RowOutput RowQuery Setup StateOut StateView StepReport StepResult Surface Hierarchy
    ForceQuery ContactPoint Correction MaterialBatch RowBuffer ReactionProblem StepSolution ReactionSolution
    LawBatch LawResidual LawLinearisation LawProjection OptionInfo OptionTarget""".split()

# Implemented by plugins: the public function asks made_with() before it calls the new private one.
INTERFACES = """Material Integrator BroadPhase Constraint ContactSolver ContactLaw Load Probe
    StressRule StepProblem LinearOperator""".split()

# Implemented by the kernel; visitors also by who asks a component something, who then is not asked more than he knows.
KERNEL = """Archive Assembler Capabilities ContactModel Executor HistoryVisitor LinearSolver LinearSolvers Log
    MetricVisitor OptionVisitor ProbeVisitor Registrar System""".split()

# What does not grow, and why.
FIXED = {
    "elements of arrays": "Body ContactKey Pair PatchPair Registration SparseView Stage WholeBody ContactSet::Row",
    "within a structure and not at its end": "Candidates EnergyAccount Scales SolveReport StepInfo Violations Location",
    "returned by value": "CorrectionEnergy DetectResult Outcome Range Lame",
    "made by plugins too, without a size": "BoxQuery Boxes",
    "thrown": "Error ConfigError EvaluationError PreconditionError",
    "bases of what grows": "BlockSink Component Grows Scratch",
    "of the library that uses it alone": "DiagonalOperator ElasticOptions IncrementProblem IncrementProblem::Weights KeySet NoOptions "
                                         "OptionVisitor::Entry Scratch::Frame VelocityProblem",
}

GROWN = """
namespace tactus {

/// A member of the next minor number. Who made the structure has to have set it.
template <class Structure>
struct Grown {
  constexpr Grown() = default;
  constexpr Grown(const Grown& other) { other.look(); }
  constexpr Grown& operator=(const Grown& other) {
    look(), other.look();
    return *this;
  }
  constexpr void look() const {
    for (const std::uint64_t one : mark)
      if (one != kMark) stop();
  }
  static void stop() {
    std::fprintf(stderr, "beyond its size: %s\\n", __PRETTY_FUNCTION__);
    std::abort();
  }
  static constexpr std::uint64_t kMark = 0x5ac7'0577'90f1'11ed;
  std::uint64_t mark[8] = {kMark, kMark, kMark, kMark, kMark, kMark, kMark, kMark};
};

}  // namespace tactus
"""


def end_of(text, name):
    """Position of the brace that closes the definition of `name`."""
    head = re.search(rf"^(?:struct|class) {name}(?: final)?(?: : [^{{;]*)? \{{$", text, re.M)
    if head is None:
        return None
    return text.index("\n};", head.end()) + 1


def insert(headers, name, words):
    for path in headers:
        text = path.read_text()
        at = end_of(text, name)
        if at is not None:
            path.write_text(text[:at] + words + text[at:])
            return
    sys.exit(f"no header defines {name}")


def check_classes(source):
    known = {*MEMBERS, *INTERFACES, *KERNEL, *" ".join(FIXED.values()).split()}
    types = {name.removeprefix("tactus::") for name in json.loads((source / "sdk/abi.json").read_text())["types"]}
    if missing := sorted(types - known):
        sys.exit(f"does it grow, and who makes it? grow.py does not know: {', '.join(missing)}")


def grow(include):
    """The headers of the folder `include`, in place."""
    headers = sorted((include / "tactus").glob("*.hpp"))
    growth = include / "tactus/growth.hpp"
    text = growth.read_text()
    text = re.sub(r"(#define TACTUS_SDK_MINOR) 0", r"\1 1", text, count=1)
    text = text.replace("#include <cstdint>\n", "#include <cstdint>\n#include <cstdio>\n#include <cstdlib>\n" + GROWN, 1)
    growth.write_text(text)
    for name in MEMBERS:
        insert(headers, name, f"  Grown<{name}> grown{{}};\n")
    for name in INTERFACES:
        insert(headers, name, " public:\n  int grown() const { return made_with() >= 1 ? do_grown() : 0; }\n\n"
                              " private:\n  virtual int do_grown() const { return 1; }\n")
    for name in KERNEL:
        insert(headers, name, " public:\n  virtual int grown() const { return 1; }\n")
    for path in headers:  # the first of all headers has to come before what it serves
        text = path.read_text()
        if "Grown<" in text and path != growth and '#include "growth.hpp"' not in text:
            path.write_text(text.replace("#pragma once\n", '#pragma once\n\n#include "growth.hpp"\n', 1))


def main(words):
    if len(words) != 2:
        sys.exit(__doc__)
    source, target = map(pathlib.Path, words)
    check_classes(source)
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in ("CMakeLists.txt", "CMakePresets.json"):
        shutil.copy(source / name, target)
    for name in ("sdk", "core", "apps", "cmake", "plugins"):
        shutil.copytree(source / name, target / name)
    grow(target / "sdk/include")


if __name__ == "__main__":
    main(sys.argv[1:])
