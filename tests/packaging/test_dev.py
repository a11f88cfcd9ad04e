"""``dev.py``: what it says of a wrong command, and a set-up that is watched and cut off."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import zipfile
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import pytest

import dev
from project import ROOT
from tests.waiting import HANG_S, ran, started, wait_until


@pytest.mark.parametrize(
    ("words", "told"),
    [(["tset"], "there is no command 'tset': did you mean test?"),
     (["chek", "--fix"], "did you mean check?"),
     (["xyzzy"], "there is no command 'xyzzy': it is one of run, engine, test,"),
     (["check", "all"], "check takes nothing more, not 'all'"),
     (["prove", "macos"], "prove takes source, source-quick, linux or windows, not 'macos'")],
)  # fmt: skip
def test_a_wrong_command_is_named(words, told):
    done = ran(ROOT / "dev.py", *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_the_commands_are_listed(words):
    done = ran(ROOT / "dev.py", *words)
    assert "python3 dev.py package KIND" in done.stdout
    assert done.returncode == (0 if words else 2)


# --- a set-up, from a package index on this machine ---------------------------------------------


def wheel(folder, name, size):
    """Write a package of one module, with so many bytes that cannot be compressed."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": b"WHOLE = True\n",
        f"{name}.dat": os.urandom(size),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for each, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{each},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    with zipfile.ZipFile(path, "w") as archive:
        for each, content in files.items():
            archive.writestr(each, content)
    return path


class Index(BaseHTTPRequestHandler):
    """A package index that stops in the middle of a file until the test lets it go on."""

    def __init__(self, state, *given):
        self.state = state
        super().__init__(*given)

    def do_GET(self):
        name = self.path.strip("/").split("/")[-1]
        path = self.state.folder / name
        if name.endswith(".whl"):
            self.state.asked.append(name)
            self._send(path.read_bytes(), "application/octet-stream", name == self.state.holds)
        else:
            (file,) = self.state.folder.glob(f"{name}-*.whl")
            self._send(f'<a href="/{file.name}">{file.name}</a>'.encode(), "text/html")

    def _send(self, content, kind, hold=False):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=3600, public")
        self.end_headers()
        half = len(content) // 2
        try:
            self.wfile.write(content[:half])
            if hold:
                self.state.go_on.wait(HANG_S)
            self.wfile.write(content[half:])
        except OSError:
            pass  # the client has been killed

    def log_message(self, *_):
        pass


class State:
    """What the index does, and was asked for."""

    def __init__(self, folder):
        self.folder, self.asked, self.holds, self.go_on = folder, [], "", threading.Event()


@contextmanager
def serving(state):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Index, state))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}"
    finally:
        state.go_on.set()
        server.shutdown()
        server.server_close()
        thread.join()


SET_UP = """
import sys
from pathlib import Path
import dev
dev.TELL_S = 0
dev.LOCKS["tiny"], dev.ABOUT_MB["tiny"] = Path(sys.argv[1]), 6
dev.install_locked(Path(sys.argv[2]), "tiny")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the places in an environment are others")
def test_a_set_up_says_what_it_fetches_and_goes_on_where_it_was_cut_off(tmp_path):
    packages = tmp_path / "packages"
    packages.mkdir()
    made = [wheel(packages, "tttfirst", 2_000_000), wheel(packages, "tttsecond", 4_000_000)]
    lock = tmp_path / "tiny.lock"
    for path in made:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        with lock.open("a") as file:
            file.write(f"{path.name.split('-')[0]}==1.0 --hash=sha256:{digest}\n")
    python = tmp_path / "venv" / "bin" / "python"
    made_quickly = [sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"]
    subprocess.run(made_quickly, check=True, timeout=HANG_S)
    (place,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    (place / "pip_of_these_tests.pth").write_text(str(Path(find_spec("pip").origin).parents[1]))
    state = State(packages)
    state.holds = made[1].name
    with serving(state) as host:
        told = tmp_path / "told"
        command = [sys.executable, "-c", SET_UP, lock, python]
        options = {"cwd": ROOT, "env": os.environ | {
            "PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": f"http://{host}/simple",
            "PIP_TRUSTED_HOST": host, "PIP_CACHE_DIR": str(tmp_path / "cache"),
            "PIP_NO_INDEX": "", "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": "",
        }}  # fmt: skip
        with (
            told.open("w") as errors,
            started(command, stderr=errors, start_new_session=True, **options) as first,
        ):
            wait_until(lambda: "fetching tttsecond" in told.read_text() or first.poll() is not None)
            os.killpg(first.pid, signal.SIGKILL)
        assert re.search(r"fetching tttsecond: \d MB so far, about \d MB to go", told.read_text())
        state.go_on.set()
        subprocess.run(command, check=True, timeout=HANG_S, **options)
    assert state.asked == [made[0].name, made[1].name, made[1].name], "what was there stays there"
    assert (place / "tttsecond.py").read_text() == "WHOLE = True\n"
    assert not (tmp_path / "venv" / dev.UNFINISHED).exists()

    # Cut off while it unpacks: pip takes for installed what has a name there.
    (place / "tttfirst.py").unlink()
    (tmp_path / "venv" / dev.UNFINISHED).touch()
    with serving(state) as host:
        options["env"] |= {"PIP_INDEX_URL": f"http://{host}/simple", "PIP_TRUSTED_HOST": host}
        subprocess.run(command, check=True, timeout=HANG_S, **options)
    assert (place / "tttfirst.py").exists()


def test_what_pip_deletes_meanwhile_does_not_end_a_set_up(tmp_path):
    stop = threading.Event()
    (tmp_path / "stays").mkdir()
    (tmp_path / "stays" / "two-1.0.whl").write_bytes(b"xx")

    def come_and_go():
        while not stop.is_set():
            place = tmp_path / "passing" / "deep"
            place.mkdir(parents=True, exist_ok=True)
            (place / "one-1.0.whl").write_bytes(b"x")
            shutil.rmtree(place.parent)

    pip = threading.Thread(target=come_and_go)
    pip.start()
    try:
        seen = [dev._wheels(tmp_path) for _ in range(2000)]  # noqa: SLF001
    finally:
        stop.set()
        pip.join()
    assert all(look["two-1.0.whl"].st_size == 2 for look in seen), "what stays is always seen"


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="all tests run in one process")
@pytest.mark.xdist_group("together")
def test_tests_of_a_group_are_kept_together(request):
    """Where the programs for testing do not fit together, groups are silently split."""
    assert request.node.nodeid.endswith("@together")
