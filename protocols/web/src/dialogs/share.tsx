import { useEffect, useState } from 'preact/hooks';
import type { WriteGameAnswer } from '../engine/protocol.ts';
import { Choice } from '../panels/choice.tsx';
import { download, toPng, writeGame } from '../state/files.ts';
import { dialog } from '../state/dialog.ts';
import { linkState } from '../state/engine.ts';
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

// The game in each format that can hold its moves, and what is wrong where none can.
interface Written {
  answers: ReadonlyMap<string, WriteGameAnswer>;
  problem: string;
}

async function writeAll(): Promise<Written> {
  const answers = new Map<string, WriteGameAnswer>();
  let problem = '';
  await Promise.all(
    FORMATS.map(([name]) =>
      writeGame(name).then(
        (answer) => answers.set(name, answer),
        (error: unknown) => (problem = plainError(error)),
      ),
    ),
  );
  return { answers, problem: answers.size === 0 ? problem : '' };
}

// The game as a link, as text in any format, or as a picture.
export function Share({ onClose }: { onClose(): void }) {
  const [chosen, setFormat] = useState('sgf');
  const [written, setWritten] = useState<Written>({ answers: new Map(), problem: '' });
  const [said, setSaid] = useState('');
  useEffect(() => {
    let isWanted = true;
    void writeAll().then((written) => isWanted && setWritten(written));
    return () => void (isWanted = false);
  }, [tree.value]);
  const { answers } = written;
  const isCutOff = answers.size === 0 && linkState.value === 'lost';
  const problem = isCutOff ? texts.trouble.noConnection : written.problem;
  const offered = FORMATS.filter(([name]) =>
    answers.size === 0 ? name === chosen : answers.has(name),
  );
  const [format, ending] = offered.find(([name]) => name === chosen) ?? offered[0]!;
  const answer = answers.get(format);
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
      <Choice
        layout="stacked"
        label={words.as}
        value={format}
        of={offered.map(([name]) => [
          name,
          answers.get(name)?.leftOut ? words.inPart(words.formats[name]!) : words.formats[name]!,
        ])}
        onChoose={setFormat}
      />
      {problem ? (
        <p class="bad" role="alert">
          {problem}
        </p>
      ) : (
        <textarea readOnly rows={7} aria-label={words.text} value={answer?.text ?? ''} />
      )}
      {answer?.leftOut && <p class="quiet">{words.leftOut(answer.leftOut)}</p>}
      <div class="group">
        <button disabled={!answer} onClick={() => void copy(answer!.text, words.textCopied)}>
          {words.copyText}
        </button>
        <button
          disabled={!answer}
          onClick={() =>
            download(`game.${ending}`, new Blob([answer!.text], { type: 'text/plain' }))
          }
        >
          {words.download}
        </button>
        {format === 'svg' && (
          <button
            disabled={!answer}
            onClick={() => void toPng(answer!.text).then((png) => download('board.png', png))}
          >
            {words.downloadPng}
          </button>
        )}
      </div>
      <p role="status">{said}</p>
    </Dialog>
  );
}
