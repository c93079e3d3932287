import {
  cacheBuild,
  findAsset,
  findFile,
  findShell,
  removeOldBuilds,
} from '#web/app/service-worker/build-cache.ts'
import { openMessage, showPush } from '#web/app/service-worker/push.ts'
import { type Build, treatmentOf } from '#web/app/service-worker/rules.ts'
import type { WorkerFetch, WorkerScope } from '#web/app/service-worker/scope.ts'

/*
 * Lets the app open offline and shows push notifications. It never handles API requests; see
 * docs/decisions/010.
 */

/** Replaced by `scripts/build-web.ts`. */
declare const __BUILD__: Build

/** If the network takes longer than this, a page opens from the cache. */
const NETWORK_TIMEOUT_MS = 3_000

const build = __BUILD__
// The service worker's global scope; the DOM types only know a page's.
const worker = self as unknown as WorkerScope

worker.addEventListener('install', (event) => {
  event.waitUntil(cacheBuild(build).then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  // Lets the browser request a page while the worker is still starting.
  const preload = worker.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([preload, removeOldBuilds(build)]))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  switch (treatmentOf(request, { origin: location.origin, files: build.files })) {
    case 'asset':
      return event.respondWith(cachedOr(findAsset(pathname), request))
    case 'file':
      return event.respondWith(cachedOr(findFile(build, pathname), request))
    case 'landing':
      return event.respondWith(fromNetwork(event).catch(() => Response.redirect('/flow')))
    case 'page':
      // A build that is being installed has no list of its files yet, so don't remove any.
      if (!worker.registration.installing) event.waitUntil(removeOldBuilds(build))
      return event.respondWith(openPage(event))
  }
})

worker.addEventListener('push', (event) => {
  event.waitUntil(showPush(worker, event))
})

worker.addEventListener('notificationclick', (event) => {
  event.waitUntil(openMessage(worker, event))
})

async function cachedOr(found: Promise<Response | undefined>, request: Request): Promise<Response> {
  return (await found) ?? fetch(request)
}

async function openPage(event: WorkerFetch): Promise<Response> {
  const network = fromNetwork(event)
  // Lets a late response finish.
  event.waitUntil(network.catch(() => undefined))
  const limit = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS))
  const answer = await Promise.race([network, limit]).catch(() => undefined)
  if (answer && answer.status < 500) return answer
  return (await findShell(build)) ?? network
}

async function fromNetwork({ preloadResponse, request }: WorkerFetch): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}
