import { back, end, forward, sibling, start } from '../game/tree.ts';
import { redo, tree } from '../state/edits.ts';
import { takeBack } from '../state/game.ts';
import { isStudy } from '../state/mode.ts';
import { prefer, preferences } from '../state/preferences.ts';

// Keys that work all over the page. Arrows too, but where something else has the focus that
// uses them: then comma and full stop go back and forward.
const KEYS: Record<string, () => unknown> = {
  ArrowLeft: () => (tree.value = back(tree.value)),
  ArrowRight: () => (tree.value = forward(tree.value)),
  ArrowUp: () => (tree.value = sibling(tree.value, -1)),
  ArrowDown: () => (tree.value = sibling(tree.value, 1)),
  Home: () => (tree.value = start(tree.value)),
  End: () => (tree.value = end(tree.value)),
  ',': () => (tree.value = back(tree.value)),
  '.': () => (tree.value = forward(tree.value)),
  v: () => (tree.value = sibling(tree.value, 1)),
  h: () => isStudy.value && prefer({ hints: !preferences.value.hints }),
};

// With Ctrl, or where that is the custom with Cmd.
const WITH_CONTROL: Record<string, () => void> = { z: takeBack, Z: redo, y: redo };

// Arrows go round among what is to be chosen from, as in any such group; Enter or Space choose.
function focusChoice(choices: Element, from: Element, key: string): void {
  const all = [...choices.querySelectorAll<HTMLElement>('[role="radio"]')];
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
  const at = step ? all.indexOf(from as HTMLElement) + step : key === 'Home' ? 0 : -1;
  all.at(at % all.length)?.focus();
}

const FIELDS = 'input:not([type="checkbox"]), textarea, select';

export function listenToKeys(): void {
  // What a field held when it came to it: while it holds that it has nothing to undo itself.
  let begun = '';
  window.addEventListener('focusin', ({ target }) => {
    begun = (target as Partial<HTMLInputElement>).value ?? '';
  });
  window.addEventListener('keydown', (event) => {
    if (event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    const hasControl = event.ctrlKey || event.metaKey;
    const field = target.closest<HTMLInputElement>(FIELDS);
    if ((field && !(hasControl && field.value === begun)) || target.closest('dialog')) return;
    const isArrow = event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
    if (isArrow && target.closest('[role="tablist"], .scrolls')) return;
    const choices = isArrow && target.closest('[role="radiogroup"]');
    if (choices) {
      event.preventDefault();
      return focusChoice(choices, target, event.key);
    }
    const act = (hasControl ? WITH_CONTROL : KEYS)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
