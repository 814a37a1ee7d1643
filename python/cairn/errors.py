"""The exceptions of cairn. InputError: something that was given is wrong. RunError: a run cannot go on."""
from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator, Optional


class InputError(ValueError):
    """Something in a scene, a call or a file is wrong.

    message  what is wrong, and what was expected
    file     the scene file, if the mistake stands in one; line and column count from 1
    key      the key in the scene, such as 'bodies[2].shape.sphere.radius'
    """

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0, text: str = "", key: str = ""):
        super().__init__(message)
        self.message, self.file, self.line, self.column, self.text, self.key = message, file, line, column, text, key

    def __str__(self) -> str:
        where = self.file + (f":{self.line}:{self.column}" if self.line else "")
        if not self.line and self.key and self.key not in self.message:
            where = self.key
        caret = f"\n   {self.text}\n   {' ' * (self.column - 1)}^" if self.line and self.text and len(self.text) < 200 else ""
        return (f"{where}: " if where else "") + self.message + caret

    def __reduce__(self):
        return InputError, (self.message, self.file, self.line, self.column, self.text, self.key)


class RunError(RuntimeError):
    """The run cannot go on: it blew up, a file cannot be written, or somebody else uses the simulation."""


class NotConverged(RunError):
    """A solve did not converge, and the scene says that the run has to stop then."""


@contextmanager
def located(text: str, name: str, original: Optional[str] = None) -> Iterator[None]:
    """Gives errors about `text`, which the engine calls `name`, their key, and the place of that key in the original text if
    there is one."""
    from . import _core
    try:
        yield
    except InputError as error:
        if error.line and error.file == name:
            error.key = _core.key_at(text, error.line, error.column)
            if original is None:
                error.file, error.line, error.column, error.text = "", 0, 0, ""
            elif original != text:
                error.line, error.column, error.text = _core.place_of(original, error.key)
        raise error from None
