// Has the page served with the headers that threads need (service_worker.js), and loads it anew,
// once, when it is. Where there are no service workers the engine does with one thread.
'use strict';

(async () => {
  const kTried = 'isthmus-isolation';
  if (self.crossOriginIsolated) {
    sessionStorage.removeItem(kTried);
    return;
  }
  if (!self.isSecureContext || !navigator.serviceWorker || sessionStorage.getItem(kTried)) return;
  try {
    await navigator.serviceWorker.register('service_worker.js');
    await navigator.serviceWorker.ready;
    sessionStorage.setItem(kTried, 'yes');
    location.reload();
  } catch {
    // So be it: a private window, or a browser that forbids them.
  }
})();
