"""A client of Solano: plants, forecasts, prices, purchases and deviations in the Iberian market."""

from ._client import Solano
from ._connection import Retries, SolanoError
from ._tables import Rows

__all__ = ["Retries", "Rows", "Solano", "SolanoError"]
