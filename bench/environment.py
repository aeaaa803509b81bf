"""Where the speed table is measured: this machine, and the environment that holds the engines of others."""

import os
import platform
import shutil
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

PINS = Path(__file__).with_name("peers.txt")
CACHE = Path(__file__).parent.parent / "build" / "peers"
PATIENCE = 600  # seconds that installing may take


class PeersUnavailable(Exception):
    """The engines of others cannot be installed here; the message is one line and says why."""


def peer_python(folder: Path = CACHE) -> Path:
    """The Python of an environment with just `peers.txt`; a `folder` without it is emptied and filled."""
    folder = folder.absolute()
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "made-from.txt"  # written last, so an environment left half made is made again
    recipe = f"{sys.version}\n{PINS.read_text(encoding='utf-8')}"
    if python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == recipe:
        return python
    print(f"Installing the engines of bench/{PINS.name}, once only ...", file=sys.stderr, flush=True)
    try:
        install(folder, python)
        stamp.write_text(recipe, encoding="utf-8")
    except (OSError, subprocess.SubprocessError) as error:
        raise PeersUnavailable(f"cannot install the engines of bench/{PINS.name}: {reason(error)}") from error
    return python


def install(folder: Path, python: Path) -> None:
    uv = uv_command()
    venv.create(folder, clear=True, symlinks=os.name != "nt", with_pip=not uv)
    pip = [*uv, "pip", "install", "--python", str(python)] if uv else [str(python), "-m", "pip", "install"]
    # Wheels only: without one, the compiler would run for half an hour before it failed.
    command = [*pip, "--quiet", "--only-binary", ":all:", "-r", str(PINS)]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)


def uv_command() -> list[str]:
    """How to call uv, which installs in seconds; empty where it is missing and pip has to do."""
    if find_spec("uv"):
        return [sys.executable, "-m", "uv"]
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    return [uv] if uv else []


def reason(error: Exception) -> str:
    """What went wrong, on one line: the installer's last, where both uv and pip name the cause."""
    written = getattr(error, "stderr", None) or getattr(error, "output", None) or str(error)
    text = written.decode(errors="replace") if isinstance(written, bytes) else written
    return text.strip().splitlines()[-1].strip()


def machine() -> str:
    """Processor, cores, Python and platform, on one line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{processor()}, {os.cpu_count()} cores, {python}, {platform.platform()}"


def processor() -> str:
    """The processor's model name, or its architecture where the system does not tell."""
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    if sys.platform == "darwin":
        question = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(question, check=True, capture_output=True, text=True).stdout.strip()
    return platform.processor() or platform.machine()
