import { signal } from '@preact/signals';

// What a screen reader is to say, the latest last. The ones before stay for a while, so that what
// comes in quick succession is heard too.
export const announcements = signal<readonly { number: number; text: string }[]>([]);

const KEPT = 3;
let count = 0;

export function announce(text: string): void {
  announcements.value = [...announcements.peek().slice(1 - KEPT), { number: ++count, text }];
}
