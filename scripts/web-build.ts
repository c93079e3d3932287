import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const MARK = join(ROOT, 'dist/web/.sources')
const SOURCES = [
  'web/**/*.{ts,tsx,css,html,json,svg,png,woff2,webmanifest,txt,js}',
  'contract/**/*.ts',
  'scripts/build-web.ts',
  'scripts/service-worker.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** Builds the web app into `dist/web`, unless it was already built from exactly these sources. */
export async function ensureWebBuild(): Promise<void> {
  const mark = await readFile(MARK, 'utf8').catch(() => '')
  if (mark === (await fingerprintSources())) return
  process.stderr.write('Building the web app …\n')
  // In its own process, so that the server doesn't keep the bundler's memory.
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build-web.ts')], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`The web app could not be built.\n${error.stdout ?? ''}${error.stderr ?? ''}`)
  })
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
