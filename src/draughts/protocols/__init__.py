"""Protocols by which programs in other languages, and other engines, are spoken with."""

from draughts.protocols.json_lines import JsonSession, json_schema, serve_json

__all__ = ["JsonSession", "json_schema", "serve_json"]
