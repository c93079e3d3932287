import { assetsToKeep, type Build } from '#web/app/service-worker/rules.ts'

/** Assets of all builds share a cache, because their names contain a hash. */
const ASSETS = 'assets'
/** Each build has its own cache for its page and its files without a hash. */
const BUILD_PREFIX = 'build:'
const LIST = '/build.json'
/** The app's page without any user's answers; see `server/http/web.ts`. */
const SHELL = '/app-shell'
/** How many requests run in parallel, so that the page's own requests aren't delayed. */
const AT_ONCE = 3

/** Fetches everything a build needs to open offline. Rejects if anything fails. */
export async function cacheBuild(build: Build): Promise<void> {
  const assets = await caches.open(ASSETS)
  const own = await caches.open(BUILD_PREFIX + build.version)
  await putShell(own, build)
  await eachOf(build.files, async (path) => own.put(path, await load(path, 'no-cache')))
  await eachOf(build.assets, async (path) => {
    if (!(await assets.match(path))) await assets.put(path, await load(path, 'default'))
  })
  await own.put(LIST, Response.json(build.assets))
}

async function putShell(own: Cache, build: Build): Promise<void> {
  const shell = await load(SHELL, 'no-cache')
  // During a deployment, page and worker may come from different builds.
  if (!(await shell.clone().text()).includes(build.entry)) throw new Error('another build')
  await own.put(SHELL, shell)
}

/** The app's page from when the build was cached. */
export function findShell({ version }: Build): Promise<Response | undefined> {
  return caches.match(SHELL, { cacheName: BUILD_PREFIX + version, ignoreVary: true })
}

export function findFile({ version }: Build, path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: BUILD_PREFIX + version, ignoreVary: true })
}

export function findAsset(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: ASSETS, ignoreVary: true })
}

/** Removes earlier builds, except those that an open page still runs. */
export async function removeOldBuilds({ version }: Build): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(BUILD_PREFIX))
  if (names.length < 2) return
  const builds = await Promise.all(names.map(readBuild))
  const keep = assetsToKeep(builds, { version, entriesInUse: await entriesInUse() })
  for (const build of builds) {
    if (!keep.versions.has(build.version)) await caches.delete(BUILD_PREFIX + build.version)
  }
  const assets = await caches.open(ASSETS)
  for (const request of await assets.keys()) {
    if (!keep.assets.has(new URL(request.url).pathname)) await assets.delete(request)
  }
}

async function readBuild(name: string): Promise<{ version: string; assets: string[] }> {
  const list = await (await caches.open(name)).match(LIST)
  // Written by `cacheBuild`; missing if that didn't finish.
  const assets = list ? ((await list.json()) as string[]) : []
  return { version: name.slice(BUILD_PREFIX.length), assets }
}

/** The entry scripts of the builds that open pages run; each page holds a lock with that name. */
async function entriesInUse(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(
    held
      .map(({ name = '' }) => name)
      .filter((name) => name.startsWith(BUILD_PREFIX))
      .map((name) => name.slice(BUILD_PREFIX.length)),
  )
}

async function load(path: string, cache: RequestCache): Promise<Response> {
  const response = await fetch(path, { cache, credentials: 'omit', priority: 'low' })
  // Browsers refuse a redirected response for a navigation.
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
  return response
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
