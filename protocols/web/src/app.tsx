import { Announcer } from './panels/announcer.tsx';
import { Candidates } from './panels/candidates.tsx';
import { Graph } from './panels/graph.tsx';
import { Header } from './panels/header.tsx';
import { Learn } from './panels/learn.tsx';
import { Moves } from './panels/moves.tsx';
import { Openings } from './panels/openings.tsx';
import { Opponent } from './panels/play.tsx';
import { BoardSettings, EngineSettings } from './panels/settings.tsx';
import { Solve } from './panels/solve.tsx';
import { Stage } from './panels/stage.tsx';
import { Watch } from './panels/watch.tsx';
import { WinRate } from './panels/win_rate.tsx';
import { hasHints } from './state/hints.ts';
import { isStudy, mode } from './state/mode.ts';
import { quiz } from './state/quiz.ts';
import { texts } from './texts.ts';

// The page: a header, the board, and beside it what belongs to what one is doing.
export function App() {
  const now = mode.value;
  const study = isStudy.value;
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
              <aside aria-label={texts.aside}>
                {now === 'play' && <Opponent />}
                {now === 'learn' && <Learn />}
                {now === 'openings' && <Openings />}
                {hasHints.value && <WinRate />}
                {hasHints.value && <Candidates />}
                {study && quiz.value === null && <Graph />}
                {now !== 'openings' && <Moves />}
                {study && quiz.value === null && <Solve />}
                {now === 'play' && <EngineSettings />}
                {now !== 'openings' && <BoardSettings />}
              </aside>
            </>
          )}
        </div>
      </main>
      <Announcer />
    </>
  );
}
