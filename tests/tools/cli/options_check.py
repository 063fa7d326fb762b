"""Gives every option of `isthmus` that takes a number what is none or out of its range, as --help
prints it: each is refused in one line, and none ends the program by a signal.

Usage: options_check.py PROGRAM [STEP]

With STEP, every option gets only some of these numbers, one in STEP, the next option the next ones: to start
the program a thousand times takes long under sanitizers.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
STEP = int(sys.argv[2]) if len(sys.argv) > 2 else 1
FILLS = ["--evaluator", "fills", "--backend", "cpu"]
# By command: arguments with which it soon ends, what it reads, and how it ends then.
COMMANDS = {
    "analyze": (["-", *FILLS], '{"size": 2, "maxVisits": 2}', 0),
    "bench": (["--row", "no such row"], "", 0),
    "book": (["none.book"], "", 2),
    "convert": (["-", "--to", "sgf"], "#2,a1", 0),
    "gtp": (["--size", "2", *FILLS], "", 0),
    "match": (["--against", "fills", "--size", "2", "--visits", "2", "--games", "2", "--workers", "1",
               *FILLS], "", 0),
    "openings": (["--size", "2", "--visits", "2", *FILLS], "", 0),
    "puzzles": (["-", *FILLS], '{"size": 2}', 0),
    "results": (["none"], "", 2),
    "selfplay": (["--out", "out", "--sizes", "2", "--games", "1", "--seconds", "0.1", "--parallel", "1",
                  "--workers", "1", *FILLS], "", 0),
    # To listen beyond this machine it needs a token, and does not begin.
    "serve": (["--host", "0.0.0.0", *FILLS], "", 1),
    "solve": (["-"], '{"size": 2}', 0),
    "tournament": (["none.json", "--out", "out"], "", 2),
}
# Numbers in a text of another form: no range is printed, and some of these they take.
LISTS = {"against-set", "gpus", "maps", "part", "size", "sizes", "sprt", "visits"}
NO_NUMBERS = ["", "nan", "inf", "-inf", "1e400", "0x10", "1x", "1 2"]
NUMBERS = ["0", "-1", "1e30", "99999999999999999999", "0.5"]
NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"


def run(command, *options):
    """Runs a command with its arguments, those left out that `options` give again."""
    arguments, text, code = COMMANDS[command]
    arguments = list(arguments)
    for option in options[::2]:
        if option in arguments:
            at = arguments.index(option)
            del arguments[at : at + 2]
    # Beside each other, so that what looks like an option is the value of the one before.
    options = [f"{name}={value}" if value.startswith("-") else name + "\n" + value
               for name, value in zip(options[::2], options[1::2])]
    options = [part for option in options for part in option.split("\n")]
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run([PROGRAM, command, *arguments, *options], input=text, text=True,
                                capture_output=True, timeout=60, cwd=folder, check=False)
    return result, code


def options_of(command):
    """The options that take a value, as the help lists them: names, with the range where one is printed,
    and whether what stands without them is a number."""
    text = subprocess.run([PROGRAM, command, "--help"], capture_output=True, text=True, timeout=60,
                          check=True).stdout
    listed = re.split(r"\n  (?=-)", text.split("\nOptions:", 1)[1])
    for option in listed[1:]:
        option = " ".join(option.split())
        match = re.match(r"--([a-z0-9-]+) [A-Z0-9/,\[\]=]+( \(=(?P<value>[^)]*)\))?", option)
        if match is None:
            continue
        range_ = re.search(rf"\(({NUMBER}) to ({NUMBER})\)$", option)
        ends = (float(range_[1]), float(range_[2])) if range_ else None
        yield match[1], ends, re.fullmatch(NUMBER, match["value"] or "") is not None


def is_refused(result, option):
    return (result.returncode == 2 and result.stdout == "" and result.stderr.count("\n") == 1
            and option in result.stderr)


def part_of(values, turn):
    return values[turn % STEP :: STEP]


def check_number(command, name, least, most, turn):
    option = "--" + name
    beyond = [repr(least - max(1, abs(least))), repr(most + max(1, abs(most)))]
    for value in part_of(NO_NUMBERS + NUMBERS + beyond + [f"{least:g}"], turn):
        result, code = run(command, option, value)
        about = (command, option, value, result)
        if value in NO_NUMBERS or not least <= float(value) <= most:
            assert is_refused(result, option), about
        else:
            # One that has more to say of it, such as that it be whole, may refuse it as well.
            assert result.returncode == code or is_refused(result, option), about


def check_list(command, name, turn):
    for value in part_of(NO_NUMBERS + NUMBERS, turn):
        result, code = run(command, "--" + name, value)
        assert result.returncode == code or is_refused(result, "--" + name), (command, name, value,
                                                                              result)


def check_plain(command):
    result, code = run(command)
    assert result.returncode == code, (command, result)


def main():
    listed = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, timeout=60,
                            check=True).stdout
    assert set(re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE)) == set(COMMANDS), listed
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        checks, found = [], set()
        for command in COMMANDS:
            checks.append(pool.submit(check_plain, command))
            for name, ends, has_number in options_of(command):
                if ends is not None:
                    found.add((command, name))
                    checks.append(pool.submit(check_number, command, name, *ends, len(checks)))
                elif name in LISTS:
                    checks.append(pool.submit(check_list, command, name, len(checks)))
                else:
                    assert not has_number, f"{command} --{name} prints no range"
        for check in checks:
            check.result()
    # What the help is read for is there.
    assert {("serve", "max-visits"), ("serve", "port"), ("gtp", "visits"), ("analyze", "searches"),
            ("book", "trim"), ("selfplay", "noise"), ("tournament", "elo0")} <= found, found


main()
