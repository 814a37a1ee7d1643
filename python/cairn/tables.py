"""What there is: methods, laws, solvers, shapes, joints, measures, units, and the works behind them."""
from __future__ import annotations

import os
from typing import Any, Dict, List, Optional

from . import _core


class Row:
    """One thing that a scene can name: name, meaning, reference, options and columns. Its help is what the engine's own
    tables say."""

    def __init__(self, fields: Dict[str, Any]):
        self.name: str = fields["name"]
        self.meaning: str = fields["meaning"]
        self.reference: str = fields["reference"]
        self.options: Dict[str, str] = {
            o["name"]: "; ".join(part for part in (o["meaning"], f"{o['expected']} {o['bounds']}".strip(), o["presence"])
                                 if part)
            for o in fields["options"]}
        self.columns: List[str] = fields["columns"]
        self.__doc__ = str(self)

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.meaning}" + (f" [{self.reference}]" if self.reference else "")]
        lines += [f"    {name:<20} {text}" for name, text in self.options.items()]
        lines += [f"    column {column}" for column in self.columns]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.meaning}>"


class Table(Dict[str, Row]):
    """Rows by name; prints like `cairn list`."""

    def __str__(self) -> str:
        return "\n".join(str(row) for row in self.values())


def options(kind: Optional[str] = None) -> Any:
    """What `cairn list` knows: options() lists the kinds, options("solvers") is a table of rows by name,
    options("solvers")["nlgs"].options tells the options of one."""
    if kind is None:
        return _core.kinds()
    return Table((row["name"], Row(row)) for row in _core.rows(kind))


def cite(*names: Any) -> str:
    """BibTeX of cairn and of the works behind runs, laws, solvers, measures, or keys such as PZ17."""
    return _core.cite([os.fspath(getattr(name, "folder", name)) for name in names])


def schema() -> Dict[str, Any]:
    """The JSON Schema of scene files."""
    import json
    return json.loads(_core.schema())
