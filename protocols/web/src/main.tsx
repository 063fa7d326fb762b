import { render } from 'preact';
import { App } from './app.tsx';
import { listenToKeys } from './panels/keys.ts';
import { startAddress } from './state/address.ts';
import { startAnalysis } from './state/analysis.ts';
import { startClock } from './state/clock.ts';
import { startCommentary } from './state/commentary.ts';
import { askWhatThereIs } from './state/engine.ts';
import { listenToPaste } from './state/files.ts';
import { report, startGame } from './state/game.ts';
import { startKeeping } from './state/keeping.ts';
import { startNotices } from './state/opponent.ts';
import { startProblems } from './state/problems.ts';
import { startWatching } from './state/watch.ts';
import './style/theme.css';
import './style/controls.css';
import './style/layout.css';
import './style/board.css';
import './style/panels.css';

async function begin(): Promise<void> {
  render(<App />, document.getElementById('app')!);
  listenToKeys();
  listenToPaste();
  await startAddress();
  startGame();
  startAnalysis();
  startCommentary();
  startWatching();
  startKeeping();
  startNotices();
  startClock();
  startProblems();
  await askWhatThereIs();
}

begin().catch(report);
