import { signal } from '@preact/signals';

// Which dialog is open.
export const dialog = signal<'new' | 'open' | 'share' | 'about' | null>(null);
