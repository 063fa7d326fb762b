import { board } from '../state/game.ts';
import { texts } from '../texts.ts';

// What judges positions on this board: which net, and how large it is, or what else.
export function Judge() {
  const by = board.value?.evaluator;
  return by ? <p class="judge">{texts.judge(by)}</p> : null;
}
