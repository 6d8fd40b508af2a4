"""What a program does without pandas; prints what a test compares with the API."""

import json
import sys

from solano import Rows, Solano, SolanoError

url, key, day = sys.argv[1:]
with Solano(url, key) as solano:
    prices = solano.prediction()
    assert isinstance(prices, Rows)
    purchase = solano.submit_purchase("ana", "acme", [(f"{day} 01:00", 1.5)], idempotency_key="plain")
    again = solano.submit_purchase("ana", "acme", [(f"{day} 01:00", 1.5)], idempotency_key="plain")
    try:
        solano.purchase("ana", "00000000-0000-4000-8000-000000000000")
        raise AssertionError("There is no such purchase.")
    except SolanoError as error:
        rejected = {"status": error.status, "text": str(error), "request_id": error.request_id}
    csv = solano.api.get_price_prediction_file("spain", "md_pdbc_spain", format="csv")
    print(
        json.dumps(
            {
                "rows": len(prices),
                "datetime": prices[0]["datetime"].isoformat(),
                "utc": prices[0]["utc"].isoformat(),
                "price": prices[0]["price"],
                "origin": prices.attrs["origin"],
                "ids": [purchase, again],
                "rejected": rejected,
                "csv": csv.decode().splitlines()[0],
            }
        )
    )
