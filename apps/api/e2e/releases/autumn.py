"""The repeated hour of autumn, and what is sent again, without a service; prints what a test compares."""

import json
from datetime import UTC, datetime

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
sent.clear()
submit()
labels = [item["datetime"] for item in json.loads(sent[0].content)["purchase"]]
statuses[:] = [0, 0, 0]
try:
    solano.prediction()
    lost = None
except httpx.ConnectError as error:
    lost = type(error).__name__
print(json.dumps({"utc": [row["utc"].isoformat() for row in prices], "labels": labels, "tries": counted, "lost": lost}))
