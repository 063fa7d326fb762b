import { useRef, useState } from 'preact/hooks';
import { found, openFile, openGame, openText } from '../state/files.ts';
import { texts } from '../texts.ts';
import { playerName, resultText } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { Kept } from './kept.tsx';

const words = texts.open;

// A game from a text, a link, a file, or from those kept in this browser.
export function Open({ onClose }: { onClose(): void }) {
  const [problem, setProblem] = useState('');
  const text = useRef<HTMLTextAreaElement>(null);
  const finish = async (reading: Promise<string>) => {
    const wrong = await reading;
    setProblem(wrong);
    if (wrong === '' && found.value.length === 0) onClose();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void finish(openText(text.current!.value));
        }}
      >
        <label class="stacked">
          <span>{words.text}</span>
          <textarea
            ref={text}
            rows={6}
            spellcheck={false}
            placeholder="https://hexworld.org/board/#11nc1,b4:sh4"
          />
        </label>
        {problem && (
          <p class="bad" role="alert">
            {words.cannot(problem)}
          </p>
        )}
        <div class="group">
          <button type="submit" class="strong">
            {words.open}
          </button>
          <label class="button">
            {words.file}
            <input
              type="file"
              class="hidden"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) void finish(openFile(file));
              }}
            />
          </label>
        </div>
      </form>
      {found.value.length > 1 && (
        <>
          <h3>{words.found(found.value.length)}</h3>
          <ul class="games scrolls" tabIndex={0} aria-label={words.list}>
            {found.value.map((game, i) => (
              <li key={i}>
                <button
                  class="plain"
                  onClick={() => {
                    openGame(game);
                    onClose();
                  }}
                >
                  {i + 1}. {game.blackName || playerName('B')} – {game.whiteName || playerName('W')}{' '}
                  {game.result && resultText(game.result)}, {texts.turns(game.moves.length)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Kept onOpen={onClose} />
    </Dialog>
  );
}
