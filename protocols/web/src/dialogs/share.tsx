import { useEffect, useState } from 'preact/hooks';
import type { WriteGameAnswer } from '../engine/protocol.ts';
import { download, toPng, writeGame } from '../state/files.ts';
import { dialog } from '../state/dialog.ts';
import { tree } from '../state/edits.ts';
import { keepNow, keepingTrouble } from '../state/keeping.ts';
import { texts } from '../texts.ts';
import { plainError } from '../words.ts';
import { Dialog } from './dialog.tsx';

// What a game can be written as, and how such files end.
const FORMATS: readonly [name: string, ending: string][] = [
  ['sgf', 'sgf'],
  ['hexworld', 'txt'],
  ['trmph', 'txt'],
  ['littlegolem', 'txt'],
  ['havannahgui', 'sgf'],
  ['json', 'json'],
  ['openings', 'txt'],
  ['svg', 'svg'],
];

const words = texts.share;

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
      (error: unknown) => setProblem(plainError(error)),
    );
  }, [format, tree.value]);
  const written = latest?.format === format ? latest.answer : null;
  const ending = FORMATS.find(([name]) => name === format)![1];
  const copy = (text: string, said: string) =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(said),
      () => setSaid(words.cannotCopy),
    );
  return (
    <Dialog title={words.title} onClose={onClose}>
      <label class="stacked">
        <span>{words.link}</span>
        <input readOnly value={location.href} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="group">
        <button onClick={() => void copy(location.href, words.linkCopied)}>{words.copyLink}</button>
        <button
          onClick={() => void keepNow().then(() => setSaid(keepingTrouble.value || words.kept))}
        >
          {words.keep}
        </button>
        <button onClick={() => (dialog.value = 'about')}>{texts.seats.title}</button>
      </div>
      <label class="stacked">
        <span>{words.as}</span>
        <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
          {FORMATS.map(([name]) => (
            <option key={name} value={name}>
              {words.formats[name]}
            </option>
          ))}
        </select>
      </label>
      {problem ? (
        <p class="bad" role="alert">
          {problem}
        </p>
      ) : (
        <textarea readOnly rows={7} aria-label={words.text} value={written?.text ?? ''} />
      )}
      {written?.leftOut && <p class="quiet">{words.leftOut(written.leftOut)}</p>}
      <div class="group">
        <button disabled={!written} onClick={() => void copy(written!.text, words.textCopied)}>
          {words.copyText}
        </button>
        <button
          disabled={!written}
          onClick={() =>
            download(`game.${ending}`, new Blob([written!.text], { type: 'text/plain' }))
          }
        >
          {words.download}
        </button>
        {format === 'svg' && (
          <button
            disabled={!written}
            onClick={() => void toPng(written!.text).then((png) => download('board.png', png))}
          >
            {words.downloadPng}
          </button>
        )}
      </div>
      <p role="status">{said}</p>
    </Dialog>
  );
}
