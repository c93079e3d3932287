import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { buildServiceWorker } from './service-worker.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist/web')
const prerenderTarget = join(root, 'dist/prerender')
const TEXT_FILE = /\.(css|html|js|json|svg|webmanifest)$/
/** Rewritten by the server with the site's title, so a compressed copy could not be sent. */
const TEMPLATE = /\.html$/

/**
 * Builds the pages into `dist/web`: the app, the service worker that lets it open without a
 * connection, the landing page as static HTML, and compressed copies (`.br`, `.gz`) beside every
 * text file that is sent as it is.
 */
export async function buildWeb(): Promise<void> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
  })
  await buildServiceWorker({ root, target })
  await prerenderLanding()
  await compressAssets()
}

async function prerenderLanding(): Promise<void> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: join(root, 'web/app/landing-document.tsx'),
      outDir: prerenderTarget,
      copyPublicDir: false,
      rollupOptions: { input: join(root, 'web/app/landing-document.tsx') },
    },
  })
  const module = await import(pathToFileURL(join(prerenderTarget, 'landing-document.js')).href)
  const file = join(target, 'landing.html')
  const template = await readFile(file, 'utf8')
  await writeFile(
    file,
    template.replace('<!--landing-->', () => module.renderLanding(new Date())),
  )
  await rm(prerenderTarget, { recursive: true })
}

async function compressAssets(): Promise<void> {
  const entries = await readdir(target, { recursive: true })
  const files = entries.filter((file) => TEXT_FILE.test(file) && !TEMPLATE.test(file))
  await Promise.all(files.map((file) => compress(join(target, file))))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

if (import.meta.main) await buildWeb()
