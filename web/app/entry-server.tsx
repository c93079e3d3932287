import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import {
  createRequestHandler,
  RouterServer,
  renderSsrHtmlResponse,
} from '@tanstack/react-router/ssr/server'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import { createCoverRouter } from '#web/app/cover.tsx'
import { Frame } from '#web/app/document.tsx'
import { LoadingPage } from '#web/app/fallback-pages.tsx'
import { createAppRouter } from '#web/app/router.tsx'
import { setTransport, type Transport } from '#web/lib/api.ts'
import { neutralNameOf } from '#web/lib/neutral-name.ts'
import { type FilesByComponent, setFilesByComponent } from '#web/lib/on-demand.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'
import type { Visit } from '#web/lib/visit.ts'
import { setCleaner } from '#web/ui/rich-text.tsx'

/** Files that every page loads. */
export interface PageFiles {
  script: string
  /** The only script of documents without the app. */
  plainScript: string
  styles: string[]
}

export interface PageInput {
  request: Request
  files: PageFiles
  nonce: string
  visit: Omit<Visit, 'neutralName'> & { neutralName: string | undefined }
  isCovered: boolean
  isVisitor: boolean
}

/** The server's input for the pages that it renders. */
export function setUp(tools: {
  transport: Transport
  cleanHtml: (html: string) => string
  filesByComponent: FilesByComponent
}): void {
  setTransport(tools.transport)
  setCleaner(tools.cleanHtml)
  setFilesByComponent(tools.filesByComponent)
}

/** Renders a page for one caller: a document, a redirect, or a 404 with a document. */
export async function renderPage(input: PageInput): Promise<Response> {
  const { request, files, nonce } = input
  const isPlain = input.isVisitor && !input.isCovered && isPlainAddress(request.url)
  const document = { status: 200 }
  const visit = { ...input.visit, isPlain }
  const src = isPlain ? files.plainScript : files.script
  const script = { attrs: { type: 'module', async: true, src } }
  const handle = createRequestHandler({
    request,
    createRouter: () =>
      input.isCovered
        ? createCoverRouter(nonce)
        : createAppRouter({
            queryClient: createQueryClient(),
            visit: { ...visit, neutralName: neutralNameOf(visit.neutralName) },
            document,
            nonce,
          }),
    getRouterManifest: async () => ({
      routes: { __root__: { css: files.styles, scripts: [script] } },
    }),
  })
  const page = await handle(async ({ router, responseHeaders }) => {
    const stream = await renderToReadableStream(<RouterServer router={router} />, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    })
    // Otherwise what suspends, such as code that loads when it is first needed, would come at the end
    // of the document, and only a script could put it into its place.
    await stream.allReady
    const html = await new Response(stream).text()
    // React and the router both begin a document.
    const render = (): string => html.replace(/^<!doctype html>/i, '')
    const response = await renderSsrHtmlResponse({ router, responseHeaders, render })
    const { status } = document
    return status === 200
      ? response
      : new Response(response.body, { headers: response.headers, status })
  })
  if (!isPlain) return page
  return new Response((await page.text()).replace(INLINE_SCRIPTS, ''), page)
}

/** Those of the router, which hand the page over to the app. */
const INLINE_SCRIPTS = /<script nonce=.*?<\/script>/gs

/** For addresses alone: it loads and renders nothing. */
const addresses = createAppRouter({
  queryClient: createQueryClient(),
  visit: { locale: 'en-US', timeZone: 'UTC', now: 0, neutralName: null, siteUrl: '' },
})
const NOT_FOUND = '/404'

/**
 * The address of the document that this address leads every visitor to, without what its page
 * doesn't read; undefined if visitors may get different ones.
 */
export function sharedAddress(url: string): string | undefined {
  const { pathname, search } = new URL(url, 'http://localhost')
  const [, , route] = addresses.getMatchedRoutes(pathname)
  if (!route) return NOT_FOUND
  if (!route.options.staticData?.isShared) return undefined
  const { validateSearch: read = () => ({}) } = route.options
  return pathname + defaultStringifySearch(read(defaultParseSearch(search)))
}

function isPlainAddress(url: string): boolean {
  const [, , route] = addresses.getMatchedRoutes(new URL(url).pathname)
  return !route || route.options.staticData?.isPlain === true
}

/** A document with nobody's data. The app in it renders the page in the browser. */
export function renderShell(input: { siteTitle: string; files: PageFiles }): string {
  const { siteTitle, files } = input
  const head = files.styles.map((href) => <link key={href} rel="stylesheet" href={href} />)
  const document = (
    <Frame title={siteTitle} siteTitle={siteTitle} head={head}>
      <div className="noscript:hidden">
        <LoadingPage />
      </div>
      <noscript>
        <p className="mx-auto max-w-prose px-5 py-16 text-center">
          We can’t show this page right now. Please try again in a minute, or turn on JavaScript.
          The{' '}
          <a href="/" className="underline underline-offset-4">
            start page
          </a>{' '}
          works without it.
        </p>
      </noscript>
      <script type="module" async src={files.script} />
    </Frame>
  )
  return `<!doctype html>${renderToStaticMarkup(document)}`
}
