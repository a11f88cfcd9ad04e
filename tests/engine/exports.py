"""Learning platforms' exports, made as the platforms make them: real zips and folders."""

import zipfile

from tests.engine.written_files import MOVES_AT_ONCE

BROKEN = "def mc_move(  # {}\n"


def broken(number=0):
    """Return a file that cannot be loaded: it is judged at once."""
    return BROKEN.format(number)


class RawName(zipfile.ZipInfo):
    """An entry whose name is written as bytes, without the mark of UTF-8, as older programs do."""

    def __init__(self, raw):
        super().__init__(raw.hex())
        self._raw = raw

    def _encodeFilenameFlags(self):
        return self._raw, self.flag_bits & ~0x800


def zipped(path, files):
    """Write a zip; names that are bytes stand there as they are, and None is an empty folder."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name) if isinstance(name, str) else RawName(name)
            archive.writestr(info, "" if content is None else content)
    return path


def unpacked(path, files):
    """Write the same as a folder."""
    for name, content in files.items():
        place = path / name
        if content is None:
            place.mkdir(parents=True)
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


NOTEBOOK = '{"cells": [{"cell_type": "code", "source": ["x = 1"]}], "nbformat": 4}'
MOODLE = {
    "Anna Berg_1327627_assignsubmission_file_/solution.py": MOVES_AT_ONCE,
    "Anna Berg_1327627_assignsubmission_onlinetext_/onlinetext.html": "<p>see my file</p>",
    "Jörg Müller_1327628_assignsubmission_file_solution.py": broken(1),
    "Jan de_la_Cruz_1327629_assignsubmission_file_/notes.txt": "I could not do it.",
    "Jan Meier_1327630_assignsubmission_file_/work.ipynb": NOTEBOOK,
    "Jan Meier_1327631_assignsubmission_file_/report.pdf": b"%PDF-1.4",
    "Zoë O'Neil_1327632_assignsubmission_file_/": None,
}
WORKSHEET = (
    "\ufeffID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,"
    '"Zuletzt geändert (Bewertung)",Feedback als Kommentar\r\n'
    'Teilnehmer/in1327627,"Anna Berg",a@x.edu,"Zur Bewertung abgegeben",,"10,00",-,\r\n'
    'Teilnehmer/in1327628,"Jörg Müller",j@x.edu,"Zur Bewertung abgegeben","3,5","10,00",-,"""b"""'
    "\r\n"
    'Teilnehmer/in1327629,"Jan de_la_Cruz",c@x.edu,Zur Bewertung abgegeben,,"10,00",-,\r\n'
    'Teilnehmer/in1327630,"Jan Meier",m@x.edu,Zur Bewertung abgegeben,,"10,00",-,\r\n'
    'Teilnehmer/in1327631,"Jan Meier",n@x.edu,Zur Bewertung abgegeben,,"10,00",-,\r\n'
    'Teilnehmer/in1327633,"Ida Los",i@x.edu,Keine Abgabe,,"10,00",-,\r\n'
)
CANVAS = {
    "bergsven_51_9001_solution.py": broken(1),
    "bergsven_51_9005_solution-1.py": broken(2),
    "bergsven_51_9009_solution-2.py": MOVES_AT_ONCE,
    "doejane_LATE_52_9002_my work.py": broken(3),
    "doejane_LATE_52_9003_notes.py": "NOTHING = 1\n",
    "müllerjörg_53_9004_hw.py.txt": broken(4),
    "zhaowei_54_9006_hw.zip": b"no zip",
    "studenttest_99_9010_x.py": broken(5),
}
GRADEBOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,HW 1 (77),HW 2 (78),Current Score\n"
    ",,,,,Manual Posting,,(read only)\n"
    "    Points Possible,,,,,10,5,(read only)\n"
    '"Berg, Sven",51,s51,sberg,A,,3,60.0\n'
    '"Doe, Jane",52,s52,jdoe,A,,4,80.0\n'
    '"Müller, Jörg",53,s53,jm,B,7,,\n'
    '"Zhao, Wei",54,s54,wz,B,,,\n'
    '"Ole, Niels",55,54,no,B,,,\n'
    '"Student, Test",99,,tt,B,,,\n'
)
_HEAD = "gradebook_CS101_HW1_"
BLACKBOARD = {
    f"{_HEAD}a_smith_attempt_2019-01-31-02-51-33_name.py": broken(1),
    f"{_HEAD}a_smith_attempt_2019-01-31-02-51-33.txt": "Name: A Smith (a_smith)",
    f"{_HEAD}a_smith_attempt_2019-02-02-10-00-00_name.py": MOVES_AT_ONCE,
    f"{_HEAD}a_smith_attempt_2019-02-02-10-00-00.txt": "Name: A Smith (a_smith)",
    f"{_HEAD}b_smith_attempt_2019-01-30-02-51-33_helper.py": "NOTHING = 1\n",
    f"{_HEAD}b_smith_attempt_2019-01-30-02-51-33_solution.py": broken(2),
    f"{_HEAD}b_smith_attempt_2019-01-30-02-51-33.txt": "Name: B Smith (b_smith)",
    f"{_HEAD}carl_attempt_2019-01-30-02-51-33.txt": "Name: Carl (carl)",
}
METADATA = """\
---
submission_12345:
  :submitters:
  - :name: Anna Berg
    :sid: '051'
    :email: anna@x.edu
  - :name: "J\\u00F6rg M\\xFCller"
    :sid: 052
    :email: joerg@x.edu
  :created_at: 2019-03-01 10:00:00.000000000 Z
  :score: 3.0
  :history:
  - :submitters:
    - :name: Somebody Else
      :sid: 999
    :score:
submission_12346:
  :submitters:
  - :name: 'Sean O''Neil'
    :sid:
    :email: sean@x.edu
  :score:
submission_12350:
  :submitters:
  - :name: 'Sean O''Neil'
    :sid:
    :email: sean@x.edu
"""
GRADESCOPE = {
    "assignment_7_export/submission_metadata.yml": METADATA,
    "assignment_7_export/submission_12345/solution.py": MOVES_AT_ONCE,
    "assignment_7_export/submission_12346/old.py": broken(1),
    "assignment_7_export/submission_12350/new.py": broken(2),
    "assignment_7_export/submission_12360/x.py": broken(3),
}
EXPORTS = {
    "moodle": MOODLE, "canvas": CANVAS, "blackboard": BLACKBOARD, "gradescope": GRADESCOPE,
}  # fmt: skip
