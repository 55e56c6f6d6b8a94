"""A page on which people play: against the computer, with a friend by a link, or two on one screen.

``draughts web`` serves it; :func:`create_app` mounts it in any ASGI site. It needs the extra
``[web]``.
"""

from __future__ import annotations

try:
    import starlette as _starlette
except ImportError as error:
    raise ImportError(
        "the web page needs more than the core: pip install 'draughts-engine[web]'"
    ) from error

from draughts.web.app import create_app

__all__ = ["create_app"]

del _starlette
