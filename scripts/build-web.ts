import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { buildServiceWorker } from './service-worker.ts'
import { fingerprintSources, markWebBuild } from './web-build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist/web')
const ENTRY = 'app/entry-client.tsx'
/** Files to compress. Not the manifest: the server writes the site's title into it. */
const TEXT_FILE = /\.(css|js|svg)$/

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
  await listPageFiles(manifest)
  await buildServiceWorker({ root, target, manifest, entry: ENTRY })
  await compressAssets()
  await markWebBuild(fingerprint)
}

/** Writes the files that every page loads, for `server/http/pages.ts`. */
async function listPageFiles(manifest: Manifest): Promise<void> {
  const { file, css = [] } = manifest[ENTRY] ?? {}
  const files = { script: `/${file}`, styles: css.map((path) => `/${path}`) }
  await writeFile(join(target, 'pages.json'), JSON.stringify(files))
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

if (import.meta.main) await buildWeb()
