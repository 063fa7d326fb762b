import type { GameTree, Player } from '../../generated/action_answers.ts';
import type { Analysis, Finished, NoResults, Proof } from '../../generated/answer.ts';

// The lines between the page and an engine. The types are made of the JSON Schemas in
// protocols/json/schema at build time; here they get the names by which the page knows them.

export type {
  BoardAnswer,
  Connection,
  GameInfo,
  GameTree,
  GamesAnswer,
  Player,
  PositionAnswer,
  ReadGamesAnswer,
  Setting,
  SettingsAnswer,
  SwapRule,
  Turn,
  WriteGameAnswer,
} from '../../generated/action_answers.ts';
export type { Analysis, MoveInfo, Proof } from '../../generated/answer.ts';

// What an analysed position is answered by.
export type AnalysisAnswer = Analysis | Finished | NoResults;

// Whether the position was searched, and is not over.
export const isAnalysis = (answer: AnalysisAnswer): answer is Analysis =>
  'rootInfo' in answer && 'winrate' in answer.rootInfo;

// What a game begins with.
export type Setup = Pick<
  GameTree,
  'game' | 'boardXSize' | 'boardYSize' | 'rules' | 'initialStones' | 'initialPlayer'
>;

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
  swap: { turn: number; swap: number; stay: number; visits: number } | null;
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
