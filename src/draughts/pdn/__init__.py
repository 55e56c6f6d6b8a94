"""PDN, the text in which draughts games are kept: reading and writing it.

What is read need not be as the standard has it. All that can be understood is kept, and what was
odd stands in ``game.errors`` with its place; in strict mode it is an error. Sources: PDN 3.0 and
its grammars, and the files of clubs, servers and programs.

>>> from io import StringIO
>>> game = read_game(StringIO('[White "Ann"] [GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 1-1'))
>>> game.tags["White"], game.board.ply, game.result()
('Ann', 4, '1-1')
>>> print(game.to_pdn().rstrip())
[White "Ann"]
[Result "1-1"]
[GameType "20,W,10,10,N2,0"]
<BLANKLINE>
1. 32-28 19-23 2. 28x19 14x23 1-1
"""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Iterable, Iterator
from typing import IO, Any

from draughts._core import Board
from draughts.game import Game
from draughts.pdn import writing
from draughts.pdn.problems import Code, Problem
from draughts.pdn.reading import GameReader, Options
from draughts.pdn.source import GameChunks, Source, marked_encoding
from draughts.variants import Variant, variant

__all__ = [
    "Code",
    "Games",
    "Problem",
    "read_game",
    "read_games",
    "read_headers",
    "write_game",
    "write_games",
]


class Games:
    """The games of a file, one after the other: an iterator that :func:`read_games` returns.

    It holds one game's text at a time. Use it in a ``with`` statement, or call :meth:`close`, if it
    is not read to its end.

    Attributes:
        count: games that were read or skipped.
    """

    def __init__(self, source: Source, options: Options) -> None:
        self._chunks = GameChunks(source, options.encoding)
        self._options = options
        self.count = 0

    @property
    def position(self) -> int:
        """How many bytes of the file were looked at, or characters if it is open as text."""
        return self._chunks.position

    @property
    def consumed(self) -> int:
        """How many of these the games so far take up."""
        return self._chunks.consumed

    def __iter__(self) -> Games:
        return self

    def __next__(self) -> Game:
        return self._next().read()

    def _next(self) -> GameReader:
        try:
            chunk = next(self._chunks)
        except StopIteration:
            self.close()
            raise
        self.count += 1
        return GameReader(chunk, self._options)

    def skip(self, games: int = 1) -> int:
        """Pass over games without reading their moves.

        Args:
            games: how many, at most.

        Returns:
            How many there were.
        """
        before = self.count
        while self.count - before < games:
            if next(self._chunks, None) is None:
                break
            self.count += 1
        return self.count - before

    def headers(self) -> Iterator[dict[str, str]]:
        """The tags of the games that are left, without reading their moves."""
        while True:
            try:
                reader = self._next()
            except StopIteration:
                return
            yield reader.headers()[0]

    def close(self) -> None:
        """Close the file, if it was given by its name."""
        self._chunks.close()

    def __enter__(self) -> Games:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_games(
    source: Source,
    *,
    default: Variant | str | int | None = None,
    strict: bool = False,
    encoding: str | None = None,
    numbering: str | None = None,
    white_first: bool = False,
) -> Games:
    """The games of a PDN file, one after the other, in constant memory.

    Args:
        source: the path of a file, or a file that is open for reading, as bytes or as text.
        default: the variant of games whose tags do not tell; otherwise the moves decide.
        strict: raise an error for what is not as the standard has it.
        encoding: of a file that is not UTF-8; otherwise that is guessed, game by game.
        numbering: where the numbers of squares start in variants that write letters (``"a1"``,
            ``"b8"``), if the ``GameType`` does not tell.
        white_first: the first number of a result is White's, also where Black begins.

    Returns:
        An iterator over :class:`~draughts.Game`; what was odd in a game is in its ``errors``.

    Raises:
        PdnError: in strict mode, while iterating: with ``line`` and ``column``.
        ValueError: no variant is called ``default``; while iterating: ``numbering`` is no corner.
        LookupError: no encoding has that name.

    >>> from io import StringIO
    >>> text = "1. 11-15 22-18 1/2-1/2  1. 32-28 19-23 *"
    >>> for game in read_games(StringIO(text)):
    ...     print(game.variant.name, game.result(), game.errors[0])
    english 1/2-1/2 line 1, column 1: no GameType: it was read as english
    international * line 1, column 25: no GameType: it was read as international
    """
    rules = None if default is None else variant(default)
    if encoding is not None:
        _check_encoding(encoding)
    if numbering is not None:
        Board.from_fen("W:W:B", numbering=numbering)
    return Games(source, Options(rules, strict, encoding, numbering, white_first))


def _check_encoding(name: str) -> None:
    try:
        codecs.lookup(name)
    except LookupError:
        raise ValueError(f"no encoding is called {name!r}; there are utf-8, cp1251, ...") from None


def read_game(source: Source, **options: Any) -> Game | None:
    """The next game of a PDN file.

    A file that is open, and can be positioned, is left behind the game, so that the next call reads
    the next one.

    Args:
        source: as for :func:`read_games`.
        options: as for :func:`read_games`.

    Returns:
        The game; None if there is none.
    """
    if isinstance(source, (str, os.PathLike)) or not source.seekable():
        with read_games(source, **options) as games:
            return next(games, None)
    start = source.tell()
    if start and not isinstance(source, io.TextIOBase):
        source.seek(0)
        head = source.read(2)
        source.seek(start)
        if isinstance(head, bytes):
            options["encoding"] = marked_encoding(head) or options.get("encoding")
    games = read_games(source, **options)
    try:
        return next(games, None)
    finally:
        source.seek(start)
        source.read(games.consumed)


def read_headers(source: Source, *, encoding: str | None = None) -> Iterator[dict[str, str]]:
    """The tags of the games of a PDN file, without reading their moves.

    Args:
        source: as for :func:`read_games`.
        encoding: as for :func:`read_games`.

    >>> from io import StringIO
    >>> list(read_headers(StringIO('[White "Ann"] 1. 11-15 * [White "Bob"] 1. 9-13 *')))
    [{'White': 'Ann'}, {'White': 'Bob'}]
    """
    return read_games(source, encoding=encoding).headers()


def write_game(
    game: Game,
    file: IO[str],
    *,
    comments: bool = True,
    variations: bool = True,
    columns: int | None = writing.MOST_COLUMNS,
) -> None:
    """Write a game as PDN 3.0, and an empty line behind it.

    Args:
        game: the game.
        file: open for writing text; PDN is UTF-8.
        comments: write comments and clock times, too.
        variations: write all of the tree, not only the main line.
        columns: the width of lines of moves; None for one line.

    Raises:
        ValueError: a tag has a name that PDN does not allow.
    """
    writing.write(game, file, comments=comments, variations=variations, columns=columns)


def write_games(
    games: Iterable[Game], target: str | os.PathLike[str] | IO[str], **options: Any
) -> int:
    """Write games as PDN, one after the other.

    Args:
        games: the games; they are taken one at a time.
        target: the path of a file, which is overwritten, or a file open for writing text.
        options: as for :func:`write_game`.

    Returns:
        How many they were.
    """
    if isinstance(target, (str, os.PathLike)):
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            return write_games(games, file, **options)
    count = 0
    for game in games:
        write_game(game, target, **options)
        count += 1
    return count
