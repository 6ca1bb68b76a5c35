"""Equations in ASCII, for a console whose encoding lacks their letters (cp932, cp1252)."""

import re
import unicodedata

_SPELLED = {
    "Ṫ": "T_dot",
    "θ": "theta",
    "\N{COMBINING DOT ABOVE}": "_dot",
    "ω": "w",
    "∂": "d",
    "⋯": "...",
    "−": "-",
    "⇒": "=>",
    "∈": "in",
}
_SUBSCRIPTS = re.compile("[₀-₊₋ᵢₐ-ₜ]+")
_SUPERSCRIPTS = re.compile(r"[⁰¹²³⁴-⁹⁻ᵀ]+(?=(\w?))")


def fitting(text: str, encoding: str | None) -> str:
    """The text as it is where the encoding has all of its letters, else its equations in ASCII.

    Letters that belong to no equation stay; what becomes of those is the stream's matter.
    """
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return in_ascii(text)
    return text


def in_ascii(text: str) -> str:
    """The text with the symbols of equations spelled out: ``θ̇₂`` is ``theta_dot2``."""
    text = _SUPERSCRIPTS.sub(_superscript, text)
    text = _SUBSCRIPTS.sub(_subscript, text)
    return "".join(_SPELLED.get(letter, letter) for letter in text)


def _superscript(found: re.Match[str]) -> str:
    # a space before a letter that follows: S^2 theta, not S^2theta
    return f"^{_plain(found[0])}{' ' if found[1] else ''}"


def _subscript(found: re.Match[str]) -> str:
    plain = _plain(found[0])
    if plain.isdigit():
        return plain
    return f"_{plain}" if plain.isalnum() else f"_({plain})"


def _plain(letters: str) -> str:
    return unicodedata.normalize("NFKC", letters).replace("−", "-")
