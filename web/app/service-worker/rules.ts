/** What the build tells the worker about itself; see `scripts/service-worker.ts`. */
export interface Build {
  /** Changes with anything that is listed here, or with the page itself. */
  version: string
  /** The script that the page starts with. */
  entry: string
  /** Files with a hash in their name, which never change. */
  assets: string[]
  /** Files without one that the page needs. */
  files: string[]
}

/**
 * How a request is answered. `page`: from the network or, while it is away, with the app's page.
 * `landing`: from the network or, while it is away, by leading to the app. `asset` and `file`: from
 * what is kept, else from the network. `none`: as if there were no worker.
 */
export type Treatment = 'page' | 'landing' | 'asset' | 'file' | 'none'

/** The treatment of a request; the API is never touched. */
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

/** The assets that some page may still ask for: those of this build and of builds in use. */
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
