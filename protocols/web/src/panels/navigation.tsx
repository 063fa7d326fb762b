import { back, end, forward, next, removeHere, sibling, start } from '../game/tree.ts';
import { analysis } from '../state/analysis.ts';
import { edit, redo, tree, undone } from '../state/edits.ts';
import { canTakeBack, position, takeBack } from '../state/game.ts';
import { hasHints } from '../state/hints.ts';
import { isStudy } from '../state/mode.ts';
import { isEnginesTurn, playMove, swaps } from '../state/opponent.ts';
import { prefer, preferences } from '../state/preferences.ts';
import { quiz } from '../state/quiz.ts';
import { texts } from '../texts.ts';
import { percent } from '../words.ts';
import { Icon, type IconName } from './icon.tsx';

const go = (step: (now: typeof tree.value) => typeof tree.value) => () => {
  tree.value = step(tree.value);
};

const words = texts.steps;

// A button that keeps the focus where it can go no further.
function Step(props: {
  label: string;
  title?: string;
  icon: IconName;
  isOff: boolean;
  onClick(): void;
}) {
  const { label, title, icon, isOff, onClick } = props;
  const act = () => !isOff && onClick();
  return (
    <button aria-label={label} title={title} aria-disabled={isOff} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

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
        <Step label={words.first} icon="first" isOff={isFirst} onClick={go(start)} />
        <Step label={words.back} icon="back" isOff={isFirst} onClick={go(back)} />
        <Step label={words.forward} icon="forward" isOff={isLast} onClick={go(forward)} />
        <Step label={words.last} icon="last" isOff={isLast} onClick={go(end)} />
      </div>
      <div class="group">
        <Step
          label={texts.undo}
          title={words.undoTitle}
          icon="undo"
          isOff={!canTakeBack.value}
          onClick={takeBack}
        />
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
