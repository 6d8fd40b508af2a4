"""Frames of responses that a service seldom gives; prints what a test compares."""

import json

import httpx
from solano import Solano

FIGURES = "bought_mwh measured_mwh short_mwh long_mwh market_cost deviation_cost cost_over_day_ahead".split()
RULE = {"name": "cap_first_auction", "expected_cost": "12.50"}
BODIES = {
    "plants/": [{"name": "1.5", "agrupation": "2.10", "lat": "42.5000000"}],
    "prediction": {"rows": [{"datetime": "2026-11-23 01:00", "price": "57.120", "p10": None}]},
    "evaluation": {"models": [], "constant_rules": [RULE]},
    "trades/": [],
    "deviation": {"total": {name: "132.50" for name in FIGURES}, "rows": []},
}


def respond(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json=next(body for part, body in BODIES.items() if request.url.path.endswith(part)))


solano = Solano("http://solano.test", transport=httpx.MockTransport(respond))
plants = solano.plants().reset_index()
prices = solano.prediction()
trades = solano.trades("ana", "acme", "2026-11-01", "2026-11-30")
month = solano.deviation("ana", "acme", "2026-11-01", "2026-11-30")


def types(frame) -> dict:
    return {name: str(dtype).partition("[")[0] for name, dtype in frame.dtypes.items()}


print(
    json.dumps(
        {
            "plant": plants.iloc[0].to_dict(),
            "missing": {name: types(prices)[name] for name in ("price", "p10")},
            "rules": solano.evaluation("ana", "1").attrs["constant_rules"],
            "trades": [trades.index.name, str(trades.index.tz), types(trades)],
            "deviation": [month.index.name, len(month.columns), month.attrs["total"]["deviation_cost"]],
        }
    )
)
