"""The command line: what only a process that runs a command loads."""

import gc

# Loading modules leaves no garbage behind, and looking for it takes a tenth of a small command's time.
gc.set_threshold(200_000)
