import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

const OWN_PACKAGE = join(import.meta.dirname, 'lighthouse/package.json')
const INSTALLED = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/package.json')

const Score = z.object({ score: z.number().nullable() })
const Metric = z.object({ numericValue: z.number().default(0) })
const Report = z.object({
  lhr: z.object({
    runtimeError: z.object({ message: z.string() }).optional(),
    categories: z.object({
      performance: Score,
      accessibility: Score,
      'best-practices': Score,
      seo: Score,
    }),
    audits: z.object({
      'first-contentful-paint': Metric,
      'largest-contentful-paint': Metric,
      'total-blocking-time': Metric,
      'cumulative-layout-shift': Metric,
    }),
  }),
})

/** Scores from 0 to 100 and the parts of the performance score, in milliseconds. */
export interface PageReport {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  firstPaint: number
  largestPaint: number
  blocking: number
  /** Cumulative layout shift, which has no unit. */
  shift: number
}

export interface Lighthouse {
  /** Loads a page as a phone does, with Lighthouse's default settings. */
  inspect(url: string, headers: Record<string, string>): Promise<PageReport>
  close(): Promise<void>
}

interface LighthouseModules {
  lighthouse: (url: string, flags: object) => Promise<unknown>
  launch: (options: object) => Promise<{ port: number; kill(): void }>
}

/** Lighthouse asks for another run if the browser lost the beginning of a load. */
const MOST_TRIES = 3

export const LIGHTHOUSE_INSTALL = 'npm ci --ignore-scripts --prefix bench/lighthouse'

export function hasLighthouse(): boolean {
  return existsSync(INSTALLED)
}

/** Starts a browser for Lighthouse. @param browserPath the full Chromium, not the headless shell */
export async function openLighthouse(browserPath: string): Promise<Lighthouse> {
  const { lighthouse, launch } = await loadModules()
  const chrome = await launch({
    chromePath: browserPath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'],
  })
  return {
    inspect: async (url, extraHeaders) => {
      const flags = { port: chrome.port, logLevel: 'error', extraHeaders }
      for (let tries = 1; ; tries += 1) {
        const { problem, report } = readReport(await lighthouse(url, flags))
        if (!problem) return report
        if (tries === MOST_TRIES) throw new Error(`Lighthouse could not load ${url}: ${problem}`)
      }
    },
    close: async () => chrome.kill(),
  }
}

async function loadModules(): Promise<LighthouseModules> {
  const { resolve } = createRequire(OWN_PACKAGE)
  const load = (name: string) => import(pathToFileURL(resolve(name)).href)
  const [{ default: lighthouse }, { launch }] = await Promise.all([
    load('lighthouse'),
    load('chrome-launcher'),
  ])
  return { lighthouse, launch }
}

function readReport(report: unknown): { problem: string | undefined; report: PageReport } {
  const { runtimeError, categories, audits } = Report.parse(report).lhr
  const points = ({ score }: z.infer<typeof Score>): number => Math.round((score ?? 0) * 100)
  const read = {
    performance: points(categories.performance),
    accessibility: points(categories.accessibility),
    bestPractices: points(categories['best-practices']),
    seo: points(categories.seo),
    firstPaint: audits['first-contentful-paint'].numericValue,
    largestPaint: audits['largest-contentful-paint'].numericValue,
    blocking: audits['total-blocking-time'].numericValue,
    shift: audits['cumulative-layout-shift'].numericValue,
  }
  return { problem: runtimeError?.message, report: read }
}
