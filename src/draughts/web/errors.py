"""What is wrong with a message from a page."""

from __future__ import annotations

__all__ = ["BadMessage"]


class BadMessage(Exception):
    """A message that cannot be followed.

    Args:
        code: the reason for programs, such as ``"illegal-move"``; the page has a sentence for each.
        message: the reason in English.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def to_json(self) -> dict[str, str]:
        """The reason, as it is sent to a page."""
        return {"code": self.code, "message": self.message}
