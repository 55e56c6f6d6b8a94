"""What the documentation says is so: its examples run, its tables are those of the data."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import draughts
from draughts import DRAW_PRESETS, VARIANTS, Color, DrawRules, EndgameLimit, Variant
from draughts.tables import perft_tables
from draughts.variants import ANY_NUMBER

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
PACKAGE = Path(draughts.__file__).parent
NOT_WALKED = {"__main__", "_pyinstaller", "_v3", "kernel"}

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


# --- examples -------------------------------------------------------------------------------------


def run(example: doctest.DocTest) -> None:
    """Run an example as a reader would who types it in."""
    complaints: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example, out=complaints.append)
    assert not runner.failures, "".join(complaints)


def python_of(text: str) -> str:
    """The ``python`` blocks of a page alone, every line where it stood."""
    kept = []
    inside = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            inside = line.strip() == "```python"
            kept.append("")
        else:
            kept.append(line if inside else "")
    return "\n".join(kept) + "\n"


@every_page
def test_examples_of_a_page_are_true(page: Path) -> None:
    code = python_of(page.read_text(encoding="utf-8"))
    run(doctest.DocTestParser().get_doctest(code, {}, page.name, str(page), 0))


@every_page
def test_every_python_block_of_a_page_is_run(page: Path) -> None:
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        assert block.lstrip().startswith(">>> "), f"a block that no test runs: {block[:60]!r}"


def modules() -> Iterator[ModuleType]:
    """The package and its modules but for those of extras that are not installed."""
    yield draughts
    for found in pkgutil.walk_packages([str(PACKAGE)], "draughts."):
        if NOT_WALKED.isdisjoint(found.name.split(".")):
            try:
                yield importlib.import_module(found.name)
            except ModuleNotFoundError as error:
                if (error.name or "").startswith("draughts"):
                    raise


MODULES = list(modules())


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """What a class defines itself, functions and properties as such."""
    for name, member in vars(cls).items():
        yield name, getattr(member, "__func__", member)


def documented(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Every docstring that a module has, by the name of what it describes."""
    yield module.__name__, module.__doc__ or ""
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(thing):
            yield f"{module.__name__}.{name}", thing.__doc__ or ""
            for member_name, member in members(thing):
                text = getattr(member, "__doc__", None)
                if member_name != "__doc__" and isinstance(text, str):
                    yield f"{module.__name__}.{name}.{member_name}", text
        elif callable(thing):
            yield f"{module.__name__}.{name}", thing.__doc__ or ""


EXAMPLES = [
    pytest.param(module, text, id=name)
    for module in MODULES
    for name, text in documented(module)
    if ">>>" in text
]


@pytest.mark.parametrize(("module", "text"), EXAMPLES)
def test_examples_of_a_docstring_are_true(module: ModuleType, text: str) -> None:
    scope = {name: getattr(draughts, name) for name in draughts.__all__}
    scope |= {name: getattr(module, name) for name in getattr(module, "__all__", vars(module))}
    run(doctest.DocTestParser().get_doctest(text, scope, module.__name__, None, 0))


def test_docstrings_of_the_compiled_classes_are_among_them() -> None:
    names = {parameter.id for parameter in EXAMPLES}
    assert {"draughts._core.Board", "draughts._core.Board.perft", "draughts._core.Move"} <= names


# --- nothing undescribed ------------------------------------------------------------------------

PUBLIC = {
    f"{module.__name__}.{name}": getattr(module, name)
    for module in MODULES
    for name in getattr(module, "__all__", ())
}
DESCRIBED = {n: t for n, t in PUBLIC.items() if inspect.isclass(t) or inspect.isroutine(t)}


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_public_name_has_a_docstring(name: str) -> None:
    thing = DESCRIBED[name]
    assert thing.__doc__
    if not inspect.isclass(thing):
        return
    for member_name, member in members(thing):
        if member_name.startswith("_") or thing in type(member).__mro__:
            continue
        # An attribute without a docstring of its own is explained in that of the class.
        explained = re.search(rf"^ *{member_name}: ", thing.__doc__, re.MULTILINE)
        assert explained or getattr(member, "__doc__", None), f"{name}.{member_name}"


def test_every_public_name_stands_in_the_api_page() -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    for name in draughts.__all__:
        assert re.search(rf"::.*\bdraughts\.{name}\b", page), name


def test_every_name_of_a_board_stands_in_the_api_page() -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    board = page[page.index("## Board") : page.index("## Move")]
    names = {name for name, _ in members(draughts.Board) if not name.startswith("_")}
    assert set(re.findall(r"auto(?:method|attribute):: (\w+)", board)) == names


def test_every_page_is_in_the_table_of_contents() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        assert page.stem == "index" or re.search(rf"^{page.stem}$", index, re.MULTILINE), page.name


def test_no_page_links_to_a_page_that_is_not_there() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_commands_are_those_of_the_command_line() -> None:
    pytest.importorskip("draughts.cli")
    command = [sys.executable, "-m", "draughts", "--help"]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    page = (DOCS / "start.md").read_text(encoding="utf-8")
    for name in re.findall(r"^\| `draughts (\w+)` \|", page, re.MULTILINE):
        assert re.search(rf"\b{name}\b", shown), name


# --- tables ---------------------------------------------------------------------------------------

Rows = list[list[str]]


def markdown(rows: Rows) -> str:
    """A table, its first row the head."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]])


WORDS = {
    "top-left": "top left",
    "bottom-right": "bottom right",
    "free": "any",
    "most": "most pieces",
    "most-kings": "most pieces, then most kings",
    "king-first": "a king's before a man's",
    "italian": "most pieces, then by a king, then most kings, then a king first",
    "ends-move": "crowned, move ends",
    "continues-as-king": "crowned, goes on as a king",
    "at-end": "crowned only if the move ends there",
    "normal": "leave no move",
    "losing": "have no move",
    "first-king": "first king, or leave no move",
}
REMOVAL = {"at-end": "when the move ends", "at-once": "when jumped"}


def preset_of(variant: Variant) -> str:
    return next(name for name, rules in DRAW_PRESETS.items() if rules == variant.draw_rules)


def board_of(variant: Variant) -> str:
    return f"{variant.size}×{variant.size}, {variant.size // 2 * variant.men_rows} men"


def king_of(variant: Variant) -> str:
    if not variant.flying_kings:
        return "one step"
    return "flies, lands right behind" if variant.kings_land_behind else "flies"


def men_of(variant: Variant) -> str:
    ways = "forward, back" if variant.men_capture_backward else "forward"
    return ways if variant.men_capture_kings else ways + "; no kings"


def boards_and_numbering() -> Rows:
    rows = [
        [
            "Variant",
            "GameType",
            "Board, each side",
            "Left corner",
            "Square 1",
            "Written in",
            "Begins",
        ]
    ]
    for variant in VARIANTS.values():
        rows.append(
            [
                f"[{variant.name}](#{variant.name})",
                f"`{variant.game_type}`",
                board_of(variant),
                "light" if variant.mirrored else "dark",
                WORDS[variant.first_square],
                "letters" if variant.notation == "algebraic" else "numbers",
                "White" if variant.first_player is Color.WHITE else "Black",
            ]
        )
    return rows


def moves_and_ends() -> Rows:
    rows = [
        [
            "Variant",
            "Men capture",
            "King",
            "Which capture",
            "Man on the last row in a capture",
            "Victims leave",
            "To win",
            "Draws",
        ]
    ]
    for variant in VARIANTS.values():
        rows.append(
            [
                f"[{variant.name}](#{variant.name})",
                men_of(variant),
                king_of(variant),
                WORDS[variant.capture_priority],
                WORDS[variant.promotion],
                REMOVAL[variant.removal],
                WORDS[variant.aim],
                f"`{preset_of(variant)}`",
            ]
        )
    return rows


def variants_in_short() -> Rows:
    rows = [["Variant", "Board", "Men capture", "King", "Which capture", "To win"]]
    for variant in VARIANTS.values():
        rows.append(
            [
                f'`"{variant.name}"`',
                board_of(variant),
                men_of(variant),
                king_of(variant),
                WORDS[variant.capture_priority],
                WORDS[variant.aim],
            ]
        )
    return rows


def numbers(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}+" if high == ANY_NUMBER else f"{low}–{high}"


def endgame(limit: EndgameLimit) -> str:
    """A limit on an ending, such as ``3 v 1: 32``."""
    if limit.total == (2, ANY_NUMBER):
        what = f"{numbers(*limit.strong)} v {numbers(*limit.weak)}"
    else:
        what = f"{numbers(*limit.total)} pieces"
    if limit.strong_kings > 1:
        what += f", {limit.strong_kings} kings"
    if limit.max_men < ANY_NUMBER:
        what += ", no man" if limit.max_men == 0 else f", men at most {limit.max_men}"
    if limit.main_road:
        what += ", main road"
    mark = "†" if limit.replaces_quiet else ""
    return f"{what}: {limit.plies}{mark}"


def draw_presets() -> Rows:
    rows = [["Preset", "Repetition", "Quiet plies", "Progress", "Endings: plies"]]
    for name, rules in DRAW_PRESETS.items():
        rows.append(
            [
                f"`{name}`",
                claimed(rules.repetition, rules.repetition_claim),
                claimed(rules.quiet_plies, rules.quiet_claim),
                progress(rules),
                "; ".join(endgame(limit) for limit in rules.endgames) or "–",
            ]
        )
    return rows


def claimed(limit: int, claim: bool) -> str:
    return "–" if limit == 0 else f"{limit}, claim" if claim else str(limit)


def progress(rules: DrawRules) -> str:
    if not rules.quiet_plies:
        return "–"
    order = ("capture", "man-move", "promotion")
    return ", ".join(name.replace("-", " ") for name in order if name in rules.quiet_resets)


PERFT = [table._asdict() for table in perft_tables()]


def perft_from_the_start(mode: str) -> Rows:
    """A column a variant; of the counts of every sequence those that are not the others too."""
    found = {row["variant"]: row for row in PERFT if row["mode"] == mode and row["fen"] == "-"}
    names = [*(name for name in [*VARIANTS, "thai12"] if name in found)]
    rows = [["Plies", *names]]
    for depth in range(1 if mode == "unique" else 8, 12):
        counts = [
            f"{found[name]['counts'][depth - 1]:,}"
            if depth <= found[name]["checked_to_depth"]
            else "–"
            for name in names
        ]
        rows.append([str(depth), *counts])
    return rows


def perft_of_positions() -> Rows:
    found: dict[tuple[str, str, str], dict[str, dict[str, Any]]] = {}
    for row in PERFT:
        if row["fen"] != "-":
            found.setdefault((row["name"], row["variant"], row["fen"]), {})[row["mode"]] = row
    rows = [["Position", "Variant", "FEN", "Plies", "Unique", "All"]]
    for (name, variant, fen), modes in found.items():
        depth = min(row["checked_to_depth"] for row in modes.values())
        counts = [
            f"{modes[mode]['counts'][depth - 1]:,}" if mode in modes else "–"
            for mode in ("unique", "all")
        ]
        rows.append([name, variant, f"`{fen}`", str(depth), *counts])
    return rows


TABLES = {
    "README.md: variants": (ROOT / "README.md", variants_in_short()),
    "rules.md: boards": (DOCS / "rules.md", boards_and_numbering()),
    "rules.md: moves": (DOCS / "rules.md", moves_and_ends()),
    "variants.md: draw presets": (DOCS / "variants.md", draw_presets()),
    "perft.md: unique": (DOCS / "perft.md", perft_from_the_start("unique")),
    "perft.md: all": (DOCS / "perft.md", perft_from_the_start("all")),
    "perft.md: positions": (DOCS / "perft.md", perft_of_positions()),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_that_of_the_data(name: str) -> None:
    page, rows = TABLES[name]
    table = markdown(rows)
    assert table in page.read_text(encoding="utf-8"), f"{page.name} should have\n\n{table}\n"


# --- the kernel from another module -------------------------------------------------------------


def test_the_kernel_is_there_to_be_cimported() -> None:
    for room in ("rules", "position", "movegen", "dispatch"):
        assert (PACKAGE / "kernel" / f"{room}.pxd").exists(), room
    assert (PACKAGE / "_core.pxd").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is called the Unix way")
def test_the_kernel_example_compiles_and_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("Cython")
    compiler = next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if compiler is None:
        pytest.skip("no C compiler")
    source = tmp_path / "kernel_example.c"
    built = tmp_path / f"kernel_example{sysconfig.get_config_var('EXT_SUFFIX')}"
    subprocess.run(
        [
            *(sys.executable, "-m", "cython", "-I", str(PACKAGE.parent)),
            *("-o", str(source), str(DOCS / "kernel_example.pyx")),
        ],
        check=True,
    )
    dynamic = (
        ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    )
    subprocess.run(
        [
            *(compiler, "-O0", "-w", "-fPIC", *dynamic),
            *("-I", sysconfig.get_path("include"), "-o", str(built), str(source)),
        ],
        check=True,
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    example: Any = importlib.import_module("kernel_example")
    board = draughts.Board("russian")
    assert example.russian_lines(board, 5) == board.perft(5)
    with pytest.raises(ValueError):
        example.russian_lines(draughts.Board("english"), 5)
    for variant in VARIANTS.values():
        ends = [example.random_playout(draughts.Board(variant), seed, 400) for seed in range(20)]
        assert {"white", "black"} <= set(ends) <= {"white", "black", None}
