"""A job object (Windows): this process may start no other, and use so much memory."""

from __future__ import annotations

import ctypes
import sys

_EXTENDED_LIMITS, _UI_LIMITS = 9, 4  # JobObjectExtendedLimitInformation, …BasicUIRestrictions
_ONE_PROCESS, _MEMORY, _NO_ERROR_WINDOW = 0x8, 0x100, 0x400
_NO_DESKTOP = 0xFF
"""No windows of other programs, no clipboard, no system's settings, nor the session's end."""


class BasicLimits(ctypes.Structure):
    """``JOBOBJECT_BASIC_LIMIT_INFORMATION``."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("greatest_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class Limits(ctypes.Structure):
    """``JOBOBJECT_EXTENDED_LIMIT_INFORMATION``."""

    _fields_ = (
        ("basic", BasicLimits),
        ("transfers", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("most_process_memory", ctypes.c_size_t),
        ("most_job_memory", ctypes.c_size_t),
    )


if sys.platform == "win32":

    def confine(memory: int) -> bool:
        """Put this process into a job of its own; return whether all of it could be done.

        The job's handle is closed at once, so that the file cannot change the job by it.

        Args:
            memory: what the process may have committed, in bytes.
        """
        system = ctypes.WinDLL("kernel32")
        system.CreateJobObjectW.restype = ctypes.c_void_p
        system.GetCurrentProcess.restype = ctypes.c_void_p
        job = ctypes.c_void_p(system.CreateJobObjectW(None, None))
        if not job:
            return False
        limits, desktop = Limits(), ctypes.c_uint32(_NO_DESKTOP)
        limits.basic.flags = _ONE_PROCESS | _MEMORY | _NO_ERROR_WINDOW
        limits.basic.processes = 1
        limits.process_memory = memory
        itself = ctypes.c_void_p(system.GetCurrentProcess())
        done = [
            system.SetInformationJobObject(
                job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
            ),
            system.SetInformationJobObject(
                job, _UI_LIMITS, ctypes.byref(desktop), ctypes.sizeof(desktop)
            ),
            system.AssignProcessToJobObject(job, itself),
        ]
        system.CloseHandle(job)
        return all(done)
