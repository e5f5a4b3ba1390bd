"""Files of a run folder, which may be somebody else's: one that is no file is an error, not something to wait for."""

import os
import stat

from .words import PlotError, quoted


def opened(path, mode="r", **how):
    """Like open(), for reading. Opening a pipe would wait until somebody writes into it."""
    file = open(path, mode, opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK), **how)
    kind = os.fstat(file.fileno()).st_mode
    if stat.S_ISREG(kind):
        return file
    file.close()
    pipe = "it is a pipe, not a file; write what it gives to a file first"
    raise PlotError(f"cannot read {quoted(path)}: {pipe if stat.S_ISFIFO(kind) else 'it is no file'}")
