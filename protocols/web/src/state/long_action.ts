import { type Signal, signal } from '@preact/signals';
import type { Following, Request } from '../engine/link.ts';
import { type LongAnswer, isGivenUp, isProgress } from '../engine/protocol.ts';
import { engine } from './engine.ts';
import { report } from './game.ts';

// What is known of a long action about a subject.
export interface LongState<Subject, Answer> {
  readonly subject: Subject;
  readonly done: number;
  readonly of: number;
  readonly secondsLeft: number | null; // estimated from the parts done
  readonly answer: Answer | null; // none until it has ended
}

const LEAST_DONE = 4; // parts, to estimate how long the others take

// An action that takes the engine a while, of which there is one at a time: how far it is, and what
// came of it.
export class LongAction<Subject, Answer extends object> {
  readonly state: Signal<LongState<Subject, Answer> | null> = signal(null);
  private following: Following | null = null;

  start(subject: Subject, request: Request, onEnd: (answer: Answer) => void): void {
    this.following?.drop();
    const begin = performance.now();
    this.state.value = { subject, done: 0, of: 0, secondsLeft: null, answer: null };
    this.following = engine.follow<LongAnswer<Answer>>(
      request,
      (answer) => {
        if (isProgress(answer)) {
          const { done, of } = answer;
          const seconds = (performance.now() - begin) / 1000;
          const secondsLeft = done < LEAST_DONE ? null : (seconds * (of - done)) / done;
          this.state.value = { subject, done, of, secondsLeft, answer: null };
        } else if (isGivenUp(answer)) {
          this.state.value = null;
        } else {
          this.state.value = { subject, done: 1, of: 1, secondsLeft: 0, answer: answer as Answer };
          onEnd(answer as Answer);
        }
      },
      (error) => {
        this.state.value = null;
        report(error);
      },
    );
  }

  // It is to be answered with what is known by now.
  finish(): void {
    this.following?.finish();
  }
}
