"""The lines of the Hub protocol: a command and its arguments, ``pos pos=W... moves="32-28"``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from draughts.errors import ProtocolError

__all__ = ["Command", "parse_line"]

_TOKEN = re.compile(r'\s*([^\s="]+)(?:=(?:"([^"]*)"|([^\s="]*)))?(?=\s|$)')
_BARE = re.compile(r'[^\s="]+')
_NAME = _BARE
_SHOWN = 40


class Command(NamedTuple):
    """A command with its arguments.

    Args:
        name: what to do, such as ``"pos"``.
        arguments: the value of each argument; that of a flag is empty.

    >>> str(Command("error", {"message": "no such variant"}))
    'error message="no such variant"'
    >>> str(Command("level", {"infinite": ""}))
    'level infinite'
    """

    name: str
    arguments: Mapping[str, str] = {}

    def __str__(self) -> str:
        """The line, without its end. An empty value is written as a flag.

        What a value cannot hold is replaced: a double quote by a single one, what is no printable
        sign by a blank.
        """
        parts = [_written(name, value) for name, value in self.arguments.items()]
        return " ".join([self.name, *parts])


def _written(name: str, value: str) -> str:
    value = "".join(sign if sign.isprintable() else " " for sign in value.replace('"', "'"))
    if not value:
        return name
    return f"{name}={value}" if _BARE.fullmatch(value) else f'{name}="{value}"'


def parse_line(text: str) -> Command:
    """Read a line.

    Args:
        text: the line; blanks around it and its end do not count.

    Returns:
        The command. Of an argument that stands twice the last one counts.

    Raises:
        ProtocolError: the line is empty, or not of the form ``command name=value ...``.

    >>> parse_line('pos pos=Wbbew moves="32-28 19x23"').arguments["moves"]
    '32-28 19x23'
    >>> parse_line("go think")
    Command(name='go', arguments={'think': ''})
    >>> parse_line('pos pos="Wbb')
    Traceback (most recent call last):
    ...
    draughts.errors.ProtocolError: 'pos="Wbb' is not name, name=value or name="value"
    """
    text = text.strip()
    name = _NAME.match(text)
    if name is None or not (name.end() == len(text) or text[name.end()].isspace()):
        raise ProtocolError(f"{_short(text)!r} does not begin with a command")
    arguments: dict[str, str] = {}
    at = name.end()
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise ProtocolError(
                f'{_short(text[at:].strip())!r} is not name, name=value or name="value"'
            )
        arguments[token[1]] = token[2] or token[3] or ""
        at = token.end()
    return Command(name[0], arguments)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
