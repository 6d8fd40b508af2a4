"""The repeated hour of autumn, and what is sent again, without a service; prints what a test compares."""

import json
from datetime import UTC, date, datetime, timedelta

import httpx
from solano import Retries, Solano, SolanoError

LABELS = ["01:45", "02:00", "02:45", "02:00", "02:15", "03:00"]
ROWS = [{"datetime": f"2026-10-25 {label}", "price": "1.000"} for label in LABELS]
sent: list[httpx.Request] = []
statuses: list[int] = []


def respond(request: httpx.Request) -> httpx.Response:
    sent.append(request)
    status = statuses.pop(0) if statuses else 200
    if status == 0:
        raise httpx.ConnectError("lost")
    headers = {"Retry-After": "0"} if status == 429 else {}
    body = {"id": "1", "rows": ROWS} if status == 200 else {"error": "no"}
    return httpx.Response(status, json=body, headers=headers)


QUICK = Retries(tries=3, first_s=0.001)
solano = Solano("http://solano.test", "key", retries=QUICK, transport=httpx.MockTransport(respond))


def tries(failures: list[int], call) -> int:
    sent.clear()
    statuses[:] = failures
    try:
        call()
    except (SolanoError, httpx.ConnectError):
        pass
    return len(sent)


def submit():
    return solano.submit_purchase("ana", "acme", TIMES)


def submit_without_key():
    return solano.api.submit_purchase("ana", {"purchase": []}, retailer_id="acme")


TIMES = [(datetime(2026, 10, 25, hour, 30, tzinfo=UTC), 1.0) for hour in (0, 1)]
prices = solano.prediction()
counted = {
    "GET": tries([503, 503], solano.prediction),
    "POST": tries([503, 503], submit_without_key),
    "POST with a key": tries([0, 503], submit),
    "throttled": tries([429, 429], submit_without_key),
}


def rejected(call) -> str:
    try:
        call()
    except (TypeError, ValueError, SolanoError) as error:
        return f"{type(error).__name__} {error}"
    raise AssertionError("It was to be rejected.")


def submitted(series) -> list:
    sent.clear()
    solano.submit_purchase("ana", "acme", series)
    return [(item["datetime"], item["purchase"]) for item in json.loads(sent[0].content)["purchase"]]


FIRST, SECOND = (datetime(2026, 10, 25, hour, tzinfo=UTC) for hour in (0, 1))
EVENING = datetime(2026, 10, 24, 20, 0)
orders = [submitted({SECOND: 2.0, FIRST: 1.0}), submitted({EVENING: 1.0, "2026-10-24 21:00": 2.0})]
rejections = {
    "second pass alone": rejected(lambda: submitted({SECOND: 1.0})),
    "zones and none": rejected(lambda: submitted({FIRST: 1.0, EVENING: 1.0})),
    "seconds": rejected(lambda: submitted({EVENING + timedelta(seconds=59): 1.0})),
    "day as time": rejected(lambda: submitted({date(2026, 10, 24): 1.0})),
    "time as day": rejected(lambda: solano.realised_prices(EVENING, "2026-10-25")),
    "day as moment": rejected(lambda: solano.prediction(as_of=date(2026, 10, 24))),
    "key": rejected(lambda: Solano("http://solano.test", "sol_sécret")),
}
sent.clear()
HERE = "https://solano.test/api/v0/plants/"
moved = Solano(
    "http://solano.test",
    "sol_a_b\n",
    transport=httpx.MockTransport(
        lambda request: sent.append(request) or httpx.Response(308, headers={"Location": HERE})
    ),
)

rejections["elsewhere"] = rejected(moved.plants)
key = sent[0].headers["Authorization"]
solano.realised_prices(datetime(2026, 10, 24), date(2026, 10, 25))
days = dict(sent[-1].url.params)
sent.clear()
submit()
labels = [item["datetime"] for item in json.loads(sent[0].content)["purchase"]]
statuses[:] = [0, 0, 0]
try:
    solano.prediction()
    lost = None
except httpx.ConnectError as error:
    lost = type(error).__name__
print(
    json.dumps(
        {
            "utc": [row["utc"].isoformat() for row in prices],
            "labels": labels,
            "tries": counted,
            "lost": lost,
            "orders": orders,
            "rejections": rejections,
            "key": key,
            "days": days,
        }
    )
)
