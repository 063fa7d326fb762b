import { About } from '../dialogs/about.tsx';
import { NewGame } from '../dialogs/new_game.tsx';
import { Open } from '../dialogs/open.tsx';
import { Share } from '../dialogs/share.tsx';
import { dialog } from '../state/dialog.ts';
import { gameTitle } from '../state/game.ts';
import { mode, use } from '../state/mode.ts';
import { MODES, type Mode } from '../state/preferences.ts';
import { leaveQuiz } from '../state/quiz.ts';
import { texts } from '../texts.ts';

const words = texts.header;

const DIALOGS = { about: About, new: NewGame, open: Open, share: Share };

export function Header() {
  const Shown = dialog.value && DIALOGS[dialog.value];
  const go = (to: Mode) => {
    if (to !== 'learn') leaveQuiz();
    use(to);
  };
  // Arrows move between tabs, as in any list of them.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const to = MODES[(MODES.indexOf(mode.value) + step + MODES.length) % MODES.length]!;
    go(to);
    document.getElementById(`tab-${to}`)?.focus();
  };
  return (
    <header class="top">
      <h1 class="brand">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 1 21.5 6.5v11L12 23 2.5 17.5v-11Z" />
          <circle cx="8.3" cy="9.8" r="2.6" />
          <circle cx="15.7" cy="14.2" r="2.6" />
        </svg>
        <span>Isthmus</span>
      </h1>
      <div class="tabs" role="tablist" aria-label={words.modesTitle} onKeyDown={onKeyDown}>
        {MODES.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            role="tab"
            aria-selected={mode.value === name}
            aria-controls="panels"
            tabIndex={mode.value === name ? 0 : -1}
            onClick={() => go(name)}
          >
            {words.modes[name]}
          </button>
        ))}
      </div>
      <div class="actions">
        <button
          class="game"
          onClick={() => (dialog.value = 'new')}
          aria-label={words.newGame(gameTitle.value)}
        >
          {gameTitle.value} <span aria-hidden="true">▾</span>
        </button>
        <button onClick={() => (dialog.value = 'open')}>{words.open}</button>
        <button onClick={() => (dialog.value = 'share')}>{words.share}</button>
      </div>
      {Shown && <Shown onClose={() => (dialog.value = null)} />}
    </header>
  );
}
