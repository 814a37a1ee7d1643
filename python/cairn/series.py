"""Values over time."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Dict, Iterator

import numpy as np

from . import _core
from .errors import InputError


class Series(Mapping):
    """Columns of numbers with units, the first of which is the time.

        series["flow.mass"]     # one column
        series["flow"]          # the column of a measure that has one, else a Series of its columns
        series.time, series.units["flow.mass"], series.to_pandas()

    A number is NaN where a measure was not due.
    """

    def __init__(self, columns: Dict[str, np.ndarray], units: Dict[str, str]):
        self.columns, self.units = columns, units

    @property
    def time(self) -> np.ndarray:
        """Times of the rows [s]."""
        return self.columns["time"]

    def __getitem__(self, name: str) -> Any:
        if name in self.columns:
            return self.columns[name]
        inner = {c[len(name) + 1:]: v for c, v in self.columns.items() if c.startswith(f"{name}.")}
        if not inner:
            measures = list(dict.fromkeys(column.split(".")[0] for column in self.columns))
            hint = _core.suggestion(str(name), list(self.columns) if "." in str(name) else measures)
            raise InputError(f"no column or measure is called {name!r}{hint}")
        if len(inner) == 1:
            return next(iter(inner.values()))
        units = {c: self.units[f"{name}.{c}"] for c in inner}
        return Series({"time": self.time, **inner}, {"time": "s", **units})

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def to_pandas(self) -> Any:
        """A pandas DataFrame with the time as index; units are in its attrs."""
        import pandas
        frame = pandas.DataFrame(self.columns).set_index("time")
        frame.attrs["units"] = dict(self.units)
        return frame

    def __repr__(self) -> str:
        return f"<cairn.Series: {len(self.time)} rows of {', '.join(self.columns)}>"
