import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '#server/start-error.ts'

const ROOT = join(import.meta.dirname, '..')
const MARK = join(ROOT, 'dist/web/.sources')
const SOURCES = [
  'web/**/*.{ts,tsx,css,html,json,svg,png,woff2,webmanifest,txt,js}',
  'contract/**/*.ts',
  'scripts/build-web.ts',
  'vite.config.ts',
  'package-lock.json',
]

/**
 * Builds the web app into `dist/web`, unless it was already built from exactly these sources. If the
 * signal aborts, ends the build and throws the signal's reason.
 */
export async function ensureWebBuild(signal?: AbortSignal): Promise<void> {
  const mark = await readFile(MARK, 'utf8').catch(() => '')
  if (mark === (await fingerprintSources())) return
  signal?.throwIfAborted()
  process.stderr.write('Building the web app …\n')
  // In its own process, so that the server doesn't keep the bundler's memory.
  const child = spawn(process.execPath, [join(ROOT, 'scripts/build-web.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = (): void => void child.kill()
  signal?.addEventListener('abort', stop)
  const [[code], ...printed] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  signal?.removeEventListener('abort', stop)
  signal?.throwIfAborted()
  if (code !== 0) throw new StartError(`The web app could not be built.\n${printed.join('')}`)
}

/** Records which sources the app in `dist/web` was built from. */
export async function markWebBuild(fingerprint: string): Promise<void> {
  await writeFile(MARK, fingerprint)
}

/** A hash of all files that the web app is built from. */
export async function fingerprintSources(): Promise<string> {
  const paths: string[] = []
  for await (const path of glob(SOURCES, { cwd: ROOT })) {
    if (!/\.test\.tsx?$/.test(path)) paths.push(path)
  }
  const hash = createHash('sha256')
  for (const path of paths.sort()) {
    hash.update(`${path}\0`).update(await readFile(join(ROOT, path)))
  }
  return hash.digest('hex')
}
