import { openMessage, showPush } from '#web/app/service-worker/push.ts'
import { type Build, treatmentOf } from '#web/app/service-worker/rules.ts'
import type { WorkerFetch, WorkerScope } from '#web/app/service-worker/scope.ts'
import { findAsset, findFile, findShell, stock, tidy } from '#web/app/service-worker/shelf.ts'

/*
 * Lets the app open without a connection, and shows that there is something new. It never touches
 * the API; see docs/decisions/010.
 */

/** Put in place by `scripts/service-worker.ts`. */
declare const __BUILD__: Build

/** After so long a page opens from what is kept. */
const PATIENCE_MS = 3_000

const build = __BUILD__
// A service worker's global scope, which the types of pages do not know.
const worker = self as unknown as WorkerScope

worker.addEventListener('install', (event) => {
  event.waitUntil(stock(build).then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  // Lets the browser ask for a page while the worker is still starting.
  const preload = worker.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([preload, tidy(build)]))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  switch (treatmentOf(request, { origin: location.origin, files: build.files })) {
    case 'asset':
      return event.respondWith(kept(findAsset(pathname), request))
    case 'file':
      return event.respondWith(kept(findFile(build, pathname), request))
    case 'landing':
      return event.respondWith(fromNetwork(event).catch(() => Response.redirect('/flow')))
    case 'page':
      // What a coming build is just putting into place is on no list yet.
      if (!worker.registration.installing) event.waitUntil(tidy(build))
      return event.respondWith(openPage(event))
  }
})

worker.addEventListener('push', (event) => {
  event.waitUntil(showPush(worker, event))
})

worker.addEventListener('notificationclick', (event) => {
  event.waitUntil(openMessage(worker, event))
})

async function kept(found: Promise<Response | undefined>, request: Request): Promise<Response> {
  return (await found) ?? fetch(request)
}

async function openPage(event: WorkerFetch): Promise<Response> {
  const network = fromNetwork(event)
  // An answer that comes too late is let come to its end.
  event.waitUntil(network.catch(() => undefined))
  const limit = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const answer = await Promise.race([network, limit]).catch(() => undefined)
  if (answer && answer.status < 500) return answer
  return (await findShell(build)) ?? network
}

async function fromNetwork({ preloadResponse, request }: WorkerFetch): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}
