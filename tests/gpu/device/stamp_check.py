"""The stamp of the kernels' last test on a device goes by what is in the folder, not by pages, and not by git.

Usage: stamp_check.py STAMP

STAMP is tools/scripts/gpu_stamp.sh.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

STAMP = sys.argv[1]


def said_of(gpu):
    """What is said of a folder; '' where it was tested as it is."""
    ran = subprocess.run([STAMP, "check", gpu], capture_output=True, text=True, check=False)
    assert ran.stderr == "" and ran.returncode == (ran.stdout != "") and ran.stdout.count("\n") <= 1, ran
    return ran.stdout


def write(gpu, failed=0):
    subprocess.run([STAMP, "write", "A card", "12", str(failed), gpu], check=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        gpu = Path(folder, "gpu")
        (gpu / "net").mkdir(parents=True)
        kernel, page = gpu / "net/a kernel.cu", gpu / "NOTES.md"
        kernel.write_text("int a;")
        page.write_text("what was seen")
        assert said_of(gpu).startswith("the kernels were never tested on a device")
        write(gpu)
        assert said_of(gpu) == ""
        stamp = dict(line.split(": ", 1) for line in (gpu / "DEVICE_TESTED").read_text().splitlines())
        assert list(stamp) == ["state", "card", "date", "passed", "failed"] and stamp["passed"] == "12", stamp
        page.write_text("what was seen then")
        assert said_of(gpu) == "", "pages are no kernels"
        subprocess.run(["git", "init", "-q", folder], check=True)
        assert said_of(gpu) == "", "with git as without"
        newer = f"gpu/ is newer than its last test on a device, {stamp['date']} on A card: run "
        kernel.write_text("int b;")
        assert said_of(gpu).startswith(newer)
        kernel.write_text("int a;")
        assert said_of(gpu) == ""
        kernel.rename(gpu / "a kernel.cu")
        assert said_of(gpu).startswith(newer), "moved"
        (gpu / "a kernel.cu").rename(kernel)
        (gpu / "other.cuh").touch()
        assert said_of(gpu).startswith(newer), "one more"
        write(gpu, failed=2)
        assert said_of(gpu).startswith(f"2 tests of the kernels failed on {stamp['date']} on A card"), said_of(gpu)


main()
