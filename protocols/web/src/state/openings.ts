import { computed } from '@preact/signals';
import type { OpeningsAnswer } from '../engine/protocol.ts';
import { texts } from '../texts.ts';
import { announce } from './announcer.ts';
import { tree } from './edits.ts';
import { LongAction } from './long_action.ts';

// A map of the values of all first stones. Its subject is the board, as text.

const action = new LongAction<string, OpeningsAnswer>();

const subjectNow = computed(() => {
  const { game, boardXSize, boardYSize } = tree.value.setup;
  return JSON.stringify({ game, boardXSize, boardYSize });
});

// The map of the board as it is chosen.
export const openingMap = computed(() => {
  const latest = action.state.value;
  return latest?.subject === subjectNow.value ? latest : null;
});

export function startOpenings(visits: number): void {
  const subject = subjectNow.value;
  action.start(subject, { action: 'openings', ...JSON.parse(subject), maxVisits: visits }, () =>
    announce(texts.openings.ready),
  );
}

export const finishOpenings = (): void => action.finish();
