"""The same parts are left out of bundles on every system, under the names they have there."""

from left_out import is_left_out

LEFT = (
    "libQt6Network.so.6", "PySide6/Qt6Network.dll",
    "PySide6/Qt/lib/QtNetwork.framework/Versions/A/QtNetwork", "QtNetwork",
    "libQt6EglFSDeviceIntegration.so.6", "libQt6EglFsKmsSupport.so.6",
    "PySide6/Qt/lib/QtQuickControls2.framework/Resources/Info.plist",
    "PySide6/Qt/translations/qtbase_de.qm", r"PySide6\translations\qtbase_de.qm",
    "PySide6/Qt/plugins/imageformats/libqtiff.so", r"PySide6\plugins\imageformats\qtiff.dll",
    "PySide6/Qt/plugins/imageformats/libqmacheif.dylib",
    "PySide6/plugins/platforms/qdirect2d.dll", "PySide6/plugins/platforms/qminimal.dll",
    "PySide6/Qt/plugins/platforms/libqminimalegl.so",
    "PySide6/Qt/plugins/platforms/libqvkkhrdisplay.so",
    "PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.dylib",
    "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
    "PySide6/plugins/tls/qschannelbackend.dll", "PySide6/Qt/plugins/generic/libqevdevmouse.so",
    "PySide6/Qt/plugins/networkinformation/libqapplenetworkinformation.dylib",
    "PySide6/opengl32sw.dll", "libcrypto-3.dll", "libcrypto.so.3", "libgtk-3.so.0",
    "libpangocairo-1.0.so.0", "pillow.libs/libfreetype-1234.so.6",
    "numpy-2.4.6.dist-info/RECORD", "pyqtgraph/icons/peegee/peegee.svg",
)  # fmt: skip
KEPT = (
    "libQt6Core.so.6", "PySide6/Qt6OpenGL.dll", "PySide6/Qt6Svg.dll", "libQt6WaylandClient.so.6",
    "PySide6/Qt/lib/QtWidgets.framework/Versions/A/QtWidgets", "PySide6/QtDBus.abi3.so",
    "PySide6/Qt/plugins/imageformats/libqgif.so", "PySide6/plugins/imageformats/qico.dll",
    "PySide6/plugins/platforms/qwindows.dll", "PySide6/plugins/platforms/qoffscreen.dll",
    "PySide6/Qt/plugins/platforms/libqcocoa.dylib", "PySide6/Qt/plugins/platforms/libqxcb.so",
    "PySide6/Qt/plugins/platforms/libqwayland.so", "PySide6/plugins/styles/qmodernwindowsstyle.dll",
    "PySide6/Qt/plugins/styles/libqmacstyle.dylib", "PySide6/plugins/iconengines/qsvgicon.dll",
    "PySide6/Qt/plugins/platforminputcontexts/libcomposeplatforminputcontextplugin.so",
    "PySide6/Qt/plugins/wayland-decoration-client/libadwaita.so",
    "PySide6/Qt/plugins/platformthemes/libqxdgdesktopportal.so",
    "libfreetype.so.6", "libharfbuzz.so.0", "libbrotlicommon.so.1", "ttt_desktop/manual/play.md",
    "ttt_desktop/resources/app.svg", "fissix/Grammar.txt", "python311.dll", "MSVCP140.dll",
    "numpy/_core/_multiarray_umath.cp311-win_amd64.pyd", "asyncio/sslproto.pyc",
)  # fmt: skip


def test_what_nothing_uses_is_left_out_and_what_is_used_stays():
    assert [path for path in LEFT if not is_left_out(path)] == []
    assert [path for path in KEPT if is_left_out(path)] == []
