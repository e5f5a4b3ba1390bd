"""Pictures, curves and movies of runs of Tactus: what `tactus plot` and `tactus movie` run."""
