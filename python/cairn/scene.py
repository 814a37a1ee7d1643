"""Scenes as nested dicts and lists: the same keys, units and errors as in a file."""
from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Mapping, MutableMapping
from typing import Any, Iterator, Optional, Union

from . import _core
from .errors import InputError

PathLike = Union[str, "os.PathLike[str]"]
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def _path(key: str) -> list:
    return [int(index) if index else word for word, index in _STEP.findall(key)]


def _find(item: Any, step: Any, key: str) -> Any:
    """The place of a step in a dict or list: its key, or the index of a list's item by number or name."""
    if isinstance(item, Mapping):
        return step
    if isinstance(item, list):
        if isinstance(step, str) and step.isdigit():
            step = int(step)
        if isinstance(step, int) and step < len(item):
            return step
        for index, each in enumerate(item):
            inner = each if isinstance(each, Mapping) and "name" in each else None
            if inner is None and isinstance(each, Mapping) and len(each) == 1:
                inner = next(iter(each.values()))
            if isinstance(inner, Mapping) and inner.get("name") == step:
                return index
    raise KeyError(key)


def to_text(value: Any, key: str = "") -> str:
    """A nested value as text for the engine: JSON, where None is an empty value."""
    if isinstance(value, Scene):
        value = value.data
    if hasattr(value, "tolist"):
        value = value.tolist()
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (str, os.PathLike)):
        return json.dumps(os.fspath(value), ensure_ascii=False)
    if isinstance(value, Mapping):
        parts = []
        for name, item in value.items():
            if not isinstance(name, str):
                raise InputError(f"expected a text as key, got {name!r}", key=key)
            below = f"{key}.{name}" if key else name
            parts.append(f"{json.dumps(name, ensure_ascii=False)}: {to_text(item, below)}")
        return "{" + ("\n " if not key else "") + (",\n " if not key else ", ").join(parts) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(to_text(item, f"{key}[{index}]") for index, item in enumerate(value)) + "]"
    raise InputError(f"expected numbers, texts, lists and dicts, got {type(value).__name__}", key=key)


class Scene(MutableMapping):
    """A scene as nested dicts and lists (`data`), with keys joined by dots:

        scene = cairn.load("hopper.yaml")
        scene["let.gap"] = "25 mm"
        scene["bodies.beads.fill.count"] = 500      # items of a list by name or index
        scene["bodies"][0]["fixed"] = True          # or step by step

    Numbers are SI, texts may have units: exactly what a file may hold. Nothing is checked before a Simulation or
    check() reads the scene; errors then name the key, and line and column of the file where there is one.
    """

    def __init__(self, data: Optional[Mapping] = None, *, folder: PathLike = "."):
        self.data: dict = copy.deepcopy(dict(data.data if isinstance(data, Scene) else data or {}))
        self.file: str = data.file if isinstance(data, Scene) else ""
        self.folder: str = data.folder if isinstance(data, Scene) else os.fspath(folder)
        self._text: Optional[str] = data._text if isinstance(data, Scene) else None
        self._pristine: Any = data._pristine if isinstance(data, Scene) else None

    @classmethod
    def load(cls, path: PathLike) -> "Scene":
        scene = cls()
        scene.file = os.fspath(path)
        scene.data, scene._text = _core.read_scene(scene.file)
        scene._pristine = copy.deepcopy(scene.data)
        scene.folder = os.path.dirname(scene.file) or "."
        return scene

    @property
    def text(self) -> str:
        """The scene as text. A file that nobody changed is given as it stands."""
        if self._text is not None and self.data == self._pristine:
            return self._text
        return to_text(self.data)

    @property
    def name(self) -> str:
        """How messages call it."""
        return self.file or "scene"

    @property
    def original(self) -> Optional[str]:
        """The text of the file, if there is one."""
        return self._text

    def check(self) -> str:
        """Reads the scene and returns it with every default written out. Raises InputError."""
        from .errors import located
        text = self.text
        with located(text, self.name, self._text):
            return _core.resolved(text, self.name, self.folder)

    def copy(self) -> "Scene":
        return Scene(self)

    def __getitem__(self, key: str) -> Any:
        if key in self.data:
            return self.data[key]
        item: Any = self.data
        for step in _path(key):
            place = _find(item, step, key)
            try:
                item = item[place]
            except (KeyError, IndexError, TypeError):
                raise KeyError(key) from None
        return item

    def __setitem__(self, key: str, value: Any) -> None:
        steps = _path(key)
        if key in self.data or len(steps) == 1:
            self.data[key] = value
            return
        item: Any = self.data
        for step in steps[:-1]:
            place = _find(item, step, key)
            if isinstance(item, dict) and not isinstance(item.get(place), (dict, list)):
                item[place] = {}
            item = item[place]
        item[_find(item, steps[-1], key)] = value

    def __delitem__(self, key: str) -> None:
        steps = _path(key)
        item = self[".".join(str(step) for step in steps[:-1])] if len(steps) > 1 else self.data
        del item[_find(item, steps[-1], key)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"<cairn.Scene {self.data.get('title') or self.file or 'without a title'!r}>"


def load(path: PathLike) -> Scene:
    """Reads a scene file (YAML or JSON). The scene is checked when a Simulation is made of it."""
    return Scene.load(path)


def scene_of(given: Any, folder: PathLike = ".") -> Scene:
    """A Scene from a path, a dict, or a Scene, which is copied."""
    if isinstance(given, Scene):
        return given.copy()
    if isinstance(given, Mapping):
        return Scene(given, folder=folder)
    if isinstance(given, (str, os.PathLike)):
        return Scene.load(given)
    raise InputError(f"scene: expected a file, a dict or a cairn.Scene, got {type(given).__name__}")


def example(name: str) -> str:
    """The path of a scene that comes with cairn: example("hopper.yaml"), example("guide/gas.yaml")."""
    here = os.path.dirname(os.path.realpath(__file__))
    up = os.path.join(here, "..", "..")
    # In the repository, in a wheel, and of a Debian package: lib/python3/dist-packages/cairn.
    roots = [os.path.join(up, "scenes"), os.path.join(here, "scenes"), os.path.join(up, "..", "..", "share", "cairn", "scenes")]
    for root in roots:
        path = os.path.normpath(os.path.join(root, name))
        if os.path.isfile(path):
            return path
    raise InputError(f"no example scene is called {name!r}")
