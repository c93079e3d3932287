import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WebsiteSettings } from '#contract/settings.ts'
import { escapeHtml } from './escape-html.ts'
import type { PageAnswers } from './page-answers.ts'
import { fillTexts } from './shell-texts.ts'

const SCRIPTS = '<!--page-scripts-->'
const SHELL = '<!--page-shell-->'
const ANSWERS = '<!--first-answers-->'

/** The file that `scripts/page-documents.ts` writes. */
interface Parts {
  /** The scripts of each page besides the one that starts it; '' for all others. */
  scripts: Record<string, string[]>
  /** The shell of each page; '' for all others. */
  shells: Record<string, { plain: string; withLogo: string }>
}

/** The app's documents: one template, filled for each page. */
export interface PageDocuments {
  /** A document without answers, for devices to keep. */
  bare(settings: WebsiteSettings): string
  fill(input: { address: PageAddress; settings: WebsiteSettings; answers: PageAnswers }): string
}

export interface PageAddress {
  pathname: string
  search: URLSearchParams
}

export async function loadPageDocuments(webDir: string): Promise<PageDocuments> {
  const template = await readFile(join(webDir, 'index.html'), 'utf8')
  // Our build wrote it.
  const parts = JSON.parse(await readFile(join(webDir, 'documents.json'), 'utf8')) as Parts
  const draw = (
    settings: WebsiteSettings,
    address?: PageAddress,
    { hasMood } = { hasMood: false },
  ): string =>
    template
      .replace(SCRIPTS, () => preloads(scriptsOf(parts, address)))
      .replace(SHELL, () => shellOf(parts, shellName(address, hasMood), settings.logoUrl))
      .replaceAll('%SITE_TITLE%', () => escapeHtml(settings.siteTitle))
  return {
    bare: (settings) => draw(settings).replace(ANSWERS, ''),
    // Last, so no placeholder in a member's text is filled.
    fill: ({ address, settings, answers }) =>
      fillTexts(draw(settings, address, answers), answers.bodies).replace(ANSWERS, () =>
        answersElement(answers.json),
      ),
  }
}

function scriptsOf({ scripts }: Parts, address: PageAddress | undefined): string[] {
  return (address && scripts[pageOf(address)]) ?? scripts[''] ?? []
}

function answersElement(answers: string): string {
  return `<script type="application/json" id="first-answers">${answers}</script>`
}

/** Each tab of `/flow` is a page of its own, with scripts of its own. */
function pageOf({ pathname, search }: PageAddress): string {
  if (pathname !== '/flow') return pathname
  const tab = search.has('story') ? 'exit' : (search.get('tab') ?? 'daily')
  return `/flow?tab=${tab}`
}

/** With low priority, so they don't delay the first paint. */
function preloads(scripts: readonly string[]): string {
  return scripts
    .map((path) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${path}">`)
    .join('')
}

/** Dashboard and daily page have another shell once the mood is shared; an open story has none. */
function shellName(address: PageAddress | undefined, hasMood: boolean): string {
  if (!address || address.search.has('story')) return ''
  return hasMood ? `${pageOf(address)}&mood` : pageOf(address)
}

function shellOf({ shells }: Parts, name: string, logoUrl: string | null): string {
  const shell = shells[name] ?? shells['']
  if (!shell) return ''
  return logoUrl ? shell.withLogo.replaceAll('%LOGO_URL%', escapeHtml(logoUrl)) : shell.plain
}
