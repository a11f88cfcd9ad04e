"""The extension in C (engine/native), for ``engine.native.kernel``."""

Counts = tuple[int, ...]
Buffer = bytes | bytearray | memoryview

def play(
    marks: bytes,
    dim: int,
    win_length: int,
    player: int,
    seed: int,
    first_block: int,
    trials: int,
    /,
) -> tuple[int, int, Counts, Counts, Counts, Counts]: ...
def play_games(
    marks: bytes,
    dim: int,
    line: int,
    rule: int,
    player: int,
    heavy: bool,
    seed: int,
    first_block: int,
    block_trials: int,
    trials: int,
    /,
) -> tuple[int, int, Counts, Counts, Counts, Counts]: ...
def block_trials(dim: int, /) -> int: ...
def isas() -> list[str]: ...
def isa() -> str: ...
def use(isa: str, /) -> None: ...
def solver(marks: bytes, dim: int, line: int, reverse: bool, player: int, /) -> object: ...
def place(solver: object, marks: bytes, player: int, /) -> None: ...
def ask(solver: object, square: int, alpha: int, nodes: int, /) -> int | None: ...
def solver_nodes(solver: object, /) -> int: ...
def tree(
    marks: bytes,
    dim: int,
    line: int,
    rule: int,
    player: int,
    seed: int,
    allowed: bytes,
    /,
) -> object: ...
def force(
    marks: bytes,
    dim: int,
    line: int,
    rule: int,
    player: int,
    nodes: int,
    allowed: bytes,
    /,
) -> list[int]: ...
def patterns(
    marks: bytes,
    dim: int,
    line: int,
    rule: int,
    player: int,
    moves: bytes,
    kept: int,
    tried: bytes = b"",
    /,
) -> tuple[bytes, bytes, float, list[float], tuple[int, int], tuple[int, int], int]: ...
def fouls(marks: bytes, dim: int, /) -> bytes: ...
def pattern_tree(
    marks: bytes,
    dim: int,
    line: int,
    rule: int,
    player: int,
    seed: int,
    allowed: bytes,
    most_nodes: int = ...,
    /,
) -> object: ...
def playout_tree(
    marks: bytes,
    dim: int,
    line: int,
    rule: int,
    player: int,
    seed: int,
    allowed: bytes,
    playouts: int,
    exploration: float,
    heavy: bool,
    proofs: bool,
    /,
) -> object: ...
def grow(tree: object, simulations: int, /) -> int: ...
def children(
    tree: object, path: bytes, /
) -> list[tuple[int, int, float, float, int, int, float, float]]: ...
def last(tree: object, /) -> tuple[list[int], list[int], float]: ...
def explore(tree: object, exploration: float, /) -> None: ...
def tree_hurry(tree: object, most_nodes: int, /) -> None: ...
def tree_nodes(tree: object, /) -> int: ...
def net_look(
    kind: int,
    units: int,
    weights: Buffer,
    marks: bytes,
    dim: int,
    line: int,
    reverse: bool,
    player: int,
    /,
) -> tuple[list[float], float]: ...
def net_tree(
    kind: int,
    units: int,
    weights: Buffer,
    marks: bytes,
    dim: int,
    line: int,
    rule: int,
    player: int,
    seed: int,
    allowed: bytes,
    /,
) -> object: ...
def net_games(
    kind: int,
    units: int,
    weights: Buffer,
    dim: int,
    line: int,
    reverse: bool,
    seed: int,
    generation: int,
    first: int,
    count: int,
    simulations: int,
    random_marks: int,
    drawn: int,
    proofs: bool,
    result_share: float,
    /,
) -> list[tuple[bytes, int, bytes, bytes, bytes]]: ...
def net_train(
    kind: int,
    units: int,
    weights: Buffer,
    mean: Buffer,
    square: Buffer,
    dim: int,
    line: int,
    marks: Buffer,
    visits: Buffer,
    worth: Buffer,
    seed: int,
    first: int,
    batches: int,
    rate: float,
    shrink: float,
    /,
) -> tuple[float, float]: ...
