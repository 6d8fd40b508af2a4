"""Days and times of the caller, as the API writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timezone
from typing import Any, Union
from zoneinfo import ZoneInfo

MADRID = ZoneInfo("Europe/Madrid")
"""The clock of the Iberian market's labels."""

Day = Union[str, date]
"""A day of Madrid: a date, midnight of Madrid, or ``YYYY-MM-DD``."""
Time = Union[str, datetime]
"""A moment: a time with its zone, or ISO 8601."""

_LABEL = "%Y-%m-%d %H:%M"


def day_text(day: Day) -> str:
    """A day as the API writes it; of a time, which must be midnight of Madrid, its day."""
    if not isinstance(day, datetime):
        return str(day)
    local = day if day.tzinfo is None else day.astimezone(MADRID)
    if local.time() != time():
        raise ValueError(f"A day of Madrid is needed, and {day.isoformat()} is not its midnight.")
    return local.date().isoformat()


def moment_text(moment: Time) -> str:
    """A moment as the API writes it, in UTC."""
    if isinstance(moment, str):
        return moment
    _require_time(moment)
    if moment.tzinfo is None:
        raise ValueError(f"A time needs its zone: {moment.isoformat()}")
    return moment.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def labels(series: Any) -> list[dict[str, Any]]:
    """The items of a purchase: MW by the end of its period.

    It may be a series or a mapping by time, or pairs of time and MW, or items of the API. Times are labels of the
    clock of Madrid (texts, or times without a zone), which are sent in the order that they have, or times with a zone,
    which are put in order. Of the hour that autumn repeats the API takes the first of two equal labels as the first pass.
    """
    given: Iterable[Any] = series.items() if hasattr(series, "items") else series
    items: list[dict[str, Any]] = []
    zoned: list[tuple[datetime, float]] = []
    for each in given:
        if isinstance(each, Mapping):
            items.append(dict(each))
            continue
        end, power = each
        if isinstance(end, str):
            items.append(_item(end, power))
            continue
        _require_minute(end)
        if end.tzinfo is None:
            items.append(_item(end.strftime(_LABEL), power))
        else:
            zoned.append((end.astimezone(timezone.utc), power))
    if items and zoned:
        raise ValueError("Some times have a zone and others have none: give all of them one, or none.")
    return items + _of_zoned(zoned)


def _of_zoned(ends: list[tuple[datetime, float]]) -> list[dict[str, Any]]:
    items = []
    written: set[str] = set()
    for end, power in sorted(ends, key=lambda each: each[0]):
        local = end.astimezone(MADRID)
        label = local.strftime(_LABEL)
        if local.fold == 1 and label not in written:
            raise ValueError(
                f"{label} of Madrid comes twice that day, and only the second is given: the API takes a label that comes"
                " once as the first. Give both, the first with 0 MW."
            )
        written.add(label)
        items.append(_item(label, power))
    return items


def _item(label: str, power: Any) -> dict[str, Any]:
    return {"datetime": label, "purchase": float(power)}


def _require_time(value: Any) -> None:
    if not isinstance(value, datetime):
        raise TypeError(f"A time is needed, a datetime or a text, not {value!r}.")
    if value != value:
        raise ValueError("A time is missing: NaT.")


def _require_minute(value: Any) -> None:
    _require_time(value)
    if value.second or value.microsecond or getattr(value, "nanosecond", 0):
        raise ValueError(f"Periods end at whole minutes, and {value.isoformat()} is none.")
