"""Builds the wheel of the module for `pip install .` and `pip wheel .` (PEP 517), by CMake.

It asks pip for nothing, so that it works without a network: CMake, Ninja or make, a compiler, pybind11
and the libraries of README.md must be there. It builds in build/python, or in a folder that is built
already and for the same Python:

    pip wheel . --config-settings build-dir=build/release
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
VERSION = re.search(r"project\(isthmus VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
TIME = (1980, 1, 1, 0, 0, 0)  # of all files, so that the same sources make the same bytes

METADATA = f"""Metadata-Version: 2.1
Name: isthmus
Version: {VERSION}
Summary: Games, self-play records and engines for connection games
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
"""


def tag():
    """Which Python and machine the module is for."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"


def built_module(config_settings):
    """The module, built now."""
    given = (config_settings or {}).get("build-dir")
    folder = ROOT / (given or "build/python")
    if not given:
        subprocess.run(
            ["cmake", "--preset", "release", "-B", str(folder), "-DISTHMUS_TESTS=OFF", "-DISTHMUS_PYTHON=ON",
             "-DISTHMUS_ONE_FILE=ON", "-DISTHMUS_MPI=OFF", f"-DPython_EXECUTABLE={sys.executable}"],
            cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", str(folder), "--target", "isthmus_python"], cwd=ROOT, check=True)
    module = folder / "python" / ("isthmus" + sysconfig.get_config_var("EXT_SUFFIX"))
    if not module.exists():
        raise SystemExit(f"{folder} has no module for this Python, {sys.executable}: "
                         f"there is no {module.name}")
    return module


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Makes the wheel. The module is the package itself, so that type stubs may lie beside it."""
    module = built_module(config_settings)
    info = f"isthmus-{VERSION}.dist-info"
    files = {
        "isthmus/__init__" + sysconfig.get_config_var("EXT_SUFFIX"): module.read_bytes(),
        "isthmus/__init__.pyi": (HERE / "isthmus.pyi").read_bytes(),
        "isthmus/py.typed": b"",
        "isthmus/aec_env.py": (HERE / "adapters/aec_env.py").read_bytes(),
        "isthmus/spiel_game.py": (HERE / "adapters/spiel_game.py").read_bytes(),
        f"{info}/METADATA": METADATA.encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: isthmus\nRoot-Is-Purelib: false\n"
                         f"Tag: {tag()}\n".encode(),
        f"{info}/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    wheel = f"isthmus-{VERSION}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    """Makes an archive of all files that git knows of."""
    name = f"isthmus-{VERSION}"
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    with tarfile.open(os.path.join(sdist_directory, name + ".tar.gz"), "w:gz") as archive:
        for file in filter(None, files.stdout.split("\0")):
            archive.add(ROOT / file, f"{name}/{file}")
        info = pathlib.Path(sdist_directory) / "PKG-INFO"
        info.write_text(METADATA)
        archive.add(info, f"{name}/PKG-INFO")
        info.unlink()
    return name + ".tar.gz"
