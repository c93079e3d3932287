import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { buildPageDocuments, loadForNode } from './page-documents.ts'
import { buildServiceWorker } from './service-worker.ts'
import { fingerprintSources, markWebBuild } from './web-build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist/web')
/** Files to compress. Not the pages and the manifest: the server writes the site's title into them. */
const TEXT_FILE = /\.(css|js|svg)$/

/** The server sends one of them, and replaces `%LOGO_URL%` with the address of the site's logo. */
const LANDING_PAGES = [
  ['landing.html', null],
  ['landing-with-logo.html', '%LOGO_URL%'],
] as const

/**
 * Builds the pages into `dist/web`: the app, the service worker that lets it open offline, the
 * landing page as static HTML, and compressed copies (`.br`, `.gz`) of every text file that is sent
 * unchanged.
 */
async function buildWeb(): Promise<void> {
  // Tests set this to 'test', and libraries would then bundle their development code.
  process.env.NODE_ENV = 'production'
  const fingerprint = await fingerprintSources()
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
  })
  await buildPageDocuments({ root, target })
  await buildServiceWorker({ root, target })
  await prerenderLanding()
  await compressAssets()
  await markWebBuild(fingerprint)
}

interface Landing {
  renderLanding: (input: { logoUrl: string | null }) => string
}

async function prerenderLanding(): Promise<void> {
  const { renderLanding } = await loadForNode<Landing>(root, 'web/app/landing-document.tsx')
  const template = await readFile(join(target, 'landing.html'), 'utf8')
  for (const [name, logoUrl] of LANDING_PAGES) {
    const body = renderLanding({ logoUrl })
    await writeFile(
      join(target, name),
      template.replace('<!--landing-->', () => body),
    )
  }
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
