import type { Ending } from './game/tree.ts';

// All that the page says, in one table: a translation is another file like this one. What the
// engine says (errors, remarks of reviews, help of settings) comes from there.

const count = (number: number): string => number.toLocaleString('en');

// "1 position", "2 positions".
export const plural = (number: number, noun: string, nouns = `${noun}s`): string =>
  `${count(number)} ${number === 1 ? noun : nouns}`;

const turns = (number: number): string => plural(number, 'turn');
const games = (number: number): string => plural(number, 'game');
const positions = (number: number): string => plural(number, 'position');

export const texts = {
  count,
  turns,
  games,
  positions,
  // How far something is that goes on; its end is not known at first.
  progress: (done: number, of: number, secondsLeft: number | null) =>
    of === 0
      ? 'beginning …'
      : `${count(done)} of ${count(of)}` +
        (done === of
          ? ', nearly done'
          : secondsLeft === null
            ? ''
            : `, about ${count(Math.ceil(secondsLeft))} s more`),

  players: {
    classic: { B: 'Black', W: 'White' },
    'red-blue': { B: 'Red', W: 'Blue' },
  },
  moves: { 'swap-pieces': 'swap', 'swap-sides': 'swap', pass: 'pass' } as Record<string, string>,
  proven: { win: 'proven win', loss: 'proven loss', draw: 'proven draw' },
  judge: (by: string) => `Judged by: ${by}`,
  provenShort: { win: '✓ won', loss: '✗ lost', draw: '= draw' },
  // How a game ended for who lost it but on the board.
  ended: { R: 'resigned', T: 'ran out of time', F: 'forfeited' } as Record<Ending, string>,
  result: {
    open: 'not known',
    draw: 'a draw',
    won: (player: string, how: string) => `${player} won${how}`,
    how: { '': '', R: ' by resignation', T: ' on time', F: ' by forfeit' },
  },

  close: 'Close',
  undo: 'Undo',
  trouble: {
    turn: (number: number) => `Turn ${number}: `,
    noGameInAddress: 'This address holds no game that can be read.',
    nothing: 'There is nothing to read.',
    tooLong: 'This is too long: at most 1 MB can be read.',
    noGame: 'There is no game in it.',
    noConnection: 'The engine cannot be reached, without which no game is read or written.',
    notKept: (error: unknown) => `This browser keeps no games for this page: ${error}`,
    watchesNothing:
      'This server watches no folder: start it with --watch DIR, where isthmus tournament or isthmus selfplay writes its games.',
  },

  header: {
    modes: {
      play: 'Play',
      analyse: 'Analyse',
      learn: 'Learn',
      openings: 'Openings',
      watch: 'Watch',
    },
    modesTitle: 'What to do',
    newGame: (title: string) => `${title}: new game`,
    open: 'Open',
    share: 'Share',
  },
  aside: 'About the position',
  happens: 'What happens',

  caption: {
    toMove: (player: string) => `${player} to move`,
    thinking: (player: string) => `${player} is thinking …`,
    firstStones: 'First stones',
    map: 'win rates of who places the stone; the darker, the more even; the ring is the fairest',
    noMap: 'not judged yet',
    lookingAround: 'Looking around',
    wait: 'One moment',
    noConnection: 'no connection',
    draw: 'A draw',
    won: (player: string) => `${player} has won`,
    after: (number: number) => `after ${turns(number)}`,
    turn: (number: number) => `turn ${number}`,
    tapAgain: (cell: string) => `${cell}: tap again to place`,
    tapAgainToSwap: (cell: string) => `${cell}: tap again to swap`,
    waits: (move: string) => `${move} waits for the engine, which cannot be reached`,
    begins: 'the game begins',
    swapped: (player: string) => `${player} swapped`,
    passed: (player: string) => `${player} passed`,
    played: (player: string, move: string) => `${player} played ${move}`,
    lost: (sign: string, loss: string) => ` ${sign} (lost ${loss})`,
    swapIsBest: (winrate: string) => `swapping is best (${winrate})`,
    betterNotSwap: (winrate: string) => `better not swap (${winrate})`,
    noneIsFair: 'who may swap wins, whatever stone comes first',
    moveNow: 'Move now',
    letItMove: 'Let it move',
    reconnecting: 'reconnecting …',
    engineThinks: (player: string) => `${player} is the engine: it is still thinking`,
    engineWaits: (player: string) =>
      `${player} is the engine: go to your own turn, or play both by hand`,
  },
  spoken: {
    start: 'Start of the game.',
    best: (player: string, winrate: string, move: string) =>
      `${player} wins ${winrate}. Best is ${move}.`,
    empty: 'empty',
    bestMove: ', the best move',
    tapAgain: '. Tap again to place.',
    cannotPlay: (move: string) => `${move} cannot be played.`,
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
    isEngine: (name: string) => /^Engine( \d+)?$/.test(name),
  },
  about: {
    title: 'About this game',
    name: (player: string) => `${player}’s name`,
    result: 'Result',
    comment: 'About the game',
  },

  board: {
    title: 'Board',
    label: (game: string, title: string, detail: string) => `${game} board. ${title}. ${detail}`,
    help: 'Arrow keys move from cell to cell, Enter places a stone, Tab leaves the board. Comma and full stop go back and forward in the game.',
    view: 'View of the board',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    whole: 'Show the whole board',
    turn: 'Turn the board',
    turnOver: 'Turn the board over',
    draw: 'Draw signs and arrows',
  },
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
  steps: {
    title: 'Moves of the game',
    first: 'First position',
    back: 'Back',
    forward: 'Forward',
    last: 'Last position',
    undoTitle: 'Undo (Ctrl+Z)',
    redo: 'Redo',
    redoTitle: 'Redo (Ctrl+Y)',
    variation: (number: number, of: number) => `Variation ${number} of ${of}`,
    remove: 'Delete',
    removeTitle: 'Takes this move and what follows out of the game',
    swap: { 'swap-pieces': 'Swap pieces', 'swap-sides': 'Swap sides' } as Record<string, string>,
    pass: 'Pass',
    hints: 'Hints',
  },
  afterGame: {
    title: 'After the game',
    review: 'Review',
    rematch: 'Rematch',
    newGame: 'New game',
    save: 'Save',
  },

  playersCard: {
    title: 'Players',
    choice: 'The engine plays',
    byHand: 'Both by hand',
    engine: (player: string) => `Engine is ${player}`,
    level: 'Level',
    full: 'full strength',
    // Whom levels suit, by the first level of each group.
    levelGroups: [
      [1, 'for children'],
      [6, 'for beginners'],
      [11, 'for club players'],
      [16, 'for strong players'],
      [20, 'for experts'],
    ] as [number, string][],
    resign: 'Resign',
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
  teacher: {
    title: 'Take bad moves back',
    reason: (move: string, before: string, after: string, reply: string) =>
      `${move} would leave you ${after} instead of ${before}` +
      (reply === '' ? '' : `, as ${reply} answers it`) +
      ': try another, or make it again',
  },

  winRate: {
    title: 'Win rate',
    none: 'No win rate',
    of: (player: string, share: string) => `${player} ${share}`,
    over: 'the game is over',
    perSecond: (number: string) => `${number}/s`,
    done: 'done',
    searching: 'searching …',
    notSearched: 'not searched',
    proven: (what: string) => `✓ ${what} for the side to move`,
  },
  candidates: {
    title: 'Candidates',
    aside: 'best first',
    none: 'The moves that the engine thinks of come here.',
    move: 'move',
    win: 'win',
    looked: 'looked at',
    line: 'line',
    play: (move: string) => `Play ${move}`,
    twins: 'the same on an empty board',
  },
  graph: {
    title: (player: string) => `${player}’s win rate by turn`,
    aside: 'click to go there',
    none: 'No win rates yet',
    ends: (player: string, first: string, last: string) =>
      `${player} ${first} at first, ${last} at last`,
    mistakes: (list: string) => `Mistakes: ${list}`,
  },
  movesCard: {
    title: 'Moves',
    made: (number: number) => `${count(number)} made`,
    none: 'No move was made yet.',
    list: 'List of moves',
    comment: 'Comment',
    changeComment: 'Change the comment',
    typed: 'Move',
    play: 'Play',
    noMove: (text: string) => `“${text}” is no move here.`,
  },
  solve: {
    title: 'Proof',
    solving: 'solving …',
    stop: 'Stop',
    ask: 'Who wins for certain?',
    seconds: 'Seconds to solve',
    notProven: 'It could not be proven in this time',
    draw: 'A draw, for certain',
    wins: (player: string) => `${player} wins for certain`,
  },
  settings: {
    plays: 'How the engine plays',
    all: 'All settings of the engine',
    reset: 'Leave all to the engine',
    board: 'On the board',
    names: 'Names of cells',
    numbers: 'Numbers of moves',
    connections: 'Connections and what they need',
    hints: 'Hints',
    ownership: 'Whose each cell will be',
    hintVisits: 'Positions looked at for a hint',
    range: (min: number | undefined, max: number | undefined) => `${min} to ${max}`,
    engine: 'Engine',
    maxVisits: 'most positions',
    maxTime: 'most seconds',
    // What the engine's settings are for, where its own words are for those who know how it works.
    of: {
      time: ['Seconds a move', '0: no limit'],
      visits: ['Positions looked at for a move', '0: no limit'],
    } as Record<string, readonly [title: string, help: string]>,
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

  enough: 'Enough: show what is known',
  review: {
    title: 'Review',
    nothing: 'Play or open a game; then its mistakes are found here.',
    what: (number: number) =>
      `The engine goes through this game of ${turns(number)} and shows what each lost.`,
    visits: 'Positions looked at for a turn',
    start: 'Review this game',
    progress: 'Positions reviewed',
    ready: (mistakes: number) => `The review is ready: ${plural(mistakes, 'mistake')}.`,
    mistakes: 'Mistakes',
    worstFirst: 'worst first',
    none: 'none',
    noMistakes: 'No move lost much.',
    mistake: (number: number, player: string, move: string) => `${number}. ${player} ${move} `,
    loses: (loss: string) => ` loses ${loss}`,
    findBetter: 'Find better',
    why: 'why',
    anew: 'Review anew',
    problems: (number: number) => `${positions(number)} where one move alone wins`,
    problem: (turn: number) => `One move alone wins at turn ${turn}.`,
    assumedSwap: 'The game does not say whether there was a swap; the first stone is judged as if. ',
    swap: (isRight: boolean, turn: number, swap: string, stay: string) =>
      `${isRight ? 'To swap was better' : 'Not to swap was better'} at turn ${turn}: who swaps wins ${swap}, who does not ${stay}.`,
  },
  accuracy: {
    title: 'Accuracy',
    player: 'player',
    share: 'accuracy',
    signs: { '?!': 'loses 10% or more', '?': 'loses 20% or more', '??': 'loses 40% or more' },
  },
  again: { title: 'Again and again', aside: 'turns' },
  // What the remarks of a review speak of, and by which words of the engine's.
  themes: [
    { name: 'Wins given away', words: /gives away a certain win/ },
    { name: 'Bridges', words: /\bbridges?\b/ },
    { name: 'Edge templates', words: /edge template/ },
    { name: 'Ladders', words: /\bladder\b/ },
  ],
  quiz: {
    problem: 'Problem',
    findBetter: 'Find the better move',
    find: (turn: number, move: string, loss: string) =>
      `Turn ${turn}: ${move} lost ${loss}. Find a better move.`,
    backToIt: 'Back to it',
    showIt: 'Show it',
    next: 'Next',
    leave: 'Leave',
    was: (move: string) => `The move was ${move}.`,
    right: (move: string) => `${move} is right: it wins for certain.`,
    rightAt: (move: string, winrate: string) => `${move} is right: it wins ${winrate}.`,
    doesNotWin: (move: string) => `${move} does not win. Try another.`,
    looking: (move: string) => `Looking at ${move} …`,
    asGood: (move: string, best: string, winrate: string) =>
      `${move} is as good as ${best}: ${winrate}.`,
    better: (move: string, winrate: string) =>
      `${move} wins ${winrate}, more than the game's move, but there is better.`,
    worse: (move: string, winrate: string) => `${move} wins ${winrate}. Try another.`,
  },
  problems: {
    title: 'Problems',
    unnamed: (number: number) => `Problem ${number}`,
    grade: (grade: number | null, solved: number, of: number) =>
      `${grade === null ? 'Not graded' : `Grade ${grade}`}: ${solved} of ${of} solved`,
    solved: 'solved',
    none: 'Open a file of problems, and they stand here by how hard they are.',
  },

  openings: {
    title: 'Map of openings',
    what: 'Judges every first stone on this board: who places it wins so often.',
    progress: 'Stones judged',
    visits: 'Positions looked at for a stone',
    start: 'Judge all first stones',
    ready: 'The map of openings is ready.',
    fairest: 'Fairest first stones',
    allProven: 'Who wins is proven for all of them.',
    mostEven: 'most even first',
    stone: 'stone',
    win: 'win',
    looked: 'looked at',
    begin: (move: string) => `Begin with ${move}`,
  },
  watch: {
    title: 'Watch',
    looking: 'Looking for games …',
    nothingYet: 'No game has been played yet; they are shown here as they are.',
    latest: 'Latest games',
    latestAside: 'last positions',
    standings: 'Standings',
    table: 'Table of standings',
    engine: 'engine',
    elo: 'Elo',
    interval: '95% interval',
    points: 'points',
    games: 'games',
    won: 'won',
    drawn: 'drawn',
    lost: 'lost',
    selfplay: 'Games with itself',
    wonBy: (player: string) => `won by ${player}`,
    draws: 'draws',
    moves: 'moves',
    notOver: 'not over',
  },

  newGame: {
    title: 'New game',
    game: 'Game',
    size: 'Size',
    columns: 'Columns',
    rows: 'Rows',
    swap: 'Second player may',
    swaps: { none: 'no swap', 'swap-pieces': 'swap pieces', 'swap-sides': 'swap sides' },
    begin: 'Begin',
  },
  open: {
    title: 'Open a game',
    text: 'A link or text: SGF, HexWorld, trmph, Little Golem, HexWiki, JSON, or moves',
    cannot: (why: string) => `This cannot be read: ${why}`,
    open: 'Open',
    file: 'Choose a file …',
    found: (number: number) => `${games(number)} were found`,
    list: 'Games that were found',
    kept: 'Kept in this browser',
    noneKept: 'None yet: a game is kept from its first move on.',
    deleted: (title: string) => `${title} was deleted. `,
    remove: (title: string) => `Delete ${title}`,
    all: (number: number) => `Show all ${count(number)}`,
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
    found: (format: string, number: number, leftOut: string) =>
      `read from ${format}: ${games(number)}` + (leftOut === '' ? '' : `; left out: ${leftOut}`),
  },
  share: {
    title: 'Share',
    link: 'Link to this position',
    copyLink: 'Copy link',
    linkCopied: 'Link copied.',
    keep: 'Keep in this browser',
    kept: 'Kept in this browser; “Open” lists it.',
    as: 'As',
    formats: {
      sgf: 'SGF',
      hexworld: 'HexWorld link',
      trmph: 'trmph link',
      littlegolem: 'Little Golem',
      havannahgui: 'HavannahGui',
      json: 'JSON',
      openings: 'Moves',
      svg: 'Picture (SVG)',
    } as Record<string, string>,
    text: 'The game as text',
    inPart: (format: string) => `${format}, in part`,
    leftOut: (what: string) => `Left out: ${what}`,
    copyText: 'Copy text',
    textCopied: 'Text copied.',
    cannotCopy: 'The browser does not let this page copy; select the text instead.',
    download: 'Download',
    downloadPng: 'Download PNG',
  },
};
