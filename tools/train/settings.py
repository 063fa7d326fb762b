"""The settings of a training, a file of JSON. Keys are named here with '_' where the file has '-'; those
that are left out have the values below."""

import json
import os
import pathlib
from dataclasses import dataclass, field, fields, is_dataclass

from files import read_bytes, write_whole

MAX_BYTES = 1 << 20
# Options of the program that are not to be set, as they follow from the rest.
GIVEN = {"game", "out", "nets", "net", "rank", "mpi", "seed", "seconds", "unfinished", "evaluator", "against"}


class SettingsError(ValueError):
    """What is wrong with a file of settings, in one line."""


def number(value, least, most):
    return field(default=value, metadata={"least": least, "most": most})


def options(**values):
    """Options of the program, by their names."""
    return field(default_factory=lambda: dict(values))


@dataclass
class Training:
    """How a net learns: as those did that are shipped for games other than Hex. NOTES.md has what was tried."""

    steps: int = number(800, 1, 10**9)  # of a generation
    batch: int = number(1024, 1, 1 << 20)  # positions of a step, over all trainers
    window: int = number(40_000, 1, 10**9)  # games that are learned from, the last
    new_games: int = number(0, 0, 10**9)  # that must have come before another generation is begun
    look_every: float = number(10.0, 0.1, 1e6)  # seconds, for new shards
    save_every: float = number(30.0, 0.1, 1e6)  # seconds, a checkpoint
    rate: float = number(3e-3, 1e-9, 1)
    cooling: float = number(1.0, 0.01, 1)  # each generation's rate is that of the one before times this
    cosine: str = field(default="generation", metadata={"among": ("generation", "run")})  # how long the rate falls
    least_rate: float = number(0.1, 0, 1)  # the share of itself to which it falls in that
    guard: float = number(0.2, 0, 1000)  # a net whose held-out losses get worse by this share goes back; 0: never
    warm_up: int = number(100, 1, 10**9)  # steps of a generation, or of the run
    decay: float = number(0.1, 0, 1)  # of weights
    muon: bool = True  # for the weights of the blocks; see muon.py
    average: float = number(0.995, 0, 1)  # decay of the averaged weights
    frozen_share: float = number(0.3, 0, 1)  # of a generation, or of the run, its last part: batch norm by averages
    value_weight: float = number(1.0, 0, 1000)
    value_horizon: float = number(6.0, 0, 1000)  # in moves: the value is learned from later searches as well
    ownership_weight: float = number(0.5, 0, 1000)
    soft_weight: float = number(8.0, 0, 1000)  # of a softened policy, by a head that is not in the net's file
    teacher: str = ""  # the file of a net whose outputs are learned beside what the games show
    teacher_weight: float = number(0.5, 0, 1)  # of its outputs beside those
    last_stone: bool = True  # false: a net that does not heed which stone was placed just now
    blocks: int = number(6, 1, 40)  # where there is nothing to go on from
    channels: int = number(64, 32, 256)  # likewise; a multiple of 32
    ring: bool = False  # true: where there is nothing to go on from, or a net with it, with a ring around the board
    graphs: bool = True  # on one GPU: steps are captured, in place of launching kernels one by one
    compiled: bool = False  # on a GPU: the net by torch.compile, a minute or two for each size of board


@dataclass
class Settings:
    game: str = ""
    seed: int = number(0, 0, (1 << 53) - 1)  # drawn where the file has none
    # "beside": self-play and training go on at the same time. "turns": generations, one after another.
    schedule: str = field(default="beside", metadata={"among": ("beside", "turns")})
    fresh: bool = False  # begins from nothing, and not from the net that is shipped
    shipped: str = ""  # the net that it goes on from, as "hex-large"; if not given, that of the game's name
    fresh_learner: bool = False  # that net plays, and one of another shape learns from nothing beside it
    ranks: int = number(1, 1, 9999)  # processes of self-play on this machine
    trainers: int = number(1, 1, 64)  # processes that train, here each on a GPU of its own or on the CPU
    play_seconds: float = number(60.0, 0.1, 1e9)  # of a generation, in turns
    keep_nets: int = number(6, 1, 10**6)  # of the last generations, in the state that is left
    keep_megabytes: int = number(40, 0, 10**6)  # of the last games there
    selfplay: dict = options()  # of `isthmus selfplay`
    training: Training = field(default_factory=Training)
    gated: bool = True  # only nets play that are not weaker beyond chance than that before them
    match: dict = options(games=400, visits=64)  # of `isthmus match`, by which that is found


def key_of(name):
    return name.replace("_", "-")


def check_options(key, value):
    for name, of_option in value.items():
        if name in GIVEN:
            raise SettingsError(f'"{key}": the option "{name}" follows from the other settings')
        if isinstance(of_option, bool) or not isinstance(of_option, (int, float, str)):
            raise SettingsError(f'"{key}": "{name}" takes a number or a text')
    return value


def check_value(key, of_field, default, value):
    """The value of a field, if it may have it."""
    if is_dataclass(default):
        return from_json(type(default), value, key + ": ")
    kind = type(default)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", dict: "an object"}
    if type(value) is not kind:
        raise SettingsError(f'"{key}" takes {names[kind]}, not {json.dumps(value)[:60]}')
    if kind is dict:
        return check_options(key, value)
    about = of_field.metadata
    if "among" in about and value not in about["among"]:
        raise SettingsError(f'"{key}" takes {" or ".join(about["among"])}, not {json.dumps(value)[:60]}')
    if "least" in about and not about["least"] <= value <= about["most"]:
        raise SettingsError(f'"{key}" takes {names[kind]} from {about["least"]} to {about["most"]}, not {value}')
    return value


def from_json(kind, values, where=""):
    """Settings of this kind, with those values of their fields that a JSON object has."""
    if not isinstance(values, dict):
        raise SettingsError(f"{where}an object of JSON is needed")
    made = kind()
    known = {key_of(of_field.name): of_field for of_field in fields(kind)}
    for key, value in values.items():
        if key not in known:
            raise SettingsError(f'{where}unknown key "{key}"; known: {", ".join(known)}')
        of_field = known[key]
        setattr(made, of_field.name, check_value(where + key, of_field, getattr(made, of_field.name), value))
    return made


def to_json(settings):
    return {key_of(of_field.name): to_json(value) if is_dataclass(value) else value
            for of_field in fields(settings) for value in [getattr(settings, of_field.name)]}


def check_whole(settings):
    if settings.training.channels % 32:
        raise SettingsError('"training: channels" takes a multiple of 32')
    if settings.training.batch % settings.trainers:
        raise SettingsError('"training: batch" takes a multiple of "trainers"')


def read_settings(path):
    """Those of a file. Raises SettingsError."""
    def no_constant(name):
        raise ValueError(f"{name} is no number of JSON")

    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key is there twice")
        return dict(pairs)

    try:
        values = json.loads(read_bytes(path, MAX_BYTES), parse_constant=no_constant, object_pairs_hook=once)
        settings = from_json(Settings, values)
        check_whole(settings)
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: {error}") from None
    if "seed" not in values:
        settings.seed = int.from_bytes(os.urandom(4), "little")
    return settings


def write_settings(settings, path):
    write_whole(path, (json.dumps(to_json(settings), indent=1) + "\n").encode())


def of_folder(folder):
    return read_settings(pathlib.Path(folder) / "settings.json")


def option_words(values):
    """Options for the command line."""
    return [f"--{name}={value}" for name, value in values.items()]
