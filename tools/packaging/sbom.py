"""Writes what is in the files of a release as SPDX 2.3 in JSON: the files with their checksums, what is linked into
them, of which version and under which licence, the page's packages, and the nets.

Usage: sbom.py FOLDER VERSION TIME

FOLDER has the files, TIME is the commit's in seconds since 1970.
"""

import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = "https://example.org/isthmus"  # a namespace of names, where nothing needs to be
# By Debian's package: the name, the licence by its SPDX identifier, and which files have it linked in or compiled in.
NATIVE, EVERYWHERE = ("amd64", "arm64", "wheel"), ("amd64", "arm64", "wheel", "npm", "page")
LIBRARIES = {
    "libboost-dev": ("Boost", "BSL-1.0", NATIVE),
    "libhwy-dev": ("Highway", "Apache-2.0", EVERYWHERE),
    "nlohmann-json3-dev": ("JSON for Modern C++", "MIT", EVERYWHERE),
    "libeigen3-dev": ("Eigen", "MPL-2.0", NATIVE),
    "libsqlite3-dev": ("SQLite", "blessing", NATIVE),
    "libstdc++-12-dev": ("GNU C++ library", "GPL-3.0-or-later WITH GCC-exception-3.1", NATIVE),
    "pybind11-dev": ("pybind11", "BSD-3-Clause", ("wheel",)),
    "emscripten": ("Emscripten's libraries", "MIT OR NCSA", ("npm", "page")),
}


def kind_of(name):
    """Which part of a release a file is."""
    for pattern, kind in ((r"_amd64\.deb$|x86_64\.tar\.xz$", "amd64"), (r"_arm64\.deb$|aarch64\.tar\.xz$", "arm64"),
                          (r"\.whl$", "wheel"), (r"\.tgz$", "npm"), (r"\.zip$", "page")):
        if re.search(pattern, name):
            return kind
    return "source"


def identifier(kind, name):
    return f"SPDXRef-{kind}-{re.sub(r'[^A-Za-z0-9.-]', '-', name)}"


def checksums(path):
    content = path.read_bytes()
    return [{"algorithm": name, "checksumValue": hashlib.new(name.lower(), content).hexdigest()}
            for name in ("SHA1", "SHA256")]


def package(kind, name, version, licence, **more):
    return {"SPDXID": identifier(kind, f"{name}-{version}"), "name": name, "versionInfo": version,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", "supplier": "NOASSERTION", **more}


def debian_version(name):
    return subprocess.run(["dpkg-query", "-W", "-f=${Version}", name], capture_output=True, text=True,
                          check=True).stdout


def page_packages():
    """What the page is bundled of, as package-lock.json has it; the rest there only builds and tests it."""
    locked = json.loads((ROOT / "protocols/web/package-lock.json").read_text())["packages"]
    for path, entry in sorted(locked.items()):
        if path and not entry.get("dev"):
            name = path.rpartition("node_modules/")[2]
            yield package("npm", name, entry["version"], entry["license"],
                          externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                         "referenceLocator": f"pkg:npm/{name.replace('@', '%40')}@{entry['version']}"}])


def main():
    folder, version, time = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    program = package("package", "isthmus", version, "MIT", sourceInfo=f"commit {commit.strip()}")
    packages, files, relations = [program], [], []

    def relate(one, how, other):
        relations.append({"spdxElementId": one["SPDXID"], "relationshipType": how, "relatedSpdxElement": other["SPDXID"]})

    kinds = {}
    for path in sorted(folder.iterdir()):
        file = {"SPDXID": identifier("file", path.name), "fileName": f"./{path.name}", "checksums": checksums(path),
                "fileTypes": ["ARCHIVE"], "licenseConcluded": "NOASSERTION", "licenseInfoInFiles": ["NOASSERTION"],
                "copyrightText": "NOASSERTION"}
        files.append(file)
        kinds.setdefault(kind_of(path.name), []).append(file)
        relate(program, "CONTAINS", file)
    for name, (label, licence, within) in LIBRARIES.items():
        holders = [file for kind in within for file in kinds.get(kind, [])]
        if holders:
            packages.append(package("debian", label, debian_version(name), licence))
            for file in holders:
                relate(file, "STATIC_LINK", packages[-1])
    for bundled in page_packages():
        packages.append(bundled)
        for kind in ("amd64", "arm64", "page", "npm"):
            for file in kinds.get(kind, []):
                relate(file, "CONTAINS", bundled)
    for net in sorted((ROOT / "engine/net/networks").glob("*.net")):
        files.append({"SPDXID": identifier("net", net.name), "fileName": f"./engine/net/networks/{net.name}",
                      "checksums": checksums(net), "fileTypes": ["BINARY"], "licenseConcluded": "MIT",
                      "licenseInfoInFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION",
                      "comment": "a neural net, learned from the program's games with itself"})
        relate(program, "CONTAINS", files[-1])
    created = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    json.dump({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"isthmus-{version}", "documentNamespace": f"{HOME}/spdx/{version}/{commit.strip()}",
        "creationInfo": {"created": created, "creators": ["Tool: isthmus-sbom.py"]},
        "packages": packages, "files": files,
        "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                           "relatedSpdxElement": program["SPDXID"]}, *relations],
    }, sys.stdout, indent=1)
    print()


main()
