import { useState } from 'preact/hooks';
import type { SwapVerdict as Verdict } from '../engine/protocol.ts';
import { line } from '../game/tree.ts';
import { settings } from '../state/engine.ts';
import { tree, visit } from '../state/edits.ts';
import { openProblem } from '../state/problems.ts';
import { ask } from '../state/quiz.ts';
import {
  type Mistake,
  finishReview,
  forgetReview,
  mistakes,
  review,
  startReview,
} from '../state/review.ts';
import { moveName, percent, playerName, plural, progress } from '../words.ts';
import { Accuracies } from './accuracy.tsx';
import { Card } from './card.tsx';
import { Themes } from './themes.tsx';

const DEFAULT_VISITS = 200;

// The review of the game: its mistakes in order of size, and a better move to find for each.
export function ReviewCard() {
  const [visits, setVisits] = useState(DEFAULT_VISITS);
  const turns = line(tree.value).length - 1;
  const now = review.value;
  if (!now) {
    return (
      <Card title="Review">
        <p class="quiet">
          {turns === 0
            ? 'Play or open a game; then its mistakes are found here.'
            : `The engine goes through this game of ${plural(turns, 'turn')} and tells what each lost.`}
        </p>
        <label class="setting">
          <span>Positions looked at for a turn</span>
          <input
            type="number"
            min={1}
            max={settings.value?.maxVisits ?? 1e6}
            value={visits}
            onChange={(event) =>
              setVisits(
                Math.max(1, Math.floor(event.currentTarget.valueAsNumber || DEFAULT_VISITS)),
              )
            }
          />
        </label>
        <button class="strong" disabled={turns === 0} onClick={() => startReview(visits)}>
          Review this game
        </button>
      </Card>
    );
  }
  if (!now.answer) {
    return (
      <Card title="Review" aside={progress(now.done, now.of)}>
        <progress aria-label="Positions reviewed" max={now.of || 1} value={now.done} />
        <button onClick={finishReview}>Enough: show what is known</button>
      </Card>
    );
  }
  return (
    <>
    <Accuracies turns={now.answer.turns} />
    <Themes />
    <Card title="Mistakes" aside={mistakes.value.length === 0 ? 'none' : 'worst first'}>
      {mistakes.value.length === 0 && <p class="quiet">No move lost much.</p>}
      <ol class="mistakes">
        {mistakes.value.map((mistake) => (
          <MistakeRow key={mistake.number} mistake={mistake} />
        ))}
      </ol>
      {now.answer.swap && <SwapVerdict verdict={now.answer.swap} />}
      {now.answer.problems.length > 0 && (
        <button onClick={() => openProblem(0, problemsOfReview())}>
          {plural(now.answer.problems.length, 'position')} where one move alone wins
        </button>
      )}
      <button onClick={forgetReview}>Review anew</button>
    </Card>
    </>
  );
}

function SwapVerdict({ verdict }: { verdict: Verdict }) {
  const isRight = verdict.swap >= verdict.stay;
  return (
    <p>
      {isRight ? 'To swap was better' : 'Not to swap was better'} at turn {verdict.turn + 1}: who
      swaps wins {percent(verdict.swap)}, who does not {percent(verdict.stay)}.
    </p>
  );
}

function problemsOfReview() {
  const { answer, subject } = review.value!;
  return answer!.problems.map(({ turn, answer: best, line }) => ({
    title: `One move alone wins at turn ${turn + 1}.`,
    grade: null,
    node: subject[turn]!,
    answer: best,
    line,
  }));
}

function tryMistake(mistake: Mistake): void {
  ask({
    title: `Turn ${mistake.number}: ${moveName(mistake.move)} lost ${percent(mistake.loss)}. Find a better move.`,
    node: mistake.node,
    player: mistake.player,
    best: mistake.best,
    bestWins: mistake.bestWins,
    isOnlyMove: false,
    line: mistake.line,
    played: { move: mistake.move, wins: mistake.wins },
    next: (() => {
      const all = mistakes.value;
      const following = all[all.findIndex(({ number }) => number === mistake.number) + 1];
      return following && (() => tryMistake(following));
    })(),
  });
}

function MistakeRow({ mistake }: { mistake: Mistake }) {
  const { number, player, move, sign, loss, remarks } = mistake;
  return (
    <li>
      <button class="plain" onClick={() => visit(mistake.played)}>
        {number}. {playerName(player)} {moveName(move)} <b class="bad">{sign}</b> loses{' '}
        {percent(loss)}
      </button>
      <button onClick={() => tryMistake(mistake)}>Find better</button>
      {remarks.length > 0 && (
        <details>
          <summary>why</summary>
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </details>
      )}
    </li>
  );
}
