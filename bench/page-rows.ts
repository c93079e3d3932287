import { findBrowsers } from '../scripts/chromium.ts'
import type { RowGroup } from './bench.ts'
import {
  hasLighthouse,
  LIGHTHOUSE_INSTALL,
  type Lighthouse,
  openLighthouse,
  type PageReport,
} from './lighthouse.ts'
import { cookie } from './population.ts'
import { judge, type Row } from './table.ts'
import { say } from './workspace.ts'

const LOWEST_SCORE = 95
/** A member who has written some of the stories. */
const MEMBER = 1

const VISITOR_PAGES = { landing: '/', 'sign-in': '/auth', register: '/register' }
const MEMBER_PAGES = {
  dashboard: '/dashboard',
  'flow, daily': '/flow',
  'flow, faith': '/flow?tab=faith',
  'flow, exit': '/flow?tab=exit',
  'flow, guidance': '/flow?tab=guidance',
  account: '/account',
  live: '/live',
}

/** Lighthouse with mobile settings: the median of several loads of each page, by performance. */
export const pageRows: RowGroup = {
  name: 'pages',
  measure: async ({ install, options, workspace }) => {
    if (!hasLighthouse()) return [notInstalled()]
    const { server, population, stop } = await install(options.growth.small)
    const lighthouse = await openLighthouse(findBrowsers().full)
    workspace.onClose(lighthouse.close)
    const member = { Cookie: cookie(MEMBER, population) }
    const rows: Row[] = []
    for (const [pages, headers] of [
      [VISITOR_PAGES, {}] as const,
      [MEMBER_PAGES, member] as const,
    ]) {
      for (const [name, path] of Object.entries(pages)) {
        say(`pages, ${name}`)
        const load = () => lighthouse.inspect(server.url + path, headers)
        rows.push(pageRow(name, await medianReport(load, options.pageLoads)))
      }
    }
    await lighthouse.close()
    await stop()
    return rows
  },
}

async function medianReport(
  load: () => ReturnType<Lighthouse['inspect']>,
  loads: number,
): Promise<PageReport> {
  const reports: PageReport[] = []
  while (reports.length < loads) reports.push(await load())
  const middle = reports
    .toSorted((a, b) => a.performance - b.performance)
    .at(Math.floor((loads - 1) / 2))
  if (!middle) throw new Error('A page is loaded at least once.')
  return middle
}

/** @returns the row of a page, whose result is the lowest of its four scores */
export function pageRow(name: string, report: PageReport): Row {
  const { performance, accessibility, bestPractices, seo } = report
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
  return judge(
    {
      name: `pages, ${name}`,
      ours: `performance ${performance}, accessibility ${accessibility}, best practices ${bestPractices}, SEO ${seo}`,
      peer: `FCP ${seconds(report.firstPaint)}, LCP ${seconds(report.largestPaint)}, TBT ${report.blocking.toFixed(0)} ms, CLS ${report.shift.toFixed(3)}`,
    },
    {
      value: Math.min(performance, accessibility, bestPractices, seo),
      digits: 0,
      atLeast: LOWEST_SCORE,
    },
  )
}

function notInstalled(): Row {
  const ours = `not measured: run ${LIGHTHOUSE_INSTALL}`
  say(`pages: ${ours}`)
  return { name: 'pages', ours, peer: '', value: '', bar: '', holds: undefined }
}
