import { useEffect, useState } from 'preact/hooks';
import { type KeptGame, forget, keptGames, restore } from '../game/shelf.ts';
import { SmallBoard } from '../panels/small_board.tsx';
import { askBoard, boardKey, boards } from '../state/boards.ts';
import { put } from '../state/files.ts';
import { report } from '../state/game.ts';
import { fromKept, keepingTrouble } from '../state/keeping.ts';
import { texts } from '../texts.ts';
import { playerName, resultText } from '../words.ts';

const words = texts.open;
const SHOWN_AT_FIRST = 12;

// The games that are kept in this browser, the latest first.
export function Kept({ onOpen }: { onOpen(): void }) {
  const [kept, setKept] = useState<KeptGame[]>([]);
  const [deleted, setDeleted] = useState<KeptGame[]>([]);
  const [isWhole, setIsWhole] = useState(false);
  const list = () => keptGames().then(setKept, () => setKept([]));
  useEffect(() => void list(), []);
  const shown = isWhole ? kept : kept.slice(0, SHOWN_AT_FIRST);
  useEffect(() => shown.forEach(({ game }) => void askBoard(game).catch(report)), [shown.length]);
  const remove = (row: KeptGame) =>
    void forget(row.key)
      .then(() => setDeleted([...deleted, row]))
      .then(list);
  const bringBack = () =>
    void restore(deleted.at(-1)!)
      .then(() => setDeleted(deleted.slice(0, -1)))
      .then(list);
  return (
    <>
      <h3>{words.kept}</h3>
      {keepingTrouble.value && <p class="bad">{keepingTrouble.value}</p>}
      {kept.length === 0 && <p class="quiet">{words.noneKept}</p>}
      {deleted.length > 0 && (
        <p class="group" role="status">
          {words.deleted(deleted.at(-1)!.title)}
          <button onClick={bringBack}>{texts.undo}</button>
        </p>
      )}
      <ul class="gallery">
        {shown.map((row) => (
          <Row
            key={row.key}
            row={row}
            onDelete={() => remove(row)}
            onOpen={() => {
              put(fromKept(row));
              onOpen();
            }}
          />
        ))}
      </ul>
      {shown.length < kept.length && (
        <button onClick={() => setIsWhole(true)}>{words.all(kept.length)}</button>
      )}
    </>
  );
}

function Row(props: { row: KeptGame; onOpen(): void; onDelete(): void }) {
  const { title, time, game, stones, lastMove } = props.row;
  const board = boards.value.get(boardKey(game));
  const players =
    (game.blackName || game.whiteName) &&
    `${game.blackName || playerName('B')} – ${game.whiteName || playerName('W')}`;
  return (
    <li class="kept">
      <button class="shown" onClick={props.onOpen}>
        {board && stones?.length === board.cells.length && (
          <SmallBoard board={board} stones={stones} last={lastMove ?? null} />
        )}
        <span>
          {title}
          <small>
            {players && `${players}, `}
            {game.result && `${resultText(game.result)}, `}
            {texts.turns(game.moves.length)}, {new Date(time).toLocaleString()}
          </small>
        </span>
      </button>
      <button class="remove" aria-label={words.remove(title)} onClick={props.onDelete}>
        ✕
      </button>
    </li>
  );
}
