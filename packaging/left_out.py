"""What bundles leave out of Qt and others: known by name, whatever a system calls its files.

One library is ``libQt6Network.so.6`` on Linux, ``Qt6Network.dll`` on Windows, and a folder
``QtNetwork.framework`` on macOS; one plugin is ``libqtiff.so``, ``qtiff.dll`` and
``libqtiff.dylib``.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

MODULES = (
    "Quick", "Qml", "Pdf", "VirtualKeyboard", "Network", "Sql", "PrintSupport", "EglF", "Designer",
    "Help", "UiTools", "Test", "WaylandCompositor", "WaylandEglCompositor", "Lottie", "Labs",
)  # fmt: skip
"""How the names of unused modules of Qt begin."""

PLUGINS = {
    "platforms": ("direct2d", "eglfs", "linuxfb", "minimal", "vnc", "vkkhr"),
    "imageformats": ("icns", "macheif", "macjp2", "pdf", "tga", "tiff", "wbmp", "webp"),
    "platformthemes": ("gtk3",),
    "platforminputcontexts": ("tvirtualkeyboard",),
    **dict.fromkeys(
        ("designer", "egldeviceintegrations", "generic", "networkinformation", "qmllint",
         "qmltooling", "sqldrivers", "tls", "vectorimageformats"), ("",)
    ),
}  # fmt: skip
"""How the names of unused plugins begin, by kind; an empty name is all of the kind."""

FOLDERS = re.compile(
    r"(^|/)PySide6/(Qt/)?(translations|qml)/|(^|/)pyqtgraph/icons/peegee|"
    # Lists of files with their sums, those of scripts with the folder of the build.
    r"\.dist-info/"
)
LIBRARIES = (
    # A desktop's own, which only the plugin for GTK needs.
    "gtk-3", "gdk", "pango", "cairo", "pixman", "atk", "epoxy", "thai", "datrie", "fribidi",
    "krb5", "k5crypto", "gssapi", "systemd", "gcrypt",
    "ssl", "crypto",
    "opengl32sw", "d3dcompiler",  # Windows: OpenGL drawn in software
)  # fmt: skip
"""How the names of other unused libraries begin."""

PILLOWS = ("avif", "webp", "freetype", "harfbuzz", "lcms", "sharpyuv", "brotli")
"""The same for the libraries that Pillow brings along."""

_MODULE = re.compile(rf"(lib)?Qt6?({'|'.join(MODULES)})", re.IGNORECASE)


def is_left_out(path: str) -> bool:
    """Whether a file stays outside, by where it would be in the bundle."""
    place = PurePosixPath(path.replace("\\", "/"))
    name, kind = place.name.lower().removeprefix("lib"), place.parent.name
    if FOLDERS.search(str(place)) or any(_MODULE.match(part) for part in place.parts):
        return True
    if "plugins" in place.parts:
        return name.removeprefix("q").startswith(PLUGINS.get(kind, ()))
    if place.suffix == ".pyc":  # Python's own, such as asyncio's sslproto: no library
        return False
    return name.startswith(LIBRARIES) or (kind == "pillow.libs" and name.startswith(PILLOWS))
