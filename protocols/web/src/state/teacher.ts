import { type AnalysisAnswer, type Player, isAnalysis } from '../engine/protocol.ts';
import { type Tree, back } from '../game/tree.ts';
import { texts } from '../texts.ts';
import { moveName, percent } from '../words.ts';
import { done, tree, undo } from './edits.ts';
import { engine } from './engine.ts';
import { positionQuery, report } from './game.ts';

// Takes a move back that loses much, and says why; who makes it again may keep it.

const VISITS = 300; // of each position
const MUCH = 0.15;

// A move that was taken back, and from where.
let warned: { from: Tree; move: string } | null = null;

const sameLine = (a: Tree, b: Tree): boolean =>
  a.setup === b.setup && a.current === b.current && a.nodes.length <= b.nodes.length;

// Nothing where the game is over.
async function winsOf(player: Player, tree: Tree) {
  const answer = await engine.ask<AnalysisAnswer>({ ...positionQuery(tree), maxVisits: VISITS });
  if (!isAnalysis(answer)) return null;
  const { currentPlayer, winrate } = answer.rootInfo;
  return {
    wins: currentPlayer === player ? winrate : 1 - winrate,
    reply: answer.moveInfos[0]?.move,
  };
}

// Judges the move that led from one tree to another. Returns the reason where it was taken back.
export async function judge(
  from: Tree,
  to: Tree,
  player: Player,
  move: string,
): Promise<string | null> {
  if (warned && warned.move === move && sameLine(warned.from, from)) return null;
  try {
    const [before, after] = await Promise.all([winsOf(player, from), winsOf(player, to)]);
    if (!before || !after || before.wins - after.wins < MUCH || !sameLine(to, tree.value))
      return null;
    warned = { from, move };
    if (done.value.at(-1)?.tree === from) undo();
    else tree.value = back(tree.value);
    return texts.teacher.reason(
      moveName(move),
      percent(before.wins),
      percent(after.wins),
      after.reply ? moveName(after.reply) : '',
    );
  } catch (error) {
    report(error);
    return null;
  }
}
