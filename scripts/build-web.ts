import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Manifest } from 'vite'
import type { Build } from '#web/app/service-worker/rules.ts'
import { fingerprintSources, markWebBuild } from './web-build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist/web')
const ENTRY = 'app/entry-client.tsx'
/** Files to compress. Not the manifest: the server writes the site's title into it. */
const TEXT_FILE = /\.(css|js|svg)$/
/** Pages that nobody opens offline, and files that only they need. */
const NOT_OFFLINE = /^features\/(admin\/|till\/|accounts\/first-admin|live\/(media-|host-))/
/** Files that a page needs offline and that have no hash in their name; they only change with a build. */
const UNHASHED_FILES = ['/before-paint.js', '/icons/icon.svg', '/icons/icon-192.png']

/**
 * Builds the pages: for browsers into `dist/web`, with the service worker that lets them open offline
 * and compressed copies (`.br`, `.gz`) of every text file that is sent unchanged; and for the server,
 * which renders them, into `dist/web-server`.
 */
async function buildWeb(): Promise<void> {
  // Tests set this to 'test', and libraries would then bundle their development code.
  process.env.NODE_ENV = 'production'
  const fingerprint = await fingerprintSources()
  const config = { configFile: join(root, 'vite.config.ts'), logLevel: 'warn' } as const
  await build(config)
  await build({ ...config, build: { ssr: true } })
  const manifest = JSON.parse(await readFile(join(target, '.vite/manifest.json'), 'utf8'))
  await listPageFiles(manifest, await buildPlainScript(importsOf(manifest, ENTRY)))
  await buildServiceWorker(manifest)
  await compressAssets()
  await markWebBuild(fingerprint)
}

/**
 * Writes for `server/http/pages.ts` which files every page loads, and which a component that loads on
 * demand needs besides. Such a component has its file's name: `DailyPanel` is in `daily-panel.tsx`.
 *
 * @throws Error if two files have the same name
 */
async function listPageFiles(manifest: Manifest, plainScript: string): Promise<void> {
  const inEveryPage = importsOf(manifest, ENTRY)
  const byComponent: Record<string, string[]> = {}
  for (const [path, chunk] of Object.entries(manifest)) {
    if (!chunk.isDynamicEntry) continue
    const component = basename(path, extname(path)).replace(/(?:^|-)(\w)/g, (_, letter) =>
      letter.toUpperCase(),
    )
    if (byComponent[component]) throw new Error(`Two components are named ${component}.`)
    byComponent[component] = [...importsOf(manifest, path)]
      .filter((file) => !inEveryPage.has(file))
      .map((file) => `/${file}`)
  }
  const { file, css = [] } = manifest[ENTRY] ?? {}
  const styles = css.map((path) => `/${path}`)
  const files = { script: `/${file}`, plainScript, styles, byComponent }
  await writeFile(join(target, 'pages.json'), JSON.stringify(files))
}

/**
 * Builds the script for documents without the app, in a build of its own so that it shares no files
 * with the app. Returns its address.
 *
 * @param app the script files of the app, which it fetches for the next page
 */
async function buildPlainScript(app: Set<string>): Promise<string> {
  const name = 'assets/plain-page-[hash].js'
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { APP_FILES: JSON.stringify([...app].map((file) => `/${file}`)) },
    build: {
      outDir: target,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'web/app/plain-page.ts'),
        output: { format: 'iife', entryFileNames: name },
      },
    },
  })
  const [files] = [built].flat()
  if (!files || !('output' in files)) throw new Error('The build has no files.')
  return `/${files.output[0].fileName}`
}

/** The script file of a module, and those that it imports, directly or indirectly. */
function importsOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const next of chunk.imports ?? []) importsOf(manifest, next, found)
  return found
}

async function compressAssets(): Promise<void> {
  const entries = await readdir(target, { recursive: true })
  const files = entries.filter((file) => TEXT_FILE.test(file))
  await Promise.all(files.map((file) => compress(join(target, file))))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

/** Builds the service worker, with the list of the built app's files. */
async function buildServiceWorker(manifest: Manifest): Promise<void> {
  await rm(join(target, '.vite'), { recursive: true })
  const described = await describeBuild(manifest)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { __BUILD__: JSON.stringify(described) },
    build: {
      outDir: target,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'web/app/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

async function describeBuild(manifest: Manifest): Promise<Build> {
  const entry = `/${manifest[ENTRY]?.file}`
  const assets = [...offlineFiles(manifest)].map((file) => `/${file}`).sort()
  const hash = createHash('sha256').update(assets.join('\n'))
  for (const file of UNHASHED_FILES) hash.update(await readFile(join(target, file)))
  return { version: hash.digest('base64url').slice(0, 12), entry, assets, files: UNHASHED_FILES }
}

/** Every file that the app may load offline, found by following its imports. */
function offlineFiles(manifest: Manifest): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key) || NOT_OFFLINE.test(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  visit(ENTRY)
  return files
}

if (import.meta.main) await buildWeb()
