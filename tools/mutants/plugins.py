#!/usr/bin/env python3
"""Every shipped plugin keeps its promises, but for those that scenes.py declares broken: what `./dev check plugins` calls.

    plugins.py ROOT BUILD [NAME]...

It ends with 1 where a plugin breaks another promise, and where one that is declared broken is kept.
"""
import pathlib
import subprocess
import sys

from scenes import BROKEN, PARTS

BROKEN_PROMISE = 4  # exit code of the kit


def slots_of(name):
    """What `tactus check-plugin` needs to fill the slots of a plugin that is made of others."""
    if name not in PARTS:
        return []
    slot, names = PARTS[name]
    return ["--set", f"{slot}={','.join(names)}"]


def undeclared(name, said):
    """The broken promises among what the kit said that are not declared."""
    failed = [line.strip() for line in said.splitlines() if line.strip().startswith("FAILED ")]
    return [line for line in failed if not any(all(part in line for part in parts) for parts in BROKEN.get(name, []))]


def faults(tactus, library):
    """Sentences about one plugin."""
    name = library.stem
    done = subprocess.run([tactus, "check-plugin", library, *slots_of(name)], capture_output=True, text=True)
    print(done.stdout, end="", flush=True)
    print(done.stderr, end="", file=sys.stderr, flush=True)
    found = [f"{name}: {line}" for line in undeclared(name, done.stdout)]
    if done.returncode not in (0, BROKEN_PROMISE) or (done.returncode and name not in BROKEN and not found):
        found.append(f"{name}: check-plugin ended with {done.returncode}")
    for parts in BROKEN.get(name, []):
        if not any(all(part in line for part in parts) for line in done.stdout.splitlines() if "FAILED " in line):
            found.append(f"{name}: declared broken, and kept: {', '.join(parts)}")
    return found


def main():
    build = pathlib.Path(sys.argv[2]).resolve()
    libraries = sorted((build / "lib/tactus/plugins").glob("*.so"))
    if sys.argv[3:]:
        libraries = [library for library in libraries if library.stem in sys.argv[3:]]
    found = [fault for library in libraries for fault in faults(build / "bin/tactus", library)]
    if found:
        sys.exit("\n".join(["they break promises that they are not declared to break:", *found]))


if __name__ == "__main__":
    main()
