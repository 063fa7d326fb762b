import { signal } from '@preact/signals';

// Which dialog is open.
export const dialog = signal<'new' | 'open' | 'share' | null>(null);
