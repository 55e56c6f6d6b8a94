"""A room: two seats, the game that is played there, and all that the two may ask of each other.

Nothing here knows of sockets, stores or the time of day: what happens is told, with the time at
which it does. So a room does the same wherever it is kept, and however many servers there are.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from draughts import Color, DrawError, GameOverError, Variant
from draughts.protocols.messages import BadMessage
from draughts.protocols.play import Play
from draughts.series import points
from draughts.web.players import Player, checked_name, new_secret, same_secret
from draughts.web.settings import Settings

__all__ = ["Change", "Room"]

_MOST_WATCHING = 50  # connections without a seat
_MOST_PAGES = 8  # open at once for one seat


class Room:
    """Two seats and a game.

    Sides are ``"black"`` and ``"white"``, connections are named ``server:number``, times are in
    seconds since 1970. A method that raises :class:`BadMessage` has changed nothing.

    Args:
        settings: for the first game.

    Attributes:
        id: the room's name in its link; nobody can guess it.
        creator: the secret of who may change the settings.
        settings: those in force.
        next_settings: those of the next game.
        number: which game is played, from 1.
        version: grows with every change.
        started: whether both seats were taken, and the game has begun.
        play: the game.
        seats: who sits where.
        watching: the connections of those without a seat.
        undo_asked: the side that asks to take something back.
        hurried: whether the computer makes this move for a person whose time ran out.
        turn_ends: when the time of this turn runs out; None while it does not run.
        turn_left: seconds that are left of it while it does not run; None for all of them.
    """

    def __init__(self, settings: Settings) -> None:
        self.id = secrets.token_urlsafe(12)
        self.creator = new_secret()
        self.settings = self.next_settings = settings
        self.number = 1
        self.version = 0
        self.started = False
        self.play = Play.begin(settings.rules)
        self.seats: dict[str, Player | None] = {"black": None, "white": None}
        self.watching: list[str] = []
        self.undo_asked: str | None = None
        self.hurried = False
        self.turn_ends: float | None = None
        self.turn_left: float | None = None

    # --- how things stand -------------------------------------------------------------------------

    @property
    def going_on(self) -> bool:
        """Whether a game is being played."""
        return self.started and self.play.game.outcome() is None

    @property
    def turn(self) -> str:
        """The side to move."""
        return self.play.game.board.turn.value

    @property
    def players(self) -> list[Player]:
        """Who sits here."""
        return [player for player in self.seats.values() if player is not None]

    @property
    def connections(self) -> list[str]:
        """All connections, with a seat or without."""
        return [*self.watching, *(name for player in self.players for name in player.connections)]

    @property
    def somebody_here(self) -> bool:
        """Whether a player is connected. The game waits if not."""
        return any(player.present for player in self.players)

    @property
    def computer_to_move(self) -> bool:
        """Whether the computer is to make the next move, for somebody who is away or was slow."""
        player = self.seats[self.turn]
        replaced = self.hurried or (player is not None and player.stand_in)
        return replaced and self.going_on and self.somebody_here

    def score(self, side: str) -> float:
        """The points of who sits on a side, against who sits on the other."""
        player = self.seats[side]
        if player is None:
            return 0.0
        outcome = self.play.game.outcome() if self.started else None
        return player.score + (points(outcome, Color(side)) if outcome else 0.0)

    def seat_of(self, secret: str | None) -> str:
        """The side of who has a secret.

        Raises:
            BadMessage: it is the secret of neither (``not-seated``).
        """
        for side, player in self.seats.items():
            if player is not None and same_secret(secret, player.secret):
                return side
        raise BadMessage("not-seated", "only who has a seat may do that")

    def due(self) -> float | None:
        """When the room wants a :meth:`tick`, if nothing happens before."""
        times = [] if self.turn_ends is None else [self.turn_ends]
        if self.going_on and self.somebody_here:
            times += [
                player.away_since + self.settings.away_seconds
                for player in self.players
                if player.away_since is not None and not player.stand_in
            ]
        return min(times, default=None)

    # --- coming and going -------------------------------------------------------------------------

    def connect(self, connection: str, secret: str | None, now: float) -> None:
        """A page was opened, by the person with a secret or by somebody to watch.

        Raises:
            BadMessage: there are too many already (``full``).
        """
        player = next((p for p in self.players if same_secret(secret, p.secret)), None)
        here = self.watching if player is None else player.connections
        if connection in here:
            return
        if len(here) >= (_MOST_WATCHING if player is None else _MOST_PAGES):
            raise BadMessage("full", "too many pages are open in this room")
        if player is None:
            self.watching.append(connection)
        else:
            self._welcome(player, connection, now)

    def _welcome(self, player: Player, connection: str, now: float) -> None:
        if not self.somebody_here:
            for other in self.players:  # is waited for from now on, not for what was before
                other.away_since = now
        if player.stand_in:
            self.turn_left = None
        player.arrive(connection)
        self._set_clock(now)

    def disconnect(self, connection: str, now: float) -> None:
        """A page was closed."""
        if connection in self.watching:
            self.watching.remove(connection)
        for player in self.players:
            if connection in player.connections:
                player.depart(connection, now)
        self._set_clock(now)

    def keep_only(self, servers: Collection[str], now: float) -> None:
        """Forget the connections to servers that are gone. A turn that it broke off begins anew."""
        lost = [name for name in self.connections if name.partition(":")[0] not in servers]
        for connection in lost:
            self.disconnect(connection, now)
        if lost and not self.somebody_here:
            self.turn_left = None

    # --- seats ------------------------------------------------------------------------------------

    def sit(self, connection: str, name: str, side: str | None, now: float) -> str:
        """Take a free seat. The first to sit takes the side that begins, if no other is wished.

        When the second sits the game begins. Between games a seat is free too when its player has
        been away for so long that the computer would play. A new opponent starts a new score.

        Returns:
            The secret of the seat.

        Raises:
            BadMessage: no such seat is free (``taken``), the connection has one already
                (``seated``), or the name is not possible.
        """
        name = checked_name(name)
        if connection not in self.watching:
            raise BadMessage("seated", "you have a seat already")
        seats = self._seats_of_next_game(swap=False) if self.started else dict(self.seats)
        free = [] if self.going_on else self._free(seats, now)
        if not free or side not in (None, *free):
            raise BadMessage("taken", "that seat is not free")
        player = seats[side or free[0]] = Player(name, new_secret())
        self.watching.remove(connection)
        player.arrive(connection)
        for each in self.seats.values():
            if each is not None:
                each.score = 0.0
        self._set_up(seats, now)
        return player.secret

    def _free(self, seats: dict[str, Player | None], now: float) -> list[str]:
        """The seats that may be taken between games, that of the side that begins first."""
        first = _first(self.next_settings.rules)
        order = [first, _other(first)]
        empty = [side for side in order if seats[side] is None]
        return empty or [
            side for side in order if _away(seats[side], self.settings.away_seconds, now)
        ]

    def leave(self, side: str, resign: bool, now: float) -> None:
        """Leave a seat for good.

        Args:
            side: whose seat.
            resign: whether to give up the game that is being played.

        Raises:
            BadMessage: a game is being played (``game-on``).
        """
        if self.going_on:
            if not resign:
                raise BadMessage("game-on", "a game is being played: resign it, or come back later")
            self.resign(side, now)
        player = self.seats[side]
        if player is not None:
            self.watching += player.connections
        self.seats[side] = None
        self.undo_asked = None

    def rename(self, side: str, name: str) -> None:
        """Give who sits on a side another nickname."""
        player = self.seats[side]
        if player is not None:
            player.name = checked_name(name)

    def change_settings(self, secret: str | None, settings: Settings, now: float) -> None:
        """Choose the settings of the next game; of this one while it has not begun.

        Raises:
            BadMessage: it is not the creator who asks (``not-creator``).
        """
        if not same_secret(secret, self.creator):
            raise BadMessage("not-creator", "only who made the room may change its settings")
        self.next_settings = settings
        if not self.started:
            self._set_up(self._seats_of_next_game(swap=False), now)

    def _seats_of_next_game(self, swap: bool) -> dict[str, Player | None]:
        """Who will sit where: who begins now begins again, unless they swap."""
        now, then = _first(self.settings.rules), _first(self.next_settings.rules)
        if swap:
            then = _other(then)
        return {then: self.seats[now], _other(then): self.seats[_other(now)]}

    def _set_up(self, seats: dict[str, Player | None], now: float) -> None:
        """Put up the board for the next game, which begins if both seats are taken."""
        if self.started:
            self.number += 1
        self.seats = seats
        self.settings = self.next_settings
        self.play = Play.begin(self.settings.rules)
        self.started = len(self.players) == 2
        self._new_turn(now)

    # --- the game ---------------------------------------------------------------------------------

    def move(
        self, side: str, ply: int, path: list[int], now: float, game: int | None = None
    ) -> None:
        """Play a move. One that was played already is well, however often it comes.

        Args:
            side: who plays it.
            ply: how many moves were played before it.
            path: the squares on which the piece comes down, its origin first.
            game: the number of the game, if it is told.

        Raises:
            BadMessage: it comes too late (``late``), the game does not go on (``not-started``,
                ``game-over``), it is the other's turn (``not-your-turn``), or it is not legal.
        """
        played = len(self.play.texts)
        if game not in (None, self.number):
            raise BadMessage("late", f"game {self.number} is being played")
        if ply < played and self.play.paths[ply] == path:
            return
        if ply != played:
            raise BadMessage("late", f"{played} moves have been played, and not {ply}")
        self._check_going_on()
        if side != self.turn:
            raise BadMessage("not-your-turn", f"it is the turn of {self.turn}")
        if self.hurried:
            raise BadMessage("late", "the time of this turn is over, the computer moves")
        self._play(path, now)

    def computer_moves(self, number: int, ply: int, path: list[int], now: float) -> None:
        """Play the computer's move, if it is still wanted there."""
        if self.computer_to_move and (number, ply) == (self.number, len(self.play.texts)):
            self._play(path, now)

    def _play(self, path: list[int], now: float) -> None:
        self.play.move(path)
        self._new_turn(now)

    def resign(self, side: str, now: float) -> None:
        """Give the game up."""
        self._check_going_on()
        self.play.game.resign(Color(side))
        self._new_turn(now)

    def claim(self, side: str, now: float) -> None:
        """Claim a draw that the rules give but do not make by themselves."""
        self._check_going_on()
        with _draw_errors("no-claim"):
            self.play.game.claim_draw(Color(side))
        self._new_turn(now)

    def ask_draw(self, side: str, now: float) -> None:
        """Offer a draw, or accept that of the other."""
        self._check_going_on()
        if self.play.game.draw_offer is Color(side).opposite:
            self.answer_draw(side, True, now)
        else:
            self._check_answers(_other(side))
            self.play.game.offer_draw(Color(side))

    def answer_draw(self, side: str, yes: bool, now: float) -> None:
        """Accept or decline the draw that the other offers."""
        self._check_going_on()
        game = self.play.game
        with _draw_errors("not-asked"):
            if not yes:
                game.decline_draw(Color(side))
                return
            game.accept_draw(Color(side))
        self._new_turn(now)

    def ask_undo(self, side: str, now: float) -> None:
        """Ask the other to let the last step be taken back, a move or the end of the game.

        Raises:
            BadMessage: there is nothing to take back (``nothing-to-undo``), or the computer plays
                for the other (``nobody-there``).
        """
        self._check_started()
        if not self._has_moved(side) and self.play.game.declared_end is None:
            raise BadMessage("nothing-to-undo", "you have not moved yet")
        self._check_answers(_other(side))
        if self.undo_asked == _other(side):
            self.answer_undo(side, True, now)
        else:
            self.undo_asked = side

    def _has_moved(self, side: str) -> bool:
        begins = side == _first(self.settings.rules)
        return len(self.play.texts) >= (1 if begins else 2)

    def answer_undo(self, side: str, yes: bool, now: float) -> None:
        """Let the other take the last step back, or not. After the end the score goes back too."""
        if self.undo_asked != _other(side):
            raise BadMessage("not-asked", "the other does not ask to take something back")
        self.undo_asked = None
        if yes:
            self.play.undo()
            self._new_turn(now)

    def ask_rematch(self, side: str, now: float) -> None:
        """Want another game. It begins when both do."""
        self._check_started()
        if self.going_on:
            raise BadMessage("game-on", "the game is not over")
        player = self.seats[side]
        if player is not None:
            player.rematch = True
        if len(self.players) == 2 and all(player.rematch for player in self.players):
            for each, seated in self.seats.items():
                if seated is not None:
                    seated.score = self.score(each)
            self._set_up(self._seats_of_next_game(self.next_settings.alternate), now)

    def _check_started(self) -> None:
        if not self.started:
            raise BadMessage("not-started", "the game begins when both seats are taken")

    def _check_going_on(self) -> None:
        self._check_started()
        if not self.going_on:
            raise BadMessage("game-over", "the game is over")

    def _check_answers(self, side: str) -> None:
        player = self.seats[side]
        if player is None or player.stand_in:
            raise BadMessage("nobody-there", "nobody is there to answer")

    # --- time -------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Do what is due: let the computer play for who is away, end a turn whose time is over."""
        if self.going_on and self.somebody_here:
            for side, player in self.seats.items():
                if _away(player, self.settings.away_seconds, now):
                    self._replace(side)
        self._set_clock(now)
        if self.turn_ends is not None and now >= self.turn_ends:
            self._end_turn(now)

    def _replace(self, side: str) -> None:
        """Let the computer play for a side. What the side was asked is declined."""
        player = self.seats[side]
        if player is not None:
            player.stand_in = True
        if self.undo_asked == _other(side):
            self.undo_asked = None
        if self.play.game.draw_offer is Color(side).opposite:
            self.play.game.decline_draw(Color(side))

    def _end_turn(self, now: float) -> None:
        if self.settings.turn_end == "lose":
            self.play.game.flag(Color(self.turn))
            self._new_turn(now)
        else:
            self.hurried = True
            self._set_clock(now)

    def _new_turn(self, now: float) -> None:
        """The turn, or the game, has changed: nothing is asked any more, the time starts anew."""
        self.undo_asked = None
        self.hurried = False
        for player in self.players:
            player.rematch = False
        self.turn_ends = self.turn_left = None
        self._set_clock(now)

    def _set_clock(self, now: float) -> None:
        """Let the time of the turn run if there is any and a person has it, else stop it."""
        seconds = self.settings.turn_time
        if seconds is None:
            return
        runs = self.going_on and self.somebody_here and not self.computer_to_move
        if runs and self.turn_ends is None:
            self.turn_ends = now + (seconds if self.turn_left is None else self.turn_left)
            self.turn_left = None
        elif not runs and self.turn_ends is not None:
            self.turn_left = max(self.turn_ends - now, 0.0)
            self.turn_ends = None


Change = Callable[[Room, float], None]
"""Something that happens in a room, at a time; it raises BadMessage if it may not."""


def _first(rules: Variant) -> str:
    return rules.first_player.value


def _other(side: str) -> str:
    return "white" if side == "black" else "black"


def _away(player: Player | None, seconds: float, now: float) -> bool:
    return player is not None and player.away_since is not None and player.away_for(now) >= seconds


@contextmanager
def _draw_errors(code: str) -> Iterator[None]:
    try:
        yield
    except (DrawError, GameOverError) as error:
        raise BadMessage(code, str(error)) from None
