#!/usr/bin/env python3
"""Holds a server of analysis to its limits, on loopback: first JSON of every shape, as long as it
may be, then many hostile connections and streams, then mixed clients for as long as asked, while its
memory and the times of small queries are measured.

  tools/scripts/serve_soak.py [PROGRAM] [--seconds 3600] [--clients 64] [--hostile 10000]
                              [--timeout 30]

Ends with 1 where one is broken: a client without an answer, a wrong answer, a small query that
waited too long, memory that grows, or a server that does not end when it is asked to.
"""

import argparse
import asyncio
import json
import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import time

LARGEST = 1 << 20  # bytes of JSON that a query may have
SMALL = {"size": 11, "maxVisits": 2, "moves": [["B", "f6"]]}


class Failure(Exception):
    pass


def need(condition, *what):
    if not condition:
        raise Failure(" ".join(map(str, what)))


def head(method, path, *fields):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()


def post(path, query):
    body = json.dumps(query).encode()
    return head("POST", path, "Content-Type: application/json", f"Content-Length: {len(body)}") + body


async def read_response(reader):
    """Status and body of the next response."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
    body = await reader.readexactly(int(fields.get("content-length", 0)))
    return int(lines[0].split()[1]), body


def filled(begin, part, end):
    """As much as there may be: `part` again and again, with commas."""
    count = (LARGEST - len(begin) - len(end)) // (len(part) + 1)
    return (begin + ",".join([part] * count) + end).encode()


def shapes():
    """Texts as long as they may be, of whatever JSON is made of."""
    begin, room = '{"size": 2, "maxVisits": 1, "x": [', LARGEST - 100
    keys = ",".join(f'"{number}":1' for number in range(95_000))
    return {
        "{} again and again": filled(begin, "{}", "]}"),
        '{"a":{}} again and again': filled(begin, '{"a":{}}', "]}"),
        "[] again and again": filled(begin, "[]", "]}"),
        "arrays 30 deep": filled(begin, "[" * 30 + "]" * 30, "]}"),
        "whole numbers": filled(begin, "1", "]}"),
        "fractions": filled(begin, "1.5e300", "]}"),
        "empty strings": filled(begin, '""', "]}"),
        "moves": filled('{"size": 32, "maxVisits": 1, "moves": [', '["B","pass"]', "]}"),
        "turns": filled('{"maxVisits": 1, "analyzeTurns": [', "0", "]}"),
        "one string": (begin + '"' + "x" * room + '"]}').encode(),
        "one number": (begin + "1" * room + "]}").encode(),
        "one fraction": (begin + "0." + "1" * room + "]}").encode(),
        "keys": ('{"size": 2, "maxVisits": 1, ' + keys + "}").encode(),
        "one key": ('{"size": 2, "maxVisits": 1, "' + "k" * room + '": 1}').encode(),
        "keys of settings": ('{"overrideSettings": {' + keys + "}}").encode(),
        "an id": ('{"size": 2, "maxVisits": 1, "id": "' + "x" * room + '"}').encode(),
        "brackets": b"[" * LARGEST,
        "what is no JSON": filled(begin, "{}", ""),
    }


class Soak:
    def __init__(self, program, options):
        self.options = options
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--evaluator", "fills", "--backend", "cpu", "--fills", "512",
             "--memory", "256", "--max-time", "5", "--grace", "2", "--connections", "256"],
            stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)\n", self.process.stdout.readline())[1])
        self.until = 0.0
        self.small_times, self.counts, self.memory = [], {}, []

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def connect(self, limit=1 << 20):
        return asyncio.open_connection("127.0.0.1", self.port, limit=limit)

    def resident(self):
        """MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+)", status)[1]) / 1024

    # Mixed clients, each until the time is over.

    async def small(self, _):
        """Small queries, one after the other on one connection, each of which is timed."""
        reader, writer = await self.connect()
        while time.monotonic() < self.until:
            begun = time.monotonic()
            writer.write(post("/analysis", SMALL))
            status, body = await asyncio.wait_for(read_response(reader), self.options.timeout)
            self.small_times.append(time.monotonic() - begun)
            need(status == 200 and json.loads(body)["rootInfo"]["visits"] == 2, status, body)
            self.count("small queries")
            await asyncio.sleep(0.05)
        writer.close()

    async def long(self, number):
        """Queries of seconds, of many positions each."""
        while time.monotonic() < self.until:
            reader, writer = await self.connect()
            writer.write(post("/analysis", {"size": 13, "maxTime": 2, "analyzeTurns": [0] * (number % 7 + 1)}))
            status, body = await asyncio.wait_for(read_response(reader), 600)
            need(status == 200 and body.count(b"\n") == number % 7 + 1, status, body[:200])
            self.count("long queries")
            writer.close()

    async def playhex(self, number):
        while time.monotonic() < self.until:
            reader, writer = await self.connect()
            writer.write(post("/calculate-move", {
                "game": {"size": 9 + number % 5, "movesHistory": "a2 e5", "currentPlayer": "black",
                         "swapRule": False}, "ai": {"engine": "mohex", "maxGames": 200}}))
            status, body = await asyncio.wait_for(read_response(reader), self.options.timeout)
            need(status == 200 and re.fullmatch(rb"[a-m]\d+", body), status, body)
            self.count("moves")
            writer.close()
            await asyncio.sleep(0.1)

    async def stream(self, number):
        """A WebSocket with queries of many positions and the highest priority, some terminated."""
        reader, writer = await self.open_stream()

        def send_frame(first, payload):
            mask = os.urandom(4)
            size = (struct.pack(">B", 0x80 | len(payload)) if len(payload) < 126
                    else struct.pack(">BH", 0x80 | 126, len(payload)))
            writer.write(bytes([first]) + size + mask +
                         bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

        def send(value):
            send_frame(0x81, json.dumps(value).encode())

        async def receive():
            """A message, put together from its frames. Who does not answer pings is taken for gone."""
            text, is_last = b"", False
            while not is_last:
                first, size = await reader.readexactly(2)
                if size == 126:
                    size, = struct.unpack(">H", await reader.readexactly(2))
                elif size == 127:
                    size, = struct.unpack(">Q", await reader.readexactly(8))
                payload = await reader.readexactly(size)
                if first & 15 == 9:
                    send_frame(0x8A, payload)
                    continue
                need(first & 15 < 2, "the stream was closed:", payload)
                text += payload
                is_last = first & 128
            return json.loads(text)

        query = 0
        while time.monotonic() < self.until:
            query += 1
            send({"id": str(query), "size": 9, "maxVisits": 300, "analyzeTurns": [0] * 40, "priority": 10**9})
            if query % 3 == 0:
                send({"id": "stop", "action": "terminate", "terminateId": str(query)})
            finals = 0
            while finals < 40:
                answer = await asyncio.wait_for(receive(), 600)
                finals += answer.get("isDuringSearch") is False
            self.count("stream queries")
        writer.close()

    async def leaver(self, number):
        """Goes away before its answer."""
        while time.monotonic() < self.until:
            _, writer = await self.connect()
            writer.write(post("/analysis", {"size": 19, "maxTime": 5, "analyzeTurns": [0] * 20}))
            await asyncio.sleep(0.2 + number % 5 / 10)
            writer.transport.abort()
            self.count("clients that went away")

    async def hostile_client(self, number):
        while time.monotonic() < self.until:
            await self.hostile(random.randrange(len(HOSTILE)))
            self.count("hostile connections beside others")
            await asyncio.sleep(0.2)

    async def watch(self):
        while time.monotonic() < self.until:
            self.memory.append(self.resident())
            await asyncio.sleep(min(10.0, self.options.seconds / 20))

    # Hostile connections: what they send, and whether they read.

    async def hostile(self, kind):
        begin, endless, most = HOSTILE[kind]
        try:
            reader, writer = await self.connect(limit=4096)
            writer.write(begin)
            sent = 0
            while sent < most:
                writer.write(endless)
                sent += len(endless)
                await asyncio.wait_for(writer.drain(), 0.05)
        except (OSError, asyncio.TimeoutError):
            pass
        if kind % 2 == 0:
            writer.transport.abort()  # a reset
        else:
            writer.close()

    async def pings(self, times):
        """What another client sees beside all this."""
        reader, writer = await self.connect()
        while True:
            begun = time.monotonic()
            writer.write(head("GET", "/ping"))
            await read_response(reader)
            times.append(time.monotonic() - begun)
            await asyncio.sleep(0.002)

    async def try_shapes(self):
        pings, slowest = [], ("", 0.0)
        pinging = asyncio.create_task(self.pings(pings))
        for name, body in shapes().items():
            reader, writer = await self.connect(limit=1 << 24)
            begun = time.monotonic()
            writer.write(head("POST", "/analysis", *TYPED, f"Content-Length: {len(body)}") + body)
            status, _ = await asyncio.wait_for(read_response(reader), self.options.timeout)
            need(status in (200, 400), name, "got", status)
            slowest = max(slowest, (name, time.monotonic() - begun), key=lambda one: one[1])
            writer.close()
        pinging.cancel()
        pings.sort()
        print(f"{len(shapes())} shapes of 1 MB of JSON, the slowest ({slowest[0]}) answered in {slowest[1]:.3f} s; "
              f"beside them {len(pings)} pings, 99% within {pings[len(pings) * 99 // 100]:.3f} s, all {pings[-1]:.3f} s")

    async def open_stream(self):
        reader, writer = await self.connect()
        writer.write(UPGRADE)
        need(b" 101 " in await reader.readuntil(b"\r\n\r\n"), "no upgrade")
        return reader, writer

    async def gauge(self, name):
        reader, writer = await self.connect()
        writer.write(head("GET", "/metrics"))
        _, body = await read_response(reader)
        writer.close()
        return float(re.search(re.escape(name) + r" (\S+)", body.decode())[1])

    async def try_streams(self):
        """Streams that break the protocol end, and those that ask nothing make room."""
        for broken in BROKEN_FRAMES * 100:
            _, writer = await self.open_stream()
            writer.write(BINARY_FRAME + broken)
        begun = time.monotonic()
        while await self.gauge('isthmus_connections{kind="stream"}') > 0:
            need(time.monotonic() - begun < self.options.timeout, "streams are left")
            await asyncio.sleep(0.05)
        print(f"{100 * len(BROKEN_FRAMES)} streams that break the protocol have gone after {time.monotonic() - begun:.1f} s")
        idle = [await self.open_stream() for _ in range(400)]
        for _, writer in idle:
            writer.write(PING_FRAME)
        reader, writer = await self.connect()
        writer.write(post("/analysis", SMALL))
        status, _ = await asyncio.wait_for(read_response(reader), self.options.timeout)
        need(status == 200, "beside idle streams a query got", status)
        print("400 streams that only ping, on 256 connections: a query is answered")
        before = self.resident()
        many = [await self.open_stream() for _ in range(20)]
        for number in range(50):
            for _, writer in many:
                query = ('{"size": 19, "maxTime": 5, "id": "' + "x" * 1_000_000 + '"}').encode()
                writer.write(b"\x81\xff" + struct.pack(">Q", len(query)) + bytes(4) + query)
            await asyncio.sleep(0.02)
        await asyncio.sleep(3)
        print(f"20 streams that ask with ids of 1 MB, 1000 times: memory {before:.0f} MB before, {self.resident():.0f} MB then")
        for _, writer in idle + many:
            writer.transport.abort()

    async def attack(self, count):
        waiting = asyncio.Semaphore(200)

        async def one(number):
            async with waiting:
                await self.hostile(number % len(HOSTILE))
        before, begun = self.resident(), time.monotonic()
        await asyncio.gather(*(one(number) for number in range(count)))
        taken, begun = time.monotonic() - begun, time.monotonic()
        reader, writer = await self.connect()
        writer.write(post("/analysis", SMALL))
        status, _ = await asyncio.wait_for(read_response(reader), self.options.timeout)
        need(status == 200, "after the attack a query got", status)
        writer.close()
        print(f"{count} hostile connections in {taken:.1f} s; then a query answered in "
              f"{time.monotonic() - begun:.3f} s; memory {before:.0f} MB before, {self.resident():.0f} MB after")

    async def run(self):
        await self.try_shapes()
        await self.try_streams()
        if self.options.hostile:
            await self.attack(self.options.hostile)
        self.until = time.monotonic() + self.options.seconds
        kinds = [self.small, self.small, self.small, self.long, self.playhex, self.stream, self.leaver,
                 self.hostile_client]
        tasks = [asyncio.create_task(kinds[number % len(kinds)](number))
                 for number in range(self.options.clients)]
        await asyncio.gather(self.watch(), *tasks)

    def report(self):
        times = sorted(self.small_times)
        for what, number in sorted(self.counts.items()):
            print(f"{what:36}{number:10}")
        need(times and len(self.memory) > 2, "there was no time to measure anything")
        for share in (0.5, 0.99, 0.999, 1.0):
            print(f"small queries, {share:.1%} within{times[int(share * (len(times) - 1))]:20.3f} s")
        third = len(self.memory) // 3
        early, late = max(self.memory[third:2 * third]), max(self.memory[-third:])
        print(f"memory, MB: first {self.memory[0]:.0f}, most {max(self.memory):.0f}, "
              f"most in the second third {early:.0f}, in the last {late:.0f}")
        # What is kept comes to its limit first.
        need(self.options.seconds < 600 or late < 1.1 * early, "memory grows")

    def end(self):
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(30 + self.options.timeout)
        print(f"ended with {code} after {time.monotonic() - begun:.1f} s; the grace was 2")
        need(code == 0 and time.monotonic() - begun < 3 + self.options.timeout, "it did not end well")


TYPED = ("Content-Type: application/json",)
CHUNKED = head("POST", "/analysis", *TYPED, "Transfer-Encoding: chunked")
ASKS = head("POST", "/analysis", *TYPED, "Expect: 100-continue", "Content-Length: 1") + b"["
UPGRADE = head("GET", "/analysis/stream", "Upgrade: websocket", "Connection: Upgrade",
               "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
NO_MASK = bytes(4)
BINARY_FRAME, PING_FRAME = b"\x82\x82" + NO_MASK + b"{}", b"\x89\x80" + NO_MASK
BROKEN_FRAMES = [  # reserved bits, no mask, no such opcode, too long a ping, too long, no UTF-8
    b"\xf1\x80" + NO_MASK, b"\x81\x02{}", b"\x83\x80" + NO_MASK, b"\x89\xfe\x01\x00" + NO_MASK,
    b"\x81\xff\x7f" + b"\xff" * 7 + NO_MASK, b"\x81\x81" + NO_MASK + b"\xff"]
HOSTILE = [  # first, again and again, up to this many bytes
    (b"", b"", 0),
    (b"GET /status HT", b"", 0),
    (head("POST", "/analysis", *TYPED, "Content-Length: 1000"), b"{", 20),
    (CHUNKED + b"1;", b"extension=1;" * 500, 300_000),
    (CHUNKED, b"0" * 5000, 300_000),
    (CHUNKED + b"0\r\n", b"X-Trailer: 1\r\n" * 500, 300_000),
    (CHUNKED, b"1\r\n \r\n" * 1000, 2_000_000),
    (b"", ASKS * 20, 100_000),
    (b"", head("GET", "/metrics") * 50, 300_000),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01", os.urandom(1000), 3000),
    (b"GET / HTTP/1.1\r\nHost: " + b"x" * 9000, b"x", 1),
    (head("GET", "/status", "Host: evil.example"), b"", 0),
    (head("POST", "/analysis", *TYPED, "Content-Length: 99999999999"), b"", 0),
    (post("/analysis", {"size": 19, "maxTime": 5, "analyzeTurns": [0] * 50}), b"", 0),
    (UPGRADE, os.urandom(500), 2000),
    (b"\r\n", b"\r\n" * 2000, 100_000),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", nargs="?", default="build/release/tools/isthmus")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--hostile", type=int, default=10_000)
    parser.add_argument("--timeout", type=float, default=30, help="seconds that no small query may take, however busy the "
                        "machine is; a program under a sanitizer wants more (default: 30)")
    options = parser.parse_args()
    soak = Soak(options.program, options)
    try:
        asyncio.run(soak.run())
        need(soak.process.poll() is None, "the server has ended by itself")
        soak.report()
        soak.end()
    except (Failure, OSError, EOFError, asyncio.TimeoutError) as failure:
        print(f"after {len(soak.small_times)} small queries, and {soak.counts}")
        print(f"serve_soak: {type(failure).__name__}: {failure}", file=sys.stderr)
        return 1
    finally:
        if soak.process.poll() is None:
            soak.process.kill()
    return 0


sys.exit(main())
