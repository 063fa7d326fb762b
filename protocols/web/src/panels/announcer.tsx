import { announcements } from '../state/announcer.ts';
import { texts } from '../texts.ts';

// Read out, and not seen: the focused cell, the last move and the verdict.
export function Announcer() {
  return (
    <div class="hidden" role="log" aria-live="polite" aria-label={texts.happens} id="announcer">
      {announcements.value.map(({ number, text }) => (
        <p key={number}>{text}</p>
      ))}
    </div>
  );
}
