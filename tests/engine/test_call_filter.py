"""The filter of system calls, run line by line as the kernel does: which calls it lets through.

The numbers come from the system's headers, so that the other architecture's are looked at too.
"""

import re
from pathlib import Path

import pytest

from engine.compat.call_filter import ARM, X86, program

HEADERS = {
    X86: Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    ARM: Path("/usr/include/asm-generic/unistd.h"),
}
OWN = 4711
ALLOWED, KILLED, REFUSED, MISSING = 0x7FFF0000, 0x80000000, 0x00050001, 0x00050026

AS_THEY_ARE = """
read write close stat fstat lstat poll lseek pread64 pwrite64 readv writev access pipe select dup
dup2 flock fsync fdatasync getdents getcwd chdir fchdir readlink statfs fstatfs getdents64 fadvise64
newfstatat readlinkat faccessat pselect6 ppoll dup3 pipe2 preadv pwritev preadv2 pwritev2 statx
close_range faccessat2 epoll_create epoll_wait epoll_ctl epoll_pwait epoll_create1 epoll_pwait2
eventfd eventfd2 mmap mprotect munmap brk mremap mincore madvise sched_yield exit arch_prctl gettid
futex set_tid_address restart_syscall exit_group set_robust_list membarrier rseq wait4 waitid
rt_sigprocmask rt_sigreturn pause rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack nanosleep
getitimer alarm setitimer gettimeofday times time timer_create timer_settime timer_gettime
timer_getoverrun timer_delete clock_gettime clock_getres clock_nanosleep timerfd_create
timerfd_settime timerfd_gettime getpid uname umask getrlimit getrusage sysinfo getuid getgid geteuid
getegid getppid getpgrp getgroups getresuid getresgid getpgid getsid capget getpriority
sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min sched_getaffinity
getcpu getrandom
"""
WITHOUT_ARGUMENTS = ["open", "openat", "rt_sigaction", "fcntl", "prlimit64"]
"""Calls that depend on their arguments, and may be made where all of these are 0."""


@pytest.fixture(params=[X86, ARM], ids=["x86", "arm"])
def arch(request):
    return request.param


def numbers(arch):
    """Return the number of each call by its name."""
    if not HEADERS[arch].exists():
        pytest.skip(f"there is no {HEADERS[arch]}: install linux-libc-dev")
    text = HEADERS[arch].read_text()
    found = {name: int(number) for name, number in re.findall(r"#define __NR_(\w+) (\d+)", text)}
    for name, number in re.findall(r"#define __NR3264_(\w+) (\d+)", text):
        found["newfstatat" if name == "fstatat" else name] = int(number)
    return found


def decided(arch, number, *arguments, writes=False, asked=None):
    """Return what becomes of a call; arguments that are not given are 0."""
    lines, value = program(arch, OWN, writes), 0
    loaded = {0: number, 4: arch if asked is None else asked}
    for place in range(6):
        argument = arguments[place] if place < len(arguments) else 0
        loaded[16 + 8 * place], loaded[20 + 8 * place] = argument & 0xFFFFFFFF, argument >> 32
    at = 0
    while True:
        code, if_so, if_not, operand = lines[at]
        at += 1
        match code:
            case 0x20:
                value = loaded[operand]
            case 0x15:
                at += if_so if value == operand else if_not
            case 0x35:
                at += if_so if value >= operand else if_not
            case 0x45:
                at += if_so if value & operand else if_not
            case 0x06:
                return operand
            case _:
                raise AssertionError(f"no such line is known: {code:#x}")


def test_these_calls_are_let_through_and_no_others(arch):
    known = numbers(arch)
    allowed = {known[name] for name in (*AS_THEY_ARE.split(), *WITHOUT_ARGUMENTS) if name in known}
    assert len(allowed) > 90
    assert {each for each in range(600) if decided(arch, each) == ALLOWED} == allowed
    others = {each: decided(arch, each) for each in range(600) if each not in allowed}
    assert others == {each: MISSING if each >= 424 else REFUSED for each in others}


def test_calls_of_other_architectures_end_the_process(arch):
    assert decided(arch, 0, asked=X86 + ARM - arch) == KILLED
    assert decided(X86, 0x40000000) == KILLED, "x32"
    assert decided(X86, 0x3FFFFFFF) == MISSING


def test_files_are_opened_to_be_read(arch):
    for name, place in (("open", 1), ("openat", 2)):
        if name in (known := numbers(arch)):
            for flags, read, guarded in (
                (0, ALLOWED, ALLOWED), (1, REFUSED, ALLOWED), (2, REFUSED, ALLOWED),
                (0o100, REFUSED, ALLOWED), (0o20000000, REFUSED, ALLOWED),
                (0o1000, REFUSED, REFUSED), (0o1001, REFUSED, ALLOWED),
                (0o2000000, ALLOWED, ALLOWED),
            ):  # fmt: skip
                given = [0] * place + [flags]
                assert decided(arch, known[name], *given) == read
                assert decided(arch, known[name], *given, writes=True) == guarded


BY_ARGUMENTS = (
    ("kill", (OWN, 9), ALLOWED), ("kill", (1, 9), REFUSED), ("tgkill", (OWN,), ALLOWED),
    ("tgkill", (OWN + 1,), REFUSED),
    ("clone", (0x10000,), ALLOWED), ("clone", (17,), REFUSED),
    ("clone", (0x10000 | 0x20000000,), REFUSED), ("clone", (0x10000 | 0x80,), REFUSED),
    ("rt_sigaction", (24,), REFUSED), ("rt_sigaction", (2,), ALLOWED),
    ("fcntl", (0, 8), REFUSED), ("fcntl", (0, 7), ALLOWED), ("fcntl", (0, 1030), ALLOWED),
    ("ioctl", (0, 0x5401), ALLOWED), ("ioctl", (0, 0x5412), REFUSED),
    ("prctl", (15,), ALLOWED), ("prctl", (22,), REFUSED),
    ("prlimit64", (0, 7, 0), ALLOWED), ("prlimit64", (0, 7, 4096), REFUSED),
    ("prlimit64", (0, 7, 4096 << 32), REFUSED),
)  # fmt: skip


def test_some_depend_on_their_arguments(arch):
    known = numbers(arch)
    assert [
        (name, arguments)
        for name, arguments, what in BY_ARGUMENTS
        if decided(arch, known[name], *arguments) != what
    ] == []
