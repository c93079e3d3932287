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
import { setCleaner } from '#web/ui/rich-text.tsx'

/** Files that every page loads. */
export interface PageFiles {
  script: string
  styles: string[]
}

export interface PageInput {
  request: Request
  files: PageFiles
  nonce: string
  visit: { locale: string; timeZone: string; now: number; neutralName: string | undefined }
  isCovered: boolean
}

/** What the server gives to the pages that it renders. */
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
export function renderPage(input: PageInput): Promise<Response> {
  const { request, files, nonce, visit } = input
  const script = { attrs: { type: 'module', async: true, src: files.script } }
  const handle = createRequestHandler({
    request,
    createRouter: () =>
      input.isCovered
        ? createCoverRouter(nonce)
        : createAppRouter({
            queryClient: createQueryClient(),
            visit: { ...visit, neutralName: neutralNameOf(visit.neutralName) },
            nonce,
          }),
    getRouterManifest: async () => ({
      routes: { __root__: { css: files.styles, scripts: [script] } },
    }),
  })
  return handle(async ({ router, responseHeaders }) => {
    const stream = await renderToReadableStream(<RouterServer router={router} />, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    })
    // Otherwise what suspends, such as code that loads when it is first needed, would come at the end
    // of the document, and only a script could put it into its place.
    await stream.allReady
    const html = await new Response(stream).text()
    return renderSsrHtmlResponse({ router, responseHeaders, render: () => html })
  })
}

/** A document with nobody's data. The app in it renders the page in the browser. */
export function renderShell(input: { siteTitle: string; files: PageFiles }): string {
  const { siteTitle, files } = input
  const head = files.styles.map((href) => <link key={href} rel="stylesheet" href={href} />)
  const document = (
    <Frame title={siteTitle} siteTitle={siteTitle} head={head}>
      <LoadingPage />
      <noscript>
        <p>
          Please turn on JavaScript to use this page. The <a href="/">start page</a> works without
          it.
        </p>
      </noscript>
      <script type="module" async src={files.script} />
    </Frame>
  )
  return `<!doctype html>${renderToStaticMarkup(document)}`
}
