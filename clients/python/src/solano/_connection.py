"""Sends requests, and sends those again that may be."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from ._times import moment_text

_IDEMPOTENT_METHODS = ("GET", "HEAD", "PUT", "DELETE")
_THROTTLED = 429
"""The request was rejected before any work."""
_UNAVAILABLE = 503
"""With ``Retry-After`` likewise; without, it may be a proxy's, after the work was done."""


@dataclass(frozen=True)
class Retries:
    """How often and for how long a request is sent again."""

    tries: int = 5
    """The first try included."""
    first_s: float = 0.5
    """Longest pause (s) before the second try, where the service names none; it doubles each time."""
    max_s: float = 16.0
    """Longest pause (s) where the service names none."""
    within_s: float = 120.0
    """Time (s) from the first try to the start of the last."""


class SolanoError(Exception):
    """The service rejected a request."""

    def __init__(self, response: httpx.Response) -> None:
        self.status: int = response.status_code
        """The status of the response, such as 404."""
        self.body: Any = _body_of(response)
        """What the service says: parsed JSON, else its text."""
        self.request_id: str | None = response.headers.get("X-Request-Id")
        """Names the request in the log of the service."""
        super().__init__(f"{self.status}: {_elsewhere(response) or _message_of(self.body)}")


class Connection:
    """A service and the key with which it is called."""

    def __init__(
        self,
        url: str,
        key: str | None,
        retries: Retries,
        timeout: float,
        transport: httpx.BaseTransport | None,
    ) -> None:
        headers = {} if key is None else {"Authorization": f"Bearer {_plain(key)}"}
        self._base = url.rstrip("/")
        self._retries = retries
        self._http = httpx.Client(headers=headers, timeout=timeout, transport=transport)

    def close(self) -> None:
        self._http.close()

    def value(self, method: str, path: str, **sent: Any) -> Any:
        """The parsed JSON of the response; None where it has no body."""
        response = self._response(method, path, {"Accept": "application/json"}, **sent)
        return response.json() if response.content else None

    def content(self, method: str, path: str, **sent: Any) -> bytes:
        """The bytes of the response."""
        return self._response(method, path, {}, **sent).content

    def _response(
        self,
        method: str,
        path: str,
        accepted: Mapping[str, str],
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, Any] | None = None,
        body: Any = None,
        content: bytes | None = None,
        content_type: str | None = None,
        file: tuple[str, bytes] | None = None,
        form: Mapping[str, Any] | None = None,
    ) -> httpx.Response:
        sent = {**accepted, **{name: text_of(value) for name, value in _given(headers)}}
        if content_type is not None:
            sent["Content-Type"] = content_type
        request = self._http.build_request(
            method,
            self._base + path,
            params=_pairs(query),
            headers=sent,
            json=body,
            content=content,
            files=None if file is None else {"file": file},
            data={name: text_of(value) for name, value in _given(form)} or None,
        )
        response = self._retried(request)
        if response.is_success:
            return response
        raise SolanoError(response)

    def _retried(self, request: httpx.Request) -> httpx.Response:
        started = time.monotonic()
        tried = 1
        while True:
            response: httpx.Response | None = None
            error: Exception | None = None
            try:
                response = self._http.send(request)
            except (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError) as lost:
                error = lost
            pause = self._pause(request, response, tried)
            elapsed = time.monotonic() - started
            if pause is None or tried >= self._retries.tries or elapsed + pause > self._retries.within_s:
                if response is None:
                    assert error is not None
                    raise error
                return response
            time.sleep(pause)
            tried += 1

    def _pause(self, request: httpx.Request, response: httpx.Response | None, tried: int) -> float | None:
        """How long (s) to wait before another try; None if there is to be none."""
        is_idempotent = request.method in _IDEMPOTENT_METHODS or "Idempotency-Key" in request.headers
        asked = None if response is None else response.headers.get("Retry-After")
        if response is None:
            again = is_idempotent
        elif response.status_code == _UNAVAILABLE:
            again = asked is not None or is_idempotent
        else:
            again = response.status_code == _THROTTLED
        if not again:
            return None
        named = None if asked is None else _seconds(asked)
        if named is not None:
            return named
        longest = min(self._retries.max_s, self._retries.first_s * 2.0 ** (tried - 1))
        return longest * (1 + random.random()) / 2


def quoted(part: object) -> str:
    """A part of a path."""
    return quote(text_of(part), safe="")


def _given(values: Mapping[str, Any] | None) -> list[tuple[str, Any]]:
    return [(name, value) for name, value in (values or {}).items() if value is not None]


def _pairs(query: Mapping[str, Any] | None) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for name, value in _given(query):
        values = value if isinstance(value, (list, tuple)) else [value]
        pairs.extend((name, text_of(each)) for each in values)
    return pairs


def text_of(value: object) -> str:
    """A value as the API writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return moment_text(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def _seconds(text: str) -> float | None:
    """The pause that ``Retry-After`` asks for, in seconds or as a date; None if it is malformed."""
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=timezone.utc)
    return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())


def _plain(key: str) -> str:
    """A key without the end of its line. Errors never have its text, which is a secret."""
    stripped = key.strip()
    if stripped and stripped.isascii() and stripped.isprintable() and " " not in stripped:
        return stripped
    raise ValueError("The key is empty, or has characters that no key has: it begins with sol_, and is one line.")


def _elsewhere(response: httpx.Response) -> str | None:
    """Where a response leads, if it leads elsewhere: a proxy's, as the service itself redirects nothing."""
    location = response.headers.get("Location")
    if not response.is_redirect or location is None:
        return None
    return f"The request is led to {response.request.url.join(location)}: open the client with the address there."


def _body_of(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return response.text


def _message_of(body: Any) -> str:
    if isinstance(body, dict):
        said: dict[str, Any] = body
        for name in ("detail", "error", "message"):
            if isinstance(said.get(name), str):
                return str(said[name])
    return str(body)
