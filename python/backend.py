"""Builds the wheel for `pip install .`: CMake compiles the module, and a wheel is a zip file with a list of its contents.

Nothing but Debian's packages is needed (tools/install build), so that `pip install --no-build-isolation .` works offline.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]


def _field(name):
    return re.search(rf'^{name} = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.M).group(1)


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _build():
    """Compiles the module for this interpreter and returns its folder."""
    folder = os.environ.get("CAIRN_BUILD", str(ROOT / "build" / "release"))
    python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    subprocess.run(["cmake", "-S", str(ROOT), "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                    *([] if os.path.realpath("/usr/bin/python3") == python else [f"-DPython_EXECUTABLE={python}"])], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "cairn_python"], check=True)
    return pathlib.Path(folder) / "python" / "cairn"


def _metadata():
    return (f"Metadata-Version: 2.1\nName: {_field('name')}\nVersion: {_field('version')}\nSummary: {_field('description')}\n"
            f"Requires-Python: {_field('requires-python')}\nRequires-Dist: numpy\n")


def _contents():
    """Names in the wheel and the files they come from."""
    module = _build()
    files = {f"cairn/{path.name}": path for path in sorted(module.iterdir()) if path.suffix in (".py", ".pyi", ".so", ".typed")}
    for path in sorted((ROOT / "scenes").rglob("*")):
        if path.is_file() and ".run" not in str(path):
            files[f"cairn/scenes/{path.relative_to(ROOT / 'scenes')}"] = path
    return {name: path.read_bytes() for name, path in files.items()}


def _write(target, contents):
    info = f"{_field('name')}-{_field('version')}.dist-info"
    contents = dict(contents)
    contents[f"{info}/METADATA"] = _metadata().encode()
    contents[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: cairn\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode()
    rows = []
    for name, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(data)}")
    contents[f"{info}/RECORD"] = ("\n".join(rows) + f"\n{info}/RECORD,,\n").encode()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in contents.items():
            wheel.writestr(name, data)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"{_field('name')}-{_field('version')}-{_tag()}.whl"
    _write(os.path.join(wheel_directory, name), _contents())
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("cairn is built from its repository: pip install .")
