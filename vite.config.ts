import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { contractForPages } from './scripts/contract-for-pages.ts'
import { chunkGroups } from './scripts/web-chunks.ts'

const API = 'http://localhost:3000'

function inWeb(path: string): string {
  return fileURLToPath(new URL(`./web/${path}`, import.meta.url))
}

function withTitleAndYear(text: string): string {
  const year = String(new Date().getFullYear())
  return text.replaceAll('%SITE_TITLE%', 'Folx').replaceAll('%YEAR%', year)
}

/** Replaces the server's work on the built files in development: the title, the year and `/`. */
function landingInDevelopment(): Plugin {
  return {
    name: 'landing-in-development',
    apply: 'serve',
    transformIndexHtml: withTitleAndYear,
    configureServer: (server) => {
      server.middlewares.use('/manifest.webmanifest', async (_request, response) => {
        response.setHeader('Content-Type', 'application/manifest+json')
        response.end(withTitleAndYear(await readFile(inWeb('public/manifest.webmanifest'), 'utf8')))
      })
      server.middlewares.use(async (request, response, next) => {
        if (request.url !== '/') return next()
        try {
          const template = await readFile(inWeb('landing.html'), 'utf8')
          const { renderLanding } = await server.ssrLoadModule('/app/landing-document.tsx')
          const html = template.replace('<!--landing-->', renderLanding({ logoUrl: null }))
          response.setHeader('Content-Type', 'text/html')
          response.end(await server.transformIndexHtml('/landing.html', html))
        } catch (error) {
          next(error)
        }
      })
    },
  }
}

/** A hash of the contract: answers that a device kept under another contract can't be used. */
function contractFingerprint(): string {
  const folder = fileURLToPath(new URL('./contract/', import.meta.url))
  const hash = createHash('sha256')
  for (const file of globSync('*.ts', { cwd: folder }).sort()) {
    if (!file.includes('.test.')) hash.update(readFileSync(folder + file))
  }
  return hash.digest('base64url').slice(0, 12)
}

/** Pages run on Preact, a sixth of React's size; only the static documents are rendered by React. */
const PREACT = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react\/jsx-dev-runtime$/, replacement: 'preact/jsx-dev-runtime' },
]

export default defineConfig(({ isSsrBuild }) => ({
  root: inWeb(''),
  define: { 'import.meta.env.VITE_CONTRACT': JSON.stringify(contractFingerprint()) },
  resolve: { alias: isSsrBuild ? [] : PREACT },
  plugins: [tailwindcss(), landingInDevelopment(), contractForPages()],
  server: {
    port: 5173,
    strictPort: true, // Below, the page's host is kept, or the server would refuse unsafe calls as cross-site.
    proxy: { '/api': { target: API, changeOrigin: false, ws: true } },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Browsers that support `light-dark()` and popovers.
    target: ['chrome125', 'edge125', 'firefox126', 'safari17.5'],
    assetsInlineLimit: 0,
    // The service worker gets its list of the app's files from the manifest.
    manifest: true,
    rolldownOptions: {
      // Ignores 'use client' directives in libraries; all code runs in the browser here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
      input: [inWeb('index.html'), inWeb('landing.html')],
      output: {
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
}))
