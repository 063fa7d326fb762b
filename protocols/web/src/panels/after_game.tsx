import { dialog } from '../state/dialog.ts';
import { position } from '../state/game.ts';
import { mode, use } from '../state/mode.ts';
import { rematch, winner } from '../state/opponent.ts';
import { review, startReview } from '../state/review.ts';
import { texts } from '../texts.ts';

const REVIEW_VISITS = 200; // of each position

// What there is to do when a game is over.
export function AfterGame() {
  if (!position.value || !winner.value) return null;
  const words = texts.afterGame;
  const goThrough = () => {
    use('learn');
    if (review.value === null) startReview(REVIEW_VISITS);
  };
  return (
    <div class="steps after" role="group" aria-label={words.title}>
      {mode.value !== 'learn' && (
        <button class="strong" onClick={goThrough}>
          {words.review}
        </button>
      )}
      <button onClick={rematch}>{words.rematch}</button>
      <button onClick={() => (dialog.value = 'new')}>{words.newGame}</button>
      <button onClick={() => (dialog.value = 'share')}>{words.save}</button>
    </div>
  );
}
