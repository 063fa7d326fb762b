import { useRef, useState } from 'preact/hooks';
import { found, openFile, openGame, openText } from '../state/files.ts';
import { plural } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { Kept } from './kept.tsx';

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
    <Dialog title="Open a game" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void finish(openText(text.current!.value));
        }}
      >
        <label class="stacked">
          <span>A link or text: SGF, HexWorld, trmph, Little Golem, JSON, or moves</span>
          <textarea
            ref={text}
            rows={6}
            spellcheck={false}
            placeholder="https://hexworld.org/board/#11nc1,b4:sh4"
          />
        </label>
        {problem && (
          <p class="bad" role="alert">
            This cannot be read: {problem}
          </p>
        )}
        <div class="group">
          <button type="submit" class="strong">
            Open
          </button>
          <label class="button">
            Choose a file …
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
          <h3>{found.value.length} games were found</h3>
          <ul class="games scrolls" tabIndex={0} aria-label="Games that were found">
            {found.value.map((game, i) => (
              <li key={i}>
                <button
                  class="plain"
                  onClick={() => {
                    openGame(game);
                    onClose();
                  }}
                >
                  {i + 1}. {game.blackName || 'Black'} – {game.whiteName || 'White'} {game.result},{' '}
                  {plural(game.moves.length, 'turn')}
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
