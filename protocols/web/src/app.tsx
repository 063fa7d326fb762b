import { Announcer } from './panels/announcer.tsx';
import { Candidates } from './panels/candidates.tsx';
import { Graph } from './panels/graph.tsx';
import { Header } from './panels/header.tsx';
import { Learn } from './panels/learn.tsx';
import { Moves } from './panels/moves.tsx';
import { Openings } from './panels/openings.tsx';
import { Opponent } from './panels/play.tsx';
import { Settings } from './panels/settings.tsx';
import { Solve } from './panels/solve.tsx';
import { Stage } from './panels/stage.tsx';
import { Watch } from './panels/watch.tsx';
import { WinRate } from './panels/win_rate.tsx';
import { mode } from './state/mode.ts';
import { preferences } from './state/preferences.ts';
import { quiz } from './state/quiz.ts';

// The page: a header, the board, and beside it what belongs to what one is doing.
export function App() {
  const now = mode.value;
  const hasHints = preferences.value.hints && quiz.value === null;
  return (
    <>
      <Header />
      <main>
        <div id="panels" role="tabpanel" aria-labelledby={`tab-${now}`} class={now}>
          {now === 'watch' ? (
            <Watch />
          ) : (
            <>
              <Stage />
              <aside aria-label="About the position">
                {now !== 'openings' && hasHints && <WinRate />}
                {now === 'play' && <Opponent />}
                {now === 'learn' && <Learn />}
                {now === 'openings' && <Openings />}
                {now !== 'openings' && hasHints && <Candidates />}
                {now !== 'openings' && quiz.value === null && <Graph />}
                {now !== 'openings' && <Moves />}
                {now !== 'openings' && quiz.value === null && <Solve />}
                {now === 'play' && <Settings />}
              </aside>
            </>
          )}
        </div>
      </main>
      <Announcer />
    </>
  );
}
