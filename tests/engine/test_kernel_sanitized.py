"""The native kernel under AddressSanitizer and UndefinedBehaviorSanitizer, fuzzed."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.waiting import HANG_S, ran

SOURCES = sorted((Path(__file__).resolve().parents[2] / "engine" / "native").glob("*.c"))

FUZZ = """
import array, random, sys
from concurrent.futures import ThreadPoolExecutor
sys.path.insert(0, sys.argv[1])
import _kernel
rng = random.Random(8)
scale = float(sys.argv[2])
def rounds(full):
    return range(round(full * scale))
played = 0
for isa in _kernel.isas():
    _kernel.use(isa)
    for number in rounds(100):
        dim = rng.choice((1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 16, 25, rng.randint(-2, 30)))
        win_length = rng.choice((dim, dim, rng.randint(-1, 27)))
        size = rng.choice((dim * dim,) * 9 + (rng.randint(0, 700),))
        share = rng.choice((0.0, 0.3, 0.9))
        marks = bytearray(
            rng.choice((2, 3)) if rng.random() < share else 1 for _ in range(max(size, 0))
        )
        if rng.random() < 0.05 and marks:
            marks[rng.randrange(len(marks))] = rng.randrange(256)
        seed, block = rng.getrandbits(64), rng.getrandbits(64)
        trials = rng.choice((0, 1, 2, 63, 64, 65, 200, -1, 1100 if dim < 9 else 300))
        player = rng.choice((2, 3, 2, 3, 2, 3, 0, 4))
        try:
            counts = _kernel.play(bytes(marks), dim, win_length, player, seed, block, trials)
        except ValueError:
            continue
        played += 1
        assert 0 <= counts[0] + counts[1] <= max(trials, 0)
        assert all(len(grid) == dim * dim for grid in counts[2:])
for wrong in ((), ("x",) * 7, (None,) * 7, (b"", "a", 1, 1, 1, 1, 1)):
    try:
        _kernel.play(*wrong)
    except TypeError:
        pass
for dim in (-5, 0, 26, 2**30):
    try:
        _kernel.block_trials(dim)
    except ValueError:
        continue
    raise AssertionError(dim)
assert played > 30 * scale * len(_kernel.isas()), played
searched = threatened = 0
for number in rounds(360):
    _kernel.use(_kernel.isas()[number % len(_kernel.isas())])
    dim = rng.choice((1, 2, 3, 3, 4, 4, 5, 6, 8, 10, 25, rng.randint(-2, 30)))
    line = rng.choice((dim, dim, 5, rng.randint(-1, 27)))
    size = rng.choice((dim * dim,) * 9 + (rng.randint(0, 700),))
    share = rng.choice((0.0, 0.2, 0.6))
    marks = bytearray(rng.choice((2, 3)) if rng.random() < share else 1 for _ in range(size))
    if rng.random() < 0.05 and marks:
        marks[rng.randrange(len(marks))] = rng.randrange(256)
    rule = rng.choice((0, 0, 0, 1, 1, 2, 3, 4, 4, 5))
    position = bytes(marks), dim, line, rule, rng.choice((2, 3, 2, 3, 0))
    allowed = bytes(rng.random() < 0.3 for _ in range(rng.choice((0, 0, size, 5, 700))))
    playouts = rng.choice((1, 1, 3, 0)), rng.choice((0.0, 1.4, -1.0)), *rng.choices((0, 1), k=2)
    try:
        tree = _kernel.playout_tree(*position, rng.getrandbits(64), allowed, *playouts)
        assert playouts[0] > 0 <= playouts[1]
        for _ in range(3):
            _kernel.grow(tree, rng.choice((0, 1, 50, 200)))
        first = _kernel.children(tree, b"")
        path, played, result = _kernel.last(tree)
        assert len({*path, *played}) == len(path) + len(played) and -1 <= result <= 1
        assert all(marks[square] == 1 for square in (*path, *played))
        assert all(marks[square] == 1 for square, *_ in first)
        searched += 1
    except ValueError:
        pass
    try:
        tree = _kernel.tree(*position, rng.choice((0, 7)), allowed)
        for _ in range(3):
            _kernel.grow(tree, rng.choice((0, 1, 50, 200)))
        first = _kernel.children(tree, b"")
        _kernel.children(tree, bytes((0, 0)))
        assert first and _kernel.tree_nodes(tree) > len(first)
        assert all(marks[square] == 1 for square, *_ in first)
        searched += 1
    except ValueError:
        pass
    try:
        tree = _kernel.pattern_tree(*position, rng.choice((0, 7)), allowed)
        for _ in range(3):
            _kernel.grow(tree, rng.choice((0, 1, 50, 200)))
        first = _kernel.children(tree, b"")
        assert first and all(marks[square] == 1 for square, *_ in first)
    except ValueError:
        pass
    try:
        patterned = bytes(marks), dim, line, rule * (rule != 1), position[4]
        moves = bytes(rng.choice((0, 0, 1, 2, rng.randrange(256))) for _ in range(60))
        types, *_ = _kernel.patterns(*patterned, moves, rng.choice((0, 3, 99)))
        _kernel.patterns(*patterned, moves, number % 70, bytes((6 + number % 3, 8 - number % 3)))
        assert len(types) == 4 * size
        allowed = rng.choice((b"", bytes(rng.random() < 0.3 for _ in range(size)), allowed))
        won = _kernel.force(*patterned, rng.choice((0, -5, 1, 50, 2000)), allowed)
        assert len(set(won)) == len(won) and all(marks[square] == 1 for square in won)
        assert not (won and allowed) or allowed[won[0]]
        threatened += 1
    except ValueError:
        pass
    try:
        solvable = bytes(marks), dim, line, rule == 1, position[4]
        solver = _kernel.solver(*solvable)
    except ValueError:
        continue
    refused = set()
    for _ in range(40):
        square = rng.choice((-1, -1, -2, size, 700, 2**14, 2**31 - 1, rng.randrange(size)))
        alpha = rng.choice((-1, 0, rng.randint(-9, 9), -(2**31), 2**31 - 1, 2**14, -(2**14)))
        # Few nodes leave questions open, for the next one to drop or go on with.
        nodes = rng.choice((0, 1, 1, 2, 100, 2000) + ((2**64 - 1,) if size < 10 else ()))
        wrong = not -1 <= square < size or (square >= 0 and marks[square] != 1)
        try:
            _kernel.ask(solver, square, alpha, nodes)
            assert not wrong and abs(alpha) <= size, (square, alpha)
        except ValueError:
            assert wrong or abs(alpha) > size, (square, alpha)
            refused.add(square)
    if size < 17:
        for alpha in (-1, 0):
            fresh = _kernel.solver(*solvable)
            right = _kernel.ask(fresh, -1, alpha, 2**64 - 1)
            assert (_kernel.ask(solver, -1, alpha, 2**64 - 1) > alpha) == (right > alpha), refused
    searched += 1
assert searched > 150 * scale, searched
assert threatened > 20 * scale, threatened
for wrong in ((), (None,) * 6, (b"", 1, 1, 0, 1, "x"), (b"\\1" * 25, 5, 4, 0, 2)):
    for call in (_kernel.force, _kernel.patterns):
        try:
            call(*wrong)
        except (TypeError, ValueError):
            continue
        raise AssertionError(wrong)
for name in ("grow", "children", "last", "tree_nodes", "ask", "solver_nodes"):
    for wrong in ((), (None,), (object(), 1), (object(), b""), (object(), 1, 1, 1)):
        try:
            getattr(_kernel, name)(*wrong)
        except (TypeError, ValueError):
            continue
        raise AssertionError(name)

# Networks: any weights and examples, also those that are none.
learnt = 0
for number in range(max(48, round(120 * scale))):
    kind, dim = rng.choice((0, 1, 1, 2)), rng.choice((2, 3, 3, 4, 5, 8, rng.randint(-1, 12)))
    line = rng.choice((dim, dim, dim, 3, rng.randint(-1, 9)))
    units = rng.choice((32,) * 6 + (64, 128, 33, 0, 256))
    inputs, squares = (2 * dim * dim, dim * dim) if kind == 0 else (2 * line + 2, 1)
    count = (inputs + units + 2 + squares) * units + squares + 1
    count += units if kind == 0 else (2 * units + 2 * line + 2) * units
    count += rng.choice((0,) * 9 + (1,))
    floats = array.array("f", (rng.uniform(-0.3, 0.3) for _ in range(max(count, 0))))
    net, marks = (kind, units, floats), bytearray(b"\\1" * max(0, dim * dim))
    for square in rng.sample(range(len(marks)), len(marks) // 3):
        marks[square] = rng.choice((2, 3))
    rule = rng.choice((0, 0, 0, 1, 1, 2, 3, 4, 4, 5))
    position = bytes(marks), dim, line, rule, rng.choice((2, 3, 2, 3, 0))
    allowed = bytes(rng.random() < 0.3 for _ in range(rng.choice((0, 0, len(marks), 700))))
    try:
        priors, value = _kernel.net_look(*net, *position)
        assert len(priors) == len(marks) and -1 <= value <= 1
        tree = _kernel.net_tree(*net, *position, rng.choice((0, 7)), allowed)
        _kernel.grow(tree, 60)
        assert all(marks[row[0]] == 1 for row in _kernel.children(tree, b""))
    except ValueError:
        pass
    try:
        games = _kernel.net_games(
            *net, dim, line, rng.random() < 0.4, 1, 2, 3, rng.choice((0, 1, 2, 3)),
            rng.choice((1, 9)), rng.choice((0, 3, 99)), rng.choice((0, 4, 99)),
            rng.random() < 0.5, rng.random(),
        )
        examples = [bytearray(b"".join(game[part] for game in games)) for part in (2, 3, 4)]
        for part in examples:
            if part and rng.random() < 0.1:
                part[rng.randrange(len(part))] = rng.randrange(256)
        if rng.random() < 0.1:
            examples[rng.randrange(3)] += b"\\0\\0\\0\\0"
        means = [array.array("f", bytes(4 * len(floats))) for _ in range(2)]
        _kernel.net_train(*net, *means, dim, line, *examples, 5, 0, 1, 0.005, 0.01)
        learnt += 1
    except ValueError:
        pass
assert learnt > 5 * scale, learnt

# One object, two threads: the second one is refused, or comes after the first.
tree = _kernel.tree(b"\\1" * 100, 10, 5, False, 2, 0, b"")
playouts = _kernel.playout_tree(b"\\1" * 100, 10, 5, False, 2, 0, b"", 2, 1.4, True, True)
solver = _kernel.solver(b"\\1" * 36, 6, 5, False, 2)
calls = (
    lambda: _kernel.grow(tree, 400),
    lambda: _kernel.children(tree, b"\\0\\0"),
    lambda: _kernel.grow(playouts, 400),
    lambda: _kernel.last(playouts),
    lambda: _kernel.ask(solver, -1, 0, 4000),
    lambda: _kernel.ask(solver, rng.randrange(36), 0, 4000),
)
def keep_calling():
    for _ in rounds(60):
        for call in calls:
            try:
                call()
            except ValueError as problem:
                assert "at work in another thread" in str(problem), problem
with ThreadPoolExecutor() as threads:
    for work in [threads.submit(keep_calling) for _ in range(3)]:
        work.result()
print("survived")
"""


@pytest.mark.skipif(
    not shutil.which("gcc") or sys.platform != "linux", reason="needs GCC's sanitizers"
)
@pytest.mark.parametrize(
    ("sanitizers", "scale"),
    [("address", 0.1), pytest.param("address,undefined", 1, marks=pytest.mark.nightly)],
)
def test_fuzzed_arguments_touch_no_wrong_memory(tmp_path, sanitizers, scale):
    flags = [f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all", "-O0"]
    target = tmp_path / "_kernel.abi3.so"
    include = sysconfig.get_paths()["include"]
    built = subprocess.run(
        ["gcc", *flags, "-shared", "-fPIC", f"-I{include}", *SOURCES, "-o", target, "-lm"],
        capture_output=True, text=True, timeout=HANG_S, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr[-2000:]
    runtime = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    done = ran(
        "-c", FUZZ, tmp_path, scale, env={"LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0"}
    )
    assert (done.stdout, done.returncode) == ("survived\n", 0), done.stderr[-3000:]
