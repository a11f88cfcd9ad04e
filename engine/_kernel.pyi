"""What the native kernel (engine/native/kernel.c) offers to ``engine.kernel_native``."""

Counts = tuple[int, ...]

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
def block_trials(dim: int, /) -> int: ...
def isas() -> list[str]: ...
def isa() -> str: ...
def use(isa: str, /) -> None: ...
