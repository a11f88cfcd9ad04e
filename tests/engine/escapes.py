"""A course file that tries to get out: each function is one try, which raises where it fails.

It is never imported by a test: it runs as a hand-in does, with a module ``targets`` beside it that
says what there is to be reached. A try that gets through returns a square.
"""

import contextlib
import ctypes
import fcntl
import mmap
import os
import platform
import resource
import signal
import socket
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.shared_memory import SharedMemory

from targets import FOLDER, LIBRARY, LINK, NEIGHBOUR, OUTSIDE, PARENT, PORT, PROGRAM, VICTIM

LIBC = ctypes.CDLL(None, use_errno=True)
ARM = platform.machine() == "aarch64"
THROUGH = (0, 0)


def _told(result):
    """Raise what a call of C's said went wrong."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _call(number, *arguments):
    call = LIBC.syscall
    call.restype = ctypes.c_long
    return _told(call(*(each if isinstance(each, ctypes.Array) else ctypes.c_long(each)
                        for each in (number, *arguments))))  # fmt: skip


def _child_ends(number):
    """End at once where this is the new process; else wait for it."""
    if number == 0:
        os._exit(0)
    os.waitpid(number, 0)


def mc_move(_board, _player, _trials):
    return THROUGH


# --- reading --------------------------------------------------------------------------------------


def read_a_neighbour():
    with open(NEIGHBOUR) as file:
        file.read()


def list_the_folder():
    os.listdir(FOLDER)


def read_outside():
    with open(OUTSIDE) as file:
        file.read()


def read_home():
    os.listdir(os.path.expanduser("~"))


def read_etc():
    with open("/etc/passwd") as file:
        file.read()


def read_the_parents_environment():
    with open(f"/proc/{PARENT}/environ", "rb") as file:
        file.read()


def read_the_parents_memory():
    with open(f"/proc/{PARENT}/mem", "rb") as file:
        file.fileno()


def read_the_parents_command():
    with open(f"/proc/{PARENT}/cmdline", "rb") as file:
        file.read()


def see_where_the_parent_is():
    os.readlink(f"/proc/{PARENT}/cwd")


def follow_a_link():
    with open(LINK) as file:
        file.read()


def read_in_a_thread():
    with ThreadPoolExecutor(1) as pool:
        pool.submit(read_etc).result()


def read_by_a_new_call():
    how = struct.pack("=QQQ", os.O_RDONLY, 0, 0)
    path = ctypes.create_string_buffer(b"/etc/passwd")
    os.close(_call(437, -100, path, ctypes.create_string_buffer(how, 24), 24))  # openat2


def read_by_a_ring():
    os.close(_call(425, 4, ctypes.create_string_buffer(120)))  # io_uring_setup


def read_by_a_handle():
    handle, mount = ctypes.create_string_buffer(struct.pack("=Ii", 128, 0), 136), ctypes.c_int()
    _told(LIBC.name_to_handle_at(-100, b"/etc/passwd", handle, ctypes.byref(mount), 0))


def watch_home():
    watcher = _told(LIBC.inotify_init())
    _told(LIBC.inotify_add_watch(watcher, os.path.expanduser("~").encode(), 0x100))
    os.close(watcher)


def read_an_extended_attribute():
    os.listxattr(OUTSIDE)


def read_the_environment():
    os.environ["TTT_SECRET"]


def see_own_memory():
    with open("/proc/self/maps") as file:
        file.read()


def list_own_descriptors():
    os.listdir("/proc/self/fd")


def find_an_inherited_descriptor():
    for number in range(3, 4096):
        with contextlib.suppress(OSError):
            state = os.fstat(number)
            if not os.path.samestat(state, os.stat(os.devnull)) and state.st_mode & 0o170000 != (
                0o010000
            ):
                return
    raise LookupError("nothing but pipes and the empty device")


# --- this program's solution ----------------------------------------------------------------------


def read_the_solution():
    with open(os.path.join(PROGRAM, "course.py")) as file:
        file.read()


def import_the_solution():
    import engine.course  # noqa: F401


def import_the_solution_by_its_place():
    sys.path.insert(0, os.path.dirname(PROGRAM))
    try:
        import engine.players  # noqa: F401
    finally:
        del sys.path[0]


def find_the_solution_in_the_courses_module():
    import poc_ttt_provided

    return poc_ttt_provided.course


def find_the_solution_among_loaded_modules():
    for module in list(sys.modules.values()):
        found = getattr(module, "mc_move", None)
        if found is not None and found is not mc_move:
            return
    raise LookupError("no other mc_move")


# --- writing --------------------------------------------------------------------------------------


def write_outside():
    with open(OUTSIDE + ".new", "w") as file:
        file.write("x")


def write_inside():
    with open(os.path.join(FOLDER, "new"), "w") as file:
        file.write("x")


def append_to_a_neighbour():
    with open(NEIGHBOUR, "a") as file:
        file.write("#")


def empty_a_file():
    os.truncate(OUTSIDE, 0)


def empty_a_file_by_reading_it():
    os.close(os.open(OUTSIDE, os.O_RDONLY | os.O_TRUNC))


def open_a_nameless_file():
    os.close(os.open(FOLDER, os.O_WRONLY | os.O_TMPFILE, 0o600))


def change_a_mode():
    os.chmod(OUTSIDE, 0o777)


def change_an_owner():
    os.chown(OUTSIDE, os.getuid(), os.getgid())


def change_a_time():
    os.utime(OUTSIDE, (0, 0))


def set_an_extended_attribute():
    os.setxattr(OUTSIDE, "user.escape", b"x")


def delete_a_file():
    os.unlink(OUTSIDE)


def rename_a_file():
    os.rename(OUTSIDE, OUTSIDE + ".moved")


def make_a_symbolic_link():
    os.symlink("/etc", os.path.join(FOLDER, "etc"))


def make_a_hard_link():
    os.link(OUTSIDE, os.path.join(FOLDER, "hard"))


def make_a_folder():
    os.mkdir(os.path.join(FOLDER, "made"))


def make_a_pipe_with_a_name():
    os.mkfifo(os.path.join(FOLDER, "fifo"))


def write_to_shared_memory():
    with open("/dev/shm/ttt-escape", "w") as file:
        file.write("x")


def make_shared_memory():
    memory = SharedMemory(create=True, size=16)
    memory.close()
    memory.unlink()


def write_own_memory():
    with open("/proc/self/mem", "r+b") as file:
        file.fileno()


def make_a_file_in_memory():
    os.close(os.memfd_create("escape"))


def move_bytes_in_the_kernel():
    source, sink = os.pipe()
    other, last = os.pipe()
    os.write(sink, b"x")
    try:
        os.splice(source, last, 1)
    finally:
        for number in (source, sink, other, last):
            os.close(number)


def write_into_the_pipe_of_answers():
    for number in range(3, 4096):
        with contextlib.suppress(OSError):
            os.write(number, b"answer")


# --- the network ----------------------------------------------------------------------------------


def connect_by_tcp():
    with socket.create_connection(("127.0.0.1", PORT), 5):
        pass


def listen_by_tcp():
    with socket.create_server(("127.0.0.1", 0)):
        pass


def send_by_udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ("127.0.0.1", PORT))


def open_a_unix_socket():
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("\0ttt-escape")


def open_a_pair_of_sockets():
    for each in socket.socketpair():
        each.close()


def ask_the_kernel_by_netlink():
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0):
        pass


# --- processes ------------------------------------------------------------------------------------


def fork():
    _child_ends(os.fork())


def fork_by_number():
    _child_ends(_call(220 if ARM else 56, 17, 0, 0, 0, 0))  # clone, with SIGCHLD alone


def fork_by_a_new_call():
    asked = struct.pack("=4Q", 0, 0, 0, 0) + struct.pack("=4Q", 17, 0, 0, 0)
    _child_ends(_call(435, ctypes.create_string_buffer(asked, 64), 64))  # clone3


def run_a_program():
    subprocess.run([sys.executable, "-c", ""], check=True)


def spawn_a_program():
    _child_ends(os.posix_spawn("/bin/true", ["true"], {}))


def become_a_program():
    os.execv("/bin/true", ["true"])


def signal_another():
    os.kill(VICTIM, signal.SIGCONT)


def signal_a_group():
    os.killpg(VICTIM, signal.SIGCONT)


def signal_by_a_file():
    source, sink = os.pipe()
    try:
        fcntl.fcntl(source, fcntl.F_SETOWN, VICTIM)
    finally:
        os.close(source)
        os.close(sink)


def signal_a_thread():
    _call(131 if ARM else 234, VICTIM, VICTIM, signal.SIGCONT)  # tgkill


def signal_by_a_handle():
    os.close(os.pidfd_open(VICTIM))


def trace_another():
    _told(LIBC.ptrace(16, VICTIM, 0, 0))
    os.waitpid(VICTIM, 0)
    LIBC.ptrace(17, VICTIM, 0, 0)


def read_anothers_memory():
    local = ctypes.create_string_buffer(8)
    vector = (ctypes.c_size_t * 2)(ctypes.addressof(local), 8)
    read = LIBC.process_vm_readv(VICTIM, vector, 1, (ctypes.c_size_t * 2)(1, 8), 1, 0)
    if read < 0 and ctypes.get_errno() != 14:  # a bad address there is an answer from there
        _told(read)


def change_a_limit():
    resource.setrlimit(resource.RLIMIT_NOFILE, resource.getrlimit(resource.RLIMIT_NOFILE))


def ignore_the_end_of_its_time():
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)


def be_traceable():
    _told(LIBC.prctl(4, 1, 0, 0, 0))


def become_another():
    os.setgroups([])
    os.setuid(65534)


def change_its_priority():
    os.nice(1)


def choose_its_processor():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def make_a_namespace():
    _told(LIBC.unshare(0x10000000))


def mount_something():
    _told(LIBC.mount(b"none", FOLDER.encode(), b"tmpfs", 0, None))


def change_the_root():
    os.chroot("/")


def make_system_v_memory():
    LIBC.shmctl(_told(LIBC.shmget(0, 4096, 0o1600)), 0, None)


def make_system_v_semaphores():
    LIBC.semctl(_told(LIBC.semget(0, 1, 0o1600)), 0, 0)


def make_system_v_messages():
    LIBC.msgctl(_told(LIBC.msgget(0, 0o1600)), 0, None)


# --- code -----------------------------------------------------------------------------------------


def load_a_library_from_its_folder():
    ctypes.CDLL(LIBRARY)


def load_a_library_from_memory():
    number = os.memfd_create("library")
    with open(LIBRARY, "rb") as library:
        os.write(number, library.read())
    ctypes.CDLL(f"/proc/self/fd/{number}")


def map_a_file_as_code():
    with open(LIBRARY, "rb") as library:
        mmap.mmap(library.fileno(), 0, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC).close()


def call_as_a_program_of_32_bits():
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20 (getpid); int 0x80; ret
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()


def call_by_x32s_numbers():
    LIBC.syscall(ctypes.c_long(0x40000000 | 39))  # getpid; -1 where the kernel knows no x32


# --- harm -----------------------------------------------------------------------------------------


def take_much_memory():
    mmap.mmap(-1, 4 << 30).close()


def open_many_files():
    files = []
    try:
        for _ in range(500):
            files.append(os.open(os.devnull, os.O_RDONLY))
    finally:
        for number in files:
            os.close(number)
