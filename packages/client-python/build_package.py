"""Builds the wheel and the source archive. A backend of its own, because those that exist have to be downloaded first."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import re
import tarfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
GENERATED = (ROOT / "src/heddle_client/_generated.py").read_text(encoding="utf-8")
VERSION = re.findall(r'^__version__ = "(.+)"$', GENERATED, re.MULTILINE)[0]
NAME = f"{PROJECT['name'].replace('-', '_')}-{VERSION}"
LICENSE = ROOT.parent.parent / "LICENSE"

METADATA = f"""Metadata-Version: 2.4
Name: {PROJECT["name"]}
Version: {VERSION}
Summary: {PROJECT["description"]}
License-Expression: {PROJECT["license"]}
Requires-Python: {PROJECT["requires-python"]}
Description-Content-Type: text/markdown

""" + (ROOT / "README.md").read_text(encoding="utf-8")
WHEEL = "Wheel-Version: 1.0\nGenerator: heddle\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _sources() -> list[Path]:
    return sorted(path for path in (ROOT / "src").rglob("*") if path.suffix == ".py" or path.name == "py.typed")


def _license() -> bytes:
    # A source archive has it beside this file.
    own = ROOT / "LICENSE"
    return (own if own.exists() else LICENSE).read_bytes()


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """Writes the wheel, and returns its file name (PEP 517)."""
    info = f"{NAME}.dist-info"
    files = {path.relative_to(ROOT / "src").as_posix(): path.read_bytes() for path in _sources()}
    files[f"{info}/METADATA"] = METADATA.encode()
    files[f"{info}/WHEEL"] = WHEEL.encode()
    files[f"{info}/licenses/LICENSE"] = _license()
    rows = [
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}"
        for name, content in files.items()
    ]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    filename = f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / filename, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            # Always the same time, so that the same sources make the same file.
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return filename


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """Writes the source archive, and returns its file name (PEP 517)."""
    own = [ROOT / "README.md", ROOT / "build_package.py", ROOT / "pyproject.toml", *_sources()]
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in own}
    files |= {"PKG-INFO": METADATA.encode(), "LICENSE": _license()}
    filename = f"{NAME}.tar.gz"
    # Without a time, for the same reason.
    with gzip.GzipFile(Path(sdist_directory) / filename, "wb", mtime=0) as file, tarfile.open(fileobj=file, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{NAME}/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return filename
