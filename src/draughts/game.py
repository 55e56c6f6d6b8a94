"""A game: the moves that were played, what might have been played, and how it ended."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from draughts._core import Board, Move, TreeNode
from draughts.errors import DraughtsError, DrawError, GameOverError, PdnError
from draughts.types import Color, Outcome, Termination
from draughts.variants import ENGLISH, Variant

if TYPE_CHECKING:
    from draughts.pdn import Problem

__all__ = ["Game", "Node"]


class Node(TreeNode):
    """A position of a game: the move that led there, what was said of it, and what came after.

    Nodes are made by a :class:`Game`. A pickle or a deep copy of one brings its whole tree along.

    Attributes:
        move: the move; None at the root.
        parent: the node before the move; None at the root.
        variations: the nodes after it. In the game as it was played the first goes on with it.
        path: the squares where the piece came down, as the player walked; ``()`` at the root.
        comment_before: what is said before the move.
        comment_after: what is said after it.
        nags: Numeric Annotation Glyphs, such as 1 for ``!`` and 2 for ``?``.
        clock: seconds that the player had left after the move, if that is known.
        unread: what follows in a PDN file and could not be read as moves, if nothing else does.

    >>> game = Game()
    >>> game.play("11-15")
    Move(11, 15)
    >>> game.node.nags.append(1)
    >>> game.node.parent is game.root
    True
    """

    __slots__ = ()

    parent: Node | None
    variations: list[Node]

    def __init__(
        self, move: Move | None = None, parent: Node | None = None, path: Iterable[int] = ()
    ) -> None:
        self.move = move
        self.parent = parent
        self.path = tuple(path)

    @property
    def walked(self) -> Move | None:
        """The move with the path on which the player walked; None at the root.

        >>> game = Game(fen="W:WK6:B9,10,17,18")
        >>> for text in "6x15x22x13x6", "6x13x22x15x6":
        ...     move = game.play(text)
        ...     print(game.node.walked.path)
        ...     taken_back = game.undo()
        (6, 15, 22, 13, 6)
        (6, 13, 22, 15, 6)
        """
        if self.move is None:
            return None
        move = self.move
        return Move(move.from_square, move.to_square, move.captured, move.promotes, self.path)

    @property
    def root(self) -> Node:
        """The node from which the tree grows."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def line(self) -> list[Node]:
        """The nodes from the first move to this one.

        >>> game = Game()
        >>> node = game.add_variation("22-17", game.add_variation("9-13"))
        >>> [str(step.move) for step in node.line()]
        ['9-13', '22-17']
        """
        nodes = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def tree(self) -> list[Node]:
        """This node and all below it, each before those that come after it.

        >>> game = Game.from_pdn("1. 11-15 (1. 9-13 22-18) 1... 22-18")
        >>> [str(node.move) for node in game.root.tree()[1:]]
        ['11-15', '22-18', '9-13', '22-18']
        """
        nodes = []
        waiting = [self]
        while waiting:
            node = waiting.pop()
            nodes.append(node)
            waiting += reversed(node.variations)
        return nodes

    def _rows(self) -> list[tuple[Any, ...]]:
        """The tree without references between nodes, for nothing may recurse into a long game."""
        nodes = self.tree()
        numbers = {id(node): number for number, node in enumerate(nodes)}
        return [
            (
                numbers.get(id(node.parent)),
                node.move,
                node.path,
                node.comment_before,
                node.comment_after,
                tuple(node.nags),
                node.clock,
                node.unread,
            )
            for node in nodes
        ]

    def __reduce__(self) -> tuple[Any, ...]:
        if self.parent is None:
            return _grow, (self._rows(),)
        root = self.root
        return _find, (root, root.tree().index(self))

    def __copy__(self) -> Node:
        return copy.deepcopy(self)

    def __repr__(self) -> str:
        moves = " ".join(str(node.move) for node in self.line())
        return f"<Node {moves or 'root'}>"


def _grow(rows: list[tuple[Any, ...]]) -> Node:
    """The root of a tree from its rows."""
    nodes: list[Node] = []
    for parent, move, path, before, after, nags, clock, unread in rows:
        node = Node(move, None if parent is None else nodes[parent], path)
        node.comment_before, node.comment_after = before, after
        node.nags, node.clock, node.unread = list(nags), clock, unread
        if node.parent is not None:
            node.parent.variations.append(node)
        nodes.append(node)
    return nodes[0]


def _find(root: Node, number: int) -> Node:
    return root.tree()[number]


def _walk(board: Board, start: Node, goal: Node) -> None:
    """Take a board from one node to another, by the last node that both come from."""
    here, there = start.line(), goal.line()
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] is there[shared]:
        shared += 1
    for _ in here[shared:]:
        board.pop()
    for node in there[shared:]:
        assert node.move is not None
        board.push(node.move)


def _walked(board: Board, move: Move) -> tuple[int, ...]:
    """The path that a legal move comes with, if it can be walked so; else the usual one."""
    if len(move.path) > 2:
        try:
            if board.parse_pdn("x".join(map(str, move.path))) == move:
                return move.path
        except DraughtsError:
            pass
    return board.paths(move)[0]


def _push(board: Board, move: str | Move) -> tuple[Move, tuple[int, ...]]:
    """Play a move, given as text or as a move; what it was, and the way it was walked."""
    if isinstance(move, str):
        path = board.push_pdn(move).path
    else:
        path = _walked(board, move)
        board.push(move)
    return board.peek(), path


# The tags that follow from a game.
_FOLLOWING = frozenset({"FEN", "GameType", "Result", "Rules", "SetUp", "Termination"})


class _Undone(NamedTuple):
    """What :meth:`Game.undo` took back: a move with all that followed it, or an end."""

    node: Node | None
    end: Outcome | None
    offer: Color | None


class Game:
    """A tree of moves with tags, of which one line is the game as it was played.

    The game is played at :attr:`end`, the last node of that main line; ``play``, ``undo`` and
    ``redo`` act there, and take the cursor along. The cursor (:attr:`node`) may go anywhere else
    for a look, and variations may grow from every node, also when the game is over.

    Games are equal when variant, first position, tags, tree, main line and end are; tags that
    follow from the others do not count. A game is copied with :meth:`copy` and can be pickled.

    Args:
        variant: a :class:`~draughts.Variant` or the name of one.
        fen: the position to start from; by default that of the variant.
        tags: PDN tags, such as ``{"White": "Ann"}``.

    Attributes:
        start_fen: the first position, with its counters.
        tags: PDN tags in order. What follows from the game itself (``Result``, ``GameType``,
            ``FEN``) need not stand there; a game that was read has all tags of its file.
        errors: what was not as it should be in the PDN that the game was read from; see
            :class:`draughts.pdn.Problem`.
        root: the node of the first position.

    Raises:
        InvalidFenError: ``fen`` is no FEN.
        ValueError: no variant has that name.

    >>> game = Game()
    >>> game.play("11-15")
    Move(11, 15)
    >>> game.resign(Color.WHITE)
    >>> game.outcome()
    Outcome(winner=<Color.BLACK: 'black'>, termination=<Termination.RESIGNATION: 'resignation'>)
    >>> game.result()
    '1-0'
    """

    def __init__(
        self,
        variant: Variant | str | int = ENGLISH,
        fen: str | None = None,
        *,
        tags: Mapping[str, str] | None = None,
    ) -> None:
        self._board = Board(variant) if fen is None else Board.from_fen(fen, variant)
        self.start_fen = self._board.fen(counters=True)
        self.tags = dict(tags or {})
        self.errors: list[Problem] = []
        self.root = self._end = self._node = Node()
        self._offer: Color | None = None
        self._pieces = {color: len(self._board.pieces(color)) for color in Color}
        self._ended: Outcome | None = None
        self._undone: list[_Undone] = []

    @property
    def variant(self) -> Variant:
        """The rules by which the game is played."""
        return self._board.variant

    @property
    def end(self) -> Node:
        """The last node of the main line, where the game is played on."""
        return self._end

    # --- where the cursor is ----------------------------------------------------------------------

    @property
    def node(self) -> Node:
        """The node where the cursor is."""
        return self._node

    @property
    def board(self) -> Board:
        """The position at the cursor, with its past: a copy, which may be changed freely.

        >>> game = Game()
        >>> game.board.push_pdn("11-15")
        Move(11, 15)
        >>> game.board == Board()
        True
        """
        return self._board.copy()

    @property
    def last_move(self) -> Move | None:
        """The move that led to the cursor, or None at the start."""
        return self.node.move

    def captured(self, color: Color) -> int:
        """How many pieces a side has taken since the first position, as it stands at the cursor.

        >>> game = Game(fen="W:W18,26:B6,14,22")
        >>> sorted(game.play("26x1").captured)
        [6, 14, 22]
        >>> game.captured(Color.WHITE), game.captured(Color.BLACK)
        (3, 0)
        """
        return self._pieces[color.opposite] - len(self._board.pieces(color.opposite))

    def goto(self, node: Node) -> None:
        """Set the cursor on a node. The game itself does not change.

        Raises:
            ValueError: the node belongs to another game, or its move was taken back.
        """
        self._board = self._board_at(node)
        self._node = node

    def to_start(self) -> None:
        """Set the cursor on the first position."""
        self.goto(self.root)

    def to_end(self) -> None:
        """Set the cursor on the last position of the main line."""
        self.goto(self._end)

    def mainline(self) -> Iterator[Move]:
        """The moves that were played, from the first; ``end.line()`` has their nodes.

        >>> game = Game()
        >>> for text in "11-15", "22-18", "15x22":
        ...     move = game.play(text)
        >>> [str(move) for move in game.mainline()]
        ['11-15', '22-18', '15x22']
        """
        for node in self._end.line():
            assert node.move is not None
            yield node.move

    # --- moves ------------------------------------------------------------------------------------

    def play(self, move: str | Move) -> Move:
        """Play a move at the end of the main line; the cursor goes there.

        What was taken back can no longer be redone, and an offer of a draw by the other side
        lapses. A variation that begins with the move becomes the main line.

        Args:
            move: a legal move, or its text as :meth:`Board.parse_pdn` reads it. The way in which a
                capture is walked is kept in ``node.path``.

        Raises:
            GameOverError: the game is over, but for a draw that nobody has claimed.
            InvalidMoveError: the text is not a move.
            IllegalMoveError: the move is not legal.
            AmbiguousMoveError: the text means several captures.

        >>> Game("russian").play("c3-d4")
        Move(22, 18)
        """
        self._check_going_on()
        board = self._board_at(self._end)
        played, path = _push(board, move)
        node = self._child(self._end, played, path)
        node.path = path
        self._end.variations.remove(node)
        self._end.variations.insert(0, node)
        self._board = board
        self._end = self._node = node
        self._undone.clear()
        if self._offer is board.turn:
            self._offer = None
        return played

    def add_variation(self, move: str | Move, node: Node | None = None) -> Node:
        """Add a move beside those played. Neither the main line nor the cursor moves.

        After one at the end of the main line nothing can be redone.

        Args:
            move: a legal move or its text; see :meth:`play`.
            node: where the move is made; the cursor by default.

        Returns:
            The node of the move; the one that is there, if the move is in the tree already.

        Raises:
            ValueError: the node belongs to another game, or its move was taken back.
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: as for :meth:`play`.

        >>> game = Game()
        >>> game.play("11-15")
        Move(11, 15)
        >>> game.add_variation("9-13", game.root)
        <Node 9-13>
        >>> [node.move for node in game.root.variations]
        [Move(11, 15), Move(9, 13)]
        """
        if node is None:
            node = self._node
        child = self._child(node, *_push(self._board_at(node), move))
        if node is self._end:
            self._undone.clear()
        return child

    def _child(self, node: Node, move: Move, path: tuple[int, ...]) -> Node:
        """The node after a move; made if it is not there."""
        for child in node.variations:
            if child.move == move:
                return child
        child = Node(move, node, path)
        node.variations.append(child)
        return child

    def undo(self) -> Move | None:
        """Take back the last thing that happened: the end of the game that the players made
        (resignation, flag, agreement, claim), else the last move with all that hangs on it.

        Returns:
            The move; None if an end was taken back.

        Raises:
            IndexError: nothing has happened yet.

        >>> game = Game()
        >>> game.play("11-15")
        Move(11, 15)
        >>> game.resign(Color.WHITE)
        >>> game.undo(), game.undo(), game.board == Board()
        (None, Move(11, 15), True)
        """
        if self._ended is not None:
            self._undone.append(_Undone(None, self._ended, self._offer))
            self._ended = None
            self.to_end()
            return None
        node, parent = self._end, self._end.parent
        if parent is None:
            raise IndexError("nothing to take back")
        self._undone.append(_Undone(node, None, self._offer))
        self._offer = None
        self._end = parent
        self.to_end()
        parent.variations.remove(node)
        node.parent = None
        return node.move

    def redo(self) -> Move | None:
        """Bring back what :meth:`undo` took back last.

        Returns:
            The move; None if it was an end.

        Raises:
            IndexError: nothing was taken back, or something else has happened since.

        >>> game = Game()
        >>> game.play("11-15")
        Move(11, 15)
        >>> game.undo() == game.redo()
        True
        """
        if not self._undone:
            raise IndexError("nothing to bring back")
        node, self._ended, self._offer = self._undone.pop()
        if node is not None:
            node.parent = self._end
            self._end.variations.insert(0, node)
            self._end = node
        self.to_end()
        return None if node is None else node.move

    # --- the end of the game ----------------------------------------------------------------------

    @property
    def draw_offer(self) -> Color | None:
        """The side whose offer of a draw stands, or None."""
        return self._offer

    def resign(self, color: Color) -> None:
        """Give the game up for a side; the other wins.

        Raises:
            GameOverError: the game is over.
        """
        self._finish(color.opposite, Termination.RESIGNATION)

    def flag(self, color: Color) -> None:
        """Let a side lose on time.

        Raises:
            GameOverError: the game is over.
        """
        self._finish(color.opposite, Termination.TIME)

    def offer_draw(self, color: Color) -> None:
        """Offer a draw for a side. The offer stands until the other side answers or moves.

        Raises:
            GameOverError: the game is over.
            DrawError: the other side has offered a draw: accept that.

        >>> game = Game()
        >>> game.offer_draw(Color.WHITE)
        >>> game.accept_draw(Color.BLACK)
        >>> game.result()
        '1/2-1/2'
        """
        self._check_going_on()
        if self._offer is color.opposite:
            raise DrawError(f"{self._offer.value} has offered a draw already")
        self._offer = color

    def accept_draw(self, color: Color) -> None:
        """Accept, for a side, the draw that the other has offered.

        Raises:
            GameOverError: the game is over.
            DrawError: no offer of the other side stands.
        """
        self._check_offered_to(color)
        self._finish(None, Termination.AGREEMENT)

    def decline_draw(self, color: Color) -> None:
        """Decline, for a side, the draw that the other has offered.

        Raises:
            GameOverError: the game is over.
            DrawError: no offer of the other side stands.
        """
        self._check_offered_to(color)
        self._offer = None

    def can_claim_draw(self) -> bool:
        """Whether the game goes on but may be claimed drawn in its last position."""
        return self._ended is None and self._board_at(self._end).can_claim_draw()

    def claim_draw(self, color: Color) -> None:
        """Claim, for either side, a draw that the rules give in the last position.

        Raises:
            GameOverError: the game is over.
            DrawError: there is nothing to claim.

        >>> game = Game(ENGLISH.replace(draw_rules=DrawRules.preset("wcdf")), "W:WK32:BK1:H79:F41")
        >>> game.play("32-28")
        Move(32, 28)
        >>> game.outcome() is None, game.can_claim_draw()
        (True, True)
        >>> game.claim_draw(Color.BLACK)
        >>> game.outcome().termination
        <Termination.QUIET_LIMIT: 'quiet-limit'>
        """
        self._check_going_on()
        claimed = self._board_at(self._end).outcome(claim_draw=True)
        if claimed is None:
            raise DrawError(f"{color.value} has no draw to claim in this position")
        self._finish(None, claimed.termination)

    def outcome(self) -> Outcome | None:
        """How the game has ended, wherever the cursor is; None while it goes on.

        A draw that has to be claimed does not end the game before it is claimed.
        """
        return self._ended or self._board_at(self._end).outcome()

    @property
    def declared_end(self) -> Outcome | None:
        """The end that the players made, or a record tells of: a resignation, a flag, an agreement,
        a claim. None while there is none, also when the last position ends the game."""
        return self._ended

    def result(self) -> str:
        """The result as PDN writes it; ``*`` while the game goes on.

        On 10x10 boards a win is ``2-0`` or ``0-2`` and a draw ``1-1``, else ``1-0``, ``0-1`` and
        ``1/2-1/2``. The first number belongs to the side that the ``GameType`` names as the one
        that begins: Black in English draughts.

        >>> game = Game("international")
        >>> game.flag(Color.WHITE)
        >>> game.result()
        '0-2'
        """
        outcome = self.outcome()
        if outcome is None:
            return "*"
        if outcome.winner is None:
            return "1-1" if self.variant.size == 10 else "1/2-1/2"
        win = "2" if self.variant.size == 10 else "1"
        return f"{win}-0" if outcome.winner is self.first_in_result else f"0-{win}"

    @property
    def first_in_result(self) -> Color:
        """The side whose number comes first in a result."""
        named = self.variant.game_type.upper().split(",")[1:2]
        return {"W": Color.WHITE, "B": Color.BLACK}.get("".join(named), self.variant.first_player)

    def _finish(self, winner: Color | None, termination: Termination) -> None:
        self._check_going_on()
        self._ended = Outcome(winner, termination)
        self._undone.clear()

    def _check_going_on(self) -> None:
        outcome = self.outcome()
        if outcome is not None:
            how = "drawn" if outcome.winner is None else f"won by {outcome.winner.value}"
            raise GameOverError(f"the game is over: {how}, {outcome.termination.value}")

    def _check_offered_to(self, color: Color) -> None:
        self._check_going_on()
        if self._offer is not color.opposite:
            raise DrawError(f"{color.opposite.value} has not offered a draw")

    # --- PDN --------------------------------------------------------------------------------------

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """The game that led to a board: from its first position through ``board.move_stack``.

        >>> board = Board("russian")
        >>> board.push_pdn("c3-d4")
        Move(22, 18)
        >>> list(Game.from_board(board).mainline())
        [Move(22, 18)]
        """
        first = board.copy()
        for _ in board.move_stack:
            first.pop()
        game = cls(board.variant, first.fen(counters=True))
        for move in board.move_stack:
            game.play(move)
        return game

    @classmethod
    def from_pdn(cls, text: str, **options: Any) -> Game:
        """The first game of a PDN text.

        Args:
            text: the text.
            options: as for :func:`draughts.pdn.read_games`.

        Raises:
            PdnError: there is no game, or in strict mode: the text is not as the standard has it.

        >>> Game.from_pdn('[GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 *').board.ply
        4
        """
        from io import StringIO

        from draughts import pdn

        game = pdn.read_game(StringIO(text), **options)
        if game is None:
            raise PdnError("the text holds no game", 1, 1)
        return game

    def to_pdn(self, **options: Any) -> str:
        """The game as PDN; :meth:`from_pdn` reads it back to an equal game.

        Args:
            options: as for :func:`draughts.pdn.write_game`.

        >>> game = Game(tags={"White": "Ann", "Black": "Bob"})
        >>> for text in "11-15", "22-18", "15x22":
        ...     move = game.play(text)
        >>> print(game.to_pdn().rstrip())
        [White "Ann"]
        [Black "Bob"]
        [Result "*"]
        [GameType "21,B,8,8,N1,0"]
        <BLANKLINE>
        1. 11-15 22-18 2. 15x22 *
        """
        from io import StringIO

        from draughts import pdn

        text = StringIO()
        pdn.write_game(self, text, **options)
        return text.getvalue().removesuffix("\n")

    def adopt(self, end: Node, board: Board, ended: Outcome | None) -> None:
        """Take on a main line that was grown from the root by hand; the cursor goes to its end.

        Args:
            end: its last node.
            board: the position there, with its past; it is not copied.
            ended: the end that a record tells of, or None.
        """
        self._end = self._node = end
        self._board = board
        self._ended = ended
        self._undone.clear()

    # --- as a Python object -----------------------------------------------------------------------

    def copy(self) -> Game:
        """A game of its own, with the tree, the cursor, and what was taken back."""
        return copy.deepcopy(self)

    def __copy__(self) -> Game:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]

    def _identity(self) -> tuple[object, ...]:
        """All that two equal games have in common."""
        length = len(self._end.line())
        tree = self.root._rows()
        tags = {name: value for name, value in self.tags.items() if name not in _FOLLOWING}
        return self.variant, self.start_fen, tags, tree, length, self._ended

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: the position at the cursor and the move before it."""
        from draughts.svg import board

        return board(self._board, last_move=self.node.walked)

    def __repr__(self) -> str:
        return f"<Game {self.variant.name}, {len(self._end.line())} plies, {self.result()}>"

    def _board_at(self, node: Node) -> Board:
        """The position of a node, as a copy."""
        board = self._board.copy()
        if node is not self._node:
            if node.root is not self.root:
                raise ValueError(f"{node!r} is not in this game")
            _walk(board, self._node, node)
        return board
