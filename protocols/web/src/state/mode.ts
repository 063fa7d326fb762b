import { signal } from '@preact/signals';

// What the page is used for just now.
export const MODES = ['play', 'learn', 'openings', 'watch'] as const;
export type Mode = (typeof MODES)[number];
export const mode = signal<Mode>('play');
