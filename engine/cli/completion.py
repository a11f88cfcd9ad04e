"""``ttt-engine completion``: what a shell must know to complete the command line.

The scripts use what each shell brings along: ``compgen`` (bash), ``_arguments`` (zsh), ``complete``
(fish). See their manuals for the forms.
"""

from __future__ import annotations

import argparse
import re
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from itertools import chain

from engine.cli.declared import Argument, arguments, commands
from engine.cli.options import Commands

_Level = tuple[str, list[Argument]]
"""A command's name, empty for the program itself, and what it takes."""


def add_parser(group: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = group.add_parser(
        "completion",
        help="print what a shell needs to complete commands",
        description="Print a script that lets a shell complete this program's commands and "
        "options with the tab key. The manual says where each shell wants it. "
        "The packages for Linux bring it along.",
    )
    parser.add_argument("shell", choices=tuple(SHELLS), help="the shell")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the script; return 0."""
    print(script(options.shell, options.parser()), end="")
    return 0


def script(shell: str, parser: ArgumentParser) -> str:
    """Return the script that completes a program's command line.

    Args:
        shell: "bash", "zsh" or "fish".
        parser: the program's.
    """
    levels = [("", _all(parser)), *((name, _all(each)) for name, (_, each) in
                                    commands(parser).items())]  # fmt: skip
    said = {name: what for name, (what, _) in commands(parser).items()}
    return "\n".join(SHELLS[shell](parser.prog, levels, said)) + "\n"


def _all(parser: ArgumentParser) -> list[Argument]:
    return list(chain.from_iterable(listed for _, listed in arguments(parser)))


def _flags(listed: list[Argument]) -> str:
    return " ".join(flag for each in listed for flag in each.flags)


def _function(program: str) -> str:
    return "_" + program.replace("-", "_")


def _bash(program: str, levels: list[_Level], said: dict[str, str]) -> Iterator[str]:
    yield from (
        f"# bash completion for {program}",
        f"{_function(program)}() {{",
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
        "    COMPREPLY=()",
    )
    yield "    local command= words= each"
    if said:
        yield '    for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do'
        yield f"        case $each in {'|'.join(said)}) command=$each; break ;; esac"
        yield "    done"
    yield '    case "$command $before" in'
    for command, listed in levels:
        for each in listed:
            if each.flags and each.takes_value:
                pattern = "|".join(f'"{command} {flag}"' for flag in each.flags)
                yield f"        {pattern}) {_bash_values(each)} return ;;"
    yield "    esac"
    yield '    case "$command" in'
    for command, listed in levels:
        words = _flags(listed)
        places = [choice for each in listed if not each.flags for choice in each.choices]
        others = " ".join([*places, *(said if not command else ())])
        either = f'[[ $word == -* ]] && words="{words}" || words="{others}"'
        yield f'        "{command}") {either} ;;'
    yield "    esac"
    yield '    COMPREPLY=($(compgen -W "$words" -- "$word"))'
    yield "}"
    yield f"complete -o default -F {_function(program)} {program}"


def _bash_values(each: Argument) -> str:
    if each.choices:
        return f'COMPREPLY=($(compgen -W "{" ".join(each.choices)}" -- "$word"));'
    return "" if each.takes_file else "compopt +o default;"


def _zsh(program: str, levels: list[_Level], said: dict[str, str]) -> Iterator[str]:
    yield f"#compdef {program}"
    yield f"{_function(program)}() {{"
    yield "  local curcontext=$curcontext state line"
    yield "  typeset -A opt_args"
    (_, own), *others = levels
    more = ["'1:command:->command'", "'*::argument:->rest'"] if said else []
    yield from _zsh_arguments(own, "  ", more)
    if said:
        yield "  case $state in"
        yield "  command)"
        yield "    local -a known=("
        yield from (f"      {_quoted(f'{name}:{what}')}" for name, what in said.items())
        yield "    )"
        yield "    _describe command known ;;"
        yield "  rest)"
        yield "    case $words[1] in"
        for command, listed in others:
            yield f"    {command})"
            yield from _zsh_arguments(listed, "      ", [])
            yield "      ;;"
        yield "    esac ;;"
        yield "  esac"
    yield "}"
    yield f'if [ "$funcstack[1]" = "{_function(program)}" ]; then'
    yield f'  {_function(program)} "$@"'
    yield "else"
    yield f"  compdef {_function(program)} {program}"
    yield "fi"


def _zsh_arguments(listed: list[Argument], indent: str, more: list[str]) -> Iterator[str]:
    yield f"{indent}_arguments -C -s \\"
    for each in listed:
        text = re.sub(r"([\[\]:\\])", r"\\\1", _short(each.help))
        values = f"({' '.join(each.choices)})" if each.choices else "_files"
        if not each.flags:
            yield f"{indent}  {_quoted(f'*:{text}:{values}')} \\"
            continue
        if each.choices or each.takes_file:
            value = f":value:{values}"
        else:
            value = ":value: " if each.takes_value else ""
        for flag in each.flags:
            yield f"{indent}  {_quoted(f'{flag}[{text}]{value}')} \\"
    yield f"{indent}  {' '.join(more)}" if more else f"{indent}  && return"


def _fish(program: str, levels: list[_Level], said: dict[str, str]) -> Iterator[str]:
    yield f"# fish completion for {program}"
    here = f"complete -c {program}"
    if said:
        names = " ".join(said)
        for name, what in said.items():
            yield (
                f"{here} -f -n 'not __fish_seen_subcommand_from {names}' -a {name} "
                f"-d {_quoted(what)}"
            )
    for command, listed in levels:
        when = f" -n '__fish_seen_subcommand_from {command}'" if command else ""
        for each in listed:
            told = f" -d {_quoted(_short(each.help))}"
            if not each.flags:
                if each.choices:
                    yield f"{here}{when} -f -a {_quoted(' '.join(each.choices))}{told}"
                continue
            flags = "".join(
                f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}"
                for flag in each.flags
            )
            value = f" -x -a {_quoted(' '.join(each.choices))}" if each.choices else ""
            if each.takes_value and not each.choices:
                value = " -r -F" if each.takes_file else " -x"
            yield f"{here}{when}{flags}{value}{told}"


def _short(text: str) -> str:
    """Return the first part of a help text: a shell has one line for it."""
    return " ".join(re.split(r"[.;:(]", text, maxsplit=1)[0].split())


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


SHELLS: dict[str, Callable[[str, list[_Level], dict[str, str]], Iterator[str]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
"""The shells, and what writes their scripts, line by line."""
