"""Actions of `isthmus analyze --stream`: requests and answers fit the JSON schemas, and reviews,
openings and proofs are those of the program's commands.

Usage: actions_check.py PROGRAM SOURCES. Exits with 77 where there is no python3-jsonschema.
"""

import json
import pathlib
import re
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("SKIPPED: no python3-jsonschema here")
    sys.exit(77)

PROGRAM, SOURCES = sys.argv[1], pathlib.Path(sys.argv[2])
SCHEMAS = SOURCES / "protocols/json/schema"
OPTIONS = ["--fills", "512", "--playouts", "512", "--backend", "cpu", "--threads", "1"]


def validator(name):
    schema = json.loads((SCHEMAS / name).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


REQUEST, ANSWER = validator("actions.schema.json"), validator("action_answers.schema.json")


def run(*arguments, text=None):
    return subprocess.run([PROGRAM, *arguments], input=text, text=True, check=True,
                          stdout=subprocess.PIPE).stdout


def ask(*requests):
    """The final answers by id, and all others that came."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    answers, others = {}, []
    for line in run("analyze", "--stream", *OPTIONS, text=lines).splitlines():
        answer = json.loads(line)
        if "error" in answer or "warning" in answer:
            others.append(answer)
            continue
        ANSWER.validate(answer)
        if answer.get("isDuringSearch"):
            others.append(answer)
        else:
            assert answer["id"] not in answers, answer
            answers[answer["id"]] = answer
    return answers, others


def check_schemas():
    games = ["hex", "rex", "y", "havannah", "gonnect", "gonnect-repetition-loses"]
    requests = [{"id": "games", "action": "query_games"},
                {"id": "settings", "action": "query_settings"},
                {"id": "read", "action": "read_games", "text": "a1 b2", "game": "hex", "size": 4}]
    for game in games:
        requests += [
            {"id": "board " + game, "action": "query_board", "game": game, "size": 4},
            {"id": "position " + game, "action": "query_position", "game": game, "size": 4,
             "rules": "swap-sides", "moves": [["B", "b3"]]},
            {"id": "written " + game, "action": "write_game", "format": "sgf",
             "game": {"game": game, "size": 4, "moves": [["B", "b3"], ["W", "c2"]],
                      "variations": [{"parent": 0, "after": 1, "moves": [["W", "d1"]]}]}},
            {"id": "drawn " + game, "action": "write_game", "format": "svg", "turn": 0,
             "game": {"game": game, "size": 4}},
            {"id": "solved " + game, "action": "solve", "game": game, "size": 3, "maxNodes": 50},
            {"id": "review " + game, "action": "review", "game": game, "size": 3,
             "rules": "swap-pieces", "moves": [["B", "b2"], ["W", "c1"]], "maxVisits": 8},
            {"id": "openings " + game, "action": "openings", "game": game, "size": 3,
             "maxVisits": 4},
        ]
    for request in requests:
        REQUEST.validate(request)
    # Not more at a time than may wait.
    answers = {}
    for i in range(0, len(requests), 15):
        some, others = ask(*requests[i:i + 15])
        assert not any("error" in other or "warning" in other for other in others), others
        answers.update(some)
    assert set(answers) == {request["id"] for request in requests}
    assert [game["name"] for game in answers["games"]["games"]] == games


def check_refusals():
    """What the schema does not allow is refused, in the field that it names."""
    game = {"size": 3, "moves": [["B", "a1"]]}
    wrong = [
        ("size", {"action": "query_board", "size": 0}),
        ("rules", {"action": "query_position", "rules": "pie"}),
        ("moves/0/0", {"action": "query_position", "moves": [["R", "a1"]]}),
        ("text", {"action": "read_games"}),
        ("format", {"action": "write_game", "game": game}),
        ("format", {"action": "write_game", "format": "pdf", "game": game}),
        ("game", {"action": "write_game", "format": "sgf"}),
        ("game/turns", {"action": "write_game", "format": "sgf", "game": {**game, "turns": 1}}),
        ("game/variations/0/after",
         {"action": "write_game", "format": "sgf",
          "game": {**game, "variations": [{"parent": 0, "moves": []}]}}),
        ("maxVisits", {"action": "review", "maxVisits": 0}),
        ("maxVisits", {"action": "openings", "maxVisits": 1.5}),
        ("maxTime", {"action": "solve", "maxTime": -1}),
        ("maxNodes", {"action": "solve", "maxNodes": 0}),
        ("action", {"action": "query_tournament", "maxGames": 101}),
    ]
    requests = [{"id": str(i), **request} for i, (_, request) in enumerate(wrong)]
    answers, others = ask(*requests)
    assert not answers, answers
    fields = {other["id"]: other["field"] for other in others}
    for i, (field, request) in enumerate(wrong):
        assert not REQUEST.is_valid(request), request
        assert fields[str(i)] == field, (request, fields[str(i)])
    formats = REQUEST.schema["$defs"]["WriteGame"]["properties"]["format"]["enum"]
    error = next(other["error"] for other in others if other["id"] == "5")
    assert re.findall(r"[a-z-]+(?=,|$)", error.split("should be ")[1].split(", not")[0]) == formats


def check_review():
    """A review is that of `isthmus analyze` about the same file."""
    file = SOURCES / "tools/examples/little-golem-1254910.sgf"
    read, _ = ask({"id": "a", "action": "read_games", "text": file.read_text()})
    tree = read["a"]["games"][0]
    fields = ["game", "boardXSize", "boardYSize", "rules", "initialStones", "initialPlayer"]
    position = {name: tree[name] for name in fields + ["moves"]}
    answers, others = ask({"id": "r", "action": "review", "maxVisits": 3, **position})
    answer = answers["r"]
    assert len(answer["positions"]) == len(tree["moves"]) + 1
    assert [[turn["player"], turn["move"]] for turn in answer["turns"]] == tree["moves"]
    progress = [other for other in others if other["id"] == "r"]
    # Each position that goes on, and the one of the swap.
    assert progress[-1]["done"] == progress[-1]["of"] >= len(tree["moves"]), progress[-1]
    table = run("analyze", str(file), "--visits", "3", *OPTIONS)
    rows = re.findall(r"^ *(\d+)  ([BW]) ([a-z0-9-]+?)(\?!|\?\?|\?|) +(?:([\d.]+) %|(\w+) wins)"
                      r" +([\d.]+) %", table, re.M)
    assert len(rows) == len(tree["moves"]), table
    for turn, after, row in zip(answer["turns"], answer["positions"][1:], rows):
        _, player, move, sign, black, winner, loss = row
        assert [turn["player"], turn["move"], turn["sign"]] == [player, move, sign], row
        assert abs(100 * turn["loss"] - float(loss)) < 0.06, (turn, row)
        expected = float(black) if black else 100 * (winner == "B")
        assert abs(100 * after["blackWins"] - expected) < 0.06, (after, row)
        assert (winner != "") == (after["proof"] is not None), (after, row)
    assert answer["swap"]["turn"] == 1


def check_openings():
    answers, _ = ask({"id": "o", "action": "openings", "size": 9, "maxVisits": 8,
                      "moves": [["B", "a2"]]})
    expected = json.loads(run("openings", "--size", "9", "--after", "a2", "--visits", "8",
                              "--format", "json", *OPTIONS))["stones"]
    stones = answers["o"]["stones"]
    assert [stone["move"] for stone in stones] == [stone["move"] for stone in expected]
    for stone, other in zip(stones, expected):
        assert abs(stone["winrate"] - other["winRate"]) < 1e-4, (stone, other)
        assert stone["visits"] == other["visits"] and stone["proof"] == other["proof"]


def check_solve():
    query = {"size": 4, "moves": [["B", "a1"]]}
    answers, _ = ask({"id": "s", "action": "solve", **query},
                     {"id": "unknown", "action": "solve", "size": 9, "maxNodes": 1})
    expected = json.loads(run("solve", "-", "--threads", "1", text=json.dumps(query) + "\n"))
    for field in ["winner", "line", "carrier", "nodes"]:
        assert answers["s"][field] == expected[field], (answers["s"], expected)
    # White, who answers, has a winning move: a corner wins for neither side on a board of this size.
    assert answers["s"]["winner"] == "W"
    assert answers["unknown"]["winner"] is None


for check in [check_schemas, check_refusals, check_review, check_openings, check_solve]:
    check()
    print(check.__name__, "passed")
