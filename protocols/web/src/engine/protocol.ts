import type { GameTree, GivenUp, Progress } from '../../generated/action_answers.ts';
import type { Analysis, Finished, NoResults } from '../../generated/answer.ts';

// The lines between the page and an engine. The types are made of the JSON Schemas in
// protocols/json/schema at build time; here they get the names by which the page knows them.

export type {
  BoardAnswer,
  BoardCell,
  GameInfo,
  GameTree,
  GamesAnswer,
  JudgedStone,
  OpeningsAnswer,
  Player,
  PositionAnswer,
  ReadGamesAnswer,
  ReviewAnswer,
  ReviewedTurn,
  Setting,
  SettingsAnswer,
  SolveAnswer,
  NothingYetAnswer,
  SelfplayAnswer,
  Standings,
  SwapVerdict,
  TournamentAnswer,
  SwapRule,
  Turn,
  WatchedGame,
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

// What a long action is answered by: how far it is, at last its answer, or that it had not begun
// when it was ended.
export type LongAnswer<Answer> = Progress | Answer | GivenUp;

export const isProgress = (answer: LongAnswer<object>): answer is Progress => 'done' in answer;
export const isGivenUp = (answer: LongAnswer<object>): answer is GivenUp => 'noResults' in answer;
