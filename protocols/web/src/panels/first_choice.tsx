import { tree } from '../state/edits.ts';
import { use } from '../state/mode.ts';
import { beginPlaying } from '../state/opponent.ts';
import { preferences } from '../state/preferences.ts';
import { texts } from '../texts.ts';

// What who comes for the first time may do here.
export function FirstChoice() {
  const { mode, engineSide } = preferences.value;
  if (mode !== null || engineSide !== 'none' || tree.value.nodes.length > 1) return null;
  const words = texts.firstChoice;
  return (
    <div class="first" role="group" aria-label={words.title}>
      {(
        [
          [words.play, beginPlaying],
          [words.analyse, () => use('analyse')],
          [words.learn, () => use('learn')],
        ] as const
      ).map(([[title, what], choose]) => (
        <button key={title} onClick={choose}>
          <b>{title}</b>
          <small>{what}</small>
        </button>
      ))}
    </div>
  );
}
