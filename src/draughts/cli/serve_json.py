"""``serve-json``: games and the engine for a program in any language, over pipes."""

from __future__ import annotations

import json

from draughts.cli.arguments import Arguments, Commands, add_conversation, at_least
from draughts.cli.output import say
from draughts.protocols import json_schema, serve_json


def add_to(commands: Commands) -> None:
    """Add the command ``serve-json``."""
    parser = add_conversation(
        commands,
        "serve-json",
        serve,
        summary="games and the engine for a program in any language, as JSON lines",
        details="""\
Reads a JSON object a line from standard input and answers with a JSON object
a line on standard output, until the input ends: see docs/json.md. Many games,
several searches at the same time, requests answered while they run.""",
        examples="""\
  draughts serve-json
  echo '{"op": "new"}' | draughts serve-json
  draughts serve-json --schema > schema.json
""",
    )
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema, and end")
    parser.add_argument(
        "--engines",
        type=at_least(1),
        metavar="N",
        help="searches at the same time (default: one a core)",
    )
    parser.add_argument(
        "--threads", type=at_least(1), default=1, metavar="N", help="of each search (1)"
    )
    parser.add_argument(
        "--hash", type=at_least(1), default=64, metavar="MB", help="of each engine (64)"
    )


def serve(args: Arguments) -> int:
    """Serve one client, or print the schema.

    Raises:
        ValueError: an argument is outside its range.
    """
    if args.schema:
        say(json.dumps(json_schema(), indent=2))
        return 0
    # Unbuffered, so that nothing is left to be written when a client has gone that did not read.
    with open(0, "rb", closefd=False) as requests, open(1, "wb", 0, closefd=False) as answers:
        serve_json(requests, answers, engines=args.engines, threads=args.threads, hash_mb=args.hash)
    return 0
