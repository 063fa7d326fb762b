import { dialog } from '../state/dialog.ts';
import { position } from '../state/game.ts';
import { mode, use } from '../state/mode.ts';
import { rematch, winner } from '../state/opponent.ts';
import { review, startReview } from '../state/review.ts';

const REVIEW_VISITS = 200; // of each position

// What there is to do when a game is over.
export function AfterGame() {
  if (!position.value || !winner.value) return null;
  const goThrough = () => {
    use('learn');
    if (review.value === null) startReview(REVIEW_VISITS);
  };
  return (
    <div class="steps after" role="group" aria-label="After the game">
      {mode.value !== 'learn' && (
        <button class="strong" onClick={goThrough}>
          Review
        </button>
      )}
      <button onClick={rematch}>Rematch</button>
      <button onClick={() => (dialog.value = 'new')}>New game</button>
      <button onClick={() => (dialog.value = 'share')}>Save</button>
    </div>
  );
}
