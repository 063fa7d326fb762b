"""Says how a training goes: a line for each generation."""

import time

from history import read_history


def line_of(entry, left):
    """A generation of the history, with the seconds that are left."""
    training, match = entry["training"], entry["match"]
    losses = training["losses"]
    parts = [f"{training['games']:,} games", f"step {training['step']:,}",
             f"policy {losses['policy']:.3f}, value {losses['value']:.3f}"]
    if losses["heldPolicy"] != "":
        parts[-1] += f" (held out {losses['heldPolicy']:.3f}, {losses['heldValue']:.3f})"
    if match:
        parts.append(f"{match['elo']:+.0f} +- {match['error']:.0f} Elo against {entry['against']}"
                     f"{'' if entry['accepted'] else ', turned down'}")
    return f"gen-{entry['generation']:03d}: {', '.join(parts)}, {max(0.0, left):.0f} s left"


class Progress:
    """What has come to the history of a folder since this was made."""

    def __init__(self, folder, end):
        self.folder, self.end = folder, end
        self.path = folder.path / "history.json"
        self.before = {entry["generation"] for entry in read_history(folder)["generations"]}
        self.reported, self.seen = set(), self.stamp()

    def stamp(self):
        return self.path.stat().st_mtime_ns if self.path.exists() else 0

    def new_entries(self):
        return [entry for entry in read_history(self.folder)["generations"]
                if entry["generation"] not in self.before]

    def look(self):
        """Prints each new generation once."""
        if self.stamp() == self.seen:
            return
        self.seen = self.stamp()
        for entry in self.new_entries():
            if entry["generation"] not in self.reported:
                self.reported.add(entry["generation"])
                print(line_of(entry, self.end - time.time()), flush=True)
