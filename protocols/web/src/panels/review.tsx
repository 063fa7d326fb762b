import { useLayoutEffect, useRef, useState } from 'preact/hooks';
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
import { texts } from '../texts.ts';
import { inColours, moveName, percent, playerName } from '../words.ts';
import { Accuracies } from './accuracy.tsx';
import { Card } from './card.tsx';
import { Themes } from './themes.tsx';

const DEFAULT_VISITS = 200;

const words = texts.review;

// The review of the game: its mistakes in order of size, and a better move to find for each.
export function ReviewCard() {
  const [visits, setVisits] = useState(DEFAULT_VISITS);
  const turns = line(tree.value).length - 1;
  const now = review.value;
  if (!now) {
    return (
      <Card title={words.title}>
        <p class="quiet">{turns === 0 ? words.nothing : words.what(turns)}</p>
        <label class="setting">
          <span>{words.visits}</span>
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
          {words.start}
        </button>
      </Card>
    );
  }
  if (!now.answer) {
    return (
      <Card title={words.title} aside={texts.progress(now.done, now.of, now.secondsLeft)}>
        <Progress done={now.done} of={now.of} />
        <button onClick={finishReview}>{texts.enough}</button>
      </Card>
    );
  }
  return (
    <>
      <Accuracies turns={now.answer.turns} />
      <Themes />
      <Card
        title={words.mistakes}
        aside={mistakes.value.length === 0 ? words.none : words.worstFirst}
      >
        {mistakes.value.length === 0 && <p class="quiet">{words.noMistakes}</p>}
        <ol class="mistakes">
          {mistakes.value.map((mistake) => (
            <MistakeRow key={mistake.number} mistake={mistake} />
          ))}
        </ol>
        {now.answer.swap && <SwapVerdict verdict={now.answer.swap} />}
        {now.answer.problems.length > 0 && (
          <button onClick={() => openProblem(0, problemsOfReview())}>
            {words.problems(now.answer.problems.length)}
          </button>
        )}
        <button onClick={forgetReview}>{words.anew}</button>
      </Card>
    </>
  );
}

// It comes into view, as what begins it stands under the board.
function Progress({ done, of }: { done: number; of: number }) {
  const element = useRef<HTMLProgressElement>(null);
  useLayoutEffect(() => element.current!.scrollIntoView({ block: 'nearest' }), []);
  return <progress ref={element} aria-label={words.progress} max={of || 1} value={done} />;
}

function SwapVerdict({ verdict }: { verdict: Verdict }) {
  const isRight = verdict.swap >= verdict.stay;
  return (
    <p>
      {verdict.isAssumed && words.assumedSwap}
      {words.swap(isRight, verdict.turn + 1, percent(verdict.swap), percent(verdict.stay))}
    </p>
  );
}

function problemsOfReview() {
  const { answer, nodes } = review.value!;
  return answer!.problems.map(({ turn, answer: best, line }) => ({
    title: words.problem(turn + 1),
    grade: null,
    node: nodes[turn]!,
    answer: best,
    line,
  }));
}

function tryMistake(mistake: Mistake): void {
  ask({
    title: texts.quiz.find(mistake.number, moveName(mistake.move), percent(mistake.loss)),
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
        {words.mistake(number, playerName(player), moveName(move))}
        <b class="bad">{sign}</b>
        {words.loses(percent(loss))}
      </button>
      <button onClick={() => tryMistake(mistake)}>{words.findBetter}</button>
      {remarks.length > 0 && (
        <details>
          <summary>{words.why}</summary>
          {remarks.map((remark) => (
            <p key={remark}>{inColours(remark)}</p>
          ))}
        </details>
      )}
    </li>
  );
}
