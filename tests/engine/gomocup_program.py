"""A program of the Gomocup protocol, as text with gaps: where its log is, and how it moves."""

READS = """
import os, sys, time
told, size, stones = open({log!r}, "a"), 0, set()
def say(*words):
    print(*words, flush=True)
def free():
    x, y = next((x, y) for y in range(size) for x in range(size) if (x, y) not in stones)
    stones.add((x, y))
    say("%d,%d" % (x, y))
def move():
    {move}
while line := sys.stdin.readline():
    told.write(line)
    told.flush()
    word, _, rest = line.strip().partition(" ")
    if word == "START":
        size, stones = int(rest), set()
        say("{ready}")
    elif word == "RESTART":
        stones = set()
        say("OK")
    elif word == "BEGIN":
        move()
    elif word == "TURN":
        stones.add(tuple(map(int, rest.split(","))))
        move()
    elif word == "BOARD":
        stones = set()
        while (row := sys.stdin.readline().strip()) != "DONE":
            told.write(row + chr(10))
            told.flush()
            stones.add(tuple(map(int, row.split(",")[:2])))
        move()
    elif word == "SWAP2BOARD":
        lain = 0
        while (row := sys.stdin.readline().strip()) != "DONE":
            told.write(row + chr(10))
            told.flush()
            lain += 1
        say({swap}[lain])
    elif word == "END":
        break
"""
