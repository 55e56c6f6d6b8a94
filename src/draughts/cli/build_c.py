"""``build-c``: the sources of the library for C."""

from __future__ import annotations

from pathlib import Path

from draughts.cli.arguments import Arguments, Commands, add_conversation
from draughts.cli.output import say
from draughts.variants import Variant


def add_to(commands: Commands) -> None:
    """Add the command ``build-c``."""
    parser = add_conversation(
        commands,
        "build-c",
        build_c,
        summary="the sources of a C library that runs without Python",
        details="""\
Writes draughts.h, draughts.c and CMakeLists.txt. Any C99 compiler takes them:
  cc -O3 -c draughts.c
needs Cython here (pip install 'draughts-engine[c]'), and no Python there.""",
        examples="""\
  draughts build-c DIR
  draughts build-c DIR --rules FILE
""",
    )
    parser.add_argument("folder", metavar="DIR", help="where to; it is made if need be")
    parser.add_argument(
        "--rules",
        action="append",
        default=[],
        metavar="FILE",
        help="a rule set of your own, as Variant.to_json writes it; may be repeated",
    )


def build_c(args: Arguments) -> int:
    """Write the sources.

    Raises:
        ValueError: Cython is missing or failed, or a file holds no rule set.
    """
    from draughts import c_api

    rules = [_rules_of(Path(name)) for name in args.rules]
    try:
        for file in c_api.write(args.folder, rules):
            say(str(file))
    except (ModuleNotFoundError, RuntimeError) as error:
        raise ValueError(str(error)) from None
    return 0


def _rules_of(file: Path) -> Variant:
    try:
        return Variant.from_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
