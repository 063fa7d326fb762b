import { back, end, forward, next, removeHere, sibling, start } from '../game/tree.ts';
import { analysis } from '../state/analysis.ts';
import { done, edit, redo, tree, undo, undone } from '../state/edits.ts';
import { position } from '../state/game.ts';
import { hasHints } from '../state/hints.ts';
import { isStudy } from '../state/mode.ts';
import { isEnginesTurn, playMove, swaps } from '../state/opponent.ts';
import { prefer, preferences } from '../state/preferences.ts';
import { quiz } from '../state/quiz.ts';
import { texts } from '../texts.ts';
import { percent } from '../words.ts';
import { Icon } from './icon.tsx';

const go = (step: (now: typeof tree.value) => typeof tree.value) => () => {
  tree.value = step(tree.value);
};

const words = texts.steps;

// Moves through the game, and what may be done instead of a stone.
export function Navigation() {
  const { nodes, current } = tree.value;
  const here = nodes[current]!;
  const siblings = here.parent < 0 ? 1 : nodes[here.parent]!.children.length;
  const isFirst = current === 0;
  const isLast = next(tree.value, current) === undefined;
  const { hints } = preferences.value;
  const mine = isEnginesTurn.value ? [] : (position.value?.legalMoves ?? []);
  const mayPass = mine.includes('pass');
  const verdict = (move: string) => {
    const info =
      hasHints.value && analysis.value?.answer.moveInfos.find((row) => row.move === move);
    return info ? ` ${percent(info.winrate)}` : '';
  };
  return (
    <nav class="steps" aria-label={words.title}>
      <div class="group">
        <button aria-label={words.first} disabled={isFirst} onClick={go(start)}>
          <Icon name="first" />
        </button>
        <button aria-label={words.back} disabled={isFirst} onClick={go(back)}>
          <Icon name="back" />
        </button>
        <button aria-label={words.forward} disabled={isLast} onClick={go(forward)}>
          <Icon name="forward" />
        </button>
        <button aria-label={words.last} disabled={isLast} onClick={go(end)}>
          <Icon name="last" />
        </button>
      </div>
      <div class="group">
        <button
          aria-label={texts.undo}
          title={words.undoTitle}
          disabled={done.value.length === 0}
          onClick={undo}
        >
          <Icon name="undo" />
        </button>
        {undone.value.length > 0 && (
          <button aria-label={words.redo} title={words.redoTitle} onClick={redo}>
            <Icon name="redo" />
          </button>
        )}
      </div>
      {siblings > 1 && (
        <button onClick={go((now) => sibling(now, 1))}>
          {words.variation(nodes[here.parent]!.children.indexOf(current) + 1, siblings)}
        </button>
      )}
      {!isFirst && (
        <button onClick={() => edit(removeHere(tree.value))} title={words.removeTitle}>
          {words.remove}
        </button>
      )}
      {swaps.value.map((move) => (
        <button key={move} class="strong" onClick={() => playMove(move)}>
          {words.swap[move]}
          {verdict(move)}
        </button>
      ))}
      {!quiz.value && mayPass && <button onClick={() => playMove('pass')}>{words.pass}</button>}
      {isStudy.value && !quiz.value && (
        <button aria-pressed={hints} onClick={() => prefer({ hints: !hints })}>
          {words.hints}
        </button>
      )}
    </nav>
  );
}
