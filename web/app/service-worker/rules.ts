/** A description of the build for the worker; see `scripts/build-web.ts`. */
export interface Build {
  /** Changes if any listed file or the page itself changes. */
  version: string
  /** The page's entry script. */
  entry: string
  /** Files with a hash in their name, which never change. */
  assets: string[]
  /** Files that the page needs and that have no hash in their name. */
  files: string[]
}

/**
 * How a request is answered. `page`: from the network or, if offline, with the app's cached page.
 * `landing`: from the network or, if offline, with a redirect to the app. `asset` and `file`: from the
 * cache or else the network. `none`: as if there were no worker.
 */
export type Treatment = 'page' | 'landing' | 'asset' | 'file' | 'none'

/** The treatment of a request; API requests are never handled. */
export function treatmentOf(
  request: Pick<Request, 'method' | 'mode' | 'url'>,
  { origin, files }: { origin: string; files: readonly string[] },
): Treatment {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return 'none'
  if (url.pathname.startsWith('/api/')) return 'none'
  if (url.pathname.startsWith('/assets/')) return 'asset'
  if (files.includes(url.pathname)) return 'file'
  if (request.mode !== 'navigate' || /\.\w+$/.test(url.pathname)) return 'none'
  return url.pathname === '/' ? 'landing' : 'page'
}

/** The builds and assets that a page may still need: those of this build and of builds in use. */
export function assetsToKeep(
  builds: readonly { version: string; assets: readonly string[] }[],
  input: { version: string; entriesInUse: ReadonlySet<string> },
): { versions: Set<string>; assets: Set<string> } {
  const kept = builds.filter(
    ({ version, assets }) =>
      version === input.version || assets.some((path) => input.entriesInUse.has(path)),
  )
  return {
    versions: new Set(kept.map(({ version }) => version)),
    assets: new Set(kept.flatMap(({ assets }) => assets)),
  }
}
