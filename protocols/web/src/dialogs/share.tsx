import { useEffect, useState } from 'preact/hooks';
import type { WriteGameAnswer } from '../engine/protocol.ts';
import { download, toPng, writeGame } from '../state/files.ts';
import { dialog } from '../state/dialog.ts';
import { tree } from '../state/edits.ts';
import { keepNow, keepingTrouble } from '../state/keeping.ts';
import { texts } from '../words.ts';
import { Dialog } from './dialog.tsx';

// What a game can be written as, and how such files end.
const FORMATS: readonly [name: string, title: string, ending: string][] = [
  ['sgf', 'SGF', 'sgf'],
  ['hexworld', 'HexWorld link', 'txt'],
  ['trmph', 'trmph link', 'txt'],
  ['littlegolem', 'Little Golem', 'txt'],
  ['havannahgui', 'HavannahGui', 'sgf'],
  ['json', 'JSON', 'json'],
  ['openings', 'Moves', 'txt'],
  ['svg', 'Picture (SVG)', 'svg'],
];

// The game as a link, as text in any format, or as a picture.
export function Share({ onClose }: { onClose(): void }) {
  const [format, setFormat] = useState('sgf');
  const [latest, setLatest] = useState<{ format: string; answer: WriteGameAnswer } | null>(null);
  const [problem, setProblem] = useState('');
  const [said, setSaid] = useState('');
  useEffect(() => {
    setProblem('');
    writeGame(format).then(
      (answer) => setLatest({ format, answer }),
      (error: Error) => setProblem(error.message),
    );
  }, [format, tree.value]);
  const written = latest?.format === format ? latest.answer : null;
  const ending = FORMATS.find(([name]) => name === format)![2];
  const copy = (text: string, what: string) =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(`${what} copied.`),
      () => setSaid('The browser does not let this page copy; select the text instead.'),
    );
  return (
    <Dialog title="Share" onClose={onClose}>
      <label class="stacked">
        <span>Link to this position</span>
        <input readOnly value={location.href} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="group">
        <button onClick={() => void copy(location.href, 'Link')}>Copy link</button>
        <button
          onClick={() =>
            void keepNow().then(() =>
              setSaid(keepingTrouble.value || 'Kept in this browser; “Open” lists it.'),
            )
          }
        >
          Keep in this browser
        </button>
        <button onClick={() => (dialog.value = 'about')}>{texts.seats.title}</button>
      </div>
      <label class="stacked">
        <span>As</span>
        <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
          {FORMATS.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {problem ? (
        <p class="bad" role="alert">
          {problem}
        </p>
      ) : (
        <textarea readOnly rows={7} aria-label="The game as text" value={written?.text ?? ''} />
      )}
      {written?.leftOut && <p class="quiet">Left out: {written.leftOut}</p>}
      <div class="group">
        <button disabled={!written} onClick={() => void copy(written!.text, 'Text')}>
          Copy text
        </button>
        <button
          disabled={!written}
          onClick={() =>
            download(`game.${ending}`, new Blob([written!.text], { type: 'text/plain' }))
          }
        >
          Download
        </button>
        {format === 'svg' && (
          <button
            disabled={!written}
            onClick={() => void toPng(written!.text).then((png) => download('board.png', png))}
          >
            Download PNG
          </button>
        )}
      </div>
      <p role="status">{said}</p>
    </Dialog>
  );
}
