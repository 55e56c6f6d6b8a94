"""The rule sets as C: what ``variants.py`` says, in the structs of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from draughts._core import kernel_data
from draughts._version import __version__
from draughts.variants import Variant

__all__ = ["presets"]


def presets(variants: Sequence[Variant]) -> str:
    """The table of rule sets as a C definition, which ``presets.pxi`` declares.

    Raises:
        ValueError: two variants have the same name, or a name that C cannot hold.

    >>> from draughts import ENGLISH
    >>> print(presets([ENGLISH]).splitlines()[0])
    static struct dk_s_Preset draughts_presets[] = {
    """
    names = [variant.name for variant in variants]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"two variants are called {name!r}; each needs a name of its own")
    rows = ",\n".join(_preset(variant) for variant in variants)
    return (
        f"static struct dk_s_Preset draughts_presets[] = {{\n{rows}\n}};\n"
        f"static const int draughts_preset_count = {len(variants)};\n"
        f"static const char *const draughts_version_text = {_literal(__version__)};\n"
    )


def _preset(variant: Variant) -> str:
    return _initializer(
        {
            "name": variant.name,
            "capture_sign": variant.capture_sign,
            **kernel_data(variant),
        }
    )


def _initializer(value: object) -> str:
    """A C initializer."""
    if isinstance(value, Mapping):
        fields = ", ".join(f".{name} = {_initializer(part)}" for name, part in value.items())
        return f"{{{fields}}}"
    if isinstance(value, list):
        return f"{{{', '.join(map(_initializer, value))}}}"
    if isinstance(value, str):
        return _literal(value)
    assert isinstance(value, int)
    return f"UINT64_C({value})" if value > 0x7FFF_FFFF else str(int(value))


def _literal(text: str) -> str:
    """A C string."""
    if not (text.isascii() and text.isprintable()) or set(text) & {'"', "\\"} or "??" in text:
        raise ValueError(f"{text!r} cannot be a name in C; use letters, figures and blanks")
    return f'"{text}"'
