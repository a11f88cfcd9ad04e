"""The workflows: what they run is pinned, what they may do is little, what they build is all."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
import yaml

import build
import compare
import licences
import pins
import release
import sbom
import signing
from project import ROOT, TITLE

FOLDER = ROOT / ".github" / "workflows"
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yml"))}
READ = {name: yaml.safe_load(text) for name, text in TEXTS.items()}
JOBS = [(name, job, told) for name, read in READ.items() for job, told in read["jobs"].items()]
STEPS = [(f"{name}.{job}", step) for name, job, told in JOBS for step in told["steps"]]
WRITES = {("release", "release"), ("release", "index")}
"""The jobs that may change something outside, by workflow and name."""


def test_actions_are_pinned_by_digest_and_say_which_version_that_is():
    used = [(where, step["uses"]) for where, step in STEPS if "uses" in step]
    assert used
    for where, name in used:
        assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", name), f"{where}: {name}"
    for text in TEXTS.values():
        for line in text.splitlines():
            if "uses:" in line:
                assert re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


def test_one_action_has_one_version():
    found = {pin for text in TEXTS.values() for pin in pins.pins(text)}
    assert len({pin.name for pin in found}) == len(found)


def test_images_are_pinned_by_digest():
    images = [told["container"] for _, _, told in JOBS if "container" in told]
    assert images
    for image in images:
        assert re.fullmatch(r"debian:12@sha256:[0-9a-f]{64}", image["image"])


def test_no_step_keeps_the_right_to_push():
    checkouts = [step for _, step in STEPS if step.get("uses", "").startswith("actions/checkout@")]
    assert len(checkouts) >= len(JOBS) - 1
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_only_the_last_jobs_may_write_and_only_in_a_protected_environment():
    for name, read in READ.items():
        assert read["permissions"] == {"contents": "read"}, name
    for name, job, told in JOBS:
        rights = told.get("permissions", {})
        if (name, job) in WRITES:
            assert told["environment"] in ("release", "package-index")
            assert "id-token" in rights
        else:
            assert rights == {}, f"{name}.{job}"
        if "secrets." in json.dumps(told):
            assert told["environment"] == "signing"


def test_no_command_is_put_together_from_what_others_write():
    for where, step in STEPS:
        assert "${{" not in step.get("run", ""), f"{where}: hand it over as a variable"


def test_no_run_hangs_for_hours():
    assert [f"{name}.{job}" for name, job, told in JOBS if "timeout-minutes" not in told] == []


def test_every_system_is_tested_and_built():
    def runners(name, job):
        told = READ[name]["jobs"][job]
        matrix = told.get("strategy", {}).get("matrix", {})
        return {*matrix.get("runner", []), *(each["runner"] for each in matrix.get("include", []))}

    linux = {"ubuntu-24.04", "ubuntu-24.04-arm"}
    assert runners("ci", "bare") == runners("release", "linux") == runners("rebuild", "rebuild")
    assert runners("ci", "bare") == linux
    assert runners("release", "wheels") >= linux | {"windows-2022"} | runners("release", "macos")
    assert "macos-14" not in "".join(TEXTS.values())


def test_the_release_builds_what_can_be_built_and_waits_for_all_of_it():
    commands = [step.get("run", "") for _, step in STEPS]
    kinds = set()
    for command in commands:
        for found in re.findall(r"dev\.py package ([a-z ]+)$", command, re.MULTILINE):
            kinds |= set(found.split())
    # The Flatpak's store builds it itself, from the folder that "flatpak" writes.
    assert kinds | {"linux", "flatpak"} == build.BUILDERS.keys()
    jobs = READ["release"]["jobs"]
    assert set(jobs["release"]["needs"]) == jobs.keys() - {"release", "index"}
    assert jobs["index"]["needs"] == "release"
    proven = [step for step in jobs["linux"]["steps"] if "dev.py prove" in step.get("run", "")]
    assert len(proven) == 1


def test_packages_are_attested_with_provenance_and_contents():
    steps = READ["release"]["jobs"]["release"]["steps"]
    used = [step for step in steps if "uses" in step]
    (provenance,) = [each for each in used if "attest-build-provenance@" in each["uses"]]
    assert provenance["with"]["subject-path"] == "files/*"
    listed = {each["with"]["subject-path"] for each in used if "attest-sbom@" in each["uses"]}
    assert {place.rpartition(".")[2] for place in listed} == {"deb", "run", "exe", "dmg"}
    runs = [step.get("run", "") for step in steps]
    sums = next(number for number, run in enumerate(runs) if "SHA256SUMS" in run)
    assert steps.index(provenance) > sums, "the sums are signed, too"


def test_the_index_trusts_the_workflow_and_gets_no_password():
    job = READ["release"]["jobs"]["index"]
    assert job["permissions"] == {"id-token": "write"}
    assert "password" not in json.dumps(job)
    assert "secrets" not in json.dumps(job)


def test_wheels_are_built_by_a_locked_builder():
    text = (ROOT / "requirements" / "wheels.lock").read_text(encoding="utf-8")
    assert re.search(r"^cibuildwheel==", text, re.MULTILINE)
    assert text.count("--hash=sha256:") > 10
    (command,) = [step["run"] for _, step in STEPS if "wheels.lock" in step.get("run", "")]
    assert "--require-hashes" in command


def test_old_pins_are_told(monkeypatch, capsys):
    newest = {"actions/checkout": "v99.0.0", "debian:12": f"sha256:{'0' * 64}"}
    monkeypatch.setattr(pins, "newest", lambda pin: newest.get(pin.name, pin.tag))
    with pytest.raises(SystemExit) as ended:
        pins.main()
    assert ended.value.code == 1
    told = capsys.readouterr().err
    assert "actions/checkout is pinned at v" in told
    assert "there is v99.0.0" in told
    assert ", 2 of them old" in told


def test_files_that_are_built_again_are_compared_with_the_published_ones(tmp_path):
    published, built = tmp_path / "published", tmp_path / "built"
    for folder in (published, built):
        folder.mkdir()
        (folder / "game_amd64.deb").write_text("same")
    (published / "game_arm64.deb").write_text("of another kind of machine")
    assert compare.differences(published, built) == []
    (built / "game.run").write_text("new")
    (built / "game_amd64.deb").write_text("other")
    told = compare.differences(published, built)
    assert told[0] == "game.run was built, but never published"
    assert hashlib.sha256(b"other").hexdigest() in told[1]
    assert compare.differences(published, tmp_path / "nothing")


def test_without_a_certificate_nothing_is_signed_and_that_is_said(monkeypatch, capsys, tmp_path):
    called = []
    monkeypatch.setattr(signing, "call", lambda *command: called.append(command))
    for variable in ("TTT_WINDOWS_CERTIFICATE", "TTT_MACOS_IDENTITY", "TTT_MACOS_PROFILE"):
        monkeypatch.delenv(variable, raising=False)
    assert not signing.sign_windows(tmp_path / "setup.exe")
    assert not signing.notarize(tmp_path / "game.dmg")
    assert called == []
    assert not signing.sign_app(tmp_path / f"{TITLE}.app")
    assert [command[0] for command in called] == ["codesign", "codesign"]
    told = capsys.readouterr().err
    assert "setup.exe: not signed" in told
    assert "game.dmg: not notarized" in told
    assert "signed by nobody" in told


def test_with_a_certificate_everything_is_signed(monkeypatch, tmp_path):
    called = []
    monkeypatch.setattr(signing, "call", lambda *command: called.append(command))
    monkeypatch.setenv("TTT_WINDOWS_CERTIFICATE", "mine.pfx")
    monkeypatch.setenv("TTT_MACOS_IDENTITY", "Developer ID Application: Somebody")
    monkeypatch.setenv("TTT_MACOS_PROFILE", "release")
    assert signing.sign_windows(tmp_path / "setup.exe")
    assert signing.sign_app(tmp_path / f"{TITLE}.app")
    assert signing.notarize(tmp_path / "game.dmg")
    assert [command[0] for command in called] == [
        "signtool", "codesign", "codesign", "xcrun", "xcrun"
    ]  # fmt: skip
    assert "--options" in called[1]


def test_the_list_of_contents_is_cyclonedx():
    parts = [{"type": "library", "name": "numpy", "version": "2.0"}]
    told = sbom.document(parts)
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", told["serialNumber"])
    assert told == sbom.document(parts), "it says the same every time"
    assert told["metadata"]["component"]["version"] == release.version()
    assert set(sbom.SPDX) == {*licences.BUNDLED, "pyside6_essentials", "shiboken6"}
