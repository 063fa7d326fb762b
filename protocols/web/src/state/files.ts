import { signal } from '@preact/signals';
import type { GameTree, ReadGamesAnswer, WriteGameAnswer } from '../engine/protocol.ts';
import { line } from '../game/tree.ts';
import { readHexWiki } from '../game/hexwiki.ts';
import { fromGameFile, toGameFile } from '../game/game_file.ts';
import type { Tree } from '../game/tree.ts';
import { texts } from '../texts.ts';
import { plainError } from '../words.ts';
import { engine, linkState } from './engine.ts';
import { linkedGame, show } from './address.ts';
import { touch, tree } from './edits.ts';
import { checkGame, report } from './game.ts';
import { seeGame, use } from './mode.ts';
import { openEasiest, takeProblems } from './problems.ts';
import { notify } from './opponent.ts';
import { leaveQuiz } from './quiz.ts';

// Games from texts, and texts of games.

// An address of this page, wherever it was served from, or the end of one.
const OWN_LINK = /^\s*(?:https?:\/\/\S*)?(#[a-z-]+,\d+x\d+\S*)\s*$/;

const MOST_CHARACTERS = 1_000_000;

// Games of the text that was read last, where it has several to choose from.
export const found = signal<GameTree[]>([]);

// Puts a game on the board, whatever was asked about the one before.
export function put(game: Tree): void {
  leaveQuiz();
  seeGame();
  show(game);
}

export function openGame(game: GameTree): void {
  const opened = fromGameFile(game);
  touch(opened);
  put(opened);
}

// Several games to choose from, of which the first is shown.
function choose(games: GameTree[]): void {
  found.value = games.length > 1 ? games : [];
  openGame(games[0]!);
}

// Says what was read, beside the position that it led to.
const sayRead = (format: string, games: number, leftOut: string): void =>
  notify(texts.read.found(texts.read.formats[format] ?? format, games, leftOut));

// The diagrams of a page of HexWiki, as far as the engine takes them.
async function openDiagrams(text: string): Promise<boolean> {
  const diagrams = readHexWiki(text);
  if (diagrams.length === 0) return false;
  for (const { tree } of diagrams) await checkGame(tree, line(tree).at(-1)!);
  const leftOut = diagrams.reduce((sum, diagram) => sum + diagram.leftOut, 0);
  choose(diagrams.map(({ tree }) => toGameFile(tree)));
  sayRead('hexwiki', diagrams.length, leftOut > 0 ? texts.read.signs(leftOut) : '');
  return true;
}

// Reads a text in any format that the engine knows. Returns what is wrong with it; empty where
// there is a game.
export async function openText(text: string): Promise<string> {
  if (text.trim() === '') return texts.trouble.nothing;
  if (text.length > MOST_CHARACTERS) return texts.trouble.tooLong;
  if (linkState.value === 'lost') return texts.trouble.noConnection;
  const { game, boardXSize } = tree.value.setup;
  try {
    const link = OWN_LINK.exec(text);
    if (link) {
      put(await linkedGame(link[1]!));
      sayRead('link', 1, '');
      return '';
    }
    if (await openDiagrams(text)) return '';
    const answer = await engine.ask<ReadGamesAnswer>({
      action: 'read_games',
      text,
      game,
      size: boardXSize,
    });
    const [first] = answer.games;
    if (!first) return texts.trouble.noGame;
    if (takeProblems(text, answer.games)) {
      use('learn');
      await openEasiest();
      return '';
    }
    choose(answer.games);
    sayRead(answer.format, answer.games.length, answer.leftOut);
    return '';
  } catch (error) {
    return plainError(error);
  }
}

// Files from before UTF-8 are mostly in what Windows made of Latin-1.
function plainText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export async function openFile(file: Blob): Promise<string> {
  if (file.size > MOST_CHARACTERS) return texts.trouble.tooLong;
  return openText(plainText(await file.arrayBuffer()));
}

export async function writeGame(format: string): Promise<WriteGameAnswer> {
  return engine.ask<WriteGameAnswer>({
    action: 'write_game',
    format,
    game: toGameFile(tree.value),
    ...(format === 'svg' ? { turn: turnOnMainLine() } : {}),
  });
}

// The picture is of the game's own line: how many of its turns lead to where one is.
function turnOnMainLine(): number {
  let turn = 0;
  for (let at = tree.value.current; at > 0; at = tree.value.nodes[at]!.parent) ++turn;
  return turn;
}

export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const PNG_WIDTH = 1600;

// An SVG as pixels.
export async function toPng(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = PNG_WIDTH;
    canvas.height = Math.round((PNG_WIDTH * image.naturalHeight) / image.naturalWidth);
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('no picture'))),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

// Text or files that are pasted or dropped anywhere on the page, but into a field.
export function listenToPaste(): void {
  const reportProblem = (problem: string) => problem !== '' && report(problem);
  window.addEventListener('paste', (event) => {
    if ((event.target as HTMLElement).closest('input, textarea')) return;
    const text = event.clipboardData?.getData('text') ?? '';
    const file = event.clipboardData?.files[0];
    event.preventDefault();
    void (file ? openFile(file) : openText(text)).then(reportProblem);
  });
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text') ?? '';
    void (file ? openFile(file) : openText(text)).then(reportProblem);
  });
}
