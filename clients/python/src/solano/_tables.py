"""Rows of responses as tables: of pandas where it is installed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from ._times import MADRID
from .generated.fields import FIELDS

try:
    import pandas
except ImportError:  # pandas is optional
    pandas = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from pandas import DataFrame
else:
    DataFrame = Any

_TIMES = ("start_utc", "end_utc")
_TYPES = {"amount": "float64", "number": "float64", "integer": "int64", "boolean": "bool"}
"""Types of columns by what their fields are. Only those of floating-point numbers can have gaps."""


class Rows(list[dict[str, Any]]):
    """A table without pandas: a dictionary for each row, its index among the columns."""

    def __init__(self, rows: Iterable[dict[str, Any]], attrs: Mapping[str, Any]) -> None:
        super().__init__(rows)
        self.attrs: dict[str, Any] = dict(attrs)
        """What the response says beside its rows."""


def periods(operation: str, found: Any, rows: str | None = "rows") -> DataFrame:
    """The response of an operation as a table by the end of periods on the clock of Madrid (``datetime``), with the same
    in UTC (``utc``).

    Args:
        operation: Its name.
        found: The response.
        rows: The field of the response that has the rows; None where it is the rows themselves.
    """
    listed, fields, attrs = _taken_apart(operation, found, rows)
    ends = _ends(listed)
    made = []
    for row, end in zip(listed, ends):
        others = {name: value for name, value in row.items() if name not in ("datetime", *_TIMES)}
        made.append({"datetime": end.astimezone(MADRID), "utc": end, **others})
    own = {name: field for name, field in fields.items() if name.rstrip("?") not in ("datetime", *_TIMES)}
    table = _table(made, {"datetime": "other", "utc": "other", **own}, "datetime", attrs)
    if pandas is not None:
        utc = pandas.DatetimeIndex(pandas.to_datetime(ends, utc=True))
        table.index = pandas.DatetimeIndex(utc.tz_convert("Europe/Madrid"), name="datetime")
        table["utc"] = utc
    return table


def records(
    operation: str, found: Any, rows: str | None, index: str, more: Mapping[str, Sequence[str]] | None = None
) -> DataFrame:
    """The response of an operation as a table by one of its columns.

    Args:
        operation: Its name.
        found: The response.
        rows: The field of the response that has the rows; None where it is the rows themselves.
        index: The column.
        more: Columns of numbers by where they are found in a row: None if it is not there.
    """
    listed, fields, attrs = _taken_apart(operation, found, rows)
    for name, path in (more or {}).items():
        fields = {**fields, name: "number"}
        listed = [{**row, name: _within(row, path)} for row in listed]
    table = _table(listed, fields, index, attrs)
    if pandas is not None and index in ("day", "month"):
        table.index = pandas.PeriodIndex(table.index, freq="D" if index == "day" else "M", name=index)
    return table


def _within(row: Any, path: Sequence[str]) -> Any:
    for name in path:
        row = None if row is None else row[name]
    return row


def _taken_apart(
    operation: str, found: Any, rows: str | None
) -> tuple[list[dict[str, Any]], Mapping[str, Any], Mapping[str, Any]]:
    """The rows of a response, what their fields are, and what it says beside them."""
    fields = FIELDS[operation]
    numbers = _numbers(found, fields)
    if rows is None:
        return numbers, fields[0], {}
    return numbers.pop(rows), fields[rows][0], numbers


def _numbers(value: Any, fields: Any) -> Any:
    """A value with its exact amounts, which the API writes as texts, as numbers."""
    if fields == "amount":
        return value if value is None else float(value)
    if isinstance(fields, list) and isinstance(value, list):
        return [_numbers(each, fields[0]) for each in value]
    if isinstance(fields, dict) and isinstance(value, Mapping):
        return {name: _numbers(each, _field(fields, name)) for name, each in value.items()}
    return value


def _field(fields: Mapping[str, Any], name: str) -> Any:
    for known in (name, f"{name}?", "*?"):
        if known in fields:
            return fields[known]
    return "other"


def _ends(rows: Sequence[Mapping[str, Any]]) -> list[datetime]:
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


def _table(rows: list[dict[str, Any]], fields: Mapping[str, Any], index: str, attrs: Mapping[str, Any]) -> Any:
    if pandas is None:
        return Rows(rows, attrs)
    frame = pandas.DataFrame(rows) if rows else _empty(fields, index)
    for name in frame.columns:
        field = _field(fields, name)
        if name != index and field in ("amount", "number"):
            frame[name] = frame[name].astype("float64")
    frame = frame.set_index(index)
    frame.attrs.update(attrs)
    return frame


def _empty(fields: Mapping[str, Any], index: str) -> Any:
    """A frame without rows, with the columns of one with rows. Of fields that may be absent, amounts are columns."""
    columns = {}
    for field, kind in fields.items():
        name = field.rstrip("?")
        if name == field or name == index or kind == "amount":
            columns[name] = pandas.Series(dtype=_TYPES.get(kind, "object") if isinstance(kind, str) else "object")
    return pandas.DataFrame(columns)
