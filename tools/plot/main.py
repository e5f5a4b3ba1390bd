"""What `tactus plot` and `tactus movie` run: python3 main.py plot|movie ARGUMENTS...

Everything that goes wrong is a sentence and an exit code: 2 for what the caller can mend, 1 for a
bug. As with the program's other commands, words that cannot be printed are such a thing."""

import os
import shutil
import sys

from tactus_plot.arguments import parse

MISSING = """tactus {command} draws with {package}, which {python} does not have. In a checkout of
Tactus `./dev setup --report` installs it (Debian: apt install python3-numpy python3-matplotlib);
another Python that has it can be named by the environment variable TACTUS_PYTHON."""


def draw(command, options):
    if command == "plot":
        from tactus_plot.picture import plot

        return plot(options)
    from tactus_plot.movie import movie

    return movie(options)


def main(arguments):
    closed = sys.stdout is None  # the caller has closed it
    if closed:
        # The next file that is opened would be given its number.
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    # Names of files and bodies may hold any bytes; words about them are printed all the same.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    code = 0
    problem = "standard output is closed" if closed else ""
    try:
        try:
            code = drawn(arguments)
        except SystemExit as end:  # --help, or arguments that are not understood
            code = end.code
        finally:
            remove_scenes(arguments)
        sys.stdout.flush()
    except OSError as error:
        # What could not be printed is not tried again when Python ends.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
        problem = f"standard output cannot be written: {error.strerror}"
    if not problem:
        return code
    print(problem, file=sys.stderr)
    return code or 2


def remove_scenes(arguments):
    """The program has written a scene that is to be drawn into a folder for temporary files."""
    for word in arguments if "--scene" in arguments else []:
        folder = os.path.abspath(word)
        is_ours = os.path.basename(folder).startswith("tactus-scene-")
        if is_ours and os.path.isfile(os.path.join(folder, "scene.json")):
            shutil.rmtree(folder, ignore_errors=True)


def drawn(arguments):
    """Draws, prints what was written, and returns the exit code. Errors of files are handled here:
    an OSError that leaves it comes from printing."""
    command, *rest = arguments or ["plot"]
    options = parse(command, rest)
    try:
        import numpy  # noqa: F401
        import matplotlib  # noqa: F401
    except ImportError as error:
        package = {"numpy": "numpy"}.get(error.name, "matplotlib")
        print(
            MISSING.format(command=command, package=package, python=sys.executable), file=sys.stderr
        )
        return 2
    from tactus_plot.words import PlotError, clean

    try:
        words = clean(draw(command, options))
    except PlotError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{clean(error.filename or 'a file')}: {error.strerror}", file=sys.stderr)
        return 2
    except MemoryError:
        print("out of memory: fewer panels, or a smaller --width and --dpi", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        where = error.__traceback__
        while where.tb_next:
            where = where.tb_next
        place = f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}"
        print(
            f"this is a bug, please report it: {type(error).__name__} at {place}: {clean(error)}",
            file=sys.stderr,
        )
        return 1
    print(words)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
