"""Protocols by which programs in other languages, and other engines, are spoken with."""
