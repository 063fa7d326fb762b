// The lines between the page and an engine, as protocols/json has them.

export type Player = 'B' | 'W';
export type Turn = [Player, string];
export type SwapRule = 'none' | 'swap-pieces' | 'swap-sides';

// What a game begins with.
export interface Setup {
  game: string;
  boardXSize: number;
  boardYSize: number;
  rules: SwapRule;
  initialStones: Turn[];
  initialPlayer: Player;
}

export interface GameInfo {
  name: string;
  title: string;
  description: string;
  defaultSize: number;
  minSize: number;
  maxSize: number;
  isRectangular: boolean;
  swapRules: SwapRule[];
  defaultSwapRule: SwapRule;
}

export interface SettingRow {
  name: string;
  type: 'whole' | 'number' | 'boolean';
  min: number;
  max: number;
  value: number | boolean;
  help: string;
}

export interface SettingsAnswer {
  settings: SettingRow[];
  engine: { version: string; threads: number; [what: string]: unknown };
  maxVisits?: number;
  maxTime?: number;
}

export interface CellPlace {
  name: string;
  row: number;
  column: number;
  x: number;
  y: number;
}

export interface BoardAnswer {
  width: number;
  height: number;
  cells: (CellPlace | null)[];
  outline: [number, number][];
  edges: { player: Player | 'none'; points: [number, number][] }[];
  labels: { text: string; x: number; y: number }[];
  neighbours: number[][];
}

export interface Connection {
  player: Player;
  cells: number[];
  kind: string;
  carrier: number[];
}

export interface PositionAnswer {
  stones: string;
  currentPlayer: Player;
  legalMoves: string[];
  lastMove?: string | null;
  winner?: Player | 'draw' | null;
  winningCells?: string[];
  maySwap: boolean;
  turns: number;
  connections?: Connection[];
}

export type Proof = 'win' | 'loss' | 'draw';

export interface MoveInfo {
  move: string;
  order: number;
  visits: number;
  winrate: number;
  lcb: number;
  prior: number;
  proof?: Proof;
  pv: string[];
}

export interface AnalysisAnswer {
  turnNumber: number;
  isDuringSearch: boolean;
  noResults?: boolean;
  moveInfos: MoveInfo[];
  rootInfo: {
    currentPlayer: Player;
    visits: number;
    winrate: number;
    proof?: Proof;
    seconds: number;
    evaluations: number;
    winner?: Player | 'draw';
  };
  ownership?: (number | null)[];
}

export interface GameTree extends Setup {
  moves: Turn[];
  blackName: string;
  whiteName: string;
  result: string;
  comment: string;
  notes: string[];
  variations: { parent: number; after: number; moves: Turn[]; notes: string[] }[];
  view: string;
}

export interface ReviewTurn {
  player: Player;
  move: string;
  best: string;
  wins: number;
  bestWins: number;
  loss: number;
  sign: '' | '?!' | '?' | '??';
  remarks: string[];
  line: string[];
}

export interface ReviewAnswer {
  positions: { blackWins: number; proof?: Player | 'draw' | null; line?: string[] }[];
  turns: ReviewTurn[];
  swap?: string | null;
  problems: { turn: number; answer: string; line: string[] }[];
}

export interface OpeningStone {
  move: string;
  winrate: number;
  error: number;
  visits: number;
  proof?: Proof;
  isSymmetrical?: boolean;
}

export interface OpeningsAnswer {
  stones: OpeningStone[];
}

export interface ReadGamesAnswer {
  format: string;
  games: GameTree[];
  leftOut: string;
}
