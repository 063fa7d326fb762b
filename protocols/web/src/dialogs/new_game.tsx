import { useState } from 'preact/hooks';
import type { GameInfo, SwapRule } from '../engine/protocol.ts';
import { newTree } from '../game/tree.ts';
import { Choice } from '../panels/choice.tsx';
import { gameInfo, games, linkState } from '../state/engine.ts';
import { show } from '../state/address.ts';
import { dialog } from '../state/dialog.ts';
import { tree } from '../state/edits.ts';
import { checkGame } from '../state/game.ts';
import { mode, use } from '../state/mode.ts';
import { leavePlacing, startPlacing } from '../state/placing.ts';
import { leaveQuiz } from '../state/quiz.ts';
import { texts } from '../texts.ts';
import { plainError } from '../words.ts';
import { Dialog } from './dialog.tsx';

const words = texts.newGame;

// Which game, on which board, by which rule for a fair beginning: all as the engine knows them.
export function NewGame({ onClose }: { onClose(): void }) {
  const { setup } = tree.value;
  const [name, setName] = useState(setup.game);
  const [columns, setColumns] = useState(setup.boardXSize);
  const [rows, setRows] = useState(setup.boardYSize);
  const [swap, setSwap] = useState<SwapRule>(setup.rules);
  const [problem, setProblem] = useState('');
  const info = gameInfo(name);
  const choose = (game: string) => {
    const { defaultSize = 11, defaultSwapRule = 'none' } = gameInfo(game) ?? {};
    setName(game);
    setColumns(defaultSize);
    setRows(defaultSize);
    setSwap(defaultSwapRule);
  };
  const isOther = name !== setup.game || columns !== setup.boardXSize || rows !== setup.boardYSize;
  // The engine says which rules go with which boards; while it cannot be reached one begins all the same.
  const begin = async (then = () => {}) => {
    const game = newTree({
      game: name,
      boardXSize: columns,
      boardYSize: info?.isRectangular ? rows : columns,
      rules: swap,
      initialStones: [],
      initialPlayer: 'B',
    });
    try {
      if (linkState.value === 'open') await checkGame(game, 0);
    } catch (error) {
      return setProblem(plainError(error));
    }
    if (dialog.value !== 'new') return; // closed meanwhile
    leaveQuiz();
    leavePlacing();
    show(game);
    if (mode.value === 'watch') use('play');
    onClose();
    then();
  };
  // On the board that there is one begins with what stands there.
  const setUp = () => {
    if (isOther) return void begin(startPlacing);
    onClose();
    startPlacing();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <Choice
          label={words.game}
          value={name}
          of={games.value.map((game) => [game.name, game.title])}
          onChoose={choose}
        />
        <p class="quiet">{info?.description}</p>
        <Size
          label={info?.isRectangular ? words.columns : words.size}
          value={columns}
          info={info}
          onChange={setColumns}
        />
        {info?.isRectangular && (
          <Size label={words.rows} value={rows} info={info} onChange={setRows} />
        )}
        {info && info.swapRules.length > 1 && (
          <Choice
            label={words.swap}
            value={swap}
            of={info.swapRules.map((rule) => [rule, words.swaps[rule]])}
            onChoose={(rule) => setSwap(rule)}
          />
        )}
        {problem && (
          <p class="bad" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="strong" disabled={!info}>
          {words.begin}
        </button>
        <button type="button" disabled={!info} onClick={setUp}>
          {texts.placing.title} …
        </button>
      </form>
    </Dialog>
  );
}

interface SizeProps {
  label: string;
  value: number;
  info: GameInfo | undefined;
  onChange(value: number): void;
}

function Size({ label, value, info, onChange }: SizeProps) {
  return (
    <label class="setting">
      <span>{label}</span>
      <input
        type="number"
        required
        min={info?.minSize}
        max={info?.maxSize}
        value={value}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
