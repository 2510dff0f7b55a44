"""What lets the product meet the kernel's stand-ins for a Pi's parts without knowing of them. Lives in the guest only.

Started by `kernel_parts.pth` with every Python of the table's virtual environment. picamera2 is adapted when it is imported,
as the product imports it: when the camera is opened.
"""

import importlib.util
import sys


class _WhenImported:
    """Adapts picamera2 once it has been imported."""

    def find_spec(self, name, path=None, target=None):
        if name != "picamera2":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            from kernel_parts.camera import adapt

            adapt(module)

        spec.loader.exec_module = exec_module
        return spec


sys.meta_path.insert(0, _WhenImported())
