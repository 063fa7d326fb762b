import { computed, effect, signal } from '@preact/signals';
import type { Following } from '../engine/link.ts';
import { type Analysis, type AnalysisAnswer, type Player, isAnalysis } from '../engine/protocol.ts';
import { texts } from '../texts.ts';
import { percent, playerName } from '../words.ts';
import { announce } from './announcer.ts';
import { engine, settings } from './engine.ts';
import { tree } from './edits.ts';
import { comingMove, makeMove, position, positionKey, report } from './game.ts';
import { hasHints } from './hints.ts';
import { isEnginesTurn, withEngineName } from './opponent.ts';
import { preferences } from './preferences.ts';

// The search of the position on the board: for hints, for the engine's own move, or both at once.

const answered = signal<{ key: string; answer: Analysis; speed: number } | null>(null);

// What is known of the position on the board.
export const analysis = computed(() =>
  answered.value?.key === positionKey.value ? answered.value : null,
);
export const isSearching = signal(false);

// Black's win rate by node of the tree, as far as positions were searched.
export const judged = signal<ReadonlyMap<number, number>>(new Map());

export const blackWins = ({
  currentPlayer,
  winrate,
}: {
  currentPlayer: Player;
  winrate: number;
}) => (currentPlayer === 'B' ? winrate : 1 - winrate);

// Settings that say how well the engine plays. Hints are as good as they can be.
const OF_PLAY = ['level', 'time', 'visits'];

// The search that is under way, and how often one was asked for again after it came to nothing.
let following: Following | null = null;
const attempts = signal(0);

// The engine is to move with what it knows by now, or will know first.
let isHurried = false;
export function moveNow(): void {
  isHurried = true;
  if (analysis.value) following?.finish();
}
export const tryAgain = (): void => void ++attempts.value;

// What to search, as text: the search begins anew only where this changes.
const request = computed(() => {
  const here = position.value;
  const { ownership, overrides, analysisVisits } = preferences.value;
  if (
    !here ||
    here.winner ||
    comingMove.value !== null ||
    (!hasHints.value && !isEnginesTurn.value)
  )
    return null;
  const others = Object.entries(overrides).filter(([name]) => !OF_PLAY.includes(name));
  const most = settings.value?.maxVisits ?? Infinity;
  return JSON.stringify({
    ...JSON.parse(positionKey.value),
    includeOwnership: ownership,
    reportDuringSearchEvery: 0.1,
    firstReportDuringSearchAfter: 0.05,
    ...(isEnginesTurn.value
      ? { overrideSettings: overrides }
      : {
          maxVisits: Math.min(most, analysisVisits),
          overrideSettings: Object.fromEntries(others),
        }),
  });
});

function receive(
  key: string,
  answer: AnalysisAnswer,
  isFinal: boolean,
  movesItself: boolean,
): void {
  if (isFinal) isSearching.value = false;
  if (key !== positionKey.value) return;
  if (isAnalysis(answer)) {
    const { visits, seconds } = answer.rootInfo;
    answered.value = { key, answer, speed: seconds > 0 ? visits / seconds : 0 };
    if (isHurried && !isFinal) following?.finish();
    judged.value = new Map(judged.value).set(tree.value.current, blackWins(answer.rootInfo));
  }
  // An engine that could not be asked to end was ended: what it said last holds.
  const now = analysis.value?.answer;
  const best = now?.moveInfos[0];
  if (!isFinal || !now || !best) return;
  if (movesItself) makeMove(best.move, { isOfEngine: true, amend: withEngineName });
  else {
    const { currentPlayer, winrate } = now.rootInfo;
    announce(texts.spoken.best(playerName(currentPlayer), percent(winrate), best.move));
  }
}

export function startAnalysis(): void {
  let setup = tree.value.setup;
  let size = 0;
  effect(() => {
    // Another game, or a game that lost a branch: its nodes are others.
    const { setup: now, nodes } = tree.value;
    if (now !== setup || nodes.length < size) judged.value = new Map();
    setup = now;
    size = nodes.length;
  });
  effect(() => {
    const text = request.value;
    void attempts.value;
    if (text === null) return;
    const key = positionKey.peek();
    const movesItself = isEnginesTurn.peek();
    isSearching.value = true;
    isHurried = false;
    following = engine.follow<AnalysisAnswer>(
      JSON.parse(text),
      (answer, isFinal) => receive(key, answer, isFinal, movesItself),
      (error) => {
        isSearching.value = false;
        report(error);
      },
    );
    return () => {
      isSearching.value = false;
      following?.drop();
      following = null;
    };
  });
}
