import { computed } from '@preact/signals';
import { type Mode, prefer, preferences } from './preferences.ts';

// What the page is used for just now: what was chosen last.
export const mode = computed<Mode>(
  () => preferences.value.mode ?? (preferences.value.engineSide === 'none' ? 'analyse' : 'play'),
);
// Whether one looks into a game rather than plays it: then the engine may say what it thinks.
export const isStudy = computed(() => mode.value === 'analyse' || mode.value === 'learn');

export const use = (next: Mode): void => prefer({ mode: next });

// Leaves what shows no game.
export function seeGame(): void {
  if (mode.value === 'openings' || mode.value === 'watch') use('analyse');
}
