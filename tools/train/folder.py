"""The folder of a training, which is all that its processes share: where its files are, the names of its
nets, and which of them play. As a program it makes one ready, for processes that begin by themselves:
folder.py DIR GAME [--config FILE]"""

import argparse
import json
import os
import pathlib
import re
import shutil

from module import isthmus
from settings import Settings, SettingsError, read_settings, write_settings

from files import MAX_NET_BYTES, read_bytes, write_whole
from history import add_entry, read_history
from processes import unbroken

NAME = re.compile(r"gen-(\d+)\.net")
SHIPPED = pathlib.Path(__file__).resolve().parents[2] / "engine/net/networks"


def read_header(net):
    """What the file of a net says of it."""
    return json.loads(read_bytes(net, MAX_NET_BYTES).split(b"\n", 2)[1])


def shape_of(header):
    return header["blocks"], header["channels"]


def net_name(generation):
    return f"gen-{generation:03d}.net"


def first_player(game):
    """What plays before the first net."""
    return "fills" if isthmus.Game(game).is_decided_by_fills else "playouts"


def number_of(path):
    """The generation of a net, by its name; -1 for other files."""
    match = NAME.fullmatch(path.name)
    return int(match[1]) if match else -1


class Folder:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.games, self.nets, self.candidates, self.turned_down, self.logs = (
            self.path / name for name in ("games", "nets", "candidates", "turned-down", "logs"))
        self.checkpoint, self.losses = self.path / "checkpoint.pt", self.path / "losses.csv"
        self.pictured_losses = self.path / "losses.svg"

    def listed(self, part):
        """The nets of one of its folders, the oldest first."""
        nets = [path for path in part.glob("*.net") if number_of(path) >= 0] if part.exists() else []
        return sorted(nets, key=number_of)

    def newest_net(self):
        """The net that plays; None before the first."""
        nets = self.listed(self.nets)
        return nets[-1] if nets else None

    def next_generation(self):
        numbers = [number_of(path) for part in (self.nets, self.candidates, self.turned_down)
                   for path in self.listed(part)]
        numbers += [entry["generation"] for entry in read_history(self)["generations"]]
        return max(numbers, default=-1) + 1

    def totals_of(self, number):
        """The file of the totals of self-play for a generation whose games are played before it."""
        return self.games / f"gen-{number:03d}.json"

    def read_totals(self, number):
        """None where the games are not kept by generations."""
        path = self.totals_of(number)
        return json.loads(read_bytes(path, MAX_NET_BYTES)) if path.exists() else None

    def decide(self, path, match=None):
        """Enters a net in the history, with its match against the net that plays if there was one, and puts
        it among those that play, or among those that were turned down as they are weaker beyond chance. One of
        another shape, whose positions cost another time, must be stronger beyond chance. Returns whether it plays."""
        header, opponent = read_header(path), self.newest_net()
        is_accepted = match is None or match["elo"] + match["error"] >= 0
        if match and opponent and shape_of(header) != shape_of(read_header(opponent)):
            is_accepted = match["elo"] - match["error"] > 0
        home = self.nets if is_accepted else self.turned_down
        against = None
        if match:
            against = number_of(opponent) if opponent else first_player(header["game"])
        entry = {
            "generation": number_of(path),
            "net": f"{home.name}/{path.name}",
            "crc32": header["crc32"],
            "accepted": is_accepted,
            "against": against,
            "match": match,
            "games": self.read_totals(number_of(path)),
            "training": header["training"],
        }
        with unbroken():  # the history never names a net that is not there
            add_entry(self, entry)
            # The settings first, so that no net is without them.
            for part in (path.with_suffix(".json"), path):
                if part.exists():
                    os.replace(part, home / part.name)
        return is_accepted

    def begin_with_shipped(self, name, with_losses=True):
        """A folder that has no generation yet gets the net of this name that is shipped, if one is; with_losses:
        with those of its training."""
        shipped = SHIPPED / f"{name}.json"
        if read_history(self)["generations"] or not shipped.exists():
            return
        generations = json.loads(shipped.read_text())["generations"]
        net = [entry["net"] for entry in generations if entry["accepted"]][-1]
        shutil.copy(SHIPPED / f"{name}.net", self.path / net)
        if with_losses:
            shutil.copy(SHIPPED / f"{name}-losses.csv", self.losses)
        write_whole(self.path / "history.json", shipped.read_bytes())  # last, as it says that all is there


def prepare(path, game, config=None):
    """Makes a folder ready for a training of this game: by a file of settings, or by those that it had
    before. Without a generation in it, it begins with the net that is shipped, unless settings say not to.
    Returns the folder and the settings. Raises ValueError for a game that there is not."""
    first_player(game)
    folder, kept = Folder(path), pathlib.Path(path) / "settings.json"
    if config or kept.exists():
        settings = read_settings(config or kept)
    else:
        settings = Settings(seed=int.from_bytes(os.urandom(4), "little"))
    if settings.game not in ("", game):
        raise SettingsError(f"{config or kept}: the settings are for {settings.game}, not for {game}")
    settings.game = game
    for part in (folder.games, folder.nets, folder.candidates, folder.turned_down, folder.logs):
        part.mkdir(parents=True, exist_ok=True)
    write_settings(settings, kept)
    if not settings.fresh:
        if settings.shipped and settings.shipped not in {net.stem for net in SHIPPED.glob(f"{game}*.net")}:
            raise SettingsError(f'"shipped": no net {settings.shipped} for {game} is shipped')
        folder.begin_with_shipped(settings.shipped or game, not settings.fresh_learner)
    return folder, settings


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("game")
    parser.add_argument("--config", type=pathlib.Path, help="settings; if not given, those that the folder has")
    given = parser.parse_args()
    try:
        prepare(given.folder, given.game, given.config)
    except (OSError, ValueError) as error:
        raise SystemExit(f"folder.py: {error}") from None


if __name__ == "__main__":
    main()
