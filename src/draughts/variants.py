"""The rule sets, as pure data: what a variant says, never how it is carried out.

How the rules act on a board is known in one place, ``kernel/rules.pxd``; how draws are counted, in
``kernel/draws.pxd``. This module only names the choices and the combinations that people play.
"""

from __future__ import annotations

from types import MappingProxyType

from draughts.types import Color, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Literal

    Reset = Literal["capture", "man-move", "promotion"]
    Corner = Literal["bottom-left", "bottom-right", "top-left", "top-right"]
    Notation = Literal["numeric", "algebraic"]
    CaptureSign = Literal["x", ":"]
    CapturePriority = Literal["free", "most", "most-kings", "king-first", "italian"]
    Removal = Literal["at-end", "at-once"]
    Promotion = Literal["ends-move", "continues-as-king", "at-end"]
    Aim = Literal["normal", "losing", "first-king"]

__all__ = [
    "ANTIDRAUGHTS",
    "BRAZILIAN",
    "BREAKTHROUGH",
    "CZECH",
    "DRAW_PRESETS",
    "ENGLISH",
    "INTERNATIONAL",
    "ITALIAN",
    "POOL",
    "PORTUGUESE",
    "RUSSIAN",
    "SPANISH",
    "THAI",
    "VARIANTS",
    "DrawRules",
    "EndgameLimit",
    "Variant",
    "variant",
]

RESETS: tuple[Reset, ...] = ("capture", "man-move", "promotion")
CORNERS: tuple[Corner, ...] = ("bottom-left", "bottom-right", "top-left", "top-right")
NOTATIONS: tuple[Notation, ...] = ("numeric", "algebraic")
CAPTURE_SIGNS: tuple[CaptureSign, ...] = ("x", ":")
CAPTURE_PRIORITIES: tuple[CapturePriority, ...] = (
    "free",
    "most",
    "most-kings",
    "king-first",
    "italian",
)
REMOVALS: tuple[Removal, ...] = ("at-end", "at-once")
PROMOTIONS: tuple[Promotion, ...] = ("ends-move", "continues-as-king", "at-end")
AIMS: tuple[Aim, ...] = ("normal", "losing", "first-king")

ANY_NUMBER = 99
MAX_PLIES = 30_000
MAX_ENDGAME_LIMITS = 8


def _check_choice(what: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        names = ", ".join(repr(choice) for choice in choices)
        raise ValueError(f"{what} is {value!r}; it must be one of {names}")


def _check_number(what: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{what} is {value!r}; it must be a whole number from {low} to {high}")


class EndgameLimit(Record):
    """A limit on the plies that an ending of a certain material may last.

    The stronger side is the one with more pieces; with equal numbers either side may be taken for
    it. The count starts at 0 in the position in which the material first stands on the board, goes
    up by one each ply while it does, and starts again when the material comes anew.

    Args:
        plies: the game is drawn when the count reaches this number.
        strong: least and greatest number of pieces of the stronger side.
        weak: least and greatest number of pieces of the weaker side.
        strong_kings: least number of kings of the stronger side.
        weak_kings: least number of kings of the weaker side.
        total: least and greatest number of pieces of both sides together.
        max_men: greatest number of men of both sides together.
        main_road: only while the weaker side's kings all stand on the main road (the longest
            diagonal, from White's left bottom corner).
        resets: what sets the count back to 0 although the material is still of the same kind.
        replaces_quiet: while the material stands on the board, this limit holds in place of
            ``DrawRules.quiet_plies``.
        claim: the draw must be claimed; otherwise it ends the game by itself.
    """

    plies: int
    strong: tuple[int, int]
    weak: tuple[int, int]
    strong_kings: int
    weak_kings: int
    total: tuple[int, int]
    max_men: int
    main_road: bool
    resets: frozenset[Reset]
    replaces_quiet: bool
    claim: bool

    _fields = tuple(__annotations__)
    __slots__ = _fields

    def __init__(
        self,
        plies: int,
        strong: tuple[int, int] = (1, ANY_NUMBER),
        weak: tuple[int, int] = (1, ANY_NUMBER),
        strong_kings: int = 1,
        weak_kings: int = 1,
        total: tuple[int, int] = (2, ANY_NUMBER),
        max_men: int = ANY_NUMBER,
        main_road: bool = False,
        resets: Iterable[Reset] = (),
        replaces_quiet: bool = False,
        claim: bool = False,
    ) -> None:
        resets = frozenset(resets)
        self._fill(locals())
        _check_number("plies", self.plies, 1, MAX_PLIES)
        for name in ("strong", "weak", "total"):
            low, high = getattr(self, name)
            _check_number(f"{name}, least", low, 0, ANY_NUMBER)
            _check_number(f"{name}, greatest", high, low, ANY_NUMBER)
        for name in ("strong_kings", "weak_kings", "max_men"):
            _check_number(name, getattr(self, name), 0, ANY_NUMBER)
        for reset in self.resets:
            _check_choice("a reset", reset, RESETS)


class DrawRules(Record):
    """When a game is drawn. All limits are in plies (one move by one side); 0 switches one off.

    Args:
        repetition: how often the same position, with the same side to move, must occur.
        quiet_plies: plies without progress.
        quiet_resets: what counts as progress.
        max_plies: plies from the start of the game.
        endgames: limits for endings of certain material, at most 8.
        repetition_claim: a repetition must be claimed; otherwise it ends the game by itself.
        quiet_claim: the quiet limit must be claimed; otherwise it ends the game by itself.

    >>> DrawRules(quiet_plies=40, max_plies=200).repetition
    3
    """

    repetition: int
    quiet_plies: int
    quiet_resets: frozenset[Reset]
    max_plies: int
    endgames: tuple[EndgameLimit, ...]
    repetition_claim: bool
    quiet_claim: bool

    _fields = tuple(__annotations__)
    __slots__ = _fields

    def __init__(
        self,
        repetition: int = 3,
        quiet_plies: int = 0,
        quiet_resets: Iterable[Reset] = ("capture", "man-move"),
        max_plies: int = 0,
        endgames: Iterable[EndgameLimit] = (),
        repetition_claim: bool = False,
        quiet_claim: bool = False,
    ) -> None:
        quiet_resets = frozenset(quiet_resets)
        endgames = tuple(endgames)
        self._fill(locals())
        _check_number("repetition", self.repetition, 0, 1000)
        if self.repetition == 1:
            raise ValueError(
                "repetition is 1; a position occurs once by being there: 0 or 2 and up"
            )
        _check_number("quiet_plies", self.quiet_plies, 0, MAX_PLIES)
        _check_number("max_plies", self.max_plies, 0, MAX_PLIES)
        for reset in self.quiet_resets:
            _check_choice("a reset", reset, RESETS)
        if len(self.endgames) > MAX_ENDGAME_LIMITS:
            raise ValueError(f"{len(self.endgames)} endgame limits; at most {MAX_ENDGAME_LIMITS}")

    @staticmethod
    def preset(name: str) -> DrawRules:
        """The draw rules of a federation or a house, by name.

        Args:
            name: a key of :data:`DRAW_PRESETS`, such as ``"wcdf"``, ``"fmjd"`` or ``"kings15"``.

        Raises:
            ValueError: no preset has that name.

        >>> DrawRules.preset("kings15").quiet_plies
        30
        """
        try:
            return DRAW_PRESETS[name]
        except KeyError:
            known = ", ".join(DRAW_PRESETS)
            raise ValueError(f"no draw rules are called {name!r}; there are {known}") from None


_LONE_KING = (1, 1)

DRAW_PRESETS: Mapping[str, DrawRules] = MappingProxyType(
    {
        "none": DrawRules(repetition=0),
        "repetition": DrawRules(),
        # WCDF 1.32: third repetition; 40 moves each without a capture or a man's advance. Claims.
        "wcdf": DrawRules(quiet_plies=80, repetition_claim=True, quiet_claim=True),
        # FMJD Annex 1, 6.1 and 6.2; a change to a smaller ending starts its own count.
        "fmjd": DrawRules(
            quiet_plies=50,
            endgames=(
                EndgameLimit(32, strong=(3, 3), weak=_LONE_KING),
                EndgameLimit(10, strong=(1, 2), weak=_LONE_KING),
            ),
        ),
        # The same, read to the letter: the 16 moves stay the maximum after a capture inside them.
        "fmjd-strict": DrawRules(
            quiet_plies=50,
            endgames=(
                EndgameLimit(32, strong=(1, 3), weak=_LONE_KING),
                EndgameLimit(10, strong=(1, 2), weak=_LONE_KING),
            ),
        ),
        # FMJD-64 7.2.3 to 7.2.8; of 7.2.5 and 7.2.6 the more specific wins for 4 to 7 pieces.
        "fmjd64": DrawRules(
            quiet_plies=30,
            endgames=(
                EndgameLimit(
                    30, strong=(3, ANY_NUMBER), strong_kings=3, weak=_LONE_KING, max_men=0
                ),
                EndgameLimit(
                    60,
                    total=(4, 5),
                    resets=frozenset({"capture", "promotion"}),
                    replaces_quiet=True,
                ),
                EndgameLimit(
                    120,
                    total=(6, 7),
                    resets=frozenset({"capture", "promotion"}),
                    replaces_quiet=True,
                ),
                EndgameLimit(10, strong=(3, 3), weak=_LONE_KING, main_road=True),
                EndgameLimit(10, strong=(1, 2), weak=_LONE_KING),
            ),
        ),
        # CBD: kings only 20 moves each; articles 99 and 100, not reset by anything.
        "cbd": DrawRules(
            quiet_plies=40,
            endgames=(
                EndgameLimit(10, strong=(1, 2), weak=(1, 2), max_men=1),
                EndgameLimit(10, strong=(3, 3), weak=_LONE_KING, main_road=True),
            ),
        ),
        "auto40": DrawRules(quiet_plies=80),
        "total40": DrawRules(quiet_plies=40),
        "crowning40": DrawRules(quiet_plies=80, quiet_resets=frozenset({"capture", "promotion"})),
        "kings15": DrawRules(quiet_plies=30),
        "kings25": DrawRules(quiet_plies=50),
        # FID: fourth repetition; 40 moves each.
        "fid": DrawRules(repetition=4, quiet_plies=80),
        # American Pool: three kings must win against one within 13 moves.
        "pool": DrawRules(
            quiet_plies=30,
            endgames=(EndgameLimit(26, strong=(3, 3), strong_kings=3, weak=_LONE_KING),),
        ),
    }
)


_ONLY_REPETITION = DrawRules()
_FLAGS = (
    "mirrored",
    "men_capture_backward",
    "men_capture_kings",
    "flying_kings",
    "kings_land_behind",
    "mandatory_capture",
)


class Variant(Record):
    """A rule set. Every field is one question that the rules of a draughts game answer.

    Args:
        name: what people call it.
        game_type: the PDN ``GameType`` tag, such as ``"21,B,8,8,N1,0"``.
        size: rows and columns of the board, 8 or 10.
        mirrored: the corner at each player's left hand is a light square.
        first_square: the corner, as White sees the board, where the numbers start. They run along
            the row away from that corner, then row by row.
        notation: how squares are written, by number or like ``c3``.
        capture_sign: what stands between the squares of a capture.
        first_player: the side that begins.
        men_rows: rows that each side fills with men at the start.
        men_capture_backward: men capture in all four directions.
        men_capture_kings: men may capture kings.
        flying_kings: kings move any distance.
        kings_land_behind: a flying king lands right behind its victim.
        capture_priority: which captures are legal when there are several: ``"free"`` (any),
            ``"most"`` (most pieces), ``"most-kings"`` (most pieces, then most kings among them),
            ``"king-first"`` (a king's capture before a man's), ``"italian"`` (most pieces, then
            with a king, then most kings, then the king met first).
        removal: captured pieces leave the board ``"at-end"`` of the move or ``"at-once"``.
        promotion: a man that reaches the last row in a capture is crowned and its move
            ``"ends-move"``; or it ``"continues-as-king"``; or it is crowned only if its move ends
            there, ``"at-end"``.
        mandatory_capture: a side that can capture must. Otherwise any legal move may be chosen,
            but a chain once begun is finished.
        aim: ``"normal"`` (a side without a move has lost), ``"losing"`` (it has won) or
            ``"first-king"`` (the first to make a king has won, too).
        draw_rules: when a game is drawn.

    Raises:
        ValueError: a field has a value outside its range; the message names it.

    >>> ENGLISH.replace(mandatory_capture=False).mandatory_capture
    False
    """

    name: str
    game_type: str
    size: int
    mirrored: bool
    first_square: Corner
    notation: Notation
    capture_sign: CaptureSign
    first_player: Color
    men_rows: int
    men_capture_backward: bool
    men_capture_kings: bool
    flying_kings: bool
    kings_land_behind: bool
    capture_priority: CapturePriority
    removal: Removal
    promotion: Promotion
    mandatory_capture: bool
    aim: Aim
    draw_rules: DrawRules

    _fields = tuple(__annotations__)
    __slots__ = (*_fields, "_compiled")
    _compiled: Any

    def __init__(
        self,
        name: str,
        game_type: str,
        size: int = 8,
        mirrored: bool = False,
        first_square: Corner = "top-left",
        notation: Notation = "numeric",
        capture_sign: CaptureSign = "x",
        first_player: Color = Color.WHITE,
        men_rows: int = 3,
        men_capture_backward: bool = False,
        men_capture_kings: bool = True,
        flying_kings: bool = False,
        kings_land_behind: bool = False,
        capture_priority: CapturePriority = "free",
        removal: Removal = "at-end",
        promotion: Promotion = "ends-move",
        mandatory_capture: bool = True,
        aim: Aim = "normal",
        draw_rules: DrawRules = _ONLY_REPETITION,
    ) -> None:
        self._fill(locals())
        object.__setattr__(self, "_compiled", None)
        if self.size not in (8, 10):
            raise ValueError(f"size is {self.size!r}; it must be 8 or 10")
        _check_number("men_rows", self.men_rows, 1, self.size // 2 - 1)
        _check_choice("first_square", self.first_square, CORNERS)
        _check_choice("notation", self.notation, NOTATIONS)
        _check_choice("capture_sign", self.capture_sign, CAPTURE_SIGNS)
        _check_choice("capture_priority", self.capture_priority, CAPTURE_PRIORITIES)
        _check_choice("removal", self.removal, REMOVALS)
        _check_choice("promotion", self.promotion, PROMOTIONS)
        _check_choice("aim", self.aim, AIMS)
        for flag in _FLAGS:
            if not isinstance(getattr(self, flag), bool):
                raise ValueError(f"{flag} is {getattr(self, flag)!r}; it must be True or False")
        if not self.game_type.split(",")[0].isdecimal():
            raise ValueError(f"game_type is {self.game_type!r}; it must be like '21,B,8,8,N1,0'")
        if not isinstance(self.first_player, Color):
            raise ValueError(f"first_player is {self.first_player!r}; it must be a Color")
        if not isinstance(self.draw_rules, DrawRules):
            raise ValueError(f"draw_rules is {self.draw_rules!r}; it must be a DrawRules")

    @property
    def squares(self) -> int:
        """The number of playing squares, 32 or 50."""
        return self.size * self.size // 2

    @property
    def game_type_number(self) -> int:
        """The first number of the PDN ``GameType``: 21 for English, 25 for Russian."""
        return int(self.game_type.split(",")[0])

    def replace(self, **changes: Any) -> Variant:
        """A copy with some fields changed, for the local rules that people play at home.

        Raises:
            TypeError: there is no such field.
            ValueError: a field has a value outside its range.

        >>> RUSSIAN.replace(draw_rules=DrawRules.preset("kings15")).draw_rules.quiet_plies
        30
        """
        for name in changes:
            if name not in self._fields:
                raise TypeError(
                    f"a variant has no field {name!r}; it has {', '.join(self._fields)}"
                )
        return Variant(**{**dict(zip(self._fields, self._values(), strict=True)), **changes})

    def to_json(self) -> str:
        """The whole rule set as a JSON object, draw rules and endgame limits included.

        >>> Variant.from_json(RUSSIAN.to_json()) == RUSSIAN
        True
        """
        from draughts import variant_text

        return variant_text.to_json(self)

    @staticmethod
    def from_json(text: str) -> Variant:
        """The rule set of a JSON object such as :meth:`to_json` writes.

        Args:
            text: the object. ``name`` and ``game_type`` must be there; other fields that are not
                have the defaults of this class.

        Raises:
            ValueError: the text is not JSON, or a field is unknown, missing or outside its range;
                the message names it.

        >>> rules = '{"name": "two rows", "game_type": "21,B,8,8,N1,0", "men_rows": 2}'
        >>> Variant.from_json(rules).men_rows
        2
        """
        from draughts import variant_text

        return variant_text.from_json(text)

    def to_tags(self) -> dict[str, str]:
        """The rule set as PDN tags: ``GameType``, and ``Rules`` where that does not say it all.

        ``Rules`` is a JSON object of the fields that differ from the built-in variant that the
        number of the ``GameType`` names, or from the defaults of this class if it names none.
        Draw rules are written by the name of their preset if they have one.

        >>> RUSSIAN.to_tags()
        {'GameType': '25,W,8,8,A0,0'}
        >>> RUSSIAN.replace(mandatory_capture=False).to_tags()["Rules"]
        '{"mandatory_capture": false}'
        """
        from draughts import variant_text

        return variant_text.to_tags(self)

    @staticmethod
    def from_tags(tags: Mapping[str, str]) -> Variant | None:
        """The rule set that the tags of a PDN game name, as :meth:`to_tags` writes them.

        The number of the ``GameType`` alone counts, what stands behind it does not.

        Args:
            tags: the tags of a game; only ``GameType`` and ``Rules`` are looked at.

        Returns:
            The rule set; None if there is neither tag.

        Raises:
            ValueError: no built-in variant has that ``GameType`` and there are no ``Rules``; or
                those are not JSON, or a field is unknown, missing or outside its range. The
                message names it.

        >>> Variant.from_tags({"GameType": "25"}) == RUSSIAN
        True
        >>> rules = '{"draw_rules": "kings15"}'
        >>> Variant.from_tags({"GameType": "25", "Rules": rules}).draw_rules.quiet_plies
        30
        """
        from draughts import variant_text

        return variant_text.from_tags(tags)


ENGLISH = Variant(
    name="english",
    game_type="21,B,8,8,N1,0",
    first_player=Color.BLACK,
    draw_rules=DrawRules.preset("auto40"),
)
RUSSIAN = Variant(
    name="russian",
    game_type="25,W,8,8,A0,0",
    notation="algebraic",
    capture_sign=":",
    men_capture_backward=True,
    flying_kings=True,
    promotion="continues-as-king",
    draw_rules=DrawRules.preset("fmjd64"),
)
BRAZILIAN = Variant(
    name="brazilian",
    game_type="26,W,8,8,A0,0",
    notation="algebraic",
    men_capture_backward=True,
    flying_kings=True,
    capture_priority="most",
    promotion="at-end",
    draw_rules=DrawRules.preset("cbd"),
)
INTERNATIONAL = Variant(
    name="international",
    game_type="20,W,10,10,N2,0",
    size=10,
    men_rows=4,
    men_capture_backward=True,
    flying_kings=True,
    capture_priority="most",
    promotion="at-end",
    draw_rules=DrawRules.preset("fmjd"),
)
POOL = Variant(
    name="pool",
    game_type="23,B,8,8,N1,0",
    first_player=Color.BLACK,
    men_capture_backward=True,
    flying_kings=True,
    promotion="at-end",
    draw_rules=DrawRules.preset("pool"),
)
ITALIAN = Variant(
    name="italian",
    game_type="22,W,8,8,N2,1",
    mirrored=True,
    men_capture_kings=False,
    capture_priority="italian",
    draw_rules=DrawRules.preset("fid"),
)
SPANISH = Variant(
    name="spanish",
    game_type="24,W,8,8,N1,1",
    mirrored=True,
    first_square="bottom-right",
    flying_kings=True,
    capture_priority="most-kings",
    draw_rules=DrawRules.preset("repetition"),
)
PORTUGUESE = SPANISH.replace(name="portuguese", game_type="28,W,8,8,N1,1")
CZECH = Variant(
    name="czech",
    game_type="29,W,8,8,A0,0",
    notation="algebraic",
    flying_kings=True,
    capture_priority="king-first",
    draw_rules=DrawRules.preset("kings15"),
)
THAI = Variant(
    name="thai",
    game_type="31,B,8,8,N2,0",
    first_player=Color.BLACK,
    men_rows=2,
    flying_kings=True,
    kings_land_behind=True,
    removal="at-once",
    draw_rules=DrawRules.preset("repetition"),
)
ANTIDRAUGHTS = INTERNATIONAL.replace(
    name="antidraughts",
    game_type="98,W,10,10,N2,0",
    aim="losing",
    draw_rules=DrawRules.preset("repetition"),
)
BREAKTHROUGH = INTERNATIONAL.replace(
    name="breakthrough",
    game_type="96,W,10,10,N2,0",
    aim="first-king",
    draw_rules=DrawRules.preset("none"),
)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        v.name: v
        for v in (
            ENGLISH,
            RUSSIAN,
            BRAZILIAN,
            INTERNATIONAL,
            POOL,
            ITALIAN,
            SPANISH,
            PORTUGUESE,
            CZECH,
            THAI,
            ANTIDRAUGHTS,
            BREAKTHROUGH,
        )
    }
)
"""The built-in variants by name."""

_ALIASES = {"american": "english", "checkers": "english", "losing": "antidraughts"}
_BY_GAME_TYPE = {v.game_type_number: v for v in VARIANTS.values()}


def variant(key: str | int | Variant) -> Variant:
    """A built-in variant by its name or its PDN ``GameType``.

    Args:
        key: a name (``"russian"``), a ``GameType`` (``25``, ``"25"``, ``"25,W,8,8,A0,0"``), or a
            variant, which comes back as it is.

    Raises:
        ValueError: there is no such variant; the message lists those that there are.

    >>> variant("pool") is variant(23) is POOL
    True
    """
    if isinstance(key, Variant):
        return key
    name = str(key).strip().lower()
    found = VARIANTS.get(_ALIASES.get(name, name))
    if found is None:
        number = name.split(",")[0]
        found = _BY_GAME_TYPE.get(int(number)) if number.isdecimal() else None
    if found is None:
        raise ValueError(f"no variant is called {key!r}; there are {', '.join(VARIANTS)}")
    return found
