"""How an engine of others is set up: it tells its parameters, they are set, it gets ready."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from draughts.errors import EngineError, ProtocolError
from draughts.protocols.hub.answers import Parameter
from draughts.protocols.hub.lines import Command, parse_line
from draughts.protocols.hub.notation import same_rules, variant_names
from draughts.protocols.process import Child
from draughts.variants import VARIANTS, Variant

__all__ = ["Option", "shake_hands"]

Option: TypeAlias = "str | int | float | bool"


def shake_hands(
    child: Child, variant: Variant, options: Mapping[str, Option], timeout: float
) -> tuple[dict[str, str], dict[str, Parameter]]:
    """Set an engine up, from ``hub`` to ``ready``.

    Args:
        child: the engine, which has just started.
        variant: the rules by which it is to play.
        options: values of its parameters.
        timeout: seconds that it may take, for each of its two answers.

    Returns:
        What it says of itself, and its parameters.

    Raises:
        EngineError: it has ended, is silent, refuses something, or does not know the variant or an
            option.
    """
    identity: dict[str, str] = {}
    parameters: dict[str, Parameter] = {}
    child.write("hub")
    for command in _until("wait", child, timeout):
        if command.name == "id":
            identity.update(command.arguments)
        elif command.name == "param" and command.arguments.get("name"):
            parameters[command.arguments["name"]] = Parameter.parse(command.arguments)
    name = identity.get("name") or child.name
    for option, value in [*_variant(parameters, variant, name), *options.items()]:
        if option not in parameters:
            known = ", ".join(parameters) or "none"
            raise EngineError(f"{name} has no parameter {option!r}; it has {known}")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        child.write(str(Command("set-param", {"name": option, "value": text})))
    child.write("init")
    for _ in _until("ready", child, timeout):
        pass
    return identity, parameters


def _until(last: str, child: Child, timeout: float) -> Iterator[Command]:
    """The commands that come before a certain one; chatter between them is passed over."""
    deadline = time.monotonic() + timeout
    while True:
        line = child.read(deadline - time.monotonic())
        if line is None or time.monotonic() > deadline:
            raise EngineError(
                f"{child.name} has not said {last!r} within {timeout:g} s; "
                "is it a Hub engine, with the arguments that it needs?"
            )
        try:
            command = parse_line(line)
        except ProtocolError:
            continue
        if command.name == "error":
            raise EngineError(f"{child.name}: {command.arguments.get('message', line)}")
        if command.name == last:
            return
        yield command


def _variant(
    parameters: Mapping[str, Parameter], variant: Variant, name: str
) -> Iterator[tuple[str, Option]]:
    """The value of the parameter for the rules, if there is one."""
    parameter = parameters.get("variant")
    if parameter is None:
        return
    known = VARIANTS.get(variant.name)
    names = variant_names(variant) if known and same_rules(variant, known) else []
    value = next((name for name in names if name in parameter.values), None)
    if value is None:
        plays = ", ".join(parameter.values) or "nothing that it names"
        raise EngineError(f"{name} does not play {variant.name!r}; it plays {plays}")
    yield "variant", value
