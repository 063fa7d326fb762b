// Asks the engine what browser_check.py has this page ask (jobs.json), by a worker for each job, and
// posts what it answers. A page with "?isolated" waits until isolation.js has made it so.
'use strict';

// The answers of a worker with `threads` threads to some lines, and when they came. `atReport` is
// posted to it at its first report of a search under way.
function ask({threads, lines, atReport, finals}) {
  return new Promise((resolve) => {
    const begin = performance.now();
    const worker = new Worker(threads === null ? 'engine_worker.js' :
                                                 `engine_worker.js?threads=${threads}`);
    const answers = [];
    worker.onerror = (event) => resolve({failure: event.message || 'the worker does not start'});
    worker.onmessage = ({data}) => {
      answers.push({line: data, seconds: (performance.now() - begin) / 1000});
      if (atReport && data.includes('"isDuringSearch":true')) {
        worker.postMessage(atReport);
        atReport = null;
      }
      if (answers.filter(({line}) => /"isDuringSearch":false|"error"/.test(line)).length < finals) return;
      worker.terminate();
      resolve({answers});
    };
    for (const line of lines) worker.postMessage(line);
  });
}

(async () => {
  if (location.search === '?isolated' && !self.crossOriginIsolated) return;
  const results = [];
  for (const job of await (await fetch('jobs.json')).json()) results.push(await ask(job));
  const cores = navigator.hardwareConcurrency;
  await fetch('results', {
    method: 'POST',
    body: JSON.stringify({isIsolated: self.crossOriginIsolated, cores, results}),
  });
})();
