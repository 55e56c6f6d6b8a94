"""examples/text_bot.py: whole chats, many at once, and whatever people write."""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import VARIANTS, Board, Color, Game

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture(scope="module")
def example() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        import text_bot

        yield text_bot
        sys.modules.pop("text_bot")


def chat(example: Any, *texts: str) -> list[str]:
    """What a bot answers to one person."""

    async def talk() -> list[str]:
        bot = example.Bot()
        return [await bot.reply(1, text) for text in texts]

    return asyncio.run(talk())


async def play_a_game(bot: Any, chat_id: object, variant: str, seed: int) -> Game:
    """Play on what the bot says alone; the game as this side has followed it."""
    rng = random.Random(seed)
    side = rng.choice(["white", "black"])
    said = await bot.reply(chat_id, f"/new {variant} 0 {side}")
    game = Game(variant)
    while True:
        if played := re.search(r"^I play (\S+)\.$", said, re.MULTILINE):
            game.play(played[1])
        if game.outcome():
            return game
        assert game.board.turn is Color(side)
        assert ("You must capture." in said) is game.board.must_capture
        move = rng.choice(game.board.legal_moves)
        text = game.board.pdn(move)
        game.play(move)
        said = await bot.reply(chat_id, text)


def test_a_whole_game_in_several_chats_at_once(example: Any) -> None:
    names = ["english", "russian", "italian", "breakthrough"]

    async def all_of_them() -> tuple[Any, list[Game]]:
        bot = example.Bot(engines=2)
        playing = (play_a_game(bot, name, name, seed) for seed, name in enumerate(names))
        return bot, await asyncio.gather(*playing)

    bot, games = asyncio.run(all_of_them())
    for name, game in zip(names, games, strict=True):
        kept = bot.chats[name].game
        assert list(kept.mainline()) == list(game.mainline())
        assert kept.outcome() == game.outcome() is not None


def test_two_messages_at_once_are_answered_one_after_the_other(example: Any) -> None:
    async def talk() -> list[str]:
        bot = example.Bot(engines=2)
        return await asyncio.gather(*(bot.reply(1, "11-15") for _ in range(2)))

    first, second = asyncio.run(talk())
    assert first.startswith("I play ")
    assert second.splitlines()[0] != first.splitlines()[0]


def test_a_wrong_move_is_explained(example: Any) -> None:
    board = Board()
    unclear, occupied, theirs, right = chat(example, "hello", "8-11", "22-18", "11-15")
    assert unclear.startswith(str(board.explain("hello"))) and "/help" in unclear
    assert occupied == str(board.explain("8-11"))
    assert theirs == str(board.explain("22-18"))
    assert right.startswith("I play ")


def test_commands(example: Any) -> None:
    said = chat(
        example,
        *("/start", "/new@some_bot Thai hard WHITE", "/new black", "/hint", "11-15", "/undo"),
        *("/undo", "/resign", "/resign", "/hint", "11-15", "/undo", "/pdn", "/new chess", "/dance"),
    )
    assert said[0] == example.HELP
    assert said[1].startswith("Thai, level hard. You are white.\nI play ")
    assert said[2].startswith("English, level medium. You are black.\n")
    assert said[3].startswith("Play ")
    assert said[5] == said[6] == said[2].partition("\n")[2]
    assert all("I win: resignation." in text for text in said[7:11])
    assert said[11] == said[5]
    assert Game.from_pdn(said[12]).result() == "*"
    assert said[13].startswith("I do not know 'chess'.") and "russian" in said[13]
    assert said[14].startswith("There is no /dance.")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_can_be_asked_for(example: Any, variant: str) -> None:
    side = Board(variant).turn.value
    begun, shown = chat(example, f"/new {variant} easy", "/board")
    assert begun == f"{variant.capitalize()}, level easy. You are {side}.\n{shown}"


words = st.one_of(
    st.text(max_size=12),
    st.from_regex(r"/?(new|undo|board|resign|pdn|help|move|one_by_one|_)( \w{1,9}){0,3}"),
    st.from_regex(r"[1-9][0-9]?[-x:][1-9][0-9]?([-x:][1-9][0-9]?)?", fullmatch=True),
    st.sampled_from(["/new 0", "/", "/@", "x" * 100_000, "1-" * 5_000, "/new " + "russian " * 999]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(words, max_size=8))
def test_whatever_is_written_is_answered(example: Any, texts: list[str]) -> None:
    for said in chat(example, "/new 0", *texts, "/new 0", "/board"):
        assert said and len(said) < 4_096  # what a message of Telegram holds


def test_it_can_be_tried_in_a_terminal() -> None:
    tried = subprocess.run(
        [sys.executable, str(EXAMPLES / "text_bot.py")],
        input="11-15\n/resign\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "I play " in tried.stdout and "I win: resignation." in tried.stdout
