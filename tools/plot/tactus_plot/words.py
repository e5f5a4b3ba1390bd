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
    """'"kinetik" is no column; did you mean "kinetic"? There are ...'"""
    known = list(known)
    near = difflib.get_close_matches(given.lower(), [name.lower() for name in known], 1, 0.6)
    guess = [name for name in known if near and name.lower() == near[0]][:1]
    asks = f"; did you mean {quoted(guess[0])}?" if guess else "."
    return f"{quoted(given)} is no {what}{asks} There are {one_of(known)}"


def note(text):
    print(f"note: {clean(text)}", file=sys.stderr)
