"""Rows of responses as tables: of pandas where it is installed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

try:
    import pandas
except ImportError:  # pandas is optional
    pandas = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from pandas import DataFrame
else:
    DataFrame = Any

MADRID = ZoneInfo("Europe/Madrid")
"""The clock of the Iberian market's labels."""

_TIMES = ("start_utc", "end_utc")


class Rows(list[dict[str, Any]]):
    """A table without pandas: a dictionary for each row, its index among the columns."""

    def __init__(self, rows: Iterable[dict[str, Any]], attrs: Mapping[str, Any]) -> None:
        super().__init__(rows)
        self.attrs: dict[str, Any] = dict(attrs)
        """What the response says beside its rows."""


def periods(rows: Iterable[Mapping[str, Any]], attrs: Mapping[str, Any] | None = None) -> DataFrame:
    """A table by the end of periods on the clock of Madrid (``datetime``), with the same in UTC (``utc``)."""
    listed = list(rows)
    ends = _ends(listed)
    made = []
    for row, end in zip(listed, ends):
        others = {name: value for name, value in row.items() if name not in ("datetime", *_TIMES)}
        times = {"datetime": end.astimezone(MADRID), "utc": end}
        made.append({**times, **_numbers(others)})
    table = _table(made, "datetime", attrs or {})
    if pandas is not None and len(made) > 0:
        utc = pandas.DatetimeIndex(pandas.to_datetime(ends, utc=True))
        table.index = pandas.DatetimeIndex(utc.tz_convert("Europe/Madrid"), name="datetime")
        table["utc"] = utc
    return table


def records(rows: Iterable[Mapping[str, Any]], index: str, attrs: Mapping[str, Any] | None = None) -> DataFrame:
    """A table by one of its columns."""
    table = _table([_numbers(row) for row in rows], index, attrs or {})
    if pandas is not None and len(table) > 0 and index in ("day", "month"):
        table.index = pandas.PeriodIndex(table.index, freq="D" if index == "day" else "M", name=index)
    return table


def labels(series: Any) -> list[dict[str, Any]]:
    """The items of a purchase: MW by the end of its period.

    It may be a series or a mapping by time, or pairs of time and MW, or items of the API. Times are labels of the
    clock of Madrid (texts, or times without a zone), or times with a zone.
    """
    given = series.items() if hasattr(series, "items") else series
    items: list[dict[str, Any]] = []
    for each in given:
        if isinstance(each, Mapping):
            items.append(dict(each))
            continue
        time, power = each
        items.append({"datetime": _label(time), "purchase": float(power)})
    return items


def _label(time: Any) -> str:
    if isinstance(time, str):
        return time
    at: datetime = time if time.tzinfo is None else time.astimezone(MADRID)
    return at.strftime("%Y-%m-%d %H:%M")


def _ends(rows: list[Mapping[str, Any]]) -> list[datetime]:
    """The ends of periods in UTC. Of rows that have a label alone, the repeated hour of autumn goes by their order."""
    ends: list[datetime] = []
    for row in rows:
        text = row.get("end_utc")
        end = _instant(text) if text is not None else _end_of_label(row["datetime"], ends)
        ends.append(end)
    return ends


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(timezone.utc)


def _end_of_label(label: str, before: list[datetime]) -> datetime:
    local = datetime.strptime(label, "%Y-%m-%d %H:%M").replace(tzinfo=MADRID)
    first = local.astimezone(timezone.utc)
    later = local.replace(fold=1).astimezone(timezone.utc)
    is_repeated = bool(before) and first <= before[-1] < later
    return later if is_repeated and later - first == timedelta(hours=1) else first


def _numbers(row: Mapping[str, Any]) -> dict[str, Any]:
    """Exact amounts, which the API writes as texts, as numbers."""
    return {name: _number(value) for name, value in row.items()}


def _number(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    digits = value.removeprefix("-")
    whole, point, fraction = digits.partition(".")
    is_amount = point == "." and whole.isdigit() and fraction.isdigit()
    return float(value) if is_amount else value


def _table(rows: list[dict[str, Any]], index: str, attrs: Mapping[str, Any]) -> Any:
    if pandas is None:
        return Rows(rows, attrs)
    frame = pandas.DataFrame(rows)
    if index in frame.columns:
        frame = frame.set_index(index)
    frame.attrs.update(attrs)
    return frame
