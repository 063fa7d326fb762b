import type { Player } from '../engine/protocol.ts';
import type { Sign } from '../game/shapes.ts';

// What is drawn on a cell beside its stone. Each has one meaning wherever it appears.
export interface CellMark {
  shade?: number; // 0 to 1: share of the visits
  ring?: boolean; // the best move
  text?: string; // a win rate in percent, or a sign for what is proven
  ghost?: { player: Player; text: string }; // a stone to come, and its number in the line
  owner?: number; // -1 White's to 1 Black's
  name?: string; // of the cell, where nothing else stands
  number?: string; // of the move that placed the stone
  isLast?: boolean; // the stone that was placed last
  isWinning?: boolean; // of the chain that won
  isCarrier?: boolean; // of a connection's empty cells
  isComing?: boolean; // a stone is asked for here
  isSwap?: boolean; // the stone may be taken over: it takes a click as an empty cell does
  sign?: Sign; // drawn by hand, as is a label
  label?: string;
  isTarget?: boolean; // pointed to from elsewhere on the page
}

export type Marks = ReadonlyMap<number, CellMark>;

// A line between the middles of two cells that are as good as joined.
export interface Link {
  player: Player;
  from: number;
  to: number;
}
