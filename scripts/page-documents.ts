import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'

/** The modules that each page loads besides the app's own, by the beginning of its URL. */
const PAGE_MODULES: Record<string, readonly string[]> = {
  '/auth': ['features/accounts/sign-in-page.tsx'],
  '/register': ['features/accounts/register-page.tsx'],
  '/dashboard': ['features/dashboard/dashboard-page.tsx'],
  '/flow?tab=daily': ['features/flow/flow-page.tsx', 'features/daily/daily-panel.tsx'],
  '/flow?tab=faith': ['features/flow/flow-page.tsx', 'features/flow/faith-panel.tsx'],
  '/flow?tab=exit': ['features/flow/flow-page.tsx', 'features/stories/stories-panel.tsx'],
  '/flow?tab=guidance': ['features/flow/flow-page.tsx', 'features/guidance/guidance-panel.tsx'],
  '/account': ['features/accounts/account-page.tsx'],
  '/live': ['features/live/live-page.tsx'],
}

interface Input {
  root: string
  target: string
}

/**
 * Writes `documents.json` next to the built app, for `server/http/page-documents.ts`: the scripts that
 * each page loads besides the app's own, and its shell as static HTML, with the mark and with a logo.
 */
export async function buildPageDocuments({ root, target }: Input): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(target, '.vite/manifest.json'), 'utf8'))
  requireNoCycle(manifest)
  const { SHELL_PATHS, renderShell } = await loadForNode<Shells>(root, 'web/app/page-shells.tsx')
  const shells: Record<string, { plain: string; withLogo: string }> = {}
  for (const path of [...SHELL_PATHS, '']) {
    shells[path] = {
      plain: renderShell({ path, logoUrl: null }),
      withLogo: renderShell({ path, logoUrl: '%LOGO_URL%' }),
    }
  }
  const scripts: Record<string, string[]> = { '': scriptsOf(manifest, []) }
  for (const [page, modules] of Object.entries(PAGE_MODULES)) {
    scripts[page] = scriptsOf(manifest, modules)
  }
  await writeFile(join(target, 'documents.json'), JSON.stringify({ scripts, shells }))
}

interface Shells {
  SHELL_PATHS: string[]
  renderShell: (input: { path: string; logoUrl: string | null }) => string
}

/** Builds a module of the web app for Node and loads it. */
export async function loadForNode<T>(root: string, entry: string): Promise<T> {
  const outDir = join(root, 'dist/prerender')
  const input = join(root, entry)
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: input, outDir, copyPublicDir: false, rollupOptions: { input } },
  })
  const file = join(outDir, `${basename(entry, '.tsx')}.js`)
  const module: T = await import(pathToFileURL(file).href)
  await rm(outDir, { recursive: true })
  return module
}

/**
 * Throws if files import each other in a circle: one of them would run before what it imports. Groups
 * of `web-chunks.ts` can make such a circle out of modules that have none.
 */
function requireNoCycle(manifest: Manifest): void {
  const done = new Set<string>()
  const visit = (key: string, path: readonly string[]): void => {
    const start = path.indexOf(key)
    if (start >= 0) throw new Error(`Files import each other: ${path.slice(start).join(', ')}.`)
    if (done.has(key)) return
    for (const next of manifest[key]?.imports ?? []) visit(next, [...path, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) visit(key, [])
}

/** The files of the app, of some modules and of everything they import, except those of `index.html`. */
function scriptsOf(manifest: Manifest, modules: readonly string[]): string[] {
  const own = filesOf(manifest, ['index.html'])
  const all = ['app/main.tsx', ...modules]
  const missing = all.find((module) => !manifest[module])
  if (missing) throw new Error(`${missing} no longer has its own chunk: see PAGE_MODULES.`)
  return [...filesOf(manifest, all)].filter((file) => !own.has(file)).map((file) => `/${file}`)
}

function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  modules.forEach(visit)
  return files
}
