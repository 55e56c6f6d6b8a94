"""A room: who sits where, what is played, what may be asked, and what happens with time.

The tests that show a requirement name its number.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from draughts import Color
from draughts.protocols.messages import BadMessage, Fields
from draughts.protocols.play import MOST_MOVES
from draughts.web.notices import notice_of, state_of
from draughts.web.players import checked_name
from draughts.web.records import read_room, write_room
from draughts.web.rooms import Room
from draughts.web.settings import Settings, read_settings
from draughts.web.visitors import Visitor, change_of

ANN, BOB, EVE = "s:1", "s:2", "s:3"  # connections


def settings(**chosen: Any) -> Settings:
    """Settings as a page writes them."""
    return read_settings(Fields(chosen, "the settings"))


def room_of_two(now: float = 0.0, **chosen: Any) -> Room:
    """Ann has sat down first, then Bob."""
    room = Room(settings(**chosen))
    for connection, name in ((ANN, "Ann"), (BOB, "Bob")):
        room.connect(connection, None, now)
        room.sit(connection, name, None, now)
    return room


def names(room: Room) -> dict[str, str | None]:
    return {side: player.name if player else None for side, player in room.seats.items()}


def side_of(room: Room, name: str) -> str:
    (side,) = (side for side, player in room.seats.items() if player and player.name == name)
    return side


def secret_of(room: Room, name: str) -> str:
    player = room.seats[side_of(room, name)]
    assert player is not None
    return player.secret


def play(room: Room, *paths: list[int], now: float = 0.0) -> None:
    """Play moves, each for the side to move."""
    for path in paths:
        room.move(room.turn, len(room.play.texts), path, now)


def play_to_the_end(room: Room, seed: int = 1) -> None:
    """Play random moves until the game is over."""
    rng = random.Random(seed)
    while room.going_on:
        play(room, rng.choice(room.play.legal_walks())["path"])


class refused:
    """What is done within is refused for a reason, and nothing has changed."""

    def __init__(self, room: Room, code: str) -> None:
        self.room, self.code = room, code

    def __enter__(self) -> None:
        self.before = write_room(self.room)

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        assert isinstance(error, BadMessage), f"was not refused as {self.code}: {error!r}"
        assert error.code == self.code, error
        assert write_room(self.room) == self.before
        return True


# --- seats ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variant, first", [("english", "black"), ("russian", "white"), ("international", "white")]
)
def test_r38_who_sits_down_first_takes_the_side_that_begins(variant: str, first: str) -> None:
    room = room_of_two(rules={"variant": variant})
    assert side_of(room, "Ann") == first == room.turn
    assert side_of(room, "Bob") != first
    assert room.started


def test_a_side_may_be_wished() -> None:
    room = Room(settings())
    room.connect(ANN, None, 0)
    room.sit(ANN, "Ann", "white", 0)
    assert names(room) == {"black": None, "white": "Ann"}
    room.connect(BOB, None, 0)
    with refused(room, "taken"):
        room.sit(BOB, "Bob", "white", 0)
    room.sit(BOB, "Bob", None, 0)
    assert names(room) == {"black": "Bob", "white": "Ann"}


def test_nobody_moves_before_both_seats_are_taken() -> None:
    room = Room(settings())
    room.connect(ANN, None, 0)
    room.sit(ANN, "Ann", None, 0)
    with refused(room, "not-started"):
        room.move("black", 0, [11, 15], 0)


def test_r38_with_more_than_two_people_the_rest_watch() -> None:
    room = room_of_two()
    room.connect(EVE, None, 0)
    assert state_of(room, 0)["spectators"] == 1
    with refused(room, "taken"):
        room.sit(EVE, "Eve", None, 0)
    with pytest.raises(BadMessage):
        room.seat_of(None)


def test_r38_who_watches_may_take_a_free_seat_between_games() -> None:
    room = room_of_two()
    room.connect(EVE, None, 0)
    room.leave("white", True, 0)
    assert names(room) == {"black": "Ann", "white": None}
    room.sit(EVE, "Eve", None, 0)
    assert names(room) == {"black": "Ann", "white": "Eve"}
    assert room.number == 2 and room.going_on and room.play.texts == []
    assert BOB in room.watching


def test_between_games_the_seat_of_who_has_long_been_away_is_free() -> None:
    room = room_of_two()
    room.connect(EVE, None, 0)
    room.resign("white", 0)
    room.disconnect(BOB, 10)
    with refused(room, "taken"):
        room.sit(EVE, "Eve", None, 69)
    room.sit(EVE, "Eve", None, 70)
    assert names(room) == {"black": "Ann", "white": "Eve"}


def test_who_has_a_seat_takes_no_other() -> None:
    room = Room(settings())
    room.connect(ANN, None, 0)
    room.sit(ANN, "Ann", None, 0)
    with refused(room, "seated"):
        room.sit(ANN, "Ann", None, 0)


def test_only_a_certain_number_may_watch() -> None:
    room = Room(settings())
    for number in range(50):
        room.connect(f"s:{number}", None, 0)
    with refused(room, "full"):
        room.connect("s:50", None, 0)


def test_leaving_during_a_game_takes_resigning_it() -> None:
    room = room_of_two()
    with refused(room, "game-on"):
        room.leave("black", False, 0)
    room.leave("black", True, 0)
    assert room.play.game.result() == "0-1" and room.seats["black"] is None
    assert room.score("white") == 1


def test_leaving_before_the_game_frees_the_seat() -> None:
    room = Room(settings())
    room.connect(ANN, None, 0)
    room.sit(ANN, "Ann", None, 0)
    room.leave("black", False, 0)
    room.connect(BOB, None, 0)
    room.sit(BOB, "Bob", None, 0)
    assert names(room) == {"black": "Bob", "white": None}


@pytest.mark.parametrize("name", ["Ann\nBob", "A\u202enn", "\u0000", "x\u200b", "\ud800", "x" * 25])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(BadMessage) as refusal:
        checked_name(name)
    assert refusal.value.code == "bad-name"


@pytest.mark.parametrize("name", ["", "Siti Nurhaliza", "Žofie", "王小明", "<b>&amp;"])
def test_names_in_any_script_are_kept_as_they_are(name: str) -> None:
    assert checked_name(f"  {name} ") == name


# --- secrets --------------------------------------------------------------------------------------


def test_r38_who_leaves_can_return_to_the_same_seat() -> None:
    room = room_of_two()
    secret = secret_of(room, "Ann")
    room.disconnect(ANN, 5)
    assert not state_of(room, 5)["seats"]["black"]["present"]
    room.connect("s:9", secret, 10_000)
    assert state_of(room, 10_000)["seats"]["black"]["present"]
    assert room.seat_of(secret) == "black"


@pytest.mark.parametrize("secret", [None, "", "wrong", "ü\ud800", "x" * 5000])
def test_a_wrong_secret_has_no_seat(secret: str | None) -> None:
    room = room_of_two()
    room.connect(EVE, secret, 0)
    assert EVE in room.watching
    with refused(room, "not-seated"):
        room.seat_of(secret)


def test_no_secret_is_in_a_state() -> None:
    room = room_of_two(turn_time=30)
    room.connect(EVE, None, 0)
    text = notice_of(room, 0).text
    for secret in (room.creator, secret_of(room, "Ann"), secret_of(room, "Bob"), ANN, EVE):
        assert secret not in text


def test_names_and_secrets_of_rooms_are_long_and_all_different() -> None:
    rooms = [Room(settings()) for _ in range(100)]
    texts = {text for room in rooms for text in (room.id, room.creator)}
    assert len(texts) == 200 and min(map(len, texts)) >= 16


# --- moves ----------------------------------------------------------------------------------------


def test_the_same_move_sent_twice_is_played_once() -> None:
    room = room_of_two()
    for _ in range(3):
        room.move("black", 0, [11, 15], 0)
    assert room.play.texts == ["11-15"]
    room.move("white", 1, [23, 19], 0)
    room.move("black", 0, [11, 15], 0)
    assert room.play.texts == ["11-15", "23-19"]


def test_a_late_move_is_refused() -> None:
    room = room_of_two()
    play(room, [11, 15], [23, 19])
    with refused(room, "late"):
        room.move("black", 0, [9, 13], 0)
    with refused(room, "late"):
        room.move("black", 5, [9, 13], 0)


def test_a_move_of_an_earlier_game_is_late() -> None:
    room = room_of_two()
    room.resign("white", 0)
    for side in ("black", "white"):
        room.ask_rematch(side, 0)
    with refused(room, "late"):
        room.move("black", 0, [11, 15], 0, game=1)
    room.move("black", 0, [11, 15], 0, game=2)


def test_who_is_not_to_move_may_not() -> None:
    room = room_of_two()
    with refused(room, "not-your-turn"):
        room.move("white", 0, [11, 15], 0)


def test_a_move_that_is_not_legal_is_refused_with_its_reason() -> None:
    room = room_of_two()
    with pytest.raises(BadMessage) as refusal:
        room.move("black", 0, [11, 18], 0)
    assert refusal.value.code == "illegal-move" and refusal.value.message


def test_nobody_moves_after_the_end() -> None:
    room = room_of_two()
    room.resign("white", 0)
    with refused(room, "game-over"):
        room.move("black", 0, [11, 15], 0)


def test_a_game_has_a_longest_length() -> None:
    room = room_of_two(rules={"variant": "english", "draws": "official", "repetition": 0})
    room.play.texts += ["?"] * MOST_MOVES
    with refused(room, "too-long"):
        room.move("black", MOST_MOVES, [11, 15], 0)


# --- asking the other -----------------------------------------------------------------------------


def test_r35_undo_asks_the_other_and_takes_one_step_back() -> None:
    room = room_of_two()
    play(room, [11, 15], [23, 19])
    room.ask_undo("black", 0)
    assert state_of(room, 0)["asks"]["undo"] == "black"
    assert room.play.texts == ["11-15", "23-19"]
    with refused(room, "not-asked"):
        room.answer_undo("black", True, 0)
    room.answer_undo("white", True, 0)
    assert room.play.texts == ["11-15"] and room.turn == "white"
    assert state_of(room, 0)["asks"]["undo"] is None


def test_r35_the_other_may_say_no_or_move_on() -> None:
    room = room_of_two()
    play(room, [11, 15])
    room.ask_undo("black", 0)
    room.answer_undo("white", False, 0)
    assert room.play.texts == ["11-15"]
    room.ask_undo("black", 0)
    play(room, [23, 19])
    with refused(room, "not-asked"):
        room.answer_undo("white", True, 0)


def test_r35_with_nothing_of_yours_to_take_back_there_is_no_undo() -> None:
    room = room_of_two()
    with refused(room, "nothing-to-undo"):
        room.ask_undo("black", 0)
    play(room, [11, 15])
    with refused(room, "nothing-to-undo"):
        room.ask_undo("white", 0)


def test_r35_after_the_end_the_score_goes_back_too() -> None:
    room = room_of_two()
    play(room, [11, 15])
    room.resign("white", 0)
    assert room.score("black") == 1
    room.ask_undo("white", 0)
    room.answer_undo("black", True, 0)
    assert room.score("black") == 0 and room.going_on
    assert room.play.texts == ["11-15"]


def test_r35_a_move_that_ended_the_game_is_taken_back_with_its_points() -> None:
    room = room_of_two()
    play_to_the_end(room)
    plies = len(room.play.texts)
    assert room.score("black") + room.score("white") == 1
    room.ask_rematch("black", 0)
    room.ask_undo("white", 0)
    room.answer_undo("black", True, 0)
    assert room.going_on and len(room.play.texts) == plies - 1
    assert room.score("black") + room.score("white") == 0
    assert not any(player.rematch for player in room.players)


def test_when_both_ask_for_undo_both_agree() -> None:
    room = room_of_two()
    play(room, [11, 15], [23, 19])
    room.ask_undo("black", 0)
    room.ask_undo("white", 0)
    assert room.play.texts == ["11-15"]


def test_the_computer_takes_nothing_back_and_agrees_to_nothing() -> None:
    room = room_of_two()
    play(room, [11, 15])
    room.disconnect(BOB, 0)
    room.ask_undo("black", 30)
    room.ask_draw("black", 30)
    room.tick(60)
    assert state_of(room, 60)["asks"] == {"undo": None, "draw": None}
    with refused(room, "nobody-there"):
        room.ask_undo("black", 60)
    with refused(room, "nobody-there"):
        room.ask_draw("black", 60)


def test_r25_resigning() -> None:
    room = room_of_two()
    room.resign("white", 0)
    outcome = state_of(room, 0)["position"]["outcome"]
    assert outcome == {"winner": "black", "termination": "resignation"}
    with refused(room, "game-over"):
        room.resign("black", 0)


def test_r26_a_draw_is_offered_and_accepted() -> None:
    room = room_of_two()
    room.ask_draw("black", 0)
    assert state_of(room, 0)["asks"]["draw"] == "black"
    with refused(room, "not-asked"):
        room.answer_draw("black", True, 0)
    room.answer_draw("white", True, 0)
    assert room.play.game.result() == "1/2-1/2"
    assert (room.score("black"), room.score("white")) == (0.5, 0.5)


def test_r26_a_draw_is_declined_or_the_offer_lapses() -> None:
    room = room_of_two()
    room.ask_draw("black", 0)
    room.answer_draw("white", False, 0)
    assert room.going_on and state_of(room, 0)["asks"]["draw"] is None
    room.ask_draw("black", 0)
    play(room, [11, 15], [23, 19])
    with refused(room, "not-asked"):
        room.answer_draw("white", True, 0)


def test_r26_when_both_offer_both_agree() -> None:
    room = room_of_two()
    room.ask_draw("black", 0)
    room.ask_draw("white", 0)
    assert room.play.game.result() == "1/2-1/2"


def test_a_draw_is_claimed_where_the_rules_give_one() -> None:
    room = room_of_two(rules={"variant": "english", "draws": "wcdf"})
    with refused(room, "no-claim"):
        room.claim("black", 0)


# --- one game after another -----------------------------------------------------------------------


def test_r22_after_each_game_the_players_swap_colours() -> None:
    room = room_of_two()
    for number, black in ((2, "Bob"), (3, "Ann"), (4, "Bob")):
        room.resign(room.turn, 0)
        room.ask_rematch("black", 0)
        assert not room.going_on
        room.ask_rematch("white", 0)
        assert room.going_on and room.number == number
        assert names(room)["black"] == black


def test_r22_swapping_can_be_turned_off() -> None:
    room = room_of_two(alternate=False)
    room.resign("white", 0)
    for side in ("black", "white"):
        room.ask_rematch(side, 0)
    assert names(room) == {"black": "Ann", "white": "Bob"}


def test_r22_the_side_that_begins_is_always_the_variant_s() -> None:
    room = room_of_two()
    room.change_settings(room.creator, settings(rules={"variant": "russian"}), 0)
    room.resign("white", 0)
    for side in ("black", "white"):
        room.ask_rematch(side, 0)
    # Ann began the English game with Black; now Bob begins, with White.
    assert names(room) == {"black": "Ann", "white": "Bob"} and room.turn == "white"


def test_r27_the_score_belongs_to_the_person_not_the_colour() -> None:
    room = room_of_two()
    scores: dict[str, float] = {"Ann": 0.0, "Bob": 0.0}
    for loser in ("Ann", "Ann", "Bob", None):
        if loser is None:
            room.ask_draw("black", 0)
            room.answer_draw("white", True, 0)
        else:
            room.resign(side_of(room, loser), 0)
        for name in scores:
            scores[name] += 0.5 if loser is None else float(name != loser)
        assert {name: room.score(side_of(room, name)) for name in scores} == scores
        for side in ("black", "white"):
            room.ask_rematch(side, 0)
        assert {name: room.score(side_of(room, name)) for name in scores} == scores
    assert scores == {"Ann": 1.5, "Bob": 2.5}


def test_r27_a_new_opponent_starts_a_new_score() -> None:
    room = room_of_two()
    room.leave("white", True, 0)
    assert room.score("black") == 1
    room.connect(EVE, None, 0)
    room.sit(EVE, "Eve", None, 0)
    assert (room.score("black"), room.score("white")) == (0, 0)


def test_a_rematch_takes_two_and_a_game_that_is_over() -> None:
    room = room_of_two()
    with refused(room, "game-on"):
        room.ask_rematch("black", 0)
    room.leave("white", True, 0)
    room.ask_rematch("black", 0)
    assert room.number == 1


def test_when_both_have_left_the_next_begin_anew() -> None:
    room = room_of_two()
    room.leave("white", True, 0)
    room.leave("black", False, 0)
    room.sit(BOB, "Bob", None, 0)
    assert names(room) == {"black": "Bob", "white": None}
    assert not room.started and room.score("black") == 0
    room.sit(ANN, "Ann", None, 0)
    assert room.going_on and room.number == 2


# --- settings -------------------------------------------------------------------------------------


def test_r38_only_the_creator_changes_settings_and_all_see_them() -> None:
    room = room_of_two()
    for secret in (None, "", secret_of(room, "Ann")):
        with refused(room, "not-creator"):
            room.change_settings(secret, settings(turn_time=30), 0)
    room.change_settings(room.creator, settings(turn_time=30, level="hard"), 0)
    state = state_of(room, 0)
    assert state["next"]["turn_time"] == 30 and state["next"]["level"] == "hard"


def test_r38_settings_are_valid_from_the_next_game() -> None:
    room = room_of_two()
    assert state_of(room, 0)["next"] is None
    room.change_settings(room.creator, settings(rules={"variant": "russian"}, turn_time=60), 0)
    assert room.play.game.variant.name == "english" and state_of(room, 0)["clock"] is None
    room.resign("white", 0)
    for side in ("black", "white"):
        room.ask_rematch(side, 0)
    state = state_of(room, 0)
    assert state["position"]["rules"]["variant"] == "russian" and state["next"] is None
    assert state["clock"] == {"seconds": 60, "running": True}


def test_settings_of_a_game_that_has_not_begun_are_valid_at_once() -> None:
    room = Room(settings())
    room.connect(ANN, None, 0)
    room.sit(ANN, "Ann", None, 0)
    room.change_settings(room.creator, settings(rules={"variant": "international"}), 0)
    assert names(room) == {"black": None, "white": "Ann"}  # who sat down first still begins
    assert state_of(room, 0)["position"]["rules"]["variant"] == "international"


@pytest.mark.parametrize(
    "chosen",
    [
        {"turn_time": 45},
        {"turn_time": "30"},
        {"turn_end": "draw"},
        {"alternate": 1},
        {"level": "master"},
        {"away_seconds": 9},
        {"away_seconds": 601},
        {"rules": {"variant": "chess"}},
        {"rules": {}},
        {"rules": []},
        {"colour": "red"},
    ],
)
def test_impossible_settings_are_refused(chosen: dict[str, Any]) -> None:
    with pytest.raises(BadMessage):
        settings(**chosen)


# --- time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [30, 60])
def test_r24_a_turn_has_30_or_60_seconds_or_no_limit(seconds: int) -> None:
    room = room_of_two(turn_time=seconds)
    assert room.due() == seconds
    play(room, [11, 15], now=seconds - 1)
    assert room.due() == 2 * seconds - 1
    room.tick(2 * seconds - 2)
    assert room.going_on
    room.tick(2 * seconds - 1)
    outcome = state_of(room, 99)["position"]["outcome"]
    assert outcome == {"winner": "black", "termination": "time"}
    assert room_of_two().due() is None


def test_r24_the_computer_may_move_instead_when_the_time_is_over() -> None:
    room = room_of_two(turn_time=30, turn_end="computer")
    room.tick(30)
    assert room.going_on and room.computer_to_move
    assert state_of(room, 30)["seats"]["black"]["computer"]
    with refused(room, "late"):
        room.move("black", 0, [11, 15], 31)
    room.computer_moves(1, 0, [9, 13], 32)
    assert room.play.texts == ["9-13"] and not room.computer_to_move
    assert room.due() == 62


def test_the_time_starts_anew_when_a_move_is_taken_back() -> None:
    room = room_of_two(turn_time=30)
    play(room, [11, 15], now=10)
    room.ask_undo("black", 20)
    room.answer_undo("white", True, 25)
    assert state_of(room, 25)["clock"] == {"seconds": 30, "running": True}


def test_r38_the_computer_plays_for_who_does_not_come_back() -> None:
    room = room_of_two()
    room.disconnect(ANN, 100)
    assert room.due() == 160
    room.tick(159)
    assert not room.computer_to_move
    room.tick(160)
    assert room.computer_to_move and room.due() is None
    seat = state_of(room, 160)["seats"]["black"]
    assert seat["computer"] and not seat["present"] and seat["name"] == "Ann"
    room.computer_moves(1, 0, [11, 15], 161)
    assert room.play.texts == ["11-15"] and not room.computer_to_move


def test_r38_the_computer_plays_at_medium_unless_the_room_says_otherwise() -> None:
    assert room_of_two().settings.level == "medium"
    assert room_of_two(level="hard").settings.level == "hard"


@pytest.mark.parametrize("seconds", [10, 600])
def test_how_long_somebody_is_waited_for_is_a_setting(seconds: int) -> None:
    room = room_of_two(away_seconds=seconds)
    room.disconnect(ANN, 0)
    assert room.due() == seconds


def test_r38_who_comes_back_gets_the_seat_back_from_the_computer() -> None:
    room = room_of_two()
    room.disconnect(ANN, 0)
    room.tick(60)
    room.connect("s:7", secret_of(room, "Ann"), 61)
    assert not room.computer_to_move and not state_of(room, 61)["seats"]["black"]["computer"]
    room.computer_moves(1, 0, [9, 13], 62)  # it had begun to think
    assert room.play.texts == []
    play(room, [11, 15], now=63)
    assert room.play.texts == ["11-15"]


def test_the_computer_s_move_is_dropped_when_the_game_has_gone_on() -> None:
    room = room_of_two()
    room.disconnect(ANN, 0)
    room.tick(60)
    room.computer_moves(1, 1, [9, 13], 61)
    room.computer_moves(2, 0, [9, 13], 61)
    assert room.play.texts == []


def test_r38_with_both_away_the_game_waits() -> None:
    room = room_of_two(turn_time=30)
    room.connect(EVE, None, 0)  # who watches does not count
    room.disconnect(ANN, 10)
    room.disconnect(BOB, 15)
    assert room.due() is None
    for now in (30, 75, 10_000):
        room.tick(now)
    assert room.going_on and not room.computer_to_move
    assert state_of(room, 10_000)["clock"] == {"seconds": 15, "running": False}


def test_r38_the_game_goes_on_when_one_comes_back_who_waits_for_the_other() -> None:
    room = room_of_two()
    secret = secret_of(room, "Bob")
    room.disconnect(ANN, 10)
    room.disconnect(BOB, 15)
    room.connect("s:8", secret, 1000)
    room.tick(1059)
    assert not room.computer_to_move
    room.tick(1060)
    assert room.computer_to_move


def test_the_computer_stops_when_the_last_player_goes() -> None:
    room = room_of_two()
    room.disconnect(ANN, 0)
    room.tick(60)
    room.disconnect(BOB, 61)
    assert not room.computer_to_move
    room.computer_moves(1, 0, [11, 15], 62)
    assert room.play.texts == []


def test_a_second_page_keeps_its_person_present() -> None:
    room = room_of_two()
    room.connect("s:4", secret_of(room, "Ann"), 0)
    room.disconnect(ANN, 1)
    assert state_of(room, 1)["seats"]["black"]["present"]
    room.disconnect("s:4", 2)
    assert not state_of(room, 2)["seats"]["black"]["present"]


def test_the_connections_of_a_server_that_is_gone_are_forgotten() -> None:
    room = room_of_two(turn_time=30)
    room.connect("other:1", secret_of(room, "Ann"), 5)
    room.keep_only({"other"}, 10)
    assert room.somebody_here and room.due() == 30
    room.keep_only({"third"}, 1000)
    assert not room.somebody_here and room.watching == []
    assert state_of(room, 1000)["clock"] == {"seconds": 30, "running": False}


# --- as text --------------------------------------------------------------------------------------


def test_a_room_is_the_same_after_it_was_kept() -> None:
    room = room_of_two(turn_time=30, rules={"variant": "brazilian"})
    room.connect(EVE, None, 0)
    room.change_settings(room.creator, settings(level="easy"), 0)
    room.disconnect(BOB, 3)
    play(room, *([move["path"] for move in room.play.legal_walks()][:1]), now=4)
    room.ask_draw("white", 5)
    room.ask_undo("white", 5)
    again = read_room(write_room(room))
    assert write_room(again) == write_room(room)
    assert state_of(again, 6) == state_of(room, 6)
    assert again.due() == room.due()


@pytest.mark.parametrize("variant", ["english", "russian", "brazilian", "international", "italian"])
@pytest.mark.parametrize("end", ["moves", "resignation", "time", "agreement"])
def test_a_game_that_is_over_stays_so(variant: str, end: str) -> None:
    room = room_of_two(turn_time=30, rules={"variant": variant})
    if end == "moves":
        play_to_the_end(room)
    elif end == "resignation":
        room.resign("black", 1)
    elif end == "time":
        room.tick(30)
    else:
        room.ask_draw("black", 1)
        room.answer_draw("white", True, 1)
    again = read_room(write_room(room))
    assert again.play.game.outcome() == room.play.game.outcome() is not None
    assert state_of(again, 40) == state_of(room, 40)


def test_rules_that_have_no_name_are_kept() -> None:
    rules = {"variant": "russian", "quiet_plies": 40, "repetition": 0, "must_capture": False}
    room = room_of_two(rules=rules)
    assert read_room(write_room(room)).settings == room.settings


def test_the_states_that_a_page_gets_are_json() -> None:
    room = room_of_two(turn_time=30)
    state = json.loads(notice_of(room, 0).text)
    assert state["type"] == "state" and state["room"] == room.id
    assert state["position"]["ply"] == 0 and len(state["position"]["moves"]) == 7


def test_only_one_of_equal_names_moves() -> None:
    room = Room(settings())
    for connection in (ANN, BOB):
        room.connect(connection, None, 0)
        room.sit(connection, "Ann", None, 0)
    secrets = [player.secret for player in room.players]
    assert {room.seat_of(secret) for secret in secrets} == {"black", "white"}


# --- messages -------------------------------------------------------------------------------------


def test_every_message_does_what_it_says() -> None:
    room = Room(settings())
    ann, bob = Visitor(ANN, name="Ann", creator=room.creator), Visitor(BOB, name="Bob")

    def say(visitor: Visitor, **message: Any) -> None:
        change_of(visitor, Fields(message, "the message"))(room, 0)

    for visitor in (ann, bob):
        room.connect(visitor.connection, None, 0)
        say(visitor, type="sit")
    say(ann, type="move", ply=0, path=[11, 15])
    say(ann, type="undo")
    say(bob, type="answer", to="undo", yes=True)
    say(ann, type="move", game=1, ply=0, path=[9, 13])
    say(ann, type="draw")
    say(bob, type="answer", to="draw", yes=False)
    say(bob, type="name", name="Robert")
    say(ann, type="settings", settings={"level": "easy"})
    assert room.play.texts == ["9-13"] and names(room)["white"] == "Robert"
    assert room.next_settings.level == "easy"
    with refused(room, "no-claim"):
        say(ann, type="claim")
    say(bob, type="resign")
    say(ann, type="rematch")
    say(bob, type="rematch")
    assert room.number == 2
    say(ann, type="leave", resign=True)
    assert names(room) == {"black": "Robert", "white": None}
    assert room.play.game.outcome().winner is Color.BLACK  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"type": "fly"},
        {"type": ["move"]},
        {"type": "move"},
        {"type": "move", "ply": 0},
        {"type": "move", "ply": "0", "path": [11, 15]},
        {"type": "move", "ply": True, "path": [11, 15]},
        {"type": "move", "ply": -1, "path": [11, 15]},
        {"type": "move", "ply": 0, "path": [11]},
        {"type": "move", "ply": 0, "path": [11, 15.0]},
        {"type": "move", "ply": 0, "path": [11, 99]},
        {"type": "move", "ply": 0, "path": "11-15"},
        {"type": "move", "ply": 0, "path": [1] * 61},
        {"type": "move", "ply": 0, "path": [11, 15], "extra": 1},
        {"type": "sit", "side": "red"},
        {"type": "answer", "to": "rematch", "yes": True},
        {"type": "answer", "to": "undo", "yes": "true"},
        {"type": "answer", "to": "undo"},
        {"type": "name"},
        {"type": "name", "name": "x" * 101},
        {"type": "settings", "settings": []},
        {"type": "leave", "resign": 1},
        {"type": "resign", "now": True},
    ],
)
def test_a_message_that_is_not_as_it_should_be_is_refused(message: dict[str, Any]) -> None:
    with pytest.raises(BadMessage) as refusal:
        change_of(Visitor(ANN), Fields(message, "the message"))
    assert refusal.value.code == "bad-field"
