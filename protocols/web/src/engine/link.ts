import type { MakeTransport, Transport } from './transport.ts';

// What the engine says of a request that it cannot run.
export class EngineError extends Error {
  constructor(
    message: string,
    readonly field: string,
  ) {
    super(message);
  }
}

// It is connecting at first; once lost it is so until it is open again, however often that is tried.
export type LinkState = 'connecting' | 'open' | 'lost';

export interface Request {
  action?: string;
  [field: string]: unknown;
}

interface Pending {
  line: string;
  isEnding: boolean; // it was asked to finish
  answer(answer: { isDuringSearch?: boolean; noResults?: boolean }): void;
  fail(error: EngineError): void;
}

// A request under way.
export interface Following {
  // Nothing more is wanted of it.
  drop(): void;
  // It is to be answered with what is known by now.
  finish(): void;
}

const FIRST_PAUSE = 250; // milliseconds before a lost connection is tried again; doubles
const LAST_PAUSE = 5000;

// Speaks to one engine in lines of JSON. When the connection is lost it makes another, and asks
// again whatever had no final answer yet, so that those who asked notice nothing but a delay. What was
// about to finish then has no results.
export class EngineLink {
  private transport: Transport | null = null;
  private isOpen = false;
  private readonly pending = new Map<string, Pending>();
  private count = 0;
  private pause = FIRST_PAUSE;

  constructor(
    private readonly make: MakeTransport,
    private readonly onState: (state: LinkState) => void = () => {},
  ) {
    this.connect();
  }

  // The only answer to a request. Rejects with EngineError.
  ask<Answer>(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.follow<Answer>(
        request,
        (answer, isFinal) => isFinal && resolve(answer),
        (error) => reject(error),
      );
    });
  }

  // Calls `onAnswer` with reports on the way and at last with the final answer.
  follow<Answer>(
    request: Request,
    onAnswer: (answer: Answer, isFinal: boolean) => void,
    onError: (error: EngineError) => void,
  ): Following {
    const id = `p${++this.count}`;
    const line = JSON.stringify({ id, ...request });
    this.pending.set(id, {
      line,
      isEnding: false,
      answer: (answer) => onAnswer(answer as Answer, answer.isDuringSearch !== true),
      fail: onError,
    });
    this.send(line);
    const terminate = () =>
      this.send(JSON.stringify({ id: `t${id}`, action: 'terminate', terminateId: id }));
    return {
      drop: () => {
        if (this.pending.delete(id)) terminate();
      },
      finish: () => {
        const pending = this.pending.get(id);
        if (!pending) return;
        pending.isEnding = true;
        terminate();
      },
    };
  }

  private send(line: string) {
    if (this.isOpen) this.transport?.send(line);
  }

  private connect() {
    this.transport = this.make({
      opened: () => {
        this.isOpen = true;
        this.pause = FIRST_PAUSE;
        this.onState('open');
        for (const { line } of this.pending.values()) this.send(line);
      },
      line: (text) => this.receive(text),
      lost: () => {
        this.isOpen = false;
        this.onState('lost');
        for (const [id, { isEnding, answer }] of this.pending) {
          if (!isEnding) continue;
          this.pending.delete(id);
          answer({ noResults: true });
        }
        setTimeout(() => this.connect(), this.pause);
        this.pause = Math.min(2 * this.pause, LAST_PAUSE);
      },
    });
  }

  private receive(text: string) {
    const answer = JSON.parse(text) as {
      id?: string;
      error?: string;
      warning?: string;
      field?: string;
      isDuringSearch?: boolean;
    };
    const pending = this.pending.get(answer.id ?? '');
    // What is no longer wanted, or was said beside an answer.
    if (!pending || answer.warning !== undefined) return;
    if (answer.isDuringSearch !== true) this.pending.delete(answer.id ?? '');
    if (answer.error !== undefined) {
      pending.fail(new EngineError(answer.error, answer.field ?? ''));
    } else {
      pending.answer(answer);
    }
  }
}
