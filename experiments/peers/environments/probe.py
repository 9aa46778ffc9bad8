"""Says which of the modules named on the command line this Python can import, and in which versions, as one line of
JSON. Nothing is imported: that takes seconds for some of them, and memory of a GPU for others.

    python probe.py scipy torch        {"python": "3.11.7", "scipy": "1.17.1"}
"""

import importlib.util
import json
import platform
import sys
from importlib import metadata


def version(module):
    """The version of the distribution that brings a module; its name may be another one (cupy-cuda12x)."""
    names = [module]
    if hasattr(metadata, "packages_distributions") and not is_distribution(module):
        names = metadata.packages_distributions().get(module, [])
    return next((metadata.version(name) for name in names if is_distribution(name)), "of unknown version")


def is_distribution(name):
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


found = {module: version(module) for module in sys.argv[1:] if importlib.util.find_spec(module) is not None}
print(json.dumps({"python": platform.python_version(), **found}))
