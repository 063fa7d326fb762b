import { computed, signal } from '@preact/signals';
import { shapesOf, withArrow, withNextSign } from '../game/shapes.ts';
import { withMarks } from '../game/tree.ts';
import { edit, tree } from './edits.ts';

// Signs and arrows that are drawn on the position where one is.

export const shapes = computed(() => shapesOf(tree.value.nodes[tree.value.current]!.marks));

// Whether a tap or a drag draws, as the right button of a mouse always does.
export const hasPen = signal(false);

// A sign on a cell, or an arrow to another one.
export function draw(from: string, to: string): void {
  const { marks } = tree.value.nodes[tree.value.current]!;
  edit(withMarks(tree.value, from === to ? withNextSign(marks, from) : withArrow(marks, from, to)));
}
