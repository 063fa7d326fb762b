import type { SelfplayAnswer, Standings, WatchedGame } from '../engine/protocol.ts';
import { fromGameFile } from '../game/game_file.ts';
import { put } from '../state/files.ts';
import { boardKey, boards } from '../state/boards.ts';
import { nothingToWatch, watched } from '../state/watch.ts';
import { texts } from '../texts.ts';
import { percent, playerName, resultText } from '../words.ts';
import { Card } from './card.tsx';
import { Facts } from './facts.tsx';
import { SmallBoard } from './small_board.tsx';

const words = texts.watch;

// A tournament, or an engine's games with itself, as they go on.
export function Watch() {
  const now = watched.value;
  if (!now) {
    return (
      <Card title={words.title}>
        <p class="quiet">{nothingToWatch.value || words.looking}</p>
      </Card>
    );
  }
  return (
    <>
      {nothingToWatch.value && <p class="trouble">{nothingToWatch.value}</p>}
      {now.kind === 'tournament' ? (
        <Table standings={now.standings} />
      ) : (
        <Totals totals={now.totals} />
      )}
      <Card title={words.latest} aside={words.latestAside}>
        <div class="gallery">
          {now.games.map((game) => (
            <Game key={game.id} game={game} />
          ))}
        </div>
      </Card>
    </>
  );
}

function Table({ standings }: { standings: Standings }) {
  const engines = [...standings.engines].sort((a, b) => b.rating - a.rating);
  const low = Math.min(...engines.map(({ rating, ratingError }) => rating - ratingError));
  const high = Math.max(...engines.map(({ rating, ratingError }) => rating + ratingError));
  const place = (rating: number) => (100 * (rating - low)) / Math.max(1, high - low);
  return (
    <Card title={words.standings} aside={texts.games(standings.games)}>
      <div class="wide scrolls" tabIndex={0} role="group" aria-label={words.table}>
        <table>
          <thead>
            <tr>
              <th>{words.engine}</th>
              <th class="number">{words.elo}</th>
              <th>{words.interval}</th>
              <th class="number">{words.points}</th>
              <th class="number">{words.games}</th>
              <th class="number">{words.won}</th>
              <th class="number">{words.drawn}</th>
              <th class="number">{words.lost}</th>
            </tr>
          </thead>
          <tbody>
            {engines.map((engine) => (
              <tr key={engine.name}>
                <td>{engine.name}</td>
                <td class="number">
                  {Math.round(engine.rating)} ± {Math.round(engine.ratingError)}
                </td>
                <td>
                  <svg
                    class="interval"
                    viewBox="0 0 104 12"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    <line
                      x1={2 + place(engine.rating - engine.ratingError)}
                      x2={2 + place(engine.rating + engine.ratingError)}
                      y1="6"
                      y2="6"
                    />
                    <rect x={1 + place(engine.rating)} width="2" y="1" height="10" />
                  </svg>
                </td>
                <td class="number">{engine.points}</td>
                <td class="number">{engine.games}</td>
                <td class="number">{engine.won}</td>
                <td class="number">{engine.drawn}</td>
                <td class="number">{engine.lost}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function Totals({ totals }: { totals: SelfplayAnswer['totals'] }) {
  const share = (part: number) => (totals.games > 0 ? ` (${percent(part / totals.games)})` : '');
  const rows: [string, string][] = [
    [words.games, texts.count(totals.games)],
    [words.wonBy(playerName('B')), texts.count(totals.blackWins) + share(totals.blackWins)],
    [words.wonBy(playerName('W')), texts.count(totals.whiteWins) + share(totals.whiteWins)],
    [words.draws, texts.count(totals.draws)],
    [words.moves, texts.count(totals.moves)],
  ];
  return (
    <Card title={words.selfplay}>
      <Facts rows={rows} />
    </Card>
  );
}

function Game({ game: { id, ending, stones, lastMove, game } }: { game: WatchedGame }) {
  const board = boards.value.get(boardKey(game));
  const players = `${game.blackName || playerName('B')} – ${game.whiteName || playerName('W')}`;
  return (
    <button class="shown" onClick={() => put(fromGameFile(game))}>
      {board && <SmallBoard board={board} stones={stones} last={lastMove} />}
      <span>
        {id}. {players}
        <small>
          {game.result ? resultText(game.result) : words.notOver}, {texts.turns(game.moves.length)},{' '}
          {ending}
        </small>
      </span>
    </button>
  );
}
