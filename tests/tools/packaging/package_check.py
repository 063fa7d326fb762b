"""Makes the packages, unpacks them, and holds what is in them to the program: it plays without anything
else of the build, and the manual page and the completions have every command and option that --help has.
None is made with kernels that were not tested as they are.

Usage: package_check.py CPACK BUILD_FOLDER VERSION STAMP

STAMP is tools/scripts/gpu_stamp.sh.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

CPACK, BUILD, VERSION, STAMP = sys.argv[1:]


def output_of(*command, **options):
    """What a command prints, which must end well and say nothing on standard error."""
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)
    assert result.returncode == 0 and result.stderr == "", result
    return result.stdout


class Program:
    """An unpacked program, run with nothing of this environment."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def __call__(self, *arguments, text=""):
        return output_of(self.path, *arguments, input=text, cwd=self.folder, env={"LANG": "C"})


def options_by_command(program):
    """As the plain help lists them."""
    commands = re.findall(r"^  ([a-z]+) ", program("--help"), re.MULTILINE)
    assert {"gtp", "analyze", "serve"} <= set(commands), commands
    options = {command: re.findall(r"^  (?:-h \[ )?--([a-z0-9-]+)",
                                   program(command, "--help").split("\nOptions:", 1)[1], re.MULTILINE)
               for command in commands}
    assert all("help" in names for names in options.values()) and "visits" in options["gtp"], options
    return options


def check_program(program):
    played = program("gtp", "--size", "5", "--visits", "20", "--threads", "1", "--backend", "cpu",
                     text="genmove b\ngenmove w\nfinal_score\n")
    moves = re.findall(r"^= ([a-e][1-5])$", played, re.MULTILINE)
    assert len(set(moves)) == 2, played

    found = program("--version").splitlines()
    assert found[0] == f"isthmus {VERSION}", found
    facts = dict(re.split(r": +", line, maxsplit=1) for line in found[1:])
    assert list(facts) == ["commit", "instructions", "GPUs", "nets"], found
    assert re.fullmatch(r"unknown|[0-9a-f]{12,40}(-dirty)?", facts["commit"]), found
    assert facts["nets"].startswith("hex, "), found
    # The instructions are those that the program takes.
    nets = facts["instructions"].split("; ")[0].split(", ")
    for name in nets:
        program("gtp", "--instructions", name, text="quit\n")


def check_manual(page, options):
    text = page.read_text()
    if shutil.which("groff"):
        output_of("groff", "-man", "-Tutf8", "-ww", "-z", str(page))
    else:
        print("not checked: the manual page's macros, as there is no groff")
    # Back from roff to plain text.
    parts = re.split(r"^\.SH ISTHMUS ", text.replace("\\-", "-"), flags=re.MULTILINE)[1:]
    assert [part.split("\n", 1)[0].lower() for part in parts] == list(options), text[:2000]
    for part, (command, names) in zip(parts, options.items()):
        found = re.findall(r"^\\fB(?:-h \[ )?--([a-z0-9-]+)", part, re.MULTILINE)
        assert found == names, (command, found, names)


def check_bash(script, options):
    def completions(*words):
        return output_of(
            "bash", "--norc", "-c",
            'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _isthmus; '
            'printf "%s\\n" "${COMPREPLY[@]}"', "bash", str(script), "isthmus", *words).split()

    assert completions("") == [*options, "--help", "--version"]
    assert completions("an") == ["analyze"]
    for command, names in options.items():
        assert completions(command, "--") == ["--" + name for name in names], command
    assert completions("solve", "--no") == ["--nodes"]
    # Nothing of ours, so that bash offers files.
    assert completions("solve", "") == completions("nothing", "--") == []


def check_zsh(script, options):
    text = script.read_text()
    assert text.startswith("#compdef isthmus\n"), text[:100]
    parts = re.split(r"^    ([a-z]+)\)$", text, flags=re.MULTILINE)[1:]
    found = {command: re.findall(r"^        '--([a-z0-9-]+)=?\[", part, re.MULTILINE)
             for command, part in zip(parts[::2], parts[1::2])}
    assert found == options, found
    if shutil.which("zsh"):
        output_of("zsh", "-f", "-n", str(script))
    else:
        print("not checked: that zsh reads its completions, as there is no zsh")


def check_share(share, options):
    licences = share / "doc/isthmus"
    assert "Permission is hereby granted" in (licences / "copyright").read_text()
    # The page's, where there is a page.
    site = Path(BUILD, "protocols/web/site/licences.txt")
    assert (licences / "licences/page").exists() == site.exists()
    if site.exists():
        assert (licences / "licences/page").read_bytes() == site.read_bytes()
    check_manual(share / "man/man1/isthmus.1", options)
    check_bash(share / "bash-completion/completions/isthmus", options)
    check_zsh(share / "zsh/site-functions/_isthmus", options)


def check_tree(root, folder):
    program = Program(root / "bin/isthmus", folder)
    check_program(program)
    check_share(root / "share", options_by_command(program))


def check_deb(package, folder):
    fields = dict(re.findall(r"^(\S+): (.*)$", output_of("dpkg-deb", "-f", str(package)), re.MULTILINE))
    assert fields["Package"] == "isthmus" and fields["Version"] == VERSION, fields
    assert fields["Section"] == "games" and fields["Maintainer"] and fields["Description"], fields
    wanted = {name.split()[0] for name in fields["Depends"].split(", ")}
    assert "libc6" in wanted and not any("boost" in name for name in wanted), fields
    output_of("dpkg-deb", "-x", str(package), str(folder / "deb"))
    check_tree(folder / "deb/usr", folder)


def check_archive(package, folder):
    with tarfile.open(package) as archive:
        archive.extractall(folder / "archive")
    (root,) = (folder / "archive").iterdir()
    check_tree(root, folder)


def make_packages(folder, kernels):
    """By cpack, as if the program had the kernels of this folder; returns what came of it. Both packages are made by
    gzip, where xz takes half a minute of a processor each."""
    generators = re.search(r'^set\(CPACK_GENERATOR "([A-Z;]*)"\)$', Path(BUILD, "CPackConfig.cmake").read_text(),
                           re.MULTILINE)[1]
    assert "TXZ" in generators, generators
    return subprocess.run([CPACK, "-B", str(folder / "packages"), "-D", f"CPACK_ISTHMUS_KERNELS={kernels}",
                           "-G", generators.replace("TXZ", "TGZ"),
                           "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip"],
                          cwd=BUILD, text=True, capture_output=True, timeout=1800, check=False)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kernels = folder / "gpu"
        kernels.mkdir()
        result = make_packages(folder, kernels)
        assert result.returncode != 0 and "the kernels were never tested on a device" in result.stderr, result
        assert not [*(folder / "packages").glob("*.tar.gz"), *(folder / "packages").glob("*.deb")], result
        output_of(STAMP, "write", "a card", "1", "0", str(kernels))
        result = make_packages(folder, kernels)
        assert result.returncode == 0, result
        archives = list((folder / "packages").glob("*.tar.gz"))
        packages = list((folder / "packages").glob("*.deb"))
        assert len(archives) == 1, result
        check_archive(archives[0], folder)
        if shutil.which("dpkg-shlibdeps"):
            assert len(packages) == 1, result
            check_deb(packages[0], folder)
        else:
            print("not checked: the .deb, as there is no dpkg-shlibdeps")


main()
