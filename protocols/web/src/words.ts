import { signal } from '@preact/signals';
import type { Player, Proof } from './engine/protocol.ts';
import type { Ending } from './game/tree.ts';

// How things are called on the page.

// Players are called as their stones look.
export const areRedAndBlue = signal(false);
export const playerName = (player: Player): string =>
  texts.players[areRedAndBlue.value ? 'red-blue' : 'classic'][player];

export const percent = (share: number): string => `${Math.round(100 * share)}%`;

export const exactPercent = (share: number): string => `${(100 * share).toFixed(1)}%`;

export const count = (number: number): string => number.toLocaleString('en');

// "12.4 k" where there is little room.
export function shortCount(number: number): string {
  if (number < 10_000) return count(number);
  return number < 1e6 ? `${(number / 1e3).toFixed(1)} k` : `${(number / 1e6).toFixed(1)} M`;
}

// "4:07", and near the end "9.3".
export function clockText(seconds: number): string {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const PROVEN: Record<Proof, string> = { win: '✓', loss: '✗', draw: '=' };

// What stands on a cell: a win rate in percent, or a sign where it is proven.
export const rate = ({ winrate, proof }: { winrate: number; proof?: Proof | null }): string =>
  proof ? PROVEN[proof] : String(Math.round(100 * winrate));

export const provenText: Record<Proof, string> = {
  win: 'proven win',
  loss: 'proven loss',
  draw: 'proven draw',
};

// How a game ended for who lost it but on the board.
export const endingText: Record<Ending, string> = {
  R: 'resigned',
  T: 'ran out of time',
  F: 'forfeited',
};

// A result as files have it: B+, W+R, 0, or other text.
export function resultText(result: string): string {
  if (result === '') return texts.result.open;
  if (result === '0') return texts.result.draw;
  const [, winner, how] = /^([BW])\+([RTF]?)$/.exec(result) ?? [];
  return winner
    ? texts.result.won(playerName(winner as Player), texts.result.how[(how ?? '') as Ending | ''])
    : result;
}

export const moveName = (move: string): string =>
  ({ 'swap-pieces': 'swap', 'swap-sides': 'swap', pass: 'pass' })[move] ?? move;

// "1 position", "2 positions".
export const plural = (number: number, noun: string, nouns = `${noun}s`): string =>
  `${count(number)} ${number === 1 ? noun : nouns}`;

// How far something is that goes on; its end is not known at first.
export const progress = (done: number, of: number): string =>
  of === 0 ? 'beginning …' : `${count(done)} of ${count(of)}`;

// What the engine's settings are for, where its own words are for those who know how it works.
export const settingText: Record<string, [title: string, help: string]> = {
  time: ['Seconds a move', '0: no limit'],
  visits: ['Positions looked at for a move', '0: no limit'],
};

// What an error says, without the engine's name of the field in front of it.
export const plainError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/^'moves\/(\d+)': /, (_, turn) => `Turn ${Number(turn) + 1}: `)
    .replace(/^'text': /, '');

export const texts = {
  players: {
    classic: { B: 'Black', W: 'White' },
    'red-blue': { B: 'Red', W: 'Blue' },
  },
  firstChoice: {
    title: 'What would you like to do?',
    play: ['Play', 'against the engine'],
    analyse: ['Analyse', 'see what the engine thinks'],
    learn: ['Learn', 'from mistakes and problems'],
  },
  seats: {
    title: 'Names, result, comment',
    engine: (level: number) => (level === 0 ? 'Engine' : `Engine ${level}`),
  },
  read: {
    formats: {
      sgf: 'SGF',
      hexworld: 'HexWorld',
      trmph: 'trmph',
      json: 'JSON',
      openings: 'a list of moves',
      hexwiki: 'a diagram of HexWiki',
      link: 'a link of this page',
    } as Record<string, string>,
    signs: (number: number) => plural(number, 'sign or label', 'signs and labels'),
    found: (format: string, games: number, leftOut: string) =>
      `read from ${texts.read.formats[format] ?? format}: ${plural(games, 'game')}` +
      (leftOut === '' ? '' : `; left out: ${leftOut}`),
  },
  twins: 'the same on an empty board',
  teacher: {
    title: 'Take bad moves back',
    reason: (move: string, before: string, after: string, reply: string) =>
      `${move} would leave you ${after} instead of ${before}` +
      (reply === '' ? '' : `, as ${reply} answers it`) +
      ': try another, or make it again',
  },
  accuracy: {
    title: 'Accuracy',
    player: 'player',
    share: 'accuracy',
    signs: { '?!': 'loses 10% or more', '?': 'loses 20% or more', '??': 'loses 40% or more' },
  },
  again: { title: 'Again and again', aside: 'turns' },
  // What the remarks of a review speak of.
  themes: [
    { name: 'Wins given away', words: /gives away a certain win/ },
    { name: 'Bridges', words: /\bbridges?\b/ },
    { name: 'Edge templates', words: /edge template/ },
    { name: 'Ladders', words: /\bladder\b/ },
  ],
  problems: {
    title: 'Problems',
    grade: (grade: number | null, solved: number, of: number) =>
      `${grade === null ? 'Not graded' : `Grade ${grade}`}: ${solved} of ${of} solved`,
    solved: 'solved',
  },
  draw: 'Draw signs and arrows',
  placing: {
    title: 'Set up a position',
    caption: { title: 'Set up a position', detail: 'a click places a stone, or takes it away' },
    brush: 'What is placed',
    none: 'None',
    next: 'To move',
    clear: 'Clear',
    done: 'Go on from here',
    cancel: 'Cancel',
  },
  look: {
    stones: 'Stones',
    stonesOf: {
      classic: 'black and white',
      slate: 'grey and white',
      'red-blue': 'red and blue',
    },
    last: 'Last move',
    lastOf: { dot: 'a dot', ring: 'a ring', cell: 'its cell' },
    theme: 'Colours',
    themeOf: { auto: 'as the system has them', light: 'light', dark: 'dark' },
  },
  about: {
    title: 'About this game',
    name: (player: string) => `${player}’s name`,
    result: 'Result',
    comment: 'About the game',
  },
  clock: {
    title: 'Clock',
    control: (minutes: number, increment: number) =>
      minutes === 0
        ? 'none'
        : increment === 0
          ? `${minutes} minutes each`
          : `${minutes} minutes, ${increment} s a move`,
  },
  result: {
    open: 'not known',
    draw: 'a draw',
    won: (player: string, how: string) => `${player} won${how}`,
    how: { '': '', R: ' by resignation', T: ' on time', F: ' by forfeit' },
  },
} as const;
