// Ways to carry lines of text to an engine and back. Callers do not know which it is.

export interface TransportEvents {
  opened(): void;
  line(text: string): void;
  // It carries nothing any more; another has to be made.
  lost(): void;
}

export interface Transport {
  send(line: string): void;
  close(): void;
}

export type MakeTransport = (events: TransportEvents) => Transport;

// To a server, a text message a line.
export function overWebSocket(url: string): MakeTransport {
  return (events) => {
    const socket = new WebSocket(url);
    socket.onopen = () => events.opened();
    socket.onmessage = (message) => events.line(String(message.data));
    socket.onclose = () => events.lost();
    return {
      send: (line) => socket.send(line),
      close: () => {
        socket.onclose = null;
        socket.close();
      },
    };
  };
}

// Milliseconds that a worker has to answer that it ends something.
const DEAF_AFTER = 1000;

const isTermination = (line: string) => line.includes('"action":"terminate"');

// To an engine in this browser. One without threads hears nothing until a long action has ended;
// when that is to end before, another takes its place.
export function overWorker(url: string): MakeTransport {
  return (events) => {
    const worker = new Worker(url);
    let hasSpoken = false; // not while it is being loaded
    let deaf: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      clearTimeout(deaf);
      worker.terminate();
    };
    const lose = () => {
      close();
      events.lost();
    };
    worker.onmessage = (message) => {
      const text = String(message.data);
      hasSpoken = true;
      if (isTermination(text)) clearTimeout(deaf);
      events.line(text);
    };
    worker.onerror = lose;
    // A worker keeps what it is sent until it has loaded.
    queueMicrotask(() => events.opened());
    return {
      send: (line) => {
        worker.postMessage(line);
        if (!hasSpoken || !isTermination(line)) return;
        clearTimeout(deaf);
        deaf = setTimeout(lose, DEAF_AFTER);
      },
      close,
    };
  };
}

// One that has still to be found: nothing is carried before.
export function later(finding: Promise<MakeTransport>): MakeTransport {
  return (events) => {
    let found: Transport | null = null;
    let isClosed = false;
    void finding.then((make) => {
      if (!isClosed) found = make(events);
    });
    return {
      send: (line) => found!.send(line),
      close: () => {
        isClosed = true;
        found?.close();
      },
    };
  };
}

// The engine of the server that this page comes from, or where it comes from a plain folder of
// files, the one that lies beside it.
export async function findEngine(): Promise<MakeTransport> {
  const here = new URL('.', location.href);
  const isServer = await fetch(new URL('ping', here))
    .then(async (answer) => answer.ok && (await answer.text()) === 'pong')
    .catch(() => false);
  if (!isServer) return overWorker(new URL('engine_worker.js', here).href);
  const stream = new URL('analysis/stream', here);
  stream.protocol = here.protocol === 'https:' ? 'wss:' : 'ws:';
  return overWebSocket(stream.href);
}
