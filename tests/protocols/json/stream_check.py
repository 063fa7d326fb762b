"""A conversation with `isthmus analyze --stream`, every line of which fits the JSON schemas.

Usage: stream_check.py PROGRAM SCHEMA_FOLDER. Exits with 77 where there is no python3-jsonschema.
"""

import collections
import json
import pathlib
import queue
import subprocess
import sys
import threading
import time

try:
    import jsonschema
except ImportError:
    print("SKIPPED: no python3-jsonschema here")
    sys.exit(77)

PROGRAM, SCHEMAS = sys.argv[1], pathlib.Path(sys.argv[2])


def validator(name):
    schema = json.loads((SCHEMAS / name).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


QUERY, ANSWER = validator("query.schema.json"), validator("answer.schema.json")


class Stream:
    def __init__(self, *options):
        command = [PROGRAM, "analyze", "--stream", "--evaluator", "fills", "--backend", "cpu"]
        self.process = subprocess.Popen(command + list(options), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        self.answers = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send_text(self, text):
        self.process.stdin.write(text + b"\n")
        self.process.stdin.flush()

    def send(self, query):
        QUERY.validate(query)
        self.send_text(json.dumps(query).encode())

    def next(self):
        line = self.lines.get(timeout=60)
        if line is None:
            return None
        answer = json.loads(line)
        ANSWER.validate(answer)
        self.answers.append(answer)
        return answer

    def wait_for(self, condition):
        while True:
            answer = self.next()
            assert answer is not None, "the stream has ended"
            if condition(answer):
                return answer

    def end(self):
        self.process.stdin.close()
        while self.next() is not None:
            pass
        assert self.process.wait(60) == 0


def finals(answers):
    return collections.Counter((answer["id"], answer["turnNumber"]) for answer in answers
                               if answer.get("isDuringSearch") is False)


def check_answers():
    stream = Stream()
    everything = {
        "id": "all", "game": "hex", "boardXSize": 5, "boardYSize": 4, "rules": {"swap": "none"},
        "initialStones": [["B", "a1"], ["W", "e4"]], "initialPlayer": "W",
        "moves": [["W", "b2"], ["B", "c2"]], "analyzeTurns": [0, 1, 2], "priorities": [3, 1, 2],
        "maxVisits": 100, "maxTime": 10, "includePolicy": True, "includeOwnership": True,
        "includeMovesOwnership": True, "includePVVisits": True, "analysisPVLen": 3,
        "reportDuringSearchEvery": 5, "firstReportDuringSearchAfter": 0.001,
        "overrideSettings": {"fills": 512, "bridges": False, "exploration": "1.5"},
        "avoidMoves": [{"player": "B", "moves": ["a2", "a3"], "untilDepth": 2}],
        "allowMoves": [{"player": "W", "moves": ["b2", "c3", "d4"], "untilDepth": 1}]}
    stream.send(everything)
    stream.send({"id": "finished", "size": 1, "moves": [["B", "a1"]], "includePolicy": True,
                 "includeOwnership": True})
    stream.send({"id": "proven", "size": 2, "maxVisits": 100})
    stream.send({"id": "y", "game": "y", "size": 4, "maxVisits": 20, "includeOwnership": True})
    stream.send({"id": "swap", "size": 4, "rules": "swap-pieces", "moves": [["B", "b2"]],
                 "maxVisits": 100})
    stream.send({"id": "reported", "size": 9, "maxTime": 0.5, "reportDuringSearchEvery": 0.1})
    stream.send({"id": "warned", "size": 3, "maxVisits": 5, "colour": 7})
    stream.send({"id": "katago", "moves": [["b", "D4"], ["w", "pass"]], "initialStones": [],
                 "rules": "Chinese", "komi": 6.5, "boardXSize": 5, "boardYSize": 5,
                 "includePolicy": True, "maxVisits": 5})
    stream.send({"id": "v", "action": "query_version"})
    stream.send({"id": "m", "action": "query_models"})
    stream.send({"id": "c", "action": "clear_cache"})
    stream.end()
    expected = {("all", turn): 1 for turn in range(3)}
    expected.update({(name, 0): 1 for name in ["proven", "y", "warned", "reported"]})
    expected.update({("finished", 1): 1, ("swap", 1): 1, ("katago", 2): 1})
    assert finals(stream.answers) == expected, finals(stream.answers)
    assert any(answer.get("isDuringSearch") for answer in stream.answers)
    assert [answer["field"] for answer in stream.answers if "warning" in answer] == ["colour"]
    assert sum("action" in answer for answer in stream.answers) == 3


def check_refusals():
    """What the schema does not allow is refused, in the field that it names."""
    stream = Stream()
    wrong = [
        ("id", {"id": 5}), ("size", {"size": 0}), ("size", {"size": 2.5}),
        ("game", {"game": "go"}), ("rules", {"rules": "pie"}), ("moves", {"moves": "a1"}),
        ("moves/0", {"moves": [["B"]]}), ("moves/0/0", {"moves": [["R", "a1"]]}),
        ("initialPlayer", {"initialPlayer": 1}), ("analyzeTurns/0", {"analyzeTurns": [-1]}),
        ("priority", {"priority": 1.5}), ("priority", {"priority": 10**12}),
        ("maxVisits", {"maxVisits": 0}), ("maxTime", {"maxTime": "1"}),
        ("avoidMoves/0/untilDepth", {"avoidMoves": [{"player": "B", "moves": ["a1"]}]}),
        ("allowMoves", {"allowMoves": [{"player": "B", "moves": ["a1"], "untilDepth": 1}] * 3}),
        ("reportDuringSearchEvery", {"reportDuringSearchEvery": 0}),
        ("analysisPVLen", {"analysisPVLen": -1}), ("includePolicy", {"includePolicy": "yes"}),
        ("overrideSettings/fills", {"overrideSettings": {"fills": []}}),
        ("action", {"action": "sleep"}), ("terminateId", {"action": "terminate"}),
        ("turnNumbers", {"action": "terminate_all", "turnNumbers": 3}),
    ]
    for field, query in wrong:
        assert not QUERY.is_valid(query), query
        stream.send_text(json.dumps(query).encode())
        answer = stream.next()
        assert "error" in answer and answer["field"] == field, (query, answer)
    texts = [b"{", b"[]", b"7", b'{"id": "\xff\xfe"}', b'{"size": 1e999}', b'{"id": "a", "id": "b"}',
             b"[" * 100000, b'{"id": "' + b"x" * (1 << 20) + b'"}', b"x" * 5000000, b"\x00"]
    for text in texts:
        stream.send_text(text)
        assert "error" in stream.next(), text[:50]
    stream.send_text(b'{"game": "go"}')
    known = stream.next()["error"].split("known: ")[1].split(", ")
    assert known == QUERY.schema["$defs"]["query"]["properties"]["game"]["enum"], known
    stream.send({"id": "still here", "size": 3, "maxVisits": 5})
    assert stream.next()["id"] == "still here"
    stream.end()


def check_actions():
    stream = Stream("--searches", "2", "--threads", "2")
    for i in range(6):
        stream.send({"id": f"q{i}", "size": 9, "maxVisits": 4000000000, "analyzeTurns": [0, 0],
                     "reportDuringSearchEvery": 0.05})
    stream.wait_for(lambda answer: answer.get("isDuringSearch"))
    stream.send({"id": "t", "action": "terminate", "terminateId": "q5"})
    stream.wait_for(lambda answer: answer.get("action") == "terminate")
    for _ in range(2):  # it was waiting, and others go on
        answer = stream.wait_for(lambda answer: not answer.get("isDuringSearch"))
        assert answer == {"id": "q5", "turnNumber": 0, "isDuringSearch": False, "noResults": True}
    stream.send({"id": "t", "action": "terminate_all", "turnNumbers": [1, 2]})
    stream.send({"id": "urgent", "size": 3, "maxVisits": 5, "priority": 1})
    stream.send({"id": "t", "action": "terminate_all"})
    stream.end()
    expected = {(f"q{i}", 0): 2 for i in range(6)}
    expected[("urgent", 0)] = 1
    assert finals(stream.answers) == expected, finals(stream.answers)


def check_signal():
    stream = Stream()
    stream.send({"id": "a", "size": 9, "maxVisits": 4000000000, "reportDuringSearchEvery": 0.05})
    stream.wait_for(lambda answer: answer.get("isDuringSearch"))
    stream.process.terminate()
    while stream.next() is not None:
        pass
    assert stream.process.wait(120) == 0
    assert finals(stream.answers) == {("a", 0): 1}


for check in [check_answers, check_refusals, check_actions, check_signal]:
    check()
    print(check.__name__, "passed")
