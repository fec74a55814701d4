"""The user's data folder: what was computed for a long time and is worth keeping, such as solved strategies (override: SIMLAB_DATA).

What lies there is data, never code. Unlike the cache, nothing in it goes away by itself.
"""

import os
from pathlib import Path

import platformdirs


def data_root() -> Path:
    return Path(os.environ.get("SIMLAB_DATA") or platformdirs.user_data_dir("simlab"))
