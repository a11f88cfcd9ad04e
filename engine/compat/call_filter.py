"""A filter of system calls (seccomp, Linux): what is not listed here is refused from now on.

The filter is a program for the kernel's own small machine, as ``seccomp(2)`` describes it. It asks
nobody for rights, lasts to the process's end, and holds for all of its threads.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys

X86, ARM = 0xC000003E, 0xC00000B7
"""Architectures, as the kernel numbers them."""

_ARCHITECTURES = {("x86_64", "little"): X86, ("aarch64", "little"): ARM}
_SECCOMP = {X86: 317, ARM: 277}

_X32 = 0x40000000
"""The bit that marks calls of x86-64's other interface, which would pass by the table below."""

_NEW_CALLS = 424
"""From here on, all architectures number their calls alike; libraries know older ways to do what
these do, and take them where a call is said to be missing."""

# What a program needs to compute, to have threads, to read what it may open, and to print. The
# numbers are those of x86-64 and ARM; None where an architecture has no such call.
_CALLS: dict[str, tuple[int | None, int | None]] = {
    # files and pipes
    "read": (0, 63), "write": (1, 64), "close": (3, 57), "stat": (4, None), "fstat": (5, 80),
    "lstat": (6, None), "poll": (7, None), "lseek": (8, 62), "pread64": (17, 67),
    "pwrite64": (18, 68), "readv": (19, 65), "writev": (20, 66), "access": (21, None),
    "pipe": (22, None), "select": (23, None), "dup": (32, 23), "dup2": (33, None),
    "flock": (73, 32), "fsync": (74, 82), "fdatasync": (75, 83), "getdents": (78, None),
    "getcwd": (79, 17), "chdir": (80, 49), "fchdir": (81, 50), "readlink": (89, None),
    "statfs": (137, 43), "fstatfs": (138, 44), "getdents64": (217, 61), "fadvise64": (221, 223),
    "newfstatat": (262, 79), "readlinkat": (267, 78), "faccessat": (269, 48),
    "pselect6": (270, 72), "ppoll": (271, 73), "dup3": (292, 24), "pipe2": (293, 59),
    "preadv": (295, 69), "pwritev": (296, 70), "preadv2": (327, 286), "pwritev2": (328, 287),
    "statx": (332, 291), "close_range": (436, 436), "faccessat2": (439, 439),
    "epoll_create": (213, None), "epoll_wait": (232, None), "epoll_ctl": (233, 21),
    "epoll_pwait": (281, 22), "epoll_create1": (291, 20), "epoll_pwait2": (441, 441),
    "eventfd": (284, None), "eventfd2": (290, 19),
    # memory and threads
    "mmap": (9, 222), "mprotect": (10, 226), "munmap": (11, 215), "brk": (12, 214),
    "mremap": (25, 216), "mincore": (27, 232), "madvise": (28, 233), "sched_yield": (24, 124),
    "exit": (60, 93), "arch_prctl": (158, None), "gettid": (186, 178), "futex": (202, 98),
    "set_tid_address": (218, 96), "restart_syscall": (219, 128), "exit_group": (231, 94),
    "set_robust_list": (273, 99), "membarrier": (324, 283), "rseq": (334, 293),
    "wait4": (61, 260), "waitid": (247, 95),
    # signals
    "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "pause": (34, None),
    "rt_sigpending": (127, 136), "rt_sigtimedwait": (128, 137), "rt_sigsuspend": (130, 133),
    "sigaltstack": (131, 132),
    # time
    "nanosleep": (35, 101), "getitimer": (36, 102), "alarm": (37, None), "setitimer": (38, 103),
    "gettimeofday": (96, 169), "times": (100, 153), "time": (201, None),
    "timer_create": (222, 107), "timer_settime": (223, 110), "timer_gettime": (224, 108),
    "timer_getoverrun": (225, 109), "timer_delete": (226, 111), "clock_gettime": (228, 113),
    "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "timerfd_create": (283, 85),
    "timerfd_settime": (286, 86), "timerfd_gettime": (287, 87),
    # questions
    "getpid": (39, 172), "uname": (63, 160), "umask": (95, 166), "getrlimit": (97, 163),
    "getrusage": (98, 165), "sysinfo": (99, 179), "getuid": (102, 174), "getgid": (104, 176),
    "geteuid": (107, 175), "getegid": (108, 177), "getppid": (110, 173), "getpgrp": (111, None),
    "getgroups": (115, 158), "getresuid": (118, 148), "getresgid": (120, 150),
    "getpgid": (121, 155), "getsid": (124, 156), "capget": (125, 90), "getpriority": (140, 141),
    "sched_getparam": (143, 121), "sched_getscheduler": (145, 120),
    "sched_get_priority_max": (146, 125), "sched_get_priority_min": (147, 126),
    "sched_getaffinity": (204, 123), "getcpu": (309, 168), "getrandom": (318, 278),
}  # fmt: skip

# Those that are allowed with some arguments only; see _with_arguments.
_OPEN, _OPENAT, _CLONE = (2, None), (257, 56), (56, 220)
_KILL, _TGKILL, _SIGACTION = (62, 129), (234, 131), (13, 134)
_FCNTL, _IOCTL, _PRCTL, _PRLIMIT = (72, 25), (16, 29), (157, 167), (302, 261)

_WRITES = os.O_WRONLY | os.O_RDWR
_TRUNCATES = 0o1000
_CHANGES = _WRITES | 0o100 | _TRUNCATES | 0o20000000
"""Writing, or O_CREAT, O_TRUNC or O_TMPFILE."""

_THREAD = 0x00010000
_NAMESPACES = 0x7E020080
"""Those of ``clone``'s flags that ask for new namespaces, the one of time included."""

_TIME_IS_OVER = 24  # SIGXCPU; its handler stays the system's, which ends the process
_FCNTLS = (0, 1, 2, 3, 4, 5, 6, 7, 1030, 1032)
"""Copies, flags, locks and a pipe's size; not who gets signals about a file, nor leases."""
_IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Whether it is a terminal, its size, how much can be read, and whether to wait; and inheritance.
"""
_PRCTLS = (3, 15, 16, 21, 23, 39, 0x53564D41)
"""Questions, a thread's name, and the names of regions of memory."""

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _KILL_IT = 0x7FFF0000, 0x80000000
_REFUSE, _MISSING = 0x00050000 | 1, 0x00050000 | 38  # with EPERM, with ENOSYS
_NUMBER, _ARCHITECTURE = 0, 4

Line = tuple[int, int, int, int]
"""Code, lines to skip if it is so, lines to skip if not, and a number."""


def architecture() -> int | None:
    """Return the number of this process's architecture; None where there is no table for it."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return None
    return _ARCHITECTURES.get((platform.machine(), sys.byteorder))


def install(arch: int, writes: bool) -> None:
    """Refuse all calls but the listed ones, in all threads, for good; OSError where it cannot be.

    ``PR_SET_NO_NEW_PRIVS`` must have been set.

    Args:
        arch: the architecture, from ``architecture``.
        writes: leave it to others (Landlock) what files may be written.
    """
    lines = program(arch, os.getpid(), writes)
    code = b"".join(struct.pack("=HBBI", *line) for line in lines)
    held = ctypes.create_string_buffer(code, len(code))

    class FilterProgram(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("lines", ctypes.c_void_p))

    given = FilterProgram(len(lines), ctypes.addressof(held))
    call = ctypes.CDLL(None, use_errno=True).syscall
    call.restype = ctypes.c_long
    # 1: a filter; 1: for all threads.
    if call(*map(ctypes.c_long, (_SECCOMP[arch], 1, 1)), ctypes.byref(given)):
        raise OSError(ctypes.get_errno(), "no filter of system calls")


def program(arch: int, own: int, writes: bool) -> list[Line]:
    """Return the filter's lines.

    Args:
        own: this process's number: it may send signals to itself alone.
        writes: as for ``install``.
    """
    lines = [(_LOAD, 0, 0, _ARCHITECTURE), (_EQUAL, 1, 0, arch), _return(_KILL_IT)]
    lines.append((_LOAD, 0, 0, _NUMBER))
    if arch == X86:
        lines += [(_AT_LEAST, 0, 1, _X32), _return(_KILL_IT)]
    column = 0 if arch == X86 else 1
    for numbers in _CALLS.values():
        if (number := numbers[column]) is not None:
            lines += [(_EQUAL, 0, 1, number), _return(_ALLOW)]
    for pair, judged in _with_arguments(own, writes):
        if (number := pair[column]) is not None:
            lines += [(_EQUAL, 0, len(judged), number), *judged]
    return [*lines, (_AT_LEAST, 0, 1, _NEW_CALLS), _return(_MISSING), _return(_REFUSE)]


def _with_arguments(own: int, writes: bool) -> list[tuple[tuple[int | None, ...], list[Line]]]:
    """Return the calls that depend on their arguments, with the lines that judge these."""
    return [
        (_OPEN, _opening(1, writes)),
        (_OPENAT, _opening(2, writes)),
        (_CLONE, [
            _argument(0), (_ANY_BIT, 0, 2, _THREAD), (_ANY_BIT, 1, 0, _NAMESPACES),
            _return(_ALLOW), _return(_REFUSE),
        ]),
        (_KILL, _one_of(0, (own,))),
        (_TGKILL, _one_of(0, (own,))),
        (_SIGACTION, [
            _argument(0), (_EQUAL, 0, 1, _TIME_IS_OVER), _return(_REFUSE), _return(_ALLOW),
        ]),
        (_FCNTL, _one_of(1, _FCNTLS)),
        (_IOCTL, _one_of(1, _IOCTLS)),
        (_PRCTL, _one_of(0, _PRCTLS)),
        (_PRLIMIT, [  # asking is allowed, where both halves of the new limit's address are 0
            _argument(2), (_EQUAL, 0, 3, 0), _argument(2, 4), (_EQUAL, 0, 1, 0),
            _return(_ALLOW), _return(_REFUSE),
        ]),
    ]  # fmt: skip


def _opening(argument: int, writes: bool) -> list[Line]:
    """Return the lines that judge a file's opening by its flags.

    The kernel empties a file that is opened to be read and emptied, and Landlock's first versions
    take that for reading.
    """
    if not writes:
        return [
            _argument(argument), (_ANY_BIT, 0, 1, _CHANGES), _return(_REFUSE), _return(_ALLOW),
        ]  # fmt: skip
    return [
        _argument(argument), (_ANY_BIT, 0, 2, _TRUNCATES), (_ANY_BIT, 1, 0, _WRITES),
        _return(_REFUSE), _return(_ALLOW),
    ]  # fmt: skip


def _one_of(argument: int, allowed: tuple[int, ...]) -> list[Line]:
    """Return lines that allow some values of an argument. All of these have 32 bits."""
    lines = [_argument(argument)]
    for value in allowed:
        lines += [(_EQUAL, 0, 1, value), _return(_ALLOW)]
    return [*lines, _return(_REFUSE)]


def _argument(number: int, half: int = 0) -> Line:
    """Return a line that loads an argument's lower half, or, 4 bytes on, its upper one."""
    return _LOAD, 0, 0, 16 + 8 * number + half


def _return(what: int) -> Line:
    return _RETURN, 0, 0, what
