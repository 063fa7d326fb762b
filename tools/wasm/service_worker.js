// Answers the page's requests as the host does, and adds the headers by which a page may share
// memory between threads; for hosts of static files, which send no such headers.
'use strict';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function isolated(request) {
  const response = await fetch(request);
  if (response.type === 'opaque' || response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  const body = [101, 204, 205, 304].includes(response.status) ? null : response.body;
  return new Response(body, {status: response.status, statusText: response.statusText, headers});
}

self.addEventListener('fetch', (event) => {
  // Of requests that only a cache may answer the browser itself knows the rules.
  if (new URL(event.request.url).origin !== self.location.origin) return;
  if (event.request.cache === 'only-if-cached' && event.request.mode !== 'same-origin') return;
  event.respondWith(isolated(event.request));
});
