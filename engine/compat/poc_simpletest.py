"""The course's module ``poc_simpletest``: counting tests that print what differs."""

from __future__ import annotations


class TestSuite:
    """Counts tests and failures.

    Attributes:
        total_tests: tests that were run.
        failures: those whose computed and expected values differed.
    """

    __test__ = False  # it tests students' files, not this project

    def __init__(self) -> None:
        self.total_tests = 0
        self.failures = 0

    def run_test(self, computed: object, expected: object, message: str = "") -> None:
        """Compare two values, and print both where they differ."""
        self.total_tests += 1
        if computed != expected:
            text = f"{message} Computed: {computed!s} Expected: {expected!s}"
            print(text)
            self.failures += 1

    def report_results(self) -> None:
        """Print how many tests were run and how many failed."""
        print(f"Ran {self.total_tests} tests. {self.failures} failures.")
