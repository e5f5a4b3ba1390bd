"""Sentences for people: the error that all of this package ends with, nearest names, texts that
are safe to draw and to print whatever a run folder is called."""

import difflib
import sys


class PlotError(Exception):
    """Something that the person at the keyboard can mend; its text is a whole sentence."""


def clean(text):
    """A text that can be drawn and printed: bytes that are no UTF-8 and control characters become
    U+FFFD."""
    text = str(text).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def quoted(text):
    return f'"{clean(text)}"'


def one_of(names, most=30):
    """ "a, b and c", cut where there are very many."""
    names = [clean(name) for name in names]
    if len(names) > most:
        names = names[:most] + [f"{len(names) - most} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def unknown(what, given, known):
    """'"kinetik" is no column; did you mean "kinetic"? There are ...'. Names that hold the word come before those
    that are spelt a little like it."""
    known = list(known)

    def spelt_like(cutoff):
        near = difflib.get_close_matches(given.lower(), [name.lower() for name in known], 1, cutoff)
        return [name for name in known if near and name.lower() == near[0]][:1]

    holding = [name for name in known if len(given) > 2 and given.lower() in name.lower()][:4]
    guess = spelt_like(0.85) or holding or spelt_like(0.6)
    names = [quoted(name) for name in guess]
    listed = " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
    asks = f"; did you mean {listed}?" if names else "."
    return f"{quoted(given)} is no {what}{asks} There are {one_of(known)}"


def note(text):
    print(f"note: {clean(text)}", file=sys.stderr)
