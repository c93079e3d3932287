import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOnly, RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof import('axe-core')
  }
}

export interface Violation {
  id: string
  help: string
  /** The elements that break the rule, as HTML. */
  elements: string[]
}

/** Minified, because the browser takes 1.5 times as long to parse the package's `source`. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How long axe waits for a frame to answer; after that, it silently skips the frame. */
const FRAME_MS = 60_000

/** The violations that axe finds on a page and in its frames, which must have the page's origin. */
export async function axeViolations(page: Page, runOnly: RunOnly): Promise<Violation[]> {
  for (const frame of page.frames()) {
    // Once per document, because axe is over half a megabyte of code.
    if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(AXE)
  }
  const options: RunOptions = {
    runOnly,
    pingWaitTime: FRAME_MS,
    // Other results are only counted, not described.
    resultTypes: ['violations'],
  }
  return page.evaluate(async (given) => {
    if (!window.axe) throw new Error('axe was not loaded.')
    const { violations } = await window.axe.run(document, given)
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      elements: nodes.map(({ html }) => html),
    }))
  }, options)
}
