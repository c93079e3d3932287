import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractForPages } from './scripts/contract-for-pages.ts'

const API = 'http://localhost:3000'

function inWeb(path: string): string {
  return fileURLToPath(new URL(`./web/${path}`, import.meta.url))
}

/** What the app starts with, in one file: on the wire each small one costs a round trip. */
function isBase(id: string, graph: ModuleGraph): boolean {
  base ??= findBase(graph)
  return base.has(id) || SLOT.test(id)
}

/** The landing page loads nothing of the app, and runs none of it. */
function findBase(graph: ModuleGraph): Set<string> {
  const entry = inWeb('app/main.tsx')
  const others = importedBy(inWeb('app/landing.ts'), graph).add(entry)
  return new Set([...importedBy(entry, graph)].filter((id) => !others.has(id)))
}

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

let base: Set<string> | undefined

/** A module and all that it imports, without what it fetches later and without schemas. */
function importedBy(entry: string, graph: ModuleGraph): Set<string> {
  const seen = new Set<string>()
  const visit = (id: string): void => {
    if (seen.has(id) || LATER.test(id)) return
    seen.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  visit(entry)
  return seen
}

/** The one part of Radix that every button has. */
const SLOT = /node_modules\/@radix-ui\/react-(slot|compose-refs)\//
/** Their index files import everything, and most of it is left out again. */
const LATER = /\?schemas$|node_modules\/(zod|radix-ui|@radix-ui)\/|lib\/zod-without-eval\.ts$/
/** What forms check their fields with. */
const FORMS =
  /node_modules\/(zod|react-hook-form|@hookform)\/|contract\/(fields|endpoint|accounts)\.ts\?schemas$|lib\/zod-without-eval\.ts$/
/** Dialogs. */
const OVERLAYS =
  /node_modules\/(@radix-ui\/(primitive|react-(dialog|alert-dialog|focus-scope|focus-guards|dismissable-layer|portal|presence|primitive|context|id|use-[a-z-]+))|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)\/|web\/ui\/(dialog|confirm-dialog|focus-return)\.tsx?$/
/** Fields, notices, hooks and calls that most pages share. */
const SHARED =
  /web\/ui\/(card|badge|relative-time|pagination|skeletons?|empty-state|error-state|query-error|field|input|textarea|notice|progress)\.tsx?$|web\/lib\/(dates|drafts|outbox|use-today|use-community-today)\.tsx?$|web\/features\/live\/(on-air|session-text)\.tsx?$|node_modules\/(@tanstack|lucide-react)\/|contract\/(?!privacy-facts|users|till|email)[a-z-]+\.ts$/

function withTitle(text: string): string {
  return text.replaceAll('%SITE_TITLE%', 'Folx')
}

/** Does in development what the server does with the built files: the title, and `/`. */
function landingInDevelopment(): Plugin {
  return {
    name: 'landing-in-development',
    apply: 'serve',
    transformIndexHtml: withTitle,
    configureServer: (server) => {
      server.middlewares.use('/manifest.webmanifest', async (_request, response) => {
        response.setHeader('Content-Type', 'application/manifest+json')
        response.end(withTitle(await readFile(inWeb('public/manifest.webmanifest'), 'utf8')))
      })
      server.middlewares.use(async (request, response, next) => {
        if (request.url !== '/') return next()
        try {
          const template = await readFile(inWeb('landing.html'), 'utf8')
          const { renderLanding } = await server.ssrLoadModule('/app/landing-document.tsx')
          const html = template.replace(
            '<!--landing-->',
            renderLanding({ now: new Date(), logoUrl: null }),
          )
          response.setHeader('Content-Type', 'text/html')
          response.end(await server.transformIndexHtml('/landing.html', html))
        } catch (error) {
          next(error)
        }
      })
    },
  }
}

/** Changes with the shape of answers: those that a device kept in another shape are of no use. */
function contractFingerprint(): string {
  const folder = fileURLToPath(new URL('./contract/', import.meta.url))
  const hash = createHash('sha256')
  for (const file of globSync('*.ts', { cwd: folder }).sort()) {
    if (!file.includes('.test.')) hash.update(readFileSync(folder + file))
  }
  return hash.digest('base64url').slice(0, 12)
}

export default defineConfig({
  root: inWeb(''),
  define: { 'import.meta.env.VITE_CONTRACT': JSON.stringify(contractFingerprint()) },
  plugins: [react(), tailwindcss(), landingInDevelopment(), contractForPages()],
  server: {
    port: 5173,
    strictPort: true, // The host stays that of the page, or the server would take each unsafe call for another site's.
    proxy: { '/api': { target: API, changeOrigin: false, ws: true } },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Browsers that know `light-dark()` and popovers.
    target: ['chrome125', 'edge125', 'firefox126', 'safari17.5'],
    assetsInlineLimit: 0,
    // From it the service worker learns what the app consists of.
    manifest: true,
    rolldownOptions: {
      input: [inWeb('index.html'), inWeb('landing.html')],
      output: {
        codeSplitting: {
          groups: [
            {
              name: (id, graph) => (isBase(id, graph) ? 'base' : null),
              includeDependenciesRecursively: false,
            },
            { name: 'forms', test: FORMS, includeDependenciesRecursively: false },
            { name: 'overlays', test: OVERLAYS, includeDependenciesRecursively: false },
            { name: 'shared', test: SHARED, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
