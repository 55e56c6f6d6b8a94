"""Reading a JSON message field by field, with a clear error for each that is not right."""

from __future__ import annotations

import json
import traceback
from collections.abc import Collection, Mapping
from typing import Any, NoReturn

__all__ = ["BadMessage", "Fields", "broken", "read_object"]


class BadMessage(Exception):
    """A message that cannot be followed.

    Args:
        code: the reason for programs, such as ``"illegal-move"``; who sent it has a sentence for
            each.
        message: the reason in English.
        details: what else a program may want to know, as JSON has it.

    >>> BadMessage("illegal-move", "A man moves forward only.", reason="...").to_json()
    {'code': 'illegal-move', 'message': 'A man moves forward only.', 'reason': '...'}
    """

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details

    def to_json(self) -> dict[str, Any]:
        """The reason, as it is sent."""
        return {"code": self.code, "message": self.message, **self.details}


def broken(error: Exception) -> BadMessage:
    """What a client is told when the fault is ours; the trace goes to standard error."""
    traceback.print_exception(error)
    return BadMessage("internal", f"a fault of the library: {type(error).__name__}: {error}")


def read_object(text: str | bytes, what: str = "the message") -> Fields:
    """The fields of a JSON object, in UTF-8 if it is bytes.

    A number such as ``3.0`` is a whole one, for there are languages that write it so.

    Raises:
        BadMessage: the text is no JSON object.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value = json.loads(text, parse_float=_number, parse_constant=_refuse_constant)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadMessage("bad-json", f"{what} has half of a surrogate pair in it") from None
    except UnicodeDecodeError as error:
        raise BadMessage(
            "bad-json",
            f"{what} is not UTF-8: byte {error.start} is 0x{error.object[error.start]:02x}",
        ) from None
    except RecursionError:
        raise BadMessage("bad-json", f"{what} is nested too deeply") from None
    except ValueError as error:
        raise BadMessage("bad-json", f"{what} is not JSON: {error}") from None
    return Fields(value, what)


def _number(text: str) -> float:
    number = float(text)
    return int(number) if number.is_integer() else number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


class Fields:
    """The fields of a JSON object; each is asked for with the type that it must have.

    >>> fields = Fields({"ply": 3}, "move")
    >>> fields.number("ply", 0, 10), fields.text("name", default="Ann")
    (3, 'Ann')
    >>> fields.number("ply", 0, 2)
    Traceback (most recent call last):
    draughts.protocols.messages.BadMessage: ply of move is 3; it must be a whole number from 0 to 2
    """

    def __init__(self, value: Any, what: str) -> None:
        if not isinstance(value, Mapping):
            raise BadMessage("bad-field", f"{what} must be an object")
        self._values = value
        self._what = what

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) is not None

    def without(self, *names: str, what: str) -> Fields:
        """The other fields.

        Args:
            names: the fields that are left out.
            what: what the others are fields of, for messages.
        """
        rest = {name: value for name, value in self._values.items() if name not in names}
        return Fields(rest, what)

    def only(self, *known: str) -> None:
        """Refuse fields with other names."""
        for name in self._values:
            if name not in known:
                raise BadMessage(
                    "bad-field", f"{self._what} has a field {str(name)[:40]!r} too many"
                )

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number."""
        value = self._given(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self._refuse(name, value, f"a whole number from {low} to {high}")
        return int(value)

    def real(self, name: str, low: float, high: float, default: float | None = None) -> float:
        """A number."""
        value = self._given(name, default)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not low <= value <= high:
            self._refuse(name, value, f"a number from {low:g} to {high:g}")
        return float(value)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self._given(name, default)
        if not isinstance(value, bool):
            self._refuse(name, value, "true or false")
        return bool(value)

    def text(self, name: str, longest: int = 200, default: str | None = None) -> str:
        """A text of at most so many characters."""
        value = self._given(name, default)
        if not isinstance(value, str) or len(value) > longest:
            self._refuse(name, value, f"a text of at most {longest} characters")
        return str(value)

    def choice(self, name: str, choices: Collection[str], default: str | None = None) -> str:
        """One of some words."""
        value = self._given(name, default)
        if not isinstance(value, str) or value not in choices:
            self._refuse(name, value, "one of " + ", ".join(map(repr, choices)))
        return str(value)

    def items(self, name: str, most: int) -> list[Any]:
        """A list of at most so many things; empty if it is not there."""
        value = self._given(name, [])
        if not isinstance(value, list) or len(value) > most:
            self._refuse(name, value, f"a list of at most {most}")
        return list(value)

    def pairs(self, name: str, most: int) -> list[tuple[str, Any]]:
        """The names and values of an object of at most so many; empty if it is not there."""
        value = self._given(name, {})
        if not isinstance(value, Mapping) or len(value) > most:
            self._refuse(name, value, f"an object of at most {most}")
        return list(value.items())

    def is_text(self, name: str) -> bool:
        """Whether a field is a text, where it may be something else."""
        return isinstance(self._values.get(name), str)

    def object(self, name: str) -> Fields:
        """An object; empty if it is not there."""
        return Fields(self._given(name, {}), name)

    def _given(self, name: str, default: Any) -> Any:
        value = self._values.get(name)
        if value is not None:
            return value
        if default is None:
            raise BadMessage("bad-field", f"{self._what} lacks {name}")
        return default

    def _refuse(self, name: str, value: Any, wanted: str) -> None:
        shown = repr(value)
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        raise BadMessage("bad-field", f"{name} of {self._what} is {shown}; it must be {wanted}")
