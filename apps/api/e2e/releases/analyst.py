"""What an analyst does with frames: prints what a test compares with the API."""

import json
import sys

import pandas
from solano import Solano

url, key, day, month_from, month_to = sys.argv[1:]
with Solano(url, key) as solano:
    prices = solano.prediction(quantiles=[10, 90])
    hours = pandas.date_range(f"{day} 01:00", periods=24, freq="h", tz="Europe/Madrid")
    series = pandas.Series(1.5, index=hours)
    purchase = solano.submit_purchase("ana", "acme", series)
    settled = solano.purchase("ana", purchase, wait_s=60)
    worth = solano.evaluation("ana", purchase)
    table = solano.table("ana", purchase, idmodel=1)
    month = solano.deviation("ana", "acme", month_from, month_to)
    plant = solano.plants().index[0]
    score = solano.score(plant, from_=month_from, to=month_to)
    production = solano.production(month_from, month_from, [plant], resolution=60)
    print(
        json.dumps(
            {
                "prices": {
                    "columns": list(prices.columns),
                    "zone": str(prices.index.tz),
                    "first": prices.index[0].strftime("%Y-%m-%d %H:%M"),
                    "utc": prices["utc"].iloc[0].isoformat(),
                    "price": prices["price"].iloc[0],
                    "p90": prices["p90"].iloc[0],
                    "generated_at": prices.attrs["generated_at"],
                    "is_even": bool((prices["utc"].diff().dropna() == pandas.Timedelta("15min")).all()),
                },
                "purchase": {"id": purchase, "status": settled["status"]},
                "worth": worth["expected_cost"].to_dict(),
                "table_mw": table["mw"].sum(),
                "month": {
                    "days": [str(each) for each in month.index],
                    "deviation_cost": month["deviation_cost"].sum().round(2),
                    "total": month.attrs["total"]["deviation_cost"],
                },
                "score": {
                    "plant": plant,
                    "nmae": score["nmae"].to_dict(),
                    "produced_mwh": score.attrs["produced_mwh"],
                },
                "production": {
                    "mwh": production["mw"].sum().round(3),
                    "last": production.index[-1].strftime("%Y-%m-%d %H:%M"),
                },
            }
        )
    )
