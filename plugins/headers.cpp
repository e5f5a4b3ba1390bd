// This file is empty on purpose: its target precompiles the headers that all plugins begin with.
