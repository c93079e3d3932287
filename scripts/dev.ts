/**
 * `npm run dev`: runs the server, restarted on changes, and Vite in front of it, which renders the
 * pages from their sources and updates them in the browser.
 */

import { spawn } from 'node:child_process'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { createRender, localeOf, type Renderer } from '#server/http/pages.ts'
import { exitEarly } from '#server/report-failure.ts'
import { stopSignal } from '#server/stop-signal.ts'
import { ensureWebBuild } from './web-build.ts'

const API = `http://localhost:${process.env.PORT ?? 3000}`
const PORT = 5173

/** The script of every page. React's fast refresh must be set up before any component is loaded. */
const ENTRY = '/entry-dev.js'
const ENTRY_CODE = `
  import '/@vite/client'
  import { injectIntoGlobalHook } from '/@react-refresh'
  injectIntoGlobalHook(window)
  window.$RefreshReg$ = () => {}
  window.$RefreshSig$ = () => (type) => type
  await import('/app/entry-client.tsx')
`

await ensureWebBuild(stopSignal).catch(exitEarly)
const watched = ['server', 'contract', 'content'].map((folder) => `--watch-path=${folder}`)
const api = spawn(process.execPath, [...watched, 'scripts/start.js'], { stdio: 'inherit' })
const stop = (): void => void api.kill('SIGTERM')
stopSignal.addEventListener('abort', stop)
api.on('exit', () => process.exit())

const server = createHttpServer()
const vite = await createServer({
  configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
  appType: 'custom',
  server: {
    middlewareMode: { server },
    // The page's host is kept, or the server would refuse unsafe calls as cross-site.
    proxy: { '/api': { target: API, changeOrigin: false, ws: true } },
  },
})
vite.middlewares.use(ENTRY, (_request, response) => {
  response.setHeader('Content-Type', 'text/javascript').end(ENTRY_CODE)
})
vite.middlewares.use((request: IncomingMessage, response: ServerResponse, next) => {
  renderPage(request, response).catch(next)
})
server.on('request', vite.middlewares)
server.listen(PORT, () => console.log(`The pages are on http://localhost:${PORT}`))

/** Renders a page like `server/http/pages.ts`, but from its sources and with calls over HTTP. */
async function renderPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // The exports of `web/app/entry-server.tsx`.
  const entry = (await vite.ssrLoadModule('/app/entry-server.tsx')) as Renderer
  const { cookie = '', host = '' } = request.headers
  const cookies = new Map(cookie.split('; ').map((pair) => [pair.split('=', 1)[0], pair]))
  const input = {
    request: new Request(`http://${host}${request.url}`, { headers: { cookie } }),
    files: { script: ENTRY, plainScript: '/app/plain-page.ts', styles: ['/app/styles.css'] },
    nonce: '',
    visit: {
      locale: localeOf(request.headers['accept-language']),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      now: Date.now(),
      siteUrl: `http://${host}`,
      neutralName: cookies.get('neutral-name')?.slice('neutral-name='.length),
    },
    isCovered: cookies.has('covered'),
    isVisitor: !cookies.has('folx'),
  }
  const render = createRender(entry)
  const page = await render(input, (url) => fetch(API + url, { headers: { cookie } }))
  response.writeHead(page.status, Object.fromEntries(page.headers))
  response.end(await page.text())
}
