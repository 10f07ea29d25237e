"""Import every module of the package where nothing but its core dependencies is installed."""

from importlib import import_module
from pkgutil import walk_packages

import holdfast

EXTRAS = ("holdfast.reporting", "holdfast.server", "holdfast.engine.cluster")

modules = [
    module.name
    for module in walk_packages(holdfast.__path__, "holdfast.")
    if not module.name.startswith((*EXTRAS, "holdfast.__main__"))
]
for name in modules:
    import_module(name)
print(f"{len(modules)} modules imported with the core alone")
