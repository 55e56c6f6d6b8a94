"""A bot that plays by text messages, in many chats at once: `python text_bot.py` to try it here.

It knows no network: a messenger's library calls `reply`, and shows what comes back in a fixed-width
font. With python-telegram-bot that is

    async def on_text(update, context):
        answer = await bot.reply(update.effective_chat.id, update.message.text)
        await update.message.reply_html(f"<pre>{html.escape(answer)}</pre>")

    bot = Bot()
    application = Application.builder().token(TOKEN).concurrent_updates(True).build()
    application.add_handler(MessageHandler(filters.TEXT, on_text))
    application.run_polling()
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager, suppress

from draughts import VARIANTS, Color, DraughtsError, Engine, Game, Level, Limit, Reason
from draughts.text import render

SECONDS = 1.0  # that a move or a hint may take
LONGEST = 200  # letters of a message that are looked at
HELP = f"""\
Type a move: 11-15, or 15x22 to capture.
/new begins a game. Name a variant, a level, your colour: /new russian hard white
/board shows the board, /hint tells a good move, /undo takes your last one back
/resign gives the game up, /pdn is the game to keep
Variants: {", ".join(VARIANTS)}
Levels: easy, medium, hard, master, or 0 to 20"""


class Chat:
    """The game of one chat."""

    def __init__(self) -> None:
        self.one_by_one = asyncio.Lock()
        self.begin()

    def begin(
        self, variant: str = "english", level: Level = Level.MEDIUM, side: Color | None = None
    ) -> None:
        self.game, self.level = Game(variant), level
        self.side = side or self.game.board.turn

    def status(self) -> str:
        """The board, and whose turn it is or how the game has ended."""
        board, outcome = self.game.board, self.game.outcome()
        lines = [render(board, flipped=self.side is Color.BLACK)]
        if outcome is None:
            lines += ["You must capture." if board.must_capture else "Your move."]
        else:
            winner = {None: "A draw", self.side: "You win", self.side.opposite: "I win"}
            how = outcome.termination.value.replace("-", " ")
            lines += [f"{winner[outcome.winner]}: {how}. /new begins another game."]
        return "\n".join(lines)


class Bot:
    """Answers messages. All chats share the engines; each thinks about one move at a time."""

    def __init__(self, engines: int = 1) -> None:
        self.chats: defaultdict[Hashable, Chat] = defaultdict(Chat)
        self.idle: asyncio.Queue[Engine] = asyncio.Queue()
        for _ in range(engines):
            self.idle.put_nowait(Engine(hash_mb=16))

    async def reply(self, chat_id: Hashable, text: str) -> str:
        """What to say to a message."""
        chat, text = self.chats[chat_id], text[:LONGEST].strip()
        async with chat.one_by_one:
            if not text.startswith("/"):
                return await self.move(chat, text)
            command, *words = text[1:].lower().split() or ["help"]
            answer = getattr(self, "on_" + command.partition("@")[0], None)  # as in /new@some_bot
            return await answer(chat, words) if answer else f"There is no /{command}.\n{HELP}"

    async def move(self, chat: Chat, text: str) -> str:
        if chat.game.outcome():
            return chat.status()
        try:
            chat.game.play(text)
        except DraughtsError:
            why = chat.game.board.explain(text)
            return (
                f"{why} /help tells what I know." if why.reason is Reason.NOT_A_MOVE else str(why)
            )
        return await self.answer(chat)

    async def answer(self, chat: Chat) -> str:
        """Play on if it is the bot's turn, and show the board."""
        board = chat.game.board
        if chat.game.outcome() or board.turn is chat.side:
            return chat.status()
        async with self.engine() as engine:
            found = await engine.aplay(board, Limit(time=SECONDS), level=chat.level)
        chat.game.play(found.move)
        return f"I play {board.pdn(found.move)}.\n{chat.status()}"

    @asynccontextmanager
    async def engine(self) -> AsyncIterator[Engine]:
        engine = await self.idle.get()
        try:
            yield engine
        finally:
            self.idle.put_nowait(engine)

    # --- commands -------------------------------------------------------------------------------

    async def on_new(self, chat: Chat, words: list[str]) -> str:
        variant, level, side = "english", Level.MEDIUM, None
        for word in words:
            if word in VARIANTS:
                variant = word
            elif word in ("white", "black"):
                side = Color(word)
            else:
                try:
                    level = Level.parse(word)
                except ValueError:
                    return f"I do not know {word!r}.\n{HELP}"
        chat.begin(variant, level, side)
        you = f"{variant.capitalize()}, level {level}. You are {chat.side.value}."
        return f"{you}\n{await self.answer(chat)}"

    async def on_undo(self, chat: Chat, words: list[str]) -> str:
        with suppress(IndexError):  # there is no more to take back
            while chat.game.undo() and chat.game.board.turn is not chat.side:
                pass
        return await self.answer(chat)

    async def on_hint(self, chat: Chat, words: list[str]) -> str:
        if chat.game.outcome():
            return chat.status()
        async with self.engine() as engine:
            return str(await asyncio.to_thread(engine.hint, chat.game.board))

    async def on_resign(self, chat: Chat, words: list[str]) -> str:
        if not chat.game.outcome():
            chat.game.resign(chat.side)
        return chat.status()

    async def on_board(self, chat: Chat, words: list[str]) -> str:
        return await self.answer(chat)

    async def on_pdn(self, chat: Chat, words: list[str]) -> str:
        return chat.game.to_pdn()

    async def on_help(self, chat: Chat, words: list[str]) -> str:
        return HELP

    on_start = on_help  # what Telegram sends when somebody opens a chat


async def console() -> None:
    bot = Bot()
    print(await bot.reply("here", "/help"), await bot.reply("here", "/board"), sep="\n\n")
    while True:
        try:
            text = await asyncio.to_thread(input, "> ")
        except EOFError:
            return
        print(await bot.reply("here", text))


if __name__ == "__main__":
    asyncio.run(console())
